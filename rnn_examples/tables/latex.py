"""LaTeX with booktabs: a tabular on its own, or a table float where a caption or label is given;
of more rows than a page holds a longtable."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rnn_examples.equations.latex import to_latex
from rnn_examples.equations.lines import WIDEST, width_of
from rnn_examples.equations.nodes import Number
from rnn_examples.tables.formats import Look
from rnn_examples.tables.latex_fit import Fit, fit
from rnn_examples.tables.layout import Layout, Shown, unaligned
from rnn_examples.tables.markup import Dialect
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
    # In the body's font it is a closing quotation mark.
    '"': "{\\ttfamily\\char34}",
    "—": "\\textemdash{}",
    "–": "\\textendash{}",
    **{mark: f"\\{mark}" for mark in "#$%&_{}"},
}

# What pdfLaTeX sets in its oldest font encoding, OT1: accents over a letter of up to Latin
# Extended-A (an ogonek is not among them), and these letters and marks.
ACCENTS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327"
LETTERS = "¡£§°±¶·¿ÆØßæøıŁłŒœ‘’“”†‡•"

# Two of these side by side would become one letter: -- a dash, '' a quotation mark.
LIGATURES = re.compile("([-',])(?=\\1)")


class Latex(Dialect):
    """The marks of a table that is set to fit the page."""

    def __init__(self, fit: Fit = AS_IT_IS) -> None:
        self.fit = fit

    def fitted(self, rows: Sequence[Sequence[str]], layout: Layout) -> "Latex":
        found = fit(rows, [not heading.right for heading in layout.headings])
        return LongLatex(found) if found.long else Latex(found)

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
            return f"\\begin{{table}}[htbp]\n\\centering\n{_caption(caption, look)}\n{begin}"
        return f"\\begin{{center}}\n\\textbf{{{caption}}}\\\\*[1ex]\n{begin}"

    def _setting(self) -> str:
        """The size of a table's letters and the space between its columns."""
        if not self.fit.size:
            return ""
        narrow = f"{self.fit.size}\\setlength{{\\tabcolsep}}{{{self.fit.separation}pt}}\n"
        return narrow + (f"{SHRUNK}{{%\n" if self.fit.shrunk else "")

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


class LongLatex(Latex):
    """A table over several pages, its headings on each; its size ends with the group around it."""

    def opening(self, caption: str, layout: Layout, look: Look) -> str:
        title, first = f"\\begin{{center}}\n\\textbf{{{caption}}}\n\\end{{center}}\n", ""
        if _is_float(look):
            title, first = "", f"{_caption(caption, look)}\\\\\n"
        begin = f"\\begin{{longtable}}{{{self._sides(layout)}}}\n"
        return f"{title}{{{self._setting()}{begin}{first}\\toprule\n"

    def head(self, texts: Sequence[str], layout: Layout) -> str:
        headings = super().head(texts, layout)
        return (
            f"{headings}\\endfirsthead\n\\toprule\n{headings}\\endhead\n"
            "\\midrule\n\\endfoot\n\\bottomrule\n\\endlastfoot\n"
        )

    def closing(self, look: Look) -> str:
        return "\\end{longtable}}\n"


def _caption(caption: str, look: Look) -> str:
    label = f"\\label{{{look.label}}}" if look.label is not None else ""
    return f"\\caption{{{caption}}}{label}"


def _is_float(look: Look) -> bool:
    return look.caption is not None or look.label is not None


# What shows that a package is needed beside the two that always are.
MARKS = {"graphicx": "\\resizebox{", "longtable": "\\begin{longtable}"}
PREAMBLE = """\
\\documentclass{article}
\\usepackage{amsmath,booktabs,graphicx,longtable}
\\usepackage[margin=2cm]{geometry}
% A heading, its equation and its table are kept together.
\\postdisplaypenalty=10000
\\makeatletter\\@beginparpenalty=10000\\makeatother
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
    # Of a stream nobody knows: its first line goes out before its tables are there.
    packages = ["amsmath", "booktabs", *MARKS]
    if all(isinstance(table.batches, Sequence) for table in document.tables):
        pieces = tuple(pieces)
        unused = {name for name, mark in MARKS.items() if not any(mark in p for p in pieces)}
        packages = [name for name in packages if name not in unused]
    yield f"% needs \\usepackage{{{','.join(packages)}}}\n"
    yield from pieces


def escape(text: str) -> str:
    """Text in any font encoding; a letter that pdfLaTeX lacks is shown by its number there."""
    letters = "".join(SPECIAL.get(character) or _letter(character) for character in text)
    return LIGATURES.sub(r"\1{}", letters)


def _letter(character: str) -> str:
    base, *marks = list(unicodedata.normalize("NFD", character))
    accented = base.isascii() and base.isalpha() and len(marks) == 1 and marks[0] in ACCENTS
    if character.isascii() or character in LETTERS or (accented and character < "\u0180"):
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
    """The number in mathematics: a minus, not a hyphen; 7.1 \\times 10^{-15}, 1/3."""
    return to_latex(Number(text))
