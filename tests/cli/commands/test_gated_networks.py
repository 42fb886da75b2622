"""An LSTM or a GRU of one's own, of one unit, so that plain Python computes it too."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rnn_examples.errors import InputError

Run = Callable[..., str]
Rows = Callable[..., list[dict[str, Any]]]

WORDS = {"a": 1.0, "b": -0.5}
# Of each gate: what the word, the state and the bias are multiplied by.
LSTM = {
    "input": (0.5, 0.3, 0.1),
    "forget": (0.2, -0.4, 1.0),
    "output": (0.7, 0.1, 0.0),
    "candidate": (0.9, 0.6, -0.2),
}
GRU = {"reset": (0.5, 0.3, 0.1), "update": (0.2, -0.4, 1.0), "candidate": (0.9, 0.6, -0.2)}


class State(NamedTuple):
    h: float = 0.0
    c: float = 0.0
    keeps: float = 0.0  # the forget or the update gate


def sigmoid(a: float) -> float:
    return 1 / (1 + math.exp(-a))


def lstm(state: State, x: float) -> State:
    a = {gate: w * x + u * state.h + b for gate, (w, u, b) in LSTM.items()}
    f = sigmoid(a["forget"])
    c = f * state.c + sigmoid(a["input"]) * math.tanh(a["candidate"])
    return State(sigmoid(a["output"]) * math.tanh(c), c, f)


def gru(state: State, x: float) -> State:
    a = {gate: w * x + u * state.h + b for gate, (w, u, b) in GRU.items()}
    r, z = sigmoid(a["reset"]), sigmoid(a["update"])
    w, u, b = GRU["candidate"]
    n = math.tanh(w * x + u * r * state.h + b)
    return State((1 - z) * n + z * state.h, keeps=z)


def read(step: Callable[[State, float], State], words: str, start: State) -> list[State]:
    states = [start]
    for word in words.split():
        states.append(step(states[-1], WORDS[word]))
    return states[1:]


def felt(step: Callable[[State, float], State], words: str) -> float:
    """dh_T/dh_0 as a nudge of a millionth either way measures it."""
    ends = [read(step, words, State(h))[-1].h for h in (1e-6, -1e-6)]
    return (ends[0] - ends[1]) / 2e-6


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., str]:
    """saved("gru", GRU): the path of its file."""

    def save(name: str, gates: dict[str, tuple[float, float, float]], more: str = "") -> str:
        text = more or "[vocabulary]\n" + "".join(f"{w} = [{x}]\n" for w, x in WORDS.items())
        for gate, (w, u, b) in gates.items():
            text += f"[gates.{gate}]\nW_xh = [[{w}]]\nW_hh = [[{u}]]\nb_h = [{b}]\n"
        (tmp_path / f"{name}.toml").write_text(text)
        return str(tmp_path / f"{name}.toml")

    return save


ROOTS = "root's "


def half_life(f: float, of: str = "") -> str:
    steps = math.log(0.5) / math.log(f)
    return f"{of}half-life = ln(0.5)/ln({f:.6f}) = -0.693147/({math.log(f):.6f}) = {steps:.2f}"


def test_the_arithmetic_of_a_gate_over_words(run: Run, saved: Callable[..., str]) -> None:
    """A half-life of the mean, one of the root where it is another, and the root's powers."""
    words = "a b a"
    f = [state.keeps for state in read(lstm, words, State())]
    mean, root = sum(f) / 3, math.prod(f) ** (1 / 3)
    line = ("gates", "--model", saved("lstm", LSTM), "--distances", "5,80", "--work")
    text = run(*line, "--sentence", words)
    assert text.partition("Unit 1: half-life, and what is left\n")[2].splitlines() == [
        f"  {half_life(mean)}",
        f"  {half_life(root, ROOTS)}",
        f"  {root:.6f}^5 = e^(5·({math.log(root):.6f})) = {root**5:.4f}",
        f"  {root:.6f}^80 = e^(80·({math.log(root):.6f})) = {root**80:.1e}",
    ]
    assert run(*line, "--sentence", "a").count("half-life = ") == 1
    assert f"  {half_life(sigmoid(1.0))}\n" in run(*line)
    assert "no forget gate" not in text


def test_the_update_gate_stands_for_a_forget_gate(
    run: Run, rows: Rows, saved: Callable[..., str]
) -> None:
    path = saved("gru", GRU)
    assert run("gates", "--model", path, "--cell", "1:mean", "--digits", "6") == "0.731059\n"
    (row,) = rows("units", "gates", "--model", path, "--sentence", "b a")
    z = [state.keeps for state in read(gru, "b a", State())]
    assert row["mean"] == pytest.approx(sum(z) / 2, rel=1e-14)
    text = run("gates", "--model", path, "--work")
    assert "A GRU has no forget gate: its update gate is what it keeps of its state." in text
    assert f"  {half_life(sigmoid(1.0))}\n" in text


def test_a_gate_that_never_closes_has_no_arithmetic(run: Run, saved: Callable[..., str]) -> None:
    path = saved("open", LSTM | {"forget": (0.0, 0.0, 1000.0)})
    text = run("gates", "--model", path, "--work")
    assert text.endswith("No unit has a half-life to work out\n")


