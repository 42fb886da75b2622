"""The notebook's figures that need no training: states, sequences, the check of the gradients."""

from collections.abc import Callable
from math import log

from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding, found
from rnn_examples.examples import bptt_check, task
from rnn_examples.examples.sentence import of_words
from rnn_examples.network.book_models import notebook_sentence
from rnn_examples.network.decimals import Vector
from rnn_examples.network.exact import exact_steps
from rnn_examples.training.memory_task import AMOXICILLIN, AZITHROMYCIN, WORDS


def _states(_request: Request) -> tuple[Vector, ...]:
    """h_t of step 2, exact to every digit shown."""
    network = notebook_sentence()
    sentence = of_words(network, network.vocabulary or ())
    return tuple(step.h for step in exact_steps(network, sentence.inputs))


def _state(t: int) -> Callable[[tuple[Vector, ...]], Finding]:
    return lambda states: found(tuple(states[t - 1]))


STATES = Family(_states, {f"notebook-state-{t}": _state(t) for t in range(1, 7)})


def _task(_request: Request) -> task.Result:
    return task.compute()


def _sequence(number: int) -> Callable[[task.Result], Finding]:
    def decide(result: task.Result) -> Finding:
        one = result.sequences[number - 1]
        return found(f"{' '.join(one.words)} -> {one.target}")

    return decide


TASK = Family(
    _task,
    {
        "notebook-vocabulary": lambda result: found(len(set(WORDS))),
        **{f"notebook-sequence-{number}": _sequence(number) for number in (1, 2, 3)},
    },
)


def _check(_request: Request) -> bptt_check.Result:
    """Beside a complex step, which like autograd has no error but rounding."""
    return bptt_check.compute(autograd=False)


def _largest(result: bptt_check.Result) -> Finding:
    arrays = result.gradients
    return found(max(bptt_check.largest(arrays, result.numeric, name) for name in arrays))


CHECK = Family(_check, {"notebook-gradcheck": _largest})


def _drugs(_request: Request) -> int:
    """How many drugs a network that has learned nothing guesses between."""
    return len({AMOXICILLIN, AZITHROMYCIN})


GUESSING = Family(_drugs, {"notebook-guessing-loss": lambda drugs: found(log(drugs))})
