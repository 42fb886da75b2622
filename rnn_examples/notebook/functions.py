"""The examples as functions for a notebook: the command line's options, given as Python values."""

import inspect
import keyword
from collections.abc import Callable
from importlib import import_module
from typing import Any

from rnn_examples.notebook.shown import Shown
from rnn_examples.notebook.values import as_texts, as_value
from rnn_examples.output import write_file

# The command line's alone: what it says while it waits.
LEFT_OUT = ("quiet",)


def example(name: str) -> Callable[..., Shown]:
    """The function of one example, by its name in Python: `lstm_cell`.

    It takes the command's own options by their long names, with its defaults; the first may go
    without its name. Numbers, sequences of them, matrices (sequences of rows, NumPy arrays) and
    texts as the command line reads them are all values.
    """
    command = getattr(import_module(f"rnn_examples.cli.commands.{name}"), name)
    options = {_python_name(option): option for option in options_of(command)}

    def function(*positional: Any, **named: Any) -> Shown:
        given = signature.bind(*positional, **named).arguments
        values = {options[key].name: as_texts(value, options[key]) for key, value in given.items()}
        defaults = {option.name: option.default for option in options_of(command)}
        computed = command(**_left_out(command), **defaults | values)
        for path, data in computed.files:
            write_file(path, [data])
        return Shown(name, computed.module, computed.result)

    signature = inspect.Signature(
        [
            inspect.Parameter(
                key,
                inspect.Parameter.KEYWORD_ONLY
                if place
                else inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=as_value(option.default),
            )
            for place, (key, option) in enumerate(options.items())
        ]
    )
    vars(function)["__signature__"] = signature
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _doc(command, options)
    return function


def options_of(command: Callable[..., Any]) -> list[inspect.Parameter]:
    """The command's options, the one that says what is read before the one that names a model."""
    found = [p for p in inspect.signature(command).parameters.values() if p.name not in LEFT_OUT]
    models = [p for p in found if p.name == "model"]
    others = [p for p in found if p.name != "model"]
    return [*others[:1], *models, *others[1:]]


def _left_out(command: Callable[..., Any]) -> dict[str, Any]:
    parameters = inspect.signature(command).parameters.values()
    return {p.name: p.default for p in parameters if p.name in LEFT_OUT}


def _python_name(option: inspect.Parameter) -> str:
    """As the command line calls it: --pre-activation is pre_activation, --from is from_."""
    info = _info(option)
    # Typer takes the first name for a default, and finds out that it is none.
    names = [name for name in (info.default, *(info.param_decls or ())) if isinstance(name, str)]
    name = (*names, option.name)[0].split("/")[0].lstrip("-").replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def _info(option: inspect.Parameter) -> Any:
    """What the command line knows of an option: its names, its help."""
    return option.annotation.__metadata__[0]


def _doc(command: Callable[..., Any], options: dict[str, inspect.Parameter]) -> str:
    lines = [inspect.cleandoc(command.__doc__ or ""), "", "Parameters", "----------"]
    for key, option in options.items():
        lines += [f"{key}", f"    {_info(option).help}"]
    return "\n".join(lines)
