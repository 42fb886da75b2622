"""From an example to its picture, and to what is written of it."""

from importlib import import_module
from os.path import splitext
from typing import Any

from rnn_examples.plots.files import check_path, picture_bytes
from rnn_examples.plots.picture import Picture, check


def picture_of(module: str, result: Any) -> Picture:
    """The picture of a Result, by the name of the module that computed it.

    Raises InputError for one that no picture can show.
    """
    draw = import_module(f"rnn_examples.plots.{module.rpartition('.')[2]}").draw
    picture: Picture = draw(result)
    return check(picture)


def as_file(picture: Picture, path: str) -> bytes:
    return picture_bytes(picture, splitext(path)[1])


__all__ = ["as_file", "check_path", "picture_of"]
