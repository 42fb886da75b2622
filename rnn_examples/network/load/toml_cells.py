"""One direction's cell in TOML: [weights] of a plain RNN, or [gates.NAME] of an LSTM or GRU."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.activations import ACTIVATIONS
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.load.names import article, expect_shape, listed, missing
from rnn_examples.network.load.toml_values import as_table, only_known, read_array
from rnn_examples.network.weights import Weights

GATES = {"lstm": LSTMWeights.gates_as_shown, "gru": GRUWeights.gates_as_shown}
ARRAYS = ("W_xh", "W_hh", "b_h")


def expect_gates(path: Path, where: str, table: dict[str, Any], told: Any) -> None:
    """Raises InputError for a cell that is told to be gated and has no gates."""
    names = GATES.get(told)
    if names is not None and "gates" not in table:
        tables = ", ".join(f"[{'' if ':' in where else where}gates.{name}]" for name in names)
        raise InputError(
            f"{path}: {where}gates: found none; expected, of {article(told)}, {tables}, each with "
            f"{', '.join(ARRAYS)}. To print one to start from:",
            f"rnn-examples model show {told}",
        )


def read_cell(
    path: Path, where: str, table: dict[str, Any], also: tuple[str, ...], bias: bool
) -> Weights:
    """The cell of a table with weights or gates. also: what else may stand among the weights;
    bias: whether it has any."""
    weights = as_table(path, f"{where}weights", table.get("weights", {}))
    if "gates" not in table:
        only_known(path, f"{where}weights.", weights, (*ARRAYS, "activation", *also))
        gate = _gate(path, f"{where}weights", weights, bias)
        name = weights.get("activation", "tanh")
        if name not in ACTIVATIONS:
            raise InputError(
                f"{path}: {where}weights.activation: found {name!r}; expected {listed(ACTIVATIONS)}"
            )
        return RNNWeights(gate.W_xh, gate.W_hh, gate.b_h, name, gate.has_bias)
    only_known(path, f"{where}weights.", weights, also)
    gates = as_table(path, f"{where}gates", table["gates"])
    names = GATES["gru"] if {"reset", "update"} & set(gates) else GATES["lstm"]
    only_known(path, f"{where}gates.", gates, names)
    read = {}
    for name in names:
        key = f"{where}gates.{name}"
        if name not in gates:
            raise missing(path, key, [f"{where}gates.{found}" for found in gates])
        extra = ("b_hn", "reset_after") if names == GATES["gru"] and name == "candidate" else ()
        only_known(path, f"{key}.", as_table(path, key, gates[name]), (*ARRAYS, *extra))
        read[name] = _gate(path, key, gates[name], bias)
    for array in ARRAYS:
        shapes = [getattr(gate, array).shape for gate in read.values()]
        expected = _most(shapes)
        for name, gate in read.items():
            expect_shape(path, f"{where}gates.{name}.{array}", getattr(gate, array), expected)
    if names == GATES["lstm"]:
        return LSTMWeights(**read)
    b_hn = _b_hn(path, f"{where}gates.candidate", gates["candidate"], bias, read["candidate"])
    return GRUWeights(**read, b_hn=b_hn)


def _b_hn(
    path: Path, where: str, table: dict[str, Any], bias: bool, candidate: Gate
) -> Array | None:
    """The bias that the reset gate multiplies, zeros where there is none; None of the textbook's
    cell. reset_after tells the form where no b_hn does."""
    after = table.get("reset_after", "b_hn" in table)
    if not isinstance(after, bool):
        raise InputError(
            f"{path}: {where}.reset_after: found {after!r:.40}; expected true or false"
        )
    if not bias:
        _refuse(path, where, table, "b_hn")
        return np.zeros(candidate.b_h.shape) if after else None
    if not after:
        if "b_hn" in table:
            raise InputError(f"{path}: {where}.b_hn: found beside reset_after = false")
        return None
    b_hn = read_array(path, where, table, "b_hn", 1)
    return expect_shape(path, f"{where}.b_hn", b_hn, candidate.b_h.shape)


def _gate(path: Path, where: str, table: dict[str, Any], bias: bool) -> Gate:
    W_xh, W_hh = (read_array(path, where, table, key, 2) for key in ARRAYS[:2])
    if bias:
        b_h = read_array(path, where, table, "b_h", 1)
    else:
        _refuse(path, where, table, "b_h")
        b_h = np.zeros(len(W_hh))
    H = _most([len(b_h), *W_hh.shape, W_xh.shape[0]])
    expect_shape(path, f"{where}.W_hh", W_hh, (H, H))
    D = W_xh.shape[0 if W_xh.shape[0] != H and W_xh.shape[1] == H else 1]
    expect_shape(path, f"{where}.W_xh", W_xh, (H, D))
    expect_shape(path, f"{where}.b_h", b_h, (H,))
    return Gate(W_xh, W_hh, b_h, bias)


def _refuse(path: Path, where: str, table: dict[str, Any], key: str) -> None:
    if key in table:
        raise InputError(f"{path}: {where}.{key}: found beside bias = false; expected none")


def _most(found: Sequence[Any]) -> Any:
    """What most of them say, the first of equals: the odd one out is the wrong one."""
    return max(found, key=found.count)
