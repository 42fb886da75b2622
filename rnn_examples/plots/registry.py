"""From an example's result to its picture, and to what is written of it."""

from importlib import import_module
from importlib.util import find_spec
from os.path import splitext
from typing import Any

from rnn_examples.errors import InputError
from rnn_examples.plots.files import picture_bytes
from rnn_examples.plots.picture import Picture, check


def picture_of(module: str, result: Any, option: str = "--plot") -> Picture:
    """The picture of a Result, by the name of the module that computed it.

    Raises InputError for one that has no picture, or more than a picture can show.
    """
    name = module.rpartition(".")[2]
    path = f"rnn_examples.plots.{name}"
    if find_spec(path) is None:
        raise InputError(f"{option}: there is no picture of {name.replace('_', ' ')}. Leave it out")
    picture: Picture = import_module(path).draw(result)
    return check(picture)


def as_file(picture: Picture, path: str) -> bytes:
    """The bytes of an .svg, .png or .pdf file."""
    return picture_bytes(picture, splitext(path)[1])