def test_an_empty_text_is_refused(run: Run, saved: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    with pytest.raises(InputError, match=r"--text: '.*empty' holds no word. Expected at least one"):
        run("gates", "--model", saved("lstm", LSTM), "--text", str(tmp_path / "empty"))


@pytest.mark.parametrize(
    ("name", "gates", "letters"), [("lstm", LSTM, "fioc"), ("gru", GRU, "rzn")]
)
def test_a_gate_has_one_letter_in_all_tables(
    run: Run, saved: Callable[..., str], name: str, gates: dict[str, Any], letters: str
) -> None:
    """The superscript in `bptt`, the subscript in the arithmetic, the head of `unroll`."""
    words = ("--model", saved(name, gates), "--sentence", "a b")
    board, heads = run("unroll", *words, "--work"), run("unroll", *words).splitlines()[1].split()
    assert [head[0] for head in heads if head not in ("t", "word", "c_t", "h_t")] == list(letters)
    assert all(f"  W_x{letter} x_1 = " in board for letter in letters)
    outputs = "W_hy = [[1.0], [2.0]]"
    text = "[vocabulary]\n" + "".join(f"{w} = [{x}]\n" for w, x in WORDS.items())
    path = saved(name, gates, f"{text}[weights]\n{outputs}\n")
    signals = run("bptt", "--model", path, "--sentence", "a b", "--table", "signals")
    assert re.findall(r"∂E/∂a_t\^(\w)", signals) == list(letters)
    assert f"superscripts {', '.join(letters[:-1])} and {letters[-1]} name" in signals


@pytest.mark.parametrize(("name", "gates", "step"), [("lstm", LSTM, lstm), ("gru", GRU, gru)])
def test_the_blame_is_what_a_nudge_measures(
    rows: Rows, saved: Callable[..., str], name: str, gates: Any, step: Any
) -> None:
    words = "a b a b"
    path = saved(name, gates)
    found = rows("blame", "blame", "--model", path, "--sentence", words, "--sentences", "0")
    assert found[0]["size"] == pytest.approx(abs(felt(step, words)), rel=1e-8)


def test_the_arithmetic_of_a_gru_s_blame(run: Run, saved: Callable[..., str]) -> None:
    """Products of its Jacobians: no slope and no matrix alone stands for one."""
    line = ("blame", "--model", saved("gru", GRU), "--sentence", "a b a", "--work")
    text = run(*line, "--sentences", "0")
    states = read(gru, "a b a", State())
    J = [
        (gru(State(s.h + 1e-6), WORDS[w]).h - gru(State(s.h - 1e-6), WORDS[w]).h) / 2e-6
        for s, w in zip(states[:2], ("b", "a"), strict=True)
    ]
    assert "  P_2 = J_3\n" in text
    assert f"= √{J[1] ** 2:.4f}/√1 = {J[1]:.4f}/1.0000 = {J[1]:.4f}\n" in text
    assert f"  P_1,11 = {J[1]:.4f}·{J[0]:.4f} = {J[0] * J[1]:.4f}\n" in text
    assert "diag(" not in text.partition("from word 3")[2]
    lstm_line = ("blame", "--model", saved("lstm", LSTM), "--sentence", "a b", "--work")
    assert "from word" not in run(*lstm_line)


def test_no_condition_is_claimed_of_gates(run: Run, rows: Rows, saved: Callable[..., str]) -> None:
    line = ("spectrum", "--model", saved("lstm", LSTM), "--sentence", "a b", "--steps", "1")
    found = rows("spectrum", *line)
    gates = ("forget", "input", "output", "candidate")
    assert [row["matrix"] for row in found] == [f"{gate}.W_hh" for gate in gates]
    assert [row["eigenvalue"] for row in found] == [0.4, 0.3, 0.1, 0.6]
    assert all("by_eigenvalue" not in row and "by_singular" not in row for row in found)
    assert "of gates no single matrix decides" in run(*line)


@pytest.mark.parametrize(("gates", "gate", "letter"), [(LSTM, "forget", "f"), (GRU, "reset", "r")])
def test_the_board_of_one_hot_words_without_a_bias(
    run: Run, saved: Callable[..., str], gates: dict[str, Any], gate: str, letter: str
) -> None:
    """A word's column of the matrix stands as it is, and a bias of zeros is not added."""
    bare = {name: (w, u, 0.0) for name, (w, u, _) in gates.items()}
    path = saved(gate, bare, 'vocabulary = ["a"]\n')
    text = run("unroll", "--model", path, "--sentence", "a a", "--work")
    w, u, _ = gates[gate]
    assert f"  W_x{letter} x_1 = ({w})\n" in text
    assert f"  {letter}_1 = σ(W_x{letter} x_1 + W_h{letter} h_0) = σ(({w}) + (0)) = " in text
    assert f"= ({sigmoid(w):.4f})\n" in text
    assert f"  W_h{letter} h_1 = ({u}·" in text
