"""Expressions as LaTeX mathematics for amsmath, MathJax and KaTeX, without dollar signs.

Words keep to what all three read inside ``\\text``; a special character stands between two such
runs, as a mathematical one. Letters beyond Latin and Greek need an engine that has them (LuaLaTeX).
"""

import unicodedata
from functools import cache

from rnn_examples.equations.dialect import ACCENTS, PREFIXES, Dialect, split_accent
from rnn_examples.equations.lines import in_lines
from rnn_examples.equations.nodes import Expression, Relation

OPERATORS = ("tanh", "exp", "ln", "log", "cos", "sin", "max", "min", "det")


def to_latex(expression: Expression, aligned: bool = False, inline: bool = False) -> str:
    """The expression; ``aligned`` breaks a chain before every sign but its first, and a long sum
    where it would pass the margin, ``inline`` keeps quotients on the line."""
    if inline:
        return InlineLatex().write(expression)
    if not aligned or not isinstance(expression, Relation) or not expression.signs:
        return Latex().write(expression)
    first, *others = expression.items
    lines: list[str] = []
    for sign, item in zip(expression.signs, others, strict=True):
        left = "" if lines else f"{in_lines(Latex(), first)[0]} "
        start, *further = in_lines(Latex(), item)
        lines += [f"{left}&{spelled(sign)} {start}", *(f"&\\quad {{}}{rest}" for rest in further)]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


@cache
def commands() -> dict[str, str]:
    """The characters that mathematics spells as commands."""
    greek = (
        "αalpha βbeta γgamma δdelta εvarepsilon ϵepsilon ζzeta ηeta θtheta ιiota κkappa λlambda "
        "μmu νnu ξxi πpi ρrho σsigma ςvarsigma τtau υupsilon φvarphi ϕphi χchi ψpsi ωomega "
        "ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega"
    )
    signs = (
        "∂partial ∇nabla ⊤top ∞infty …dots ⋯cdots ∏prod ∑sum ·cdot ×times ⊙odot ≈approx ≠neq ≤leq "
        "≥geq ≪ll ≫gg ←leftarrow →rightarrow ∈in ≡equiv ∝propto *ast ∗ast ‖Vert |vert"
    )
    return {pair[0]: f"\\{pair[1:]}" for pair in f"{greek} {signs}".split()}


def spelled(character: str) -> str:
    """A sign or a letter outside ``\\text``; what has no command is itself."""
    return commands().get(character, character)


@cache
def specials() -> dict[str, str]:
    """The characters that stand outside ``\\text``, each as it is spelled there."""
    found = {character: f"{{{command}}}" for character, command in commands().items()}
    found |= {character: f"\\{character}" for character in "_#%&${}"}
    found |= {"\\": "\\backslash", "~": "{\\sim}", "^": "\\hat{\\ }", "`": "\\grave{\\ }"}
    return found | {"<": "{<}", ">": "{>}", "−": "{-}"}


def text(words: str) -> str:
    """Words, so that nothing in them is a command."""
    pieces: list[str] = []
    run = ""
    for character in unicodedata.normalize("NFC", words):
        # "--", "''" and ",," in one run would become one character.
        joins = character in "-'," and run.endswith(character)
        if run and (character in specials() or joins):
            pieces.append(f"\\text{{{run}}}")
            run = ""
        if character in specials():
            pieces.append(specials()[character])
        else:
            run += character
    if run or not pieces:
        pieces.append(f"\\text{{{run}}}")
    return pieces[0] if len(pieces) == 1 else f"{{{''.join(pieces)}}}"


