"""The network that a command line chooses, and what it reads.

Nothing is read or imported before `network` is called, so that --help and completion cost neither.
"""

import os
from typing import TYPE_CHECKING

from rnn_examples.cli import reading
from rnn_examples.cli.options import refuse_given
from rnn_examples.errors import InputError
from rnn_examples.record import Record

if TYPE_CHECKING:
    from rnn_examples.examples.sentence import Sentence
    from rnn_examples.network.network import Network

# The models of the book by name; a file called so is reached as ./chapter.
BOOK = ("chapter", "notebook")
ENDINGS = (".toml", ".npz", ".safetensors")
# What tells how to read a file, by the fields of Model.
OF_FILES = ("words", "gate_order", "layout", "prefix", "activation", "forget_bias")


class Model(Record):
    """The shared options, as typed; model is None where there is no default and none is given.

    option: what the model was typed after, "" where it stands alone.
    """

    model: str | None
    words: str | None = None
    inputs: str | None = None
    gate_order: str | None = None
    layout: str | None = None
    prefix: str | None = None
    activation: str | None = None
    forget_bias: str | None = None
    option: str = "--model"

    @property
    def is_given(self) -> bool:
        return self.model is not None

    @property
    def is_of_book(self) -> bool:
        return self.model in BOOK

    @property
    def is_default(self) -> bool:
        """Whether it is what a command with a model of its own has when nothing is typed."""
        return self == Model(model=BOOK[0])

    @property
    def read(self) -> dict[str, str]:
        """What JSON tells of a network's inputs beside the words: the file of its vectors."""
        return {} if self.inputs is None else {"inputs": self.inputs}

    def network(self) -> "Network":
        """The book's network of that name, or a file's.

        Raises InputError: the option or the file, what was found and what was expected.
        """
        if self.model is None:
            raise InputError(f"--model: which one? Expected {' or '.join(BOOK)}, or a file")
        if self.is_of_book:
            self._refuse_file_options()
            from rnn_examples.network.book_models import book_model

            return book_model(self.model)
        if not os.path.exists(self.model) and not self.model.endswith(ENDINGS):
            raise self._unknown(self.model)
        from rnn_examples.network.load.load import load

        typed = self.forget_bias
        bias = None if typed is None else reading.real(typed, "--forget-bias")
        return load(
            self.model,
            words=self.words,
            gate_order=self.gate_order,
            layout=self.layout,
            prefix=self.prefix,
            activation=self.activation,
            forget_bias=bias,
        )

    def _unknown(self, name: str) -> InputError:
        from rnn_examples.network.templates import TEMPLATES

        file = f"a {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]} file"
        if not self.option:
            known = f"{', '.join((*BOOK, *TEMPLATES))}, or {file}"
            return InputError(f"'{name}' is neither a file nor a known network. Expected {known}")
        expected = f"Expected {' or '.join(BOOK)}, or {file}"
        if name in TEMPLATES:
            return InputError(
                f"{self.option}: '{name}' is no model of the book, but one to start a file from. "
                f"{expected}. Make one to edit:",
                f"rnn-examples model show {name} > {name}.toml",
            )
        return InputError(
            f"{self.option}: '{name}' is neither a file nor a model of the book. {expected}"
        )

    def of_file(self, *but: str) -> dict[str, str | None]:
        """What tells how to read a file, by the names of the options, without those fields."""
        return {
            f"--{name.replace('_', '-')}": getattr(self, name)
            for name in OF_FILES
            if name not in but
        }

    def refuse_others(self) -> None:
        """Where no model is given, none of the options beside it is either; else InputError."""
        if self.inputs is not None:
            raise InputError("--inputs is what a network reads. Give the network with --model")
        self._refuse_file_options()

    def _refuse_file_options(self) -> None:
        where = f". Give the file with {self.option}" if self.option else ""
        why = f"; '{self.model}' is none" if self.model else ""
        refuse_given(self.of_file(), f" tells how to read a file{where}{why}")

    def sentence(self, network: "Network", typed: str | None, option: str) -> "Sentence":
        """What the network reads: the words typed, the vectors of --inputs, or the book's sentence.

        option: the name of the option that `typed` comes from. Raises InputError where both or
        neither are there, and for an unknown word.
        """
        from pathlib import Path

        from rnn_examples.examples.sentence import Sentence, of_words

        if self.inputs is not None:
            if typed is not None:
                raise InputError(f"{option} and --inputs are both given. Expected one of them")
            from rnn_examples.network.load.inputs import read_inputs

            return Sentence(None, read_inputs(Path(self.inputs), network.inputs))
        if typed is not None:
            words = reading.words(typed, option)
            try:
                return of_words(network, words)
            except InputError as error:
                known = f" (--words '{self.words}')" if self.words is not None else ""
                raise InputError(f"{option}: {error}{known}") from error
        if self.is_of_book and network.vocabulary is not None:
            return of_words(network, network.vocabulary)
        raise InputError(self._no_sentence(network, option))

    def _no_sentence(self, network: "Network", option: str) -> str:
        if network.words is None:
            return f"--inputs: model {self.model} reads vectors. Give them with --inputs FILE"
        some = ("0", "1", "0") if network.vocabulary is None else network.vocabulary[:3]
        return (
            f"{option}: model {self.model} has no sentence of its own. Give one out of its words, "
            f"such as {option} '{' '.join(some)}', or vectors with --inputs FILE"
        )


def models_completed(incomplete: str) -> list[str]:
    """The book's models and the model files of the folder typed so far."""
    folder, begun = os.path.split(incomplete)
    try:
        files = sorted(os.listdir(folder or "."))
    except OSError:
        files = []
    found = [os.path.join(folder, name) for name in files if name.startswith(begun) and _fits(name)]
    return [*(name for name in BOOK if name.startswith(incomplete)), *found]


def _fits(name: str) -> bool:
    return name.endswith(ENDINGS) and not name.startswith(".")
