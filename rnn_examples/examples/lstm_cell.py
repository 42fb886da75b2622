"""The scalar LSTM cell that remembers a noun's number across a sentence (`lstm-cell`).

f, i, o gates, v cue, c memory, t step, T steps
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rnn_examples.equations.expression import (
    call,
    difference,
    equals,
    power,
    quotient,
    symbol,
    times,
    total,
)
from rnn_examples.errors import InputError
from rnn_examples.network.decimals import Exact, Number, as_typed, exact, tanh, working
from rnn_examples.network.settled import settled_rows
from rnn_examples.tables.prose import Prose, about, prose
from rnn_examples.tables.table import Cell, Column, Document, table

GATES = (("0.6", "0.8", "1"), ("1.0", "0.1", "1"))  # forget, input, output
CUES = ("0", "1.2", "0.3", "-0.5", "0.2", "-0.1", "-0.9")
KEY = 2
WORDS = ("The", "flowers", "she", "bought", "at", "the", "market")
WORDS_NOTE = "Of the sentence's words only flowers and market are the book's; the others are ours."
BELT_FORGET = "0.97"
# So many words are few enough to be computed once more, with so many digits, in a blink.
FEW, DEEP = 100, 640
# Of a sum near 1 the last of those digits are rounding; what is larger than this is left of it.
LEFT = 600


@dataclass(frozen=True, slots=True)
class Answer:
    """o tanh(c) after the last word; `number` is None where it is 0 and says neither."""

    cell: int
    forget: Exact
    input: Exact
    output: Exact
    answer: Decimal

    @property
    def number(self) -> str | None:
        if not self.answer:
            return None
        return "plural" if self.answer > 0 else "singular"


@dataclass(frozen=True, slots=True)
class Step:
    """One word in one cell: c = kept + written; blame = dc_T/dc_t = f^(T-t)."""

    cell: int
    t: int
    word: str
    cue: Exact
    gate: Exact
    kept: Decimal
    written: Decimal
    c: Decimal
    blame: Decimal


@dataclass(frozen=True, slots=True)
class Result:
    """`belt_blame` = belt_forget^(T - key): what reaches the key word from the end."""

    cues: tuple[Exact, ...]
    words: tuple[str, ...]
    key: int
    belt_forget: Exact
    belt_blame: Decimal
    answers: tuple[Answer, ...]
    trace: tuple[Step, ...]


def compute(
    gates: Sequence[tuple[Number, Number, Number]] = GATES,
    cues: Sequence[Number] = CUES,
    words: Sequence[str] | None = None,
    key: int = KEY,
    belt_forget: Number = BELT_FORGET,
) -> Result:
    """The lesson's two cells, or others: c = f c + i tanh(v), i = 1 at the key word, c_0 = 0.

    `gates` holds (forget, input, output) a cell. Without `words` seven cues keep the sentence's and
    any others are numbered. Raises InputError where the lengths differ, the key is no word's place
    or a gate is outside [0, 1]. Source: lesson, "LSTM", in code.
    """
    v = tuple(map(as_typed, cues))
    T = len(v)
    if not v or not gates:
        raise InputError("nothing to compute: give at least one cue and one cell")
    named = _names(T) if words is None else tuple(words)
    if len(named) != T:
        raise InputError(f"{len(named)} of words and {T} of cues: give one cue for each word")
    if not 1 <= key <= T:
        raise InputError(f"the key word {key} is not in the sentence: give a place from 1 to {T}")
    belt = _gate("belt's forget", belt_forget)
    cells = [(_gate("forget", f), _gate("input", i), _gate("output", o)) for f, i, o in gates]
    ran = [_run(n, cell, v, named, key) for n, cell in enumerate(cells, start=1)]
    with working():
        belt_blame = _blames(exact(belt), T)[key - 1]
    return Result(
        cues=v,
        words=named,
        key=key,
        belt_forget=belt,
        belt_blame=belt_blame,
        answers=tuple(answer for answer, _ in ran),
        trace=tuple(step for _, steps in ran for step in steps),
    )


def _names(T: int) -> tuple[str, ...]:
    return WORDS if len(WORDS) == T else tuple(f"word {t}" for t in range(1, T + 1))


def _gate(name: str, value: Number) -> Exact:
    gate = as_typed(value)
    if not 0 <= gate <= 1:
        raise InputError(f"the {name} gate {value} is outside [0, 1]: give a number from 0 to 1")
    return gate


def _run(
    cell: int,
    gates: tuple[Exact, Exact, Exact],
    cues: tuple[Exact, ...],
    words: tuple[str, ...],
    key: int,
) -> tuple[Answer, list[Step]]:
    f, i, o = gates
    T = len(cues)
    opened: list[Exact] = [Decimal(1) if t == key else i for t in range(1, T + 1)]

    def recurrence() -> list[list[Decimal]]:
        rows: list[list[Decimal]] = []
        c, forget = Decimal(0), exact(f)
        for gate, v in zip(opened, cues, strict=True):
            kept, written = forget * c, exact(gate) * tanh(exact(v))
            c = kept + written
            rows.append([kept, written, c])
        return [*rows, _blames(forget, T), [exact(o) * tanh(c)]]

    *rows, blames, (answer,) = settled_rows(recurrence)
    if T <= FEW and any(kept and not c for kept, *_, c in rows):
        with working(DEEP):  # saturated cues may cancel but for later digits of tanh
            deep = [c for *_, c in recurrence()[:T]]
        if any(d and not c and d.adjusted() > -LEFT for d, (*_, c) in zip(deep, rows, strict=True)):
            *rows, blames, (answer,) = settled_rows(recurrence, precision=DEEP)
    columns = zip(words, cues, opened, *zip(*rows, strict=True), blames, strict=True)
    steps = [Step(cell, t, *column) for t, column in enumerate(columns, start=1)]
    return Answer(cell, f, i, o, answer), steps


def _blames(f: Decimal, T: int) -> list[Decimal]:
    """f^(T-t) for t = 1..T."""
    blames = [Decimal(1)]
    for _ in range(T - 1):
        blames.append(f * blames[-1])
    return blames[::-1]


def document(result: Result) -> Document:
    """The tables `answers` (a row a cell), `trace` (a row a word and cell) and `belt`."""
    ran, T, key = result.answers, len(result.cues), result.key
    several = len(ran) > 1
    answers = [(row.forget, row.input, row.output, row.answer, row.number) for row in ran]
    trace = [
        ((s.cell,) if several else ())
        + (s.t, s.word, s.cue, s.gate, s.kept, s.written, s.c, s.blame)
        for s in result.trace
    ]
    belt = (result.belt_forget, T - key, result.belt_blame)
    inputs: dict[str, Cell] = {
        "forget": tuple(row.forget for row in ran),
        "input": tuple(row.input for row in ran),
        "output": tuple(row.output for row in ran),
        "cues": result.cues,
        "words": result.words,
        "key": key,
        "belt": result.belt_forget,
    }
    whose = "Two cells'" if several else "The cell's"
    reaches = f"The blame that reaches {_named(result)} along the belt"
    tables = (
        table("answers", f"{whose} answer after the last word", ANSWERS, answers, equation=ANSWER),
        table("trace", "The memory, word by word", TRACE[not several :], trace, equation=MEMORY),
        table("belt", reaches, BELT, [belt], equation=BLAME),
    )
    return Document("lstm-cell", "A scalar LSTM cell", inputs, tables, _notes(result))


def _named(result: Result) -> str:
    """The key word, by its place and, where it has one of its own, its name."""
    place, word = f"word {result.key}", result.words[result.key - 1]
    return place if word == place else f"{place}, '{word}',"


def _notes(result: Result) -> tuple[str | Prose, ...]:
    return (
        about("trace", prose("Kept is ", KEPT, ", written ", WRITTEN, ".")),
        about(
            "answers trace",
            f"At the key word, word {result.key}, the input gate is 1.",
        ),
        about("trace belt", prose("The blame is ", BLAME, ".")),
        about("answers", "An answer above 0 says plural, below 0 singular."),
        *((WORDS_NOTE,) if result.words == WORDS else ()),
    )


KEPT = times("f", "c_{t-1}")
WRITTEN = times("i_t", call("tanh", "v_t"))
ANSWER = times("o", call("tanh", "c_T"))
MEMORY = equals("c_t", total(KEPT, WRITTEN))
BLAME = equals(quotient("∂c_T", "∂c_t"), power("f", difference("T", "t")))
ANSWERS = (
    Column("forget", symbol("f"), key=True),
    Column("input", symbol("i"), key=True),
    Column("output", symbol("o"), key=True),
    Column("answer", ANSWER, decimals=3, significant=2),
    Column("number", "number", text=True),
)
TRACE = (
    Column("cell", "cell", key=True),
    Column("t", symbol("t"), key=True),
    Column("word", "word", text=True),
    Column("cue", symbol("v_t")),
    Column("gate", symbol("i_t")),
    Column("kept", "kept", decimals=3, significant=2),
    Column("written", "written", decimals=3, significant=2),
    Column("c", symbol("c_t"), decimals=3, significant=2),
    Column("blame", "blame", decimals=3, significant=2),
)
BELT = (
    Column("forget", symbol("f"), key=True),
    Column("steps", "steps", key=True),
    Column("blame", "blame", decimals=2, significant=2),
)
