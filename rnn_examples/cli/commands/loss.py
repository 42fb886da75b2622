"""`loss`: a language model's cross-entropy, word by word."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.files import words_as_they_come
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import Sentence, Targets
from rnn_examples.errors import InputError

app = typer.Typer(add_completion=False)


@example(app)
@with_model
def loss(
    model: Model,
    sentence: Sentence = None,
    targets: Targets = None,
    text: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="A text of any length, - for standard input: its loss in all."
        ),
    ] = None,
    logits: Annotated[
        str | None,
        typer.Option(
            metavar="MATRIX",
            help="Logits in place of a model, a row a step, ; between rows; --targets then gives "
            "the right class of each, counted from 1.",
        ),
    ] = None,
) -> Computed:
    """Cross-entropy of each word in nats, their sum and the perplexity.

    In the chapter: the language model's loss, (12.1).
    """
    from rnn_examples.examples import loss as this

    sources: dict[str, str | None] = {
        "--sentence": sentence,
        "--text": text,
        "--logits": logits,
        "--inputs": model.inputs,
    }
    chosen = [option for option, value in sources.items() if value is not None]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen[:2])} are both given. Expected one of them")
    if logits is not None:
        if not model.is_default:
            raise InputError("--logits stands in place of a model. Give one of them")
        if targets is None:
            raise InputError("--logits: which class is right? Give one a row with --targets")
        classes = reading.wholes(targets, "--targets", 1)
        return Computed(this, this.compute_logits(reading.matrix(logits, "--logits"), classes))
    network = model.network()
    if text is not None:
        if targets is not None:
            raise InputError("--text predicts each next word. Give --targets with --sentence")
        words = words_as_they_come(text, "--text")
        return Computed(this, this.compute_text(network, words, given={"text": text}))
    read = model.sentence(network, sentence, "--sentence")
    wanted = None if targets is None else reading.words(targets, "--targets")
    return Computed(this, this.compute(network, read, wanted, given=model.read))
