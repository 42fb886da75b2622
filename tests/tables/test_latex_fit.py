"""The estimate that decides how a LaTeX table is set, beside what TeX measures."""

import pytest

from rnn_examples.tables.latex_fit import Fit, fit, width

# In em of Computer Modern at 10 points: \wd of an \hbox, as pdfTeX 1.40 has it.
MEASURED = {
    "a sentence of several words": 11.772,
    "WORDS AND MORE": 9.875,
    "vanishes": 3.594,
    "mmmm WWWW": 7.778,
    "well-known": 4.861,
    "50\\%\\_done \\& \\$5": 6.693,
    "\\#\\#\\&\\&\\%\\%": 4.889,
    "a\\textbackslash{}b": 1.556,
    "norm 5.0, least $-$0.5, largest 4.0": 14.017,
    "$0.25$": 1.778,
    "$1234.5678$": 4.278,
    "$12{,}345$": 2.778,
    "$-2 - 3 - 4 - 5$": 6.444,
    "$b + c + d + e + f$": 7.334,
    "$7.1 \\times 10^{-15}$": 4.972,
    "$-2.5 \\times 10^{-100}$": 6.149,
    "$(0.25, -0.75, 1.0, 2.0, 3.0)$": 10.722,
    "$a < b > c = d = e$": 7.710,
    "$\\gamma \\leq \\beta \\approx 2 \\geq 1$": 6.192,
    "$f \\odot c \\times 5 \\cdot 3$": 5.197,
    "$\\lvert x \\rvert + \\lvert y \\rvert$": 3.431,
    "$\\lVert h \\rVert_{F} / \\sqrt{H}$": 4.487,
    "$\\partial E / \\partial W$": 3.552,
    "$o \\cdot \\tanh(c_{T})$": 5.047,
    "$\\ln(x) + \\exp(x) - \\max(x)$": 10.715,
    "$\\hat{y}_{t} - y_{t}$": 2.907,
    "$x_{1,2,3}$": 2.292,
    "$\\text{from here} \\times \\text{to there}$": 8.869,
    "$\\text{from here}$": 4.200,
    "$\\text{a b c d e}$": 3.833,
    "\\rule{6.00em}{1.5ex}": 6.0,
    "\\rule{0.50em}{1.5ex} \\rule{1.50em}{1.5ex}": 2.333,
    "\\ifdefined\\Umathcode 語\\else(U+8A9E)\\fi{}": 4.736,
}


@pytest.mark.parametrize("cell", MEASURED)
def test_a_cell_s_width_is_about_what_tex_measures(cell: str) -> None:
    """A twentieth less at most, a seventh more."""
    assert 0.95 * MEASURED[cell] < width(cell) < 1.14 * MEASURED[cell]


def n(em: float) -> str:
    """A cell of so many em, of n's, each about half an em wide."""
    cell = "n" * round(em / width("n"))
    assert width(cell) == pytest.approx(em, abs=0.3)
    return cell


@pytest.mark.parametrize(
    ("columns", "words", "expected"),
    [
        # A page is 34.5 em, less 0.2 em for each pt between columns: 32.1 of two, 6 pt apart.
        ((31.8,), [True], Fit()),
        ((20, 11.5), [True, False], Fit()),
        # (34.5 - 0.2·4·2) / 0.93 = 35.4; (34.5 - 0.2·3·2) / 0.86 = 38.7.
        ((20, 15), [False, False], Fit("\\small", 4)),
        ((20, 18), [False, False], Fit("\\footnotesize", 3)),
        ((20, 19), [False, False], Fit("\\footnotesize", 3, shrunk=True)),
        # What a short column of words does not need is the long one's, wherever they stand.
        ((14.84, 53), [True, True], Fit(folded={0: 14.8, 1: 17.2})),
        ((53, 14.84), [True, True], Fit(folded={0: 17.2, 1: 14.8})),
        ((53, 40), [True, True], Fit(folded={0: 16.0, 1: 16.0})),
        ((53, 10.6), [True, True], Fit(folded={0: 21.5})),
        ((40, 19.1), [True, False], Fit(folded={0: 13.0})),
        # None is folded to less than 8 em.
        ((40, 26), [True, False], Fit("\\small", 4, folded={0: 9.4})),
        ((40, 28.6), [True, False], Fit("\\footnotesize", 3, folded={0: 10.1})),
        ((53, 40, 26), [True, True, False], Fit("\\footnotesize", 3, shrunk=True)),
        ((40, 33), [True, False], Fit("\\footnotesize", 3, shrunk=True)),
    ],
)
def test_the_largest_letters_that_fit_are_taken(
    columns: tuple[float, ...], words: list[bool], expected: Fit
) -> None:
    assert fit([["n"] * len(columns), list(map(n, columns))], words) == expected


@pytest.mark.parametrize(
    ("columns", "words", "expected"),
    [
        ((20, 11.5), [True, False], Fit(long=True)),
        ((53, 10.6), [True, True], Fit(folded={0: 21.5}, long=True)),
        # (34.5 - 0.2·2·2) / 0.82 = 41.1; / 0.76 = 44.3.
        ((20, 20), [False, False], Fit("\\scriptsize", 2, long=True)),
        ((22, 22), [False, False], Fit("\\tiny", 2, long=True)),
        ((30, 20), [False, False], Fit("\\tiny", 2, long=True)),
        # Words none of which is long by itself are folded too, to 8 em and no less:
        # (34.5 - 0.2·3·4) / 0.86 = 37.3, a fourth of it 9.3; (34.5 - 0.2·2·5) / 0.76 = 42.8.
        (
            (13.3,) * 4,
            [True] * 4,
            Fit("\\footnotesize", 3, dict.fromkeys(range(4), 9.3), long=True),
        ),
        ((13.3,) * 5, [True] * 5, Fit("\\tiny", 2, dict.fromkeys(range(5), 8.5), long=True)),
        ((13.3,) * 6, [True] * 6, Fit("\\tiny", 2, long=True)),
    ],
)
def test_a_table_over_several_pages_is_never_shrunk(
    columns: tuple[float, ...], words: list[bool], expected: Fit
) -> None:
    rows = [["n"] * len(columns), *[list(map(n, columns))] * 40]
    assert fit(rows, words) == expected
