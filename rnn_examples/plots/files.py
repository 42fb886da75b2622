"""A picture as a file's bytes, by matplotlib: the same bytes for the same picture."""

import re
import warnings
from html import escape
from importlib.util import find_spec
from io import BytesIO
from os.path import splitext

from rnn_examples.errors import InputError, MissingExtraError
from rnn_examples.plots import style
from rnn_examples.plots.picture import Picture, check
from rnn_examples.visible import visible

ENDINGS = (".svg", ".png", ".pdf")
DOTS_PER_INCH = 300


def check_path(path: str, option: str = "--plot") -> None:
    """Raises InputError for an ending that names no kind of picture, MissingExtraError without
    matplotlib."""
    if splitext(path)[1].lower() not in ENDINGS:
        raise InputError(
            f"{option}: the ending of '{path}' names no kind of picture. Expected "
            f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, or - for the terminal"
        )
    if find_spec("matplotlib") is None:
        raise MissingExtraError(option, "plot")


def picture_bytes(picture: Picture, ending: str) -> bytes:
    """The picture as .svg, .png or .pdf, with its title and description inside."""
    import matplotlib.style
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from rnn_examples.plots.figure import draw, height

    kind = ending.lower().removeprefix(".")
    title, description = visible(picture.title), visible(picture.description)
    metadata: dict[str, dict[str, str | None]] = {
        "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
        "png": {"Software": None, "Title": title, "Description": description},
        "pdf": {"CreationDate": None, "Creator": None, "Producer": None,
                "Title": title, "Subject": description},
    }  # fmt: skip
    file = BytesIO()
    # Neither a user's own matplotlibrc nor a drawing before this one changes anything.
    with matplotlib.style.context(["default", style.RC]), warnings.catch_warnings():
        # Of a letter that the font lacks, a box is drawn; as text in SVG it is there.
        warnings.filterwarnings("ignore", "Glyph .* missing from ", UserWarning)
        # Where names leave no room for the rest, they are drawn over it.
        warnings.filterwarnings("ignore", "constrained_layout not applied", UserWarning)
        figure = Figure(figsize=(style.WIDTH, height(check(picture))), layout="constrained")
        canvas = FigureCanvasAgg(figure)
        draw(picture, figure)
        canvas.print_figure(file, format=kind, dpi=DOTS_PER_INCH, metadata=metadata[kind])
    data = file.getvalue()
    return _described(data.decode(), title, description).encode() if kind == "svg" else data


def _described(svg: str, title: str, description: str) -> str:
    """The SVG with its title and description, its colours on a dark page, and no needless ids, so
    that several can stand in one page."""
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", svg)
    before, opening, rest = svg.partition("<svg ")
    attributes, end, rest = rest.partition(">")
    dark = "".join(
        f'[style*="{what}: {light}"]{{{what}:{other}!important}}'
        for light, other in style.DARK.items()
        for what in ("fill", "stroke")
    )
    return (
        f'{before}{opening}role="img" aria-label="{escape(title)}" {attributes}{end}\n'
        f" <title>{escape(title)}</title>\n <desc>{escape(description)}</desc>\n"
        f" <style>@media (prefers-color-scheme:dark){{{dark}}}</style>{rest}"
    )
