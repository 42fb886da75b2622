"""How pictures look: a book's column wide, told apart in colour, in grey and on a dark page."""

# Okabe and Ito's colours, neighbours in the order far apart in lightness, for print in grey.
INK = "#1a1a1a"
PAPER = "#ffffff"
FAINT = "#8c8c8c"
COLOURS = ("#0072b2", "#e69f00", INK, "#d55e00", "#56b4e9", "#009e73", "#cc79a7", FAINT)
DASHES = ("solid", (0, (5, 1.5)), (0, (1.5, 1.5)), (0, (6, 1.5, 1.5, 1.5)))
MARKERS = "os^Dv<>P"
# In a file's own style, for a reader whose page is dark; text in coloured cells stays as it is.
DARK = {INK: "#e8e8e8", PAPER: "#16181d", FAINT: "#9a9a9a", "#0072b2": "#3a9bdc"}
ON_LIGHT = "#000000"
ON_DARK = "#fefefe"
# Dark to light, the same for every eye and in grey.
HEAT = "cividis"
WIDTH = 4.5  # inches, a column of a book
SIZE = 8  # points
RC = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.labelsize": SIZE,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": SIZE,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "font.family": "DejaVu Sans",
    "font.size": SIZE,
    "grid.color": FAINT,
    "grid.linewidth": 0.3,
    "lines.linewidth": 1.3,
    "lines.markersize": 4,
    "pdf.fonttype": 42,
    "savefig.facecolor": PAPER,
    # Letters stay letters: they can be found, copied, read aloud, and be in any script.
    "svg.fonttype": "none",
    "svg.hashsalt": "rnn-examples",
    "text.color": INK,
    # Words of a sentence may hold a dollar sign.
    "text.parse_math": False,
    "xtick.color": INK,
    "xtick.labelsize": SIZE - 1,
    "ytick.color": INK,
    "ytick.labelsize": SIZE - 1,
}
