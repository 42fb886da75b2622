"""The worked examples of a book on recurrent networks, computed, shown and held to account.

In a notebook: `from rnn_examples import unroll; unroll("the dog ran")`.
"""

__version__ = "0.1.0"

# Imported when they are first asked for: a command line needs none of them.
EXAMPLES = (
    "unroll",
    "activations",
    "loss",
    "params",
    "bptt",
    "vanish",
    "clip",
    "truncate",
    "bidirectional",
    "blame",
    "spectrum",
    "influence",
    "lstm_cell",
    "gates",
    "task",
    "train",
    "fade",
    "remember",
)


def __getattr__(name: str) -> object:
    if name not in EXAMPLES:
        raise AttributeError(f"module 'rnn_examples' has no attribute '{name}'")
    from rnn_examples.notebook.functions import example

    return globals().setdefault(name, example(name))


def __dir__() -> list[str]:
    return [*globals(), *EXAMPLES]
