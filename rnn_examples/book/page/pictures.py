"""The pictures of the page: those that plots/ draws, where matplotlib is installed."""

import re
from importlib.util import find_spec
from typing import Any


def picture(module: str, result: Any, name: str) -> str | None:
    """An example's picture as SVG that stands inside a page, its ids after `name`; None where there
    is none."""
    drawn = f"rnn_examples.plots.{module.rpartition('.')[2]}"
    if find_spec("matplotlib") is None or find_spec(drawn) is None:
        return None
    from rnn_examples.plots.registry import as_file, picture_of

    return inline(as_file(picture_of(module, result), "picture.svg").decode(), name)


def inline(svg: str, name: str) -> str:
    """The SVG as a part of a page: without what only a file needs, its ids its own, its colours
    those of the page, light or dark."""
    from rnn_examples.plots.style import DARK

    svg = svg[svg.index("<svg ") :]
    svg = re.sub(r"\s*<style>@media.*?</style>|\s*<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r'( id="|url\(#|href="#)', rf"\1{name}-", svg)
    for light, dark in DARK.items():
        svg = svg.replace(f": {light}", f": light-dark({light}, {dark})")
    return svg
