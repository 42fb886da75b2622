"""`verify`: every printed figure of the book beside what computing it gives."""

from typing import TYPE_CHECKING, Annotated

import typer

from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.options import Fast, processes
from rnn_examples.cli.progress import Quiet, of_cells
from rnn_examples.errors import InputError

if TYPE_CHECKING:
    from rnn_examples.book.judging import Finding
    from rnn_examples.book.ledger import Claim

app = typer.Typer(add_completion=False)


@example(app, digits=False, work=False)
def verify(
    source: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Only the claims of one source: chapter, lesson or notebook."
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="CLAIM", help="Only this claim; may be given several times."),
    ] = None,
    errata: Annotated[
        bool, typer.Option("--errata", help="Only what differs or depends, and what to print.")
    ] = False,
    fast: Fast = False,
    ledger: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A ledger of yours in TOML. Its [[claim]] tables have id, printed, run (a command "
            "line) and cell (as --cell has it). If need be compare: rounds (the default), exact, "
            "bound ('[0, 0.25]', 'more than 99 %'), text, order (the power of ten) or statement; "
            "decimals or significant, the digits compared; verdict: agrees, differs or depends; "
            "because, place, what and source.",
        ),
    ] = None,
    jobs: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Trainings at once; the verdicts do not depend on it. Default: the machine's "
            "cores.",
        ),
    ] = None,
    quiet: Quiet = False,
) -> Computed:
    """Every figure that the book prints, computed: it agrees, differs or depends.

    Exit code 0 where every verdict is the recorded one, 1 where any has changed.
    """
    count = processes(jobs)
    from rnn_examples.book import verify as this
    from rnn_examples.book.ledger import own_ledger, read_ledger

    if ledger is None:
        every = own_ledger()
    else:
        from rnn_examples.cli.files import read_text

        every = read_ledger(read_text(ledger, "--ledger"), ledger, commands=True)
    claims = this.chosen(every, source, only or ())
    given = {"ledger": ledger, "source": source, "only": tuple(only or ()) or None, "fast": fast}
    if ledger is None:
        found = _of_book(claims, fast, count, quiet)
        return Computed(this, this.compute(claims, found, errata=errata, given=given))
    try:
        found = _of_author(claims, fast)
        return Computed(this, this.compute(claims, found, errata=errata, given=given))
    except InputError as error:
        raise InputError(f"{ledger}: {error}") from error


def _of_book(
    claims: "tuple[Claim, ...]", fast: bool, jobs: int, quiet: bool
) -> "dict[str, Finding]":
    from rnn_examples.book.decisions.family import Request
    from rnn_examples.book.decisions.registry import findings, trained
    from rnn_examples.book.decisions.training import trainings

    ids = frozenset(claim.id for claim in claims) - (trained() if fast else frozenset())
    with of_cells("training", len(trainings(ids)), quiet) as progress:
        return findings(Request(ids, jobs, progress))


def _of_author(claims: "tuple[Claim, ...]", fast: bool) -> "dict[str, Finding]":
    from rnn_examples.book.own import findings, name_of
    from rnn_examples.cli.captured import captured
    from rnn_examples.examples.catalogue import EXAMPLES

    trains = {entry.name for entry in EXAMPLES if entry.trains}
    kept = [claim for claim in claims if not (fast and name_of(claim) in trains)]
    return findings(kept, captured, [entry.name for entry in EXAMPLES])
