"""Each word's memory, each cell's answer, and the blame as a product."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from rnn_examples.equations.expression import (
    Expression,
    call,
    power,
    quotient,
    symbol,
    times,
    total,
)
from rnn_examples.examples.lstm_cell import BELT, TRACE, Answer, Result, Step
from rnn_examples.examples.work.exact import at, chained, computed, first_of, given, written
from rnn_examples.network.decimals import Exact
from rnn_examples.tables.table import Column, Work

MOST_WORDS = 10
LONGEST_PRODUCT = 8
# Every memory and its parts have the digits of the trace.
MEMORY = next(column for column in TRACE if column.name == "c")
BLAME = next(column for column in BELT if column.name == "blame")


def work(result: Result) -> tuple[Work, ...]:
    """Each cell, word by word, then the belt; of a long sentence, the first words."""
    T = len(result.cues)
    which = first_of(MOST_WORDS, T, "words")
    found = []
    for answer in result.answers:
        steps = [step for step in result.trace if step.cell == answer.cell]
        lines = (*_memory(answer, steps[:MOST_WORDS]), *_end(answer, steps, result.key))
        name = f"Cell {answer.cell}" if len(result.answers) > 1 else "The cell"
        found.append(written(f"{name}, word by word{which}", lines, ("answers", "trace")))
    belt = _power(T, result.key, result.belt_forget, result.belt_blame, BLAME)
    return (*found, written("The blame along the belt", (belt,), ("belt",)))


def _memory(answer: Answer, steps: Sequence[Step]) -> Iterator[Expression]:
    """c_t = f c_{t-1} + i_t tanh(v_t)."""
    before = Decimal(0)
    f = given(answer.forget, MEMORY)
    for step in steps:
        gate, cue = given(step.gate, MEMORY), given(step.cue, MEMORY)
        yield chained(
            at("c", step.t),
            total(times("f", at("c", step.t - 1)), times(at("i", step.t), _tanh("v", step.t))),
            total(times(f, computed(before, MEMORY)), times(gate, call("tanh", cue))),
            total(computed(step.kept, MEMORY), computed(step.written, MEMORY)),
            computed(step.c, MEMORY),
        )
        before = step.c


def _end(answer: Answer, steps: Sequence[Step], key: int) -> Iterator[Expression]:
    """The answer o tanh(c_T), and the blame that reaches the key word."""
    T = len(steps)
    o, c = given(answer.output, MEMORY), computed(steps[-1].c, MEMORY)
    shown = computed(answer.answer, MEMORY)
    yield chained(times("o", _tanh("c", T)), times(o, call("tanh", c)), shown)
    yield _power(T, key, answer.forget, steps[key - 1].blame, MEMORY)


def _power(T: int, key: int, f: Exact, blame: Decimal, column: Column) -> Expression:
    """The blame f^(T - key), written out where it is short."""
    steps, shown = T - key, given(f, MEMORY)
    factors = [times(*[shown] * steps)] if 1 < steps <= LONGEST_PRODUCT else []
    return chained(
        quotient(symbol(f"∂c_{{{T}}}"), symbol(f"∂c_{{{key}}}")),
        power("f", steps),
        power(shown, steps),
        *factors,
        computed(blame, column),
    )


def _tanh(letter: str, t: int) -> Expression:
    return call("tanh", at(letter, t))
