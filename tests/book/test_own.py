"""Claims that an author's own command lines decide."""

import pytest

from rnn_examples.book.judging import found, verdict
from rnn_examples.book.ledger import Claim
from rnn_examples.book.own import findings
from rnn_examples.cli.captured import captured
from rnn_examples.errors import InputError

COMMANDS = ("vanish", "unroll")


def claim(name: str, run: str, cell: str = "1:x", compare: str = "rounds") -> Claim:
    return Claim(name, "own", "", "", "0.5", compare, "agrees", run=run, cell=cell)


def test_a_command_is_asked_for_its_raw_cell_once() -> None:
    asked = []

    def run(arguments: list[str]) -> str:
        asked.append(arguments)
        return "0.27 0.15\n" if arguments[0] == "unroll" else "1.5e-300\n"

    claims = [
        claim("a", "vanish --factors '0.9, 1.1'"),
        claim("b", "vanish --factors '0.9, 1.1'"),
        claim("c", "unroll"),
        claim("d", "unroll", compare="text"),
    ]
    results = findings(claims, run, COMMANDS)
    assert asked == [
        ["vanish", "--cell", "1:x", "--factors", "0.9, 1.1", "--format", "json"],
        ["unroll", "--cell", "1:x", "--format", "json"],
        ["unroll", "--cell", "1:x", "--format", "plain"],
    ]
    assert float(results["a"].readings[0]) == 1.5e-300
    assert [float(value) for value in results["c"].readings[0]] == [0.27, 0.15]
    assert results["d"] == found("0.27 0.15")


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ("rm -rf x", "claim a: run: 'rm' is no command that a claim may run"),
        ("", "claim a: run: '' is no command"),
        ("vanish --output x", "claim a: run: a claim may not write files"),
        ("vanish -ox", "claim a: run: a claim may not write files"),
        ("unroll --text -", "claim a: run: a claim has no standard input"),
        ("vanish 'x", "claim a: run: the command cannot be split"),
        ("vanish --cell 1:x", "claim a: run: --cell and --format are not its to give"),
        ("vanish -f csv", "claim a: run: --cell and --format are not its to give"),
    ],
)
def test_a_line_that_may_not_run_is_refused_before_any_runs(run: str, message: str) -> None:
    def never(arguments: list[str]) -> str:
        raise AssertionError(arguments)

    with pytest.raises(InputError, match=message):
        findings([claim("z", "vanish"), claim("a", run)], never, COMMANDS)


@pytest.mark.parametrize("printed", ["", "word", "1 word", "NaN"])
def test_a_cell_without_a_number_is_refused(printed: str) -> None:
    with pytest.raises(InputError, match=r"claim a: cell '1:x' holds .* which is no number"):
        findings([claim("a", "vanish")], lambda _: f"{printed}\n", COMMANDS)


@pytest.mark.parametrize("printed", ["1e-100000000", "1 3e100000000"])
def test_a_size_that_takes_all_memory_is_refused(printed: str) -> None:
    with pytest.raises(InputError, match="out of range"):
        findings([claim("a", "vanish")], lambda _: printed, COMMANDS)


def test_a_command_that_fails_names_its_claim() -> None:
    def fail(_: list[str]) -> str:
        raise InputError("--factors: 'x' is not a number")

    with pytest.raises(InputError, match="claim a: --factors: 'x' is not a number"):
        findings([claim("a", "vanish")], fail, COMMANDS)


@pytest.mark.parametrize(
    ("run", "cell", "printed", "expected"),
    [
        ("params", "W:shape", "500 × 100", "agrees"),
        ("params", "W:shape", "500 100", "differs"),
        ("unroll", "1:h", "(0.3095, 0.0997)", "agrees"),
        ("unroll --digits 2", "1:h", "(0.31, 0.10)", "agrees"),
        ("unroll", "1:word", "the", "agrees"),
        ("unroll", "1:word", "dog", "differs"),
    ],
)
def test_a_text_is_what_cell_prints(run: str, cell: str, printed: str, expected: str) -> None:
    one = Claim("a", "own", "", "", printed, "text", "agrees", run=run, cell=cell)
    results = findings([one], captured, ("params", "unroll"))
    assert verdict(one, results["a"]) == expected
    assert captured([*run.split(), "--cell", cell]).strip() == results["a"].readings[0]
