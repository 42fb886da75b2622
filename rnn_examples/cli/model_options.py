"""The options that choose a network and what it reads, shared by every command that takes one.

A command wrapped in `with_model` gets them as one `Model`.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, overload

import typer

from rnn_examples.cli.models import BOOK, ENDINGS, Model, models_completed
from rnn_examples.cli.options import one_of

GATE_ORDERS = ("ifgo", "igfo", "iofg", "ifog", "rzn", "zrn")
YOURS = "Your own network"

ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME|FILE",
        help=f"{', '.join(BOOK)}, or a file of yours: {', '.join(ENDINGS)}.",
        autocompletion=models_completed,
    ),
]
Words = Annotated[
    str | None,
    typer.Option(
        "--words",
        metavar="FILE",
        help="The words of a file's network, one a line. Default: those in it.",
        rich_help_panel=YOURS,
    ),
]
Inputs = Annotated[
    str | None,
    typer.Option(
        "--inputs",
        metavar="FILE",
        help="Vectors to read in place of words: .npy, or .csv with a vector a line.",
        rich_help_panel=YOURS,
    ),
]
GateOrder = Annotated[
    str | None,
    typer.Option(
        "--gate-order",
        metavar="ORDER",
        help=f"The order of packed gates: {', '.join(GATE_ORDERS[:4])} (PyTorch and Keras, TF1, "
        f"ONNX, CoreML), of a GRU {', '.join(GATE_ORDERS[4:])}. Default: PyTorch's, or Keras's.",
        autocompletion=one_of(GATE_ORDERS),
        rich_help_panel=YOURS,
    ),
]
Layout = Annotated[
    str | None,
    typer.Option(
        "--layout",
        metavar="LAYOUT",
        help="pytorch or keras. Default: by the shapes, of square matrices by the names.",
        rich_help_panel=YOURS,
    ),
]
Prefix = Annotated[
    str | None,
    typer.Option(
        "--prefix",
        metavar="NAME",
        help="What the arrays' names begin with, of several networks in a file.",
        rich_help_panel=YOURS,
    ),
]
Activation = Annotated[
    str | None,
    typer.Option(
        "--activation",
        metavar="NAME",
        help="The activation of a plain RNN: tanh, sigmoid, relu, leaky_relu. Default: tanh.",
        rich_help_panel=YOURS,
    ),
]
ForgetBias = Annotated[
    str | None,
    typer.Option(
        "--forget-bias",
        metavar="NUMBER",
        help="Added to the bias of an LSTM's forget gate (TF1 adds 1 and does not save it).",
        rich_help_panel=YOURS,
    ),
]


def _options(
    model: ModelOption = BOOK[0],
    words: Words = None,
    inputs: Inputs = None,
    gate_order: GateOrder = None,
    layout: Layout = None,
    prefix: Prefix = None,
    activation: Activation = None,
    forget_bias: ForgetBias = None,
) -> None: ...


Compute = Callable[..., Any]


@overload
def with_model(compute: Compute) -> Compute: ...
@overload
def with_model(*, default: str | None) -> Callable[[Compute], Compute]: ...
def with_model(compute: Compute | None = None, *, default: str | None = BOOK[0]) -> Any:
    """Give a command the shared options; its parameter `model` receives them as a `Model`.

    Stands between `@example(app)` and the function: `@with_model` or `@with_model(default=None)`.
    """
    if compute is None:
        return lambda wrapped: _wrapped(wrapped, default)
    return _wrapped(compute, default)


def _wrapped(compute: Compute, default: str | None) -> Compute:
    shared = inspect.signature(_options).parameters
    own = [p for p in inspect.signature(compute).parameters.values() if p.name != "model"]

    @wraps(compute)
    def command(**values: Any) -> Any:
        return compute(model=Model(**{name: values.pop(name) for name in shared}), **values)

    chooses, *others = shared.values()
    parameters = [chooses.replace(default=default), *own, *others]
    signature = inspect.Signature([p.replace(kind=p.KEYWORD_ONLY) for p in parameters])
    vars(command)["__signature__"] = signature
    return command
