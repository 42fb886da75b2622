"""`lstm-cell`: the memory along the belt, word by word."""

from rnn_examples.counted import counted
from rnn_examples.examples.lstm_cell import Answer, Result
from rnn_examples.plots.picture import Axis, Chart, Guide, Picture, Series
from rnn_examples.tables.numbers import fixed, shortest


def draw(result: Result) -> Picture:
    """c by word, and the blame that reaches each word."""
    places = tuple(float(t) for t in range(1, len(result.words) + 1))
    words = Axis("word", names=result.words)
    key = Guide("x", float(result.key), f"word {result.key}")
    memory, blame = [], []
    for answer in result.answers:
        steps = [step for step in result.trace if step.cell == answer.cell]
        memory.append(Series(_name(answer), places, tuple(float(step.c) for step in steps)))
        blame.append(Series(_name(answer), places, tuple(float(step.blame) for step in steps)))
    belt = float(result.belt_forget)
    kept = tuple(belt ** (len(places) - t) for t in range(1, len(places) + 1))
    blame.append(Series(f"f = {shortest(result.belt_forget)}", places, kept, "dashes"))
    told = "; ".join(
        f"with {_name(answer)} the answer is {fixed(answer.answer, 3)}"
        f"{f', {answer.number}' if answer.number else ''}"
        for answer in result.answers
    )
    return Picture(
        "lstm-cell",
        "A cell that keeps everything carries the key word's number to the end"
        if any(answer.forget == 1 for answer in result.answers)
        else "What the cell keeps of each word",
        f"Two charts over {counted(len(places), 'word')}. The memory c by word, for "
        f"{counted(len(result.answers), 'cell')}: "
        f"{told}. Below, the blame that the end sends to each word, f to the power of the "
        f"distance; with f = {shortest(result.belt_forget)} word {result.key} still gets "
        f"{fixed(result.belt_blame, 2)} of it.",
        (
            Chart(
                "The memory after each word",
                words,
                Axis("memory c, plural above 0"),
                tuple(memory),
                (key, Guide("y", 0.0, "")),
            ),
            Chart(
                "The blame that reaches each word",
                words,
                Axis("share of the blame", low=-0.03, high=1.05),
                tuple(blame),
                (key,),
            ),
        ),
    )


def _name(answer: Answer) -> str:
    return f"f = {shortest(answer.forget)}, i = {shortest(answer.input)}"
