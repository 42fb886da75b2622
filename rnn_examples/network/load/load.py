"""A network from a file: TOML, or named arrays in .npz or .safetensors."""

import math
from dataclasses import replace
from pathlib import Path

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.activations import activation as known_activation
from rnn_examples.network.load.files import PICKLE_SUFFIXES, pickle_refusal
from rnn_examples.network.load.words import read_words
from rnn_examples.network.network import Network

SUFFIXES = (".toml", ".npz", ".safetensors")


def load(
    path: str | Path,
    *,
    words: str | Path | None = None,
    gate_order: str | None = None,
    layout: str | None = None,
    prefix: str | None = None,
    activation: str | None = None,
    forget_bias: float | None = None,
) -> Network:
    """The network in `path`. words: a file that names its words, one a line.

    The other arguments say what a file of named arrays cannot: see `named.Reading`. Raises
    InputError, one line that names the file, the key, what was found and what was expected;
    MissingExtraError for .safetensors without the library.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix in PICKLE_SUFFIXES:
        raise pickle_refusal(path)
    if suffix not in SUFFIXES:
        raise InputError(f"{path}: found the ending {suffix!r}; expected {', '.join(SUFFIXES)}")
    if forget_bias is not None and not math.isfinite(forget_bias):
        raise InputError(f"forget bias {forget_bias}: expected a finite number")
    if activation is not None:
        known_activation(activation)
    if suffix == ".toml":
        from rnn_examples.network.load.toml import read_toml

        told = {
            "gate order": gate_order,
            "layout": layout,
            "prefix": prefix,
            "activation": activation,
            "forget bias": forget_bias,
        }
        for option, given in told.items():
            if given is not None:
                raise InputError(
                    f"{option} {given!r}: {path} says it itself; expected no such option for TOML"
                )
        network = read_toml(path)
    else:
        from rnn_examples.network.load.named import Reading, from_named
        from rnn_examples.network.load.npz import read_npz
        from rnn_examples.network.load.safetensors import read_safetensors

        read = read_npz if suffix == ".npz" else read_safetensors
        reading = Reading(gate_order, layout, prefix, activation, forget_bias)
        network = from_named(path, read(path), reading)
    return network if words is None else with_words(network, Path(words))


def with_words(network: Network, path: Path) -> Network:
    """The network with the vocabulary of a file; without an embedding its words are one-hot."""
    words = read_words(path)
    if network.vocabulary is not None:
        raise InputError(
            f"{path}: found words for {network.source}, which has its own; expected no --words"
        )
    if network.embedding is None:
        expected, what = network.inputs, "inputs, for its words are one-hot"
    else:
        expected, what = len(network.embedding), "rows of its embedding"
    if len(words) != expected:
        raise InputError(
            f"{path}: found {counted(len(words), 'word')}; expected {expected}: "
            f"{network.source} has as many "
            f"{what}"
        )
    return replace(network, vocabulary=words, reading={**network.reading, "words": str(path)})
