"""Help by Typer's panels, coloured as tables are and never so narrow that its texts are cut."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperCommand, TyperGroup

from rnn_examples.output import Surroundings

# Narrower panels cut their texts.
NARROWEST = 78
WIDTH = "TERMINAL_WIDTH"


class HelpfulCommand(TyperCommand):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        with _console_of(ctx.find_root().obj):
            super().format_help(ctx, formatter)


class HelpfulGroup(TyperGroup):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        with _console_of(ctx.find_root().obj):
            super().format_help(ctx, formatter)


@contextmanager
def _console_of(around: Surroundings | None) -> Iterator[None]:
    """While help is printed: what Typer reads once from variables of its own is as around."""
    utils = _rich_utils()
    before = utils.FORCE_TERMINAL, utils.MAX_WIDTH
    utils.FORCE_TERMINAL = around is not None and around.colour
    utils.MAX_WIDTH = max(NARROWEST, shutil.get_terminal_size().columns)
    try:
        yield
    finally:
        utils.FORCE_TERMINAL, utils.MAX_WIDTH = before


def _rich_utils() -> Any:
    """The module, which any width but a number would keep from being imported."""
    width = os.environ.pop(WIDTH, None)
    try:
        from typer import rich_utils
    finally:
        if width is not None:
            os.environ[WIDTH] = width
    return rich_utils