class Latex(Dialect):
    """LaTeX mathematics."""

    def entries(self) -> Dialect:
        # The fractions of two rows below each other would touch.
        return InlineLatex()

    def name(self, name: str) -> str:
        if len(name) > 1 and name[0] in PREFIXES:
            return f"{spelled(name[0])} {self.name(name[1:])}"
        if name.endswith("′") and len(name) > 1:
            return f"{self.name(name[:-1])}'"
        letter, accent = split_accent(name)
        if accent:
            marks = ("hat", "tilde", "bar", "dot", "overrightarrow", "overleftarrow")
            return f"\\{marks[ACCENTS.index(accent)]}{{{self.name(letter)}}}"
        known = spelled(name)
        if known != name or (len(name) == 1 and name.isascii() and name.isalnum()):
            return known
        return text(name)

    def number(self, text: str) -> str:
        mantissa, mark, exponent = text.lower().partition("e")
        mantissa = mantissa.replace(",", "{,}")
        return f"{mantissa} \\times 10^{{{int(exponent)}}}" if mark else mantissa

    def words(self, words: str) -> str:
        return text(words)

    def compact(self, script: str) -> str:
        plain = "+-=,.:()0123456789"
        pieces = [
            "-" if c == "−" else c if c in plain or (c.isascii() and c.isalpha()) else self.name(c)
            for c in script.replace(" ", "")
        ]
        # A command ends where its letters do: \tau h, not \tauh.
        return "".join(
            f"{piece} " if piece[0] == "\\" and piece[-1].isalpha() and after.isalpha() else piece
            for piece, after in zip(pieces, [*(p[0] for p in pieces[1:]), ""], strict=True)
        )

    def scripts(self, base: str, sub: str, sup: str) -> str:
        return base + (f"_{{{sub}}}" if sub else "") + (f"^{{{sup}}}" if sup else "")

    def negative(self, content: str) -> str:
        return f"-{content}"

    def sum(self, terms: list[tuple[str, str]]) -> str:
        (sign, first), *others = terms
        return f"{sign}{first}" + "".join(f" {sign} {content}" for sign, content in others)

    def product(self, factors: list[str], sign: str) -> str:
        if sign:
            return f" {spelled(sign)} ".join(factors)
        first, *others = factors
        # Letters set side by side need no space, a word does.
        return first + "".join(
            f" \\, {factor}" if "\\text" in before + factor else f" {factor}"
            for before, factor in zip(factors, others, strict=False)
        )

    def fraction(self, over: str, under: str) -> str:
        return f"\\frac{{{over}}}{{{under}}}"

    def fenced(self, left: str, content: str, right: str) -> str:
        """Fences, grown where the content is higher than a line."""
        tall = any(part in content for part in ("\\frac", "\\begin", "\\sum", "\\prod"))
        return (
            f"\\left{left} {content.strip()} \\right{right}" if tall else f"{left}{content}{right}"
        )

    def brackets(self, content: str) -> str:
        return self.fenced("(", content, ")")

    def separated(self, contents: list[str]) -> str:
        return ", ".join(contents)

    def apply(self, name: str, argument: str) -> str:
        base = name.rstrip("′")
        function = f"\\{base}" if base in OPERATORS else f"\\operatorname{{{base}}}"
        if base not in OPERATORS and (not base.isascii() or not base.isalpha() or len(base) == 1):
            function = self.name(base)
        function += "'" * (len(name) - len(base))
        # \left makes an inner atom, before which an operator would leave a thin space.
        return function + ("\\!" if argument.startswith("\\left") else "") + argument

    def root(self, content: str) -> str:
        return f"\\sqrt{{{content}}}"

    def matrix(self, rows: list[list[str]], kind: str) -> str:
        if kind == "row":
            return self.brackets(self.separated(rows[0]))
        body = " \\\\ ".join(" & ".join(row) for row in rows)
        width = max(map(len, rows), default=0)
        if width <= 10:
            return f"\\begin{{bmatrix}} {body} \\end{{bmatrix}}"
        # amsmath's bmatrix holds ten columns.
        columns = f"\\begin{{array}}{{{'c' * width}}} {body} \\end{{array}}"
        return f"\\left[ {columns} \\right]"

    def norm(self, content: str, bars: str) -> str:
        left, right = ("\\lVert", "\\rVert") if bars == "‖" else ("\\lvert", "\\rvert")
        # A command ends where its letters do: \lVert x, not \lVertx.
        return self.fenced(left, f" {content} ", right)

    def big(self, sign: str, lower: str, upper: str, body: str) -> str:
        return f"{self.scripts(spelled(sign), lower, upper)} {body}"

    def relation(self, items: list[str], signs: tuple[str, ...]) -> str:
        first, *others = items
        pairs = zip(signs, others, strict=True)
        return first + "".join(f" {spelled(sign)} {item}" for sign, item in pairs)


class InlineLatex(Latex):
    """Mathematics no higher than a line of words: a/b, not a fraction in small letters."""

    flat = True

    def fraction(self, over: str, under: str) -> str:
        return f"{over} / {under}"
