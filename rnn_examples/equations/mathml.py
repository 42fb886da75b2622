"""Expressions as MathML Core: XML that a browser shows by itself, without named entities."""

import unicodedata
from html import escape

from rnn_examples.equations.dialect import ACCENTS, PREFIXES, Dialect, split_accent
from rnn_examples.equations.lines import in_lines
from rnn_examples.equations.nodes import Expression, Relation

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
# Character references, since nobody sees these characters in a source.
APPLY = "<mo>&#x2061;</mo>"
TIMES = "<mo>&#x2062;</mo>"
SPACED_TIMES = '<mo lspace="0.17em">&#x2062;</mo>'


def to_mathml(expression: Expression, display: bool = False, aligned: bool = False) -> str:
    """A ``<math>`` element, as a block of its own where ``display`` is set; ``aligned`` breaks
    a chain before every sign but its first, and a long sum where it would pass the margin."""
    content = MathML().write(expression)
    if aligned and isinstance(expression, Relation) and expression.signs:
        content = chain(expression)
    block = ' display="block"' if display else ""
    return f'<math xmlns="{NAMESPACE}"{block}>{content}</math>'


def chain(relation: Relation) -> str:
    """A chain as a table, its signs below each other; a long sum goes on in further rows."""
    _, *others = relation.items
    left = MathML().items(relation)[0]
    rows: list[str] = []
    for sign, item in zip(relation.signs, others, strict=True):
        start, *further = in_lines(MathML(), item)
        rows.append(row("" if rows else left, f"{operator(sign, 'infix')}{start}"))
        rows += [row("", f'<mspace width="2em"/>{rest}') for rest in further]
    return f'<mtable displaystyle="true">{"".join(rows)}</mtable>'


def row(left: str, right: str) -> str:
    """A row of a chain, in which nothing parts its two sides."""
    return (
        f'<mtr><mtd style="text-align:right;padding-right:0">{left}</mtd>'
        f'<mtd style="text-align:left;padding-left:0"><mrow>{right}</mrow></mtd></mtr>'
    )


def operator(sign: str, form: str = "") -> str:
    """An operator, a hyphen as the minus sign."""
    given = f' form="{form}"' if form else ""
    return f"<mo{given}>{escape('−' if sign == '-' else sign, quote=False)}</mo>"


def grouped(content: str) -> str:
    """Several elements as one."""
    return f"<mrow>{content}</mrow>"


def fenced(left: str, content: str, right: str) -> str:
    """Fences, grown where the content is higher than a line: browsers set a fence that may grow
    too far from its content even where it does not."""
    tall = any(f"<{kind}" in content for kind in ("mfrac", "mtable", "munder", "mover>"))
    grown = "true" if tall else "false"
    before = f'<mo form="prefix" stretchy="{grown}">{left}</mo>'
    return grouped(f'{before}{content}<mo form="postfix" stretchy="{grown}">{right}</mo>')


def has_word(content: str) -> bool:
    """Whether text or a name of several letters is in the content."""
    names = content.split("<mi>")[1:]
    return "<mtext" in content or any(name.index("<") > 1 for name in names)


class MathML(Dialect):
    """Presentation MathML; each piece is one element."""

    def name(self, name: str) -> str:
        if len(name) > 1 and name[0] in PREFIXES:
            return grouped(f"<mi>{name[0]}</mi>{self.name(name[1:])}")
        if name.endswith("′") and len(name) > 1:
            return f"<msup>{self.name(name[:-1])}<mo>′</mo></msup>"
        letter, accent = split_accent(name)
        if accent:
            mark = "^~¯˙→←"[ACCENTS.index(accent)]
            stretchy = "true" if mark in "→←" else "false"
            above = f'<mo stretchy="{stretchy}">{mark}</mo>'
            return f'<mover accent="true"><mi>{escape(letter, quote=False)}</mi>{above}</mover>'
        return f"<mi>{escape(unicodedata.normalize('NFC', name), quote=False)}</mi>"

    def number(self, text: str) -> str:
        mantissa, mark, exponent = text.lower().partition("e")
        if not mark:
            return f"<mn>{mantissa}</mn>"
        power = f"<mn>{abs(int(exponent))}</mn>"
        power = self.negative(power) if exponent.startswith("-") else power
        return grouped(f"<mn>{mantissa}</mn><mo>×</mo><msup><mn>10</mn>{power}</msup>")

    def words(self, text: str) -> str:
        # XML trims blanks at the ends of a token and joins those within it.
        return f"<mtext>{escape(text, quote=False).replace(' ', '&#xa0;')}</mtext>"

    def compact(self, script: str) -> str:
        pieces: list[str] = []
        digits = ""
        for character in script.replace(" ", "").replace("-", "−") + "\0":
            if character.isdecimal() or (digits and character == "."):
                digits += character
                continue
            if digits:
                pieces.append(f"<mn>{digits}</mn>")
            digits = ""
            if character.isalpha() or character == "∂":
                pieces.append(self.name(character))
            elif character != "\0":
                pieces.append(operator(character))
        return pieces[0] if len(pieces) == 1 else grouped("".join(pieces))

    def scripts(self, base: str, sub: str, sup: str) -> str:
        kind = ("m" + ("sub" if sub else "") + ("sup" if sup else "")) if sub or sup else ""
        return f"<{kind}>{base}{sub}{sup}</{kind}>" if kind else base

    def negative(self, content: str) -> str:
        return grouped(operator("-", "prefix") + content)

    def sum(self, terms: list[tuple[str, str]]) -> str:
        (sign, first), *others = terms
        head = (operator(sign, "prefix") if sign else "") + first
        return grouped(head + "".join(operator(sign, "infix") + term for sign, term in others))

    def product(self, factors: list[str], sign: str) -> str:
        if sign:
            return grouped(operator(sign, "infix").join(factors))
        first, *others = factors
        # Letters set side by side need no space, a word does.
        return grouped(
            first
            + "".join(
                (SPACED_TIMES if has_word(before + factor) else TIMES) + factor
                for before, factor in zip(factors, others, strict=False)
            )
        )

    def fraction(self, over: str, under: str) -> str:
        return f"<mfrac>{over}{under}</mfrac>"

    def brackets(self, content: str) -> str:
        return fenced("(", content, ")")

    def separated(self, contents: list[str]) -> str:
        joined = "<mo>,</mo>".join(contents)
        return joined if len(contents) == 1 else grouped(joined)

    def apply(self, name: str, argument: str) -> str:
        return grouped(self.name(name) + APPLY + argument)

    def root(self, content: str) -> str:
        return f"<msqrt>{content}</msqrt>"

    def matrix(self, rows: list[list[str]], kind: str) -> str:
        if kind == "row":
            return self.brackets(self.separated(rows[0]))
        cells = ["".join(f"<mtd>{entry}</mtd>" for entry in row) for row in rows]
        table = "".join(f"<mtr>{row}</mtr>" for row in cells)
        return grouped(f"<mo>[</mo><mtable>{table}</mtable><mo>]</mo>")

    def norm(self, content: str, bars: str) -> str:
        return fenced(bars, content, bars)

    def big(self, sign: str, lower: str, upper: str, body: str) -> str:
        kind = "m" + ("under" if lower else "") + ("over" if upper else "")
        limits = operator(sign, "prefix")
        if lower or upper:
            limits = f"<{kind}>{limits}{lower}{upper}</{kind}>"
        return grouped(limits + body)

    def relation(self, items: list[str], signs: tuple[str, ...]) -> str:
        first, *others = items
        pairs = zip(signs, others, strict=True)
        return grouped(first + "".join(operator(sign, "infix") + item for sign, item in pairs))
