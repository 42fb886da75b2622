"""`remember`: how far back networks remember, trained at each distance."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.options import processes
from rnn_examples.cli.progress import Quiet, of_cells
from rnn_examples.errors import InputError

app = typer.Typer(add_completion=False)

# A network takes 0.1 MB a filler: 100 MB at the most, beside 50 MB for its process.
MOST_DISTANCE = 1000
MOST_STEPS = 100_000
MOST_CELLS = 10_000
HOW = "How it is computed"


@example(app, work=False, plot=True)
def remember(
    distances: Annotated[
        str,
        typer.Option(
            "--distances",
            "--distance",
            metavar="NUMBERS",
            help="Fillers between the evidence and the question.",
        ),
    ] = "5,10,20,40,80",
    networks: Annotated[
        str,
        typer.Option(
            "--networks",
            "--network",
            metavar="NAMES",
            help="Some of rnn, irnn, gru, lstm, lstm-open (its forget bias starts at 3).",
        ),
    ] = "rnn,lstm,lstm-open",
    seeds: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="How many trainings of each, from seed 0 on; of several, the share that succeeds.",
        ),
    ] = "1",
    steps: Annotated[str, typer.Option(metavar="N", help="Adam steps of each training.")] = "1000",
    jobs: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Processes at once, which change no number. Default: the machine's cores.",
            rich_help_panel=HOW,
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep each finished training in this file, and go on from those in it.",
            rich_help_panel=HOW,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="A Dask scheduler to train on, such as tcp://127.0.0.1:8786.",
            rich_help_panel=HOW,
        ),
    ] = None,
    quiet: Quiet = False,
) -> Computed:
    """How far back a network remembers: its accuracy by the words between evidence and question.

    In the notebook: step 8. It takes less than a minute on two cores; Ctrl-C keeps the trainings
    that --resume has in its file.
    """
    k = reading.wholes(distances, "--distances", 0, MOST_DISTANCE, once=True)
    n = reading.whole(seeds, "--seeds", 1, MOST_CELLS)
    step_count = reading.whole(steps, "--steps", 1, MOST_STEPS)
    if jobs is not None and cluster is not None:
        raise InputError("--jobs and --cluster are both given. Expected one of them")
    count = processes(jobs)

    from rnn_examples.training.cell import Recipe
    from rnn_examples.training.pytorch_start import NETWORKS
    from rnn_examples.training.remember import RememberConfig

    chosen = reading.choices(networks, "--networks", NETWORKS)
    if len(chosen) * len(k) * n > MOST_CELLS:
        raise InputError(
            f"--seeds: {len(chosen) * len(k)} networks and distances with {n:,} seeds are "
            f"{len(chosen) * len(k) * n:,} trainings. Expected at most {MOST_CELLS:,}"
        )
    config = RememberConfig(chosen, k, n, Recipe(steps=step_count))
    from rnn_examples.examples import remember as this

    cells = len(config.cells())
    with _executor(cluster) as executor, of_cells("training", cells, quiet) as progress:
        return Computed(
            this,
            this.compute(
                config,
                jobs=count,
                executor=executor,
                resume=None if resume is None else Path(resume),
                progress=progress,
            ),
        )


@contextmanager
def _executor(cluster: str | None) -> Iterator[Executor | None]:
    if cluster is None:
        yield None
        return
    from rnn_examples.cli.cluster import cluster_executor

    with cluster_executor(cluster, "--cluster") as executor:
        yield executor
