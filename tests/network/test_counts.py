"""Names and shapes of a language model's arrays, as the lesson, PyTorch and Keras have them.

V = 9 words, D = 4, H = 6, of which a projection leaves 3.
"""

import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.counts import (
    CONVENTIONS,
    Convention,
    Kind,
    Sizes,
    embedding_array,
    output_arrays,
    recurrent_arrays,
)


def named(kind: Kind, *, D: int = 4, **sizes: object) -> list[tuple[str, tuple[int, ...]]]:
    found = recurrent_arrays(kind, Sizes(inputs=D, hidden=6, **sizes))
    return [(array.name, array.shape) for array in found]


@pytest.mark.parametrize(
    ("kind", "G", "textbook", "keras"),
    [("rnn", 6, (), (6,)), ("gru", 18, (3,), (2, 18)), ("lstm", 24, (4,), (24,))],
)
def test_one_layer(kind: Kind, G: int, textbook: tuple[int, ...], keras: tuple[int, ...]) -> None:
    of_textbook = [("W", (*textbook, 6, 4)), ("U", (*textbook, 6, 6)), ("b_h", (*textbook, 6))]
    of_pytorch = [
        ("weight_ih_l0", (G, 4)),
        ("weight_hh_l0", (G, 6)),
        ("bias_ih_l0", (G,)),
        ("bias_hh_l0", (G,)),
    ]
    of_keras = [("kernel", (4, G)), ("recurrent_kernel", (6, G)), ("bias", keras)]
    for convention, arrays in zip(CONVENTIONS, (of_textbook, of_pytorch, of_keras), strict=True):
        assert named(kind, convention=convention) == arrays
        without = [(name, shape) for name, shape in arrays if not name.startswith("b")]
        assert named(kind, convention=convention, bias=False) == without


@pytest.mark.parametrize(
    ("convention", "names"),
    [
        (
            "textbook",
            ["layer 1 forward ", "layer 1 backward ", "layer 2 forward ", "layer 2 backward "],
        ),
        (
            "keras",
            ["layer 1 forward ", "layer 1 backward ", "layer 2 forward ", "layer 2 backward "],
        ),
        ("pytorch", ["_l0", "_l0_reverse", "_l1", "_l1_reverse"]),
    ],
)
def test_layers_and_directions(convention: Convention, names: list[str]) -> None:
    """The second layer reads both directions of the first: its inputs are 12."""
    two = [named("gru", convention=convention, D=D) for D in (4, 4, 12, 12)]
    expected = [
        (name.replace("_l0", place) if convention == "pytorch" else place + name, shape)
        for place, arrays in zip(names, two, strict=True)
        for name, shape in arrays
    ]
    assert named("gru", convention=convention, layers=2, bidirectional=True) == expected
    sides = [place.replace("layer 1 ", "").replace("_l1", "_l0") for place in names[:2]]
    alone = named("gru", convention=convention, bidirectional=True)
    of_one = named("gru", convention=convention)
    assert [name for name, _ in alone] == [
        name.replace("_l0", side) if convention == "pytorch" else side + name
        for side in sides
        for name, _ in of_one
    ]


def test_a_projection() -> None:
    """Of an LSTM alone: what goes back and up has three numbers, not six."""
    assert named("lstm", projection=3, layers=2, bias=False) == [
        ("layer 1 W", (4, 6, 4)),
        ("layer 1 U", (4, 6, 3)),
        ("layer 1 projection", (3, 6)),
        ("layer 2 W", (4, 6, 3)),
        ("layer 2 U", (4, 6, 3)),
        ("layer 2 projection", (3, 6)),
    ]
    assert named("lstm", projection=3, convention="pytorch", bias=False) == [
        ("weight_ih_l0", (24, 4)),
        ("weight_hh_l0", (24, 3)),
        ("weight_hr_l0", (3, 6)),
    ]


@pytest.mark.parametrize(
    ("kind", "sizes", "line"),
    [
        ("gru", {"projection": 3}, "only an LSTM has one, not gru. Add --kind lstm"),
        (
            "lstm",
            {"projection": 3, "convention": "keras"},
            "Keras has none. Use --convention textbook or pytorch",
        ),
        (
            "lstm",
            {"projection": 6},
            "6 is not below the hidden size 6. Expected a smaller one",
        ),
    ],
)
def test_a_projection_that_none_has_is_told(
    kind: Kind, sizes: dict[str, object], line: str
) -> None:
    with pytest.raises(InputError) as caught:
        named(kind, **sizes)
    assert str(caught.value) == f"--projection: {line}"


def test_what_stands_before_and_after() -> None:
    expected = {
        "textbook": [("embeddings", (9, 4)), ("V", (9, 6)), ("b_y", (9,))],
        "pytorch": [("embedding.weight", (9, 4)), ("linear.weight", (9, 6)), ("linear.bias", (9,))],
        "keras": [("embeddings", (9, 4)), ("dense kernel", (6, 9)), ("dense bias", (9,))],
    }
    for convention in CONVENTIONS:
        for bias in (True, False):
            ends = (embedding_array(9, 4, convention), *output_arrays(9, 6, bias, convention))
            found = [(array.name, array.shape) for array in ends]
            assert found == expected[convention][: 2 + bias]
