"""PyTorch's own modules hold the arrays that `params --convention pytorch` lists."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.network.counts import GATES, Kind, Sizes, recurrent_arrays

torch = pytest.importorskip("torch")


@settings(deadline=None, max_examples=60)
@given(
    kind=st.sampled_from(sorted(GATES)),
    inputs=st.integers(1, 9),
    hidden=st.integers(2, 9),
    layers=st.integers(1, 3),
    bidirectional=st.booleans(),
    bias=st.booleans(),
    projected=st.booleans(),
)
def test_names_shapes_and_counts(
    kind: Kind,
    inputs: int,
    hidden: int,
    layers: int,
    bidirectional: bool,
    bias: bool,
    projected: bool,
) -> None:
    projection = hidden - 1 if projected and kind == "lstm" else None
    sizes = Sizes(inputs, hidden, layers, bidirectional, projection, bias, "pytorch")
    module = getattr(torch.nn, kind.upper())(
        inputs,
        hidden,
        num_layers=layers,
        bidirectional=bidirectional,
        bias=bias,
        **({"proj_size": projection} if projection else {}),
    )
    theirs = {name: tuple(weights.shape) for name, weights in module.named_parameters()}
    assert {array.name: array.shape for array in recurrent_arrays(kind, sizes)} == theirs
    ours = sum(array.count for array in recurrent_arrays(kind, sizes))
    assert ours == sum(weights.numel() for weights in module.parameters())
