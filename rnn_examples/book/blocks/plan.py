"""Documents whose blocks say what the code computes: what must change in each, and why not."""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rnn_examples.book.blocks.command import Command, read_command
from rnn_examples.book.blocks.diff import unified_diff
from rnn_examples.book.blocks.documents import Document, Part, read_document
from rnn_examples.book.blocks.faults import DocumentError, Fault
from rnn_examples.book.blocks.lines import unified
from rnn_examples.book.blocks.pairs import Block, Edit, apply, content_of, edits, is_edited, pair
from rnn_examples.errors import ExampleError, InputError

Run = Callable[[list[str]], str]

EDITED = (
    "the block was edited by hand, and an update would lose that. Undo the edit, or give "
    "docs update --force"
)


@dataclass(frozen=True, slots=True)
class FilePlan:
    """A document as it is and as its commands would have it.

    blocks: how many it has. diff: unified, empty where nothing changes. edited: the blocks that a
    person changed since they were recorded, and whose content would be lost.
    """

    path: Path
    blocks: int
    old: bytes
    new: bytes
    diff: str
    edited: tuple[Fault, ...]

    @property
    def stale(self) -> bool:
        return self.old != self.new


@dataclass(frozen=True, slots=True)
class _Task:
    """A block to be filled, and where it is."""

    document: Document
    part: Part
    block: Block
    command: Command


def plan(paths: Iterable[str | Path], run: Run, commands: Collection[str]) -> list[FilePlan]:
    """What each document would be with its blocks up to date. Nothing is written.

    run: the arguments of a command to what it prints; called once for the same arguments, and
    only if all documents are in order. commands: the first words that a block may run.
    Errors: DocumentError with every fault of every document.
    """
    faults: list[Fault] = []
    found: list[tuple[Document, list[_Task]]] = []
    for path in _distinct(paths):
        try:
            document = read_document(path)
        except InputError as error:
            faults.append(Fault(str(path), 0, str(error)))
            continue
        tasks, wrong = _tasks(document, commands)
        faults += wrong
        found.append((document, tasks))
    if faults:
        raise DocumentError(faults)
    printed: dict[tuple[str, ...], str] = {}
    plans: list[FilePlan] = []
    for document, tasks in found:
        contents: list[str] = []
        for task in tasks:
            try:
                contents.append(_content(task, run, printed))
            except ExampleError as error:
                faults.append(_fault(document, task.part, task.block.start.start, str(error)))
        if len(contents) == len(tasks):
            try:
                plans.append(_file_plan(document, tasks, contents))
            except DocumentError as error:
                faults += error.faults
    if faults:
        raise DocumentError(faults)
    return plans


def _distinct(paths: Iterable[str | Path]) -> list[Path]:
    """Each file once, under its first name."""
    first: dict[str, Path] = {}
    for path in paths:
        first.setdefault(os.path.realpath(path), Path(path))
    return list(first.values())


def _fault(document: Document, part: Part, offset: int, message: str) -> Fault:
    line = document.lines.number(part.place(offset))
    return Fault(str(document.path), line, f"{part.label}{' '.join(message.split())}")


def _tasks(document: Document, commands: Collection[str]) -> tuple[list[_Task], list[Fault]]:
    """The blocks of a document in their order, and what is wrong with its markers."""
    tasks: list[_Task] = []
    faults: list[Fault] = []
    dialect = document.dialect
    for part in document.parts:
        try:
            blocks, problems = pair(part.text, dialect.scan(part.text, dialect.example), dialect)
        except InputError as error:
            faults.append(_fault(document, part, 0, str(error)))
            continue
        faults += [_fault(document, part, one.offset, one.message) for one in problems]
        for block in blocks:
            try:
                command = _command(block, document, commands)
            except InputError as error:
                faults.append(_fault(document, part, block.start.start, str(error)))
            else:
                tasks.append(_Task(document, part, block, command))
    return tasks, sorted(faults)


def _command(block: Block, document: Document, commands: Collection[str]) -> Command:
    command = read_command(block.command, commands, document.dialect.default)
    formats = document.dialect.wraps
    if command.format_name is not None and command.format_name not in formats:
        raise InputError(
            f"the format '{command.format_name}' cannot stand in {document.dialect.name}. "
            f"Expected one of {', '.join(sorted(formats))}"
        )
    return command


def _content(task: _Task, run: Run, printed: dict[tuple[str, ...], str]) -> str:
    arguments = task.command.arguments
    if arguments not in printed:
        printed[arguments] = run(list(arguments))
    return content_of(task.block, task.command, printed[arguments], task.document.dialect)


def _file_plan(document: Document, tasks: Sequence[_Task], contents: Sequence[str]) -> FilePlan:
    changes: list[Edit] = []
    edited: list[Fault] = []
    filled = zip(tasks, contents, strict=True)
    for _, group in groupby(filled, key=lambda one: one[0].part.label):
        pairs = list(group)
        part = pairs[0][0].part
        own = [(task.block, content) for task, content in pairs]
        in_part = [edit for block, content in own for edit in edits(part.text, block, content)]
        _reread(document, part, own, in_part)
        changes += map(part.in_file, in_part)
        edited += [
            _fault(document, part, block.start.start, EDITED)
            for block, content in own
            if is_edited(part.text, block, content)
        ]
    new = document.encoded(apply(document.text, changes))
    diff = unified_diff(str(document.path), document.text, changes)
    return FilePlan(document.path, len(tasks), document.data, new, diff, tuple(edited))


def _reread(
    document: Document, part: Part, own: Sequence[tuple[Block, str]], changes: list[Edit]
) -> None:
    """Make sure that the new text has the same blocks: what was printed may look like markers.

    Errors: DocumentError at the first block that would not be found again.
    """
    if not changes:
        return
    dialect = document.dialect
    text = apply(part.text, changes)
    try:
        blocks, problems = pair(text, dialect.scan(text, dialect.example), dialect)
    except InputError:
        blocks, problems = [], []
    again = [(block.command, unified(text[slice(*block.content)])) for block in blocks]
    wanted = [(block.command, unified(content)) for block, content in own]
    if not problems and again == wanted:
        return
    differing = (n for n, (a, b) in enumerate(zip(again, wanted, strict=False)) if a != b)
    first = next(differing, min(len(again), len(own) - 1))
    message = "what its command prints would hide a marker or pass for one. Use another format"
    raise DocumentError([_fault(document, part, own[first][0].start.start, message)])
