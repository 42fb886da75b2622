"""The wrong programs that benchmarks/mutate.py tries: one small change of a module each."""

import ast
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """The text of `source` from `start` to `end`, in bytes, becomes `after`."""

    module: Path
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}  {self.before}  ->  {self.after}"


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.Constant) and not (
        isinstance(node, ast.Constant) and isinstance(node.value, int | float)
    )


def changed(node: ast.expr) -> ast.expr | None:
    """The node with one thing wrong, or None for a node that no change is known of."""
    wrong = copy.deepcopy(node)
    match wrong:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
            wrong.ops = [COMPARED[type(operator)]()]
        case ast.BinOp(left=left, right=right) if type(wrong.op) in COMPUTED:
            if is_text(left) or is_text(right):
                return None
            wrong.op = COMPUTED[type(wrong.op)]()
        case ast.BoolOp():
            wrong.op = ast.And() if isinstance(wrong.op, ast.Or) else ast.Or()
        case ast.Constant(value=bool()):
            wrong.value = not wrong.value
        case ast.Constant(value=int() | float() as number):
            wrong.value = number + 1
        case _:
            return None
    return wrong


def expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Every expression but annotations, decorators, and f-strings, whose places Python 3.11 does
    not tell."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                if isinstance(child, ast.expr):
                    yield child
                yield from expressions(child)


def conditions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test


def mutants(module: Path) -> list[Mutant]:
    """All of a module's, a path from the root of the tree, in the order of its lines."""
    source = module.read_bytes()
    tree = ast.parse(source)
    lengths = [len(line) for line in source.splitlines(keepends=True)]
    pairs = [(node, changed(node)) for node in expressions(tree)]
    pairs += [
        (node, node.operand if isinstance(node, ast.UnaryOp) else ast.UnaryOp(ast.Not(), node))
        for node in conditions(tree)
        if not isinstance(node, ast.Compare) and ast.unparse(node) != "TYPE_CHECKING"
    ]
    found = []
    for node, wrong in pairs:
        if wrong is not None and node.end_lineno and node.end_col_offset:
            start = sum(lengths[: node.lineno - 1]) + node.col_offset
            end = sum(lengths[: node.end_lineno - 1]) + node.end_col_offset
            texts = ast.unparse(node), ast.unparse(wrong)
            found.append(Mutant(module, node.lineno, start, end, *texts))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end))


def sample(folders: list[Path], each: int, seed: int) -> list[Mutant]:
    """Of each module `each` mutants, the same for the same seed whatever the other modules."""
    modules = [m for f in folders for m in (sorted(f.rglob("*.py")) if f.is_dir() else [f])]
    chosen: list[Mutant] = []
    for module in modules:
        every = mutants(module)
        generator = random.Random(f"{seed} {module}")
        chosen += sorted(generator.sample(every, min(each, len(every))), key=lambda m: m.start)
    return chosen
