"""LaTeX with booktabs: a tabular on its own, or a table float where a caption or label is given."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rnn_examples.equations.latex import to_latex
from rnn_examples.equations.lines import WIDEST, width_of
from rnn_examples.equations.nodes import Number
from rnn_examples.tables.formats import Look
from rnn_examples.tables.latex_fit import Fit, fit
from rnn_examples.tables.layout import Layout, Shown
from rnn_examples.tables.markup import Dialect, unaligned
from rnn_examples.tables.numbers import bar_length
from rnn_examples.tables.prose import is_long
from rnn_examples.tables.table import Document

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression


AS_IT_IS = Fit()
# To the line where it is wider than that.
SHRUNK = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}"
# The width of a bar's block in em: the longest bar is six em wide.
BLOCK = 0.25
SPECIAL = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    "`": "\\textasciigrave{}",
    "…": "\\dots{}",
    "×": "$\\times$",
    "—": "---",
    "–": "--",
    **{mark: f"\\{mark}" for mark in "#$%&_{}"},
}


class Latex(Dialect):
    """The marks of a table that is set to fit the page."""

    def __init__(self, fit: Fit = AS_IT_IS) -> None:
        self.fit = fit

    def fitted(self, rows: Sequence[Sequence[str]], layout: Layout) -> "Latex":
        return Latex(fit(rows, [not heading.right for heading in layout.headings]))

    def words(self, text: str) -> str:
        return escape(text)

    def mathematics(self, expression: "Expression") -> str:
        return f"${to_latex(expression, inline=True)}$"

    def equation(self, expression: "Expression") -> str:
        written = to_latex(expression, aligned=is_long(expression))
        if width_of(expression) > WIDEST:
            written = f"{SHRUNK}{{$\\displaystyle\n{written}\n$}}"
        return f"\\[\n{written}\n\\]\n"

    def cell(self, shown: Shown) -> str:
        if shown.kind == "number" and shown.text[-1:].isdigit():
            return f"${_number(shown.text)}$"
        if shown.kind == "vector":
            return _vector(shown.text)
        if shown.kind == "bar":
            return _bar(shown.text)
        return escape(shown.text)

    def opening(self, caption: str, layout: Layout, look: Look) -> str:
        begin = f"{self._setting()}\\begin{{tabular}}{{{self._sides(layout)}}}\n\\toprule\n"
        if _is_float(look):
            label = f"\\label{{{look.label}}}" if look.label is not None else ""
            return f"\\begin{{table}}[htbp]\n\\centering\n\\caption{{{caption}}}{label}\n{begin}"
        return f"\\begin{{center}}\n\\textbf{{{caption}}}\\\\*[1ex]\n{begin}"

    def _setting(self) -> str:
        """The size of a table's letters and the space between its columns."""
        if self.fit == AS_IT_IS or (self.fit.folded and not self.fit.size):
            return ""
        narrow = f"{self.fit.size}\\setlength{{\\tabcolsep}}{{{self.fit.separation}pt}}\n"
        return narrow + ("\\resizebox{\\linewidth}{!}{%\n" if self.fit.shrunk else "")

    def _sides(self, layout: Layout) -> str:
        folded = self.fit.folded or {}
        return "".join(
            f"p{{{folded[place]:.1f}em}}" if place in folded else "r" if heading.right else "l"
            for place, heading in enumerate(layout.headings)
        )

    def head(self, texts: Sequence[str], layout: Layout) -> str:
        return f"{self.row(texts, layout)}\\midrule\n"

    def row(self, texts: Sequence[str], layout: Layout) -> str:
        folded = self.fit.folded or {}
        cells = (
            f"\\raggedright {text}" if place in folded and text else text
            for place, text in enumerate(texts)
        )
        # \raggedright takes \\ for the end of a line within the cell.
        end = "\\tabularnewline" if len(texts) - 1 in folded else "\\\\"
        return f"{' & '.join(cells)} {end}\n"

    def rule(self) -> str:
        return "\\midrule\n"

    def closing(self, look: Look) -> str:
        around = "table" if _is_float(look) else "center"
        end = "\\end{tabular}}" if self.fit.shrunk else "\\end{tabular}"
        return f"\\bottomrule\n{end}\n\\end{{{around}}}\n"

    def note(self, text: str) -> str:
        return f"\\noindent {text}\\par\\smallskip\n"

    def book_title(self, title: str) -> str:
        return f"\\title{{{title}}}\n\\date{{}}\n\\maketitle\n"

    def part_title(self, title: str, name: str) -> str:
        return f"\\section*{{{title}}}\n"

    def work_title(self, title: str) -> str:
        return f"\\medskip\\noindent\\textbf{{{title}}}\\nopagebreak\n"


def _is_float(look: Look) -> bool:
    return look.caption is not None or look.label is not None


PREAMBLE = """\
\\documentclass{article}
\\usepackage{amsmath,booktabs,graphicx}
\\usepackage[margin=2cm]{geometry}
\\begin{document}
"""


def render(document: Document, look: Look) -> Iterator[str]:
    """A fragment for an author's document; a book is a document of its own."""
    pieces: Iterable[str] = Latex().render(document, look)
    if document.parts:
        yield PREAMBLE
        yield from pieces
        yield "\\end{document}\n"
        return
    shrinks = True
    if all(isinstance(table.batches, Sequence) for table in document.tables):
        pieces = tuple(pieces)
        shrinks = any("\\resizebox{" in piece for piece in pieces)
    # Of a stream nobody knows: its first line goes out before its tables are there.
    yield f"% needs \\usepackage{{amsmath,booktabs{',graphicx' if shrinks else ''}}}\n"
    yield from pieces


def escape(text: str) -> str:
    """Text in any font encoding; a letter that pdfLaTeX lacks is shown by its number there."""
    return "".join(SPECIAL.get(character) or _letter(character) for character in text)


def _letter(character: str) -> str:
    if character.isascii() or unicodedata.normalize("NFD", character)[0].isascii():
        return character
    return f"\\ifdefined\\Umathcode {character}\\else(U+{ord(character):04X})\\fi{{}}"


def _vector(text: str) -> str:
    """(0.27, -0.15) in mathematics; a vector told in words stays words."""
    entries = text[1:-1].split(", ")
    if text.startswith("(") and all(entry[-1:].isdigit() for entry in entries):
        return f"$({', '.join(_number(entry.strip()) for entry in entries)})$"
    return escape(unaligned(text)).replace("-", "$-$")


def _bar(text: str) -> str:
    """A rule as long as the bar: its blocks are in none of TeX's fonts."""
    return f"\\rule{{{BLOCK * bar_length(text):.2f}em}}{{1.5ex}}" if text else ""


def _number(text: str) -> str:
    """The number in mathematics: a minus, not a hyphen; 7.1 \\times 10^{-15}."""
    if "/" in text:
        top, bottom = text.split("/")
        return f"{to_latex(Number(top))}/{to_latex(Number(bottom))}"
    return to_latex(Number(text))
