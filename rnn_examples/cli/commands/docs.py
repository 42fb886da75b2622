"""`docs update` and `docs check`: the blocks in documents print what their commands print."""

from pathlib import Path
from typing import Annotated

import typer

from rnn_examples.book.blocks import FilePlan, plan
from rnn_examples.cli.captured import captured
from rnn_examples.cli.helping import HelpfulGroup
from rnn_examples.cli.leaf import Leaf
from rnn_examples.cli.outcome import Outcome
from rnn_examples.examples.catalogue import EXAMPLES

STALE = 1
REFUSED = 2

app = typer.Typer(cls=HelpfulGroup, add_completion=False)

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...",
        show_default=False,
        help="Markdown, HTML, reStructuredText, LaTeX or a Jupyter notebook.",
    ),
]


@app.callback()
def docs() -> None:
    """Keep the tables in documents true.

    A block starts with <!-- rnn-examples: vanish --factors 0.9 -f markdown --> and ends with
    <!-- /rnn-examples -->; what stands between is what the command prints.
    """


@app.command(cls=Leaf)
def update(
    files: Files,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite blocks that were edited by hand too.")
    ] = False,
) -> Outcome:
    """Write what each block's command prints. All files are changed, or none."""
    plans = _plans(files)
    edited = _edited(plans)
    if edited and not force:
        return Outcome(_diffs(plans), exit_code=REFUSED, faults=edited)
    changed = [one for one in plans if one.stale]
    return Outcome(
        [*(f"{one.path}: updated\n" for one in changed), *_without_blocks(plans)],
        files=tuple((str(one.path), one.new) for one in changed),
    )


@app.command(cls=Leaf)
def check(files: Files) -> Outcome:
    """Say which blocks are stale or edited, as a unified diff; nothing is changed.

    Exit code 1 if any is.
    """
    plans = _plans(files)
    code = STALE if any(one.stale for one in plans) else 0
    return Outcome([*_diffs(plans), *_without_blocks(plans)], None, code, faults=_edited(plans))


def _plans(files: list[Path]) -> list[FilePlan]:
    return plan(files, captured, [*(entry.name for entry in EXAMPLES), "list"])


def _diffs(plans: list[FilePlan]) -> list[str]:
    return [one.diff for one in plans if one.diff]


def _without_blocks(plans: list[FilePlan]) -> list[str]:
    """No fault, for `docs check *.md`; but told, for a marker may be no comment where it stands."""
    return [f"{one.path}: no blocks\n" for one in plans if not one.blocks]


def _edited(plans: list[FilePlan]) -> tuple[str, ...]:
    return tuple(str(fault) for one in plans for fault in one.edited)
