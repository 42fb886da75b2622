"""Named arrays that are no network, and options that do not fit them: the whole line."""

import numpy as np
import pytest
from named_arrays import Arrays, arrays, keras, network, states

from rnn_examples.errors import InputError


def test_a_head_that_denies_the_names_is_refused_with_the_option_that_helps() -> None:
    found, head = arrays(1, 3, 3), {"fc.weight": np.ones((5, 3))}
    turned = {key: array.T for key, array in (found | head).items()}
    with pytest.raises(
        InputError,
        match=(
            r"^m\.npz: fc\.weight: found shape \(3, 5\); expected \(outputs, 3\), the "
            r"output layer's; the names are PyTorch's, the recurrent matrices square: "
            r"if they are stored as x W, add --layout keras$"
        ),
    ):
        network(turned)
    assert states(network(turned, layout="keras")).tolist() == states(network(found)).tolist()
    with pytest.raises(
        InputError,
        match=(
            r"^m\.npz: fc\.weight: found shape \(5, 3\); expected \(3, outputs\), the "
            r"output layer's; the names are Keras', the recurrent matrices square: if "
            r"they are stored as W x, add --layout pytorch$"
        ),
    ):
        network(keras(found) | head)


def renamed(found: Arrays, old: str, new: str) -> Arrays:
    return {new if key == old else key: array for key, array in found.items()}


LSTM29 = arrays(4, 2, 9)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (
            LSTM29 | {"weight_hh_l0": LSTM29["weight_hh_l0"].T},
            r"weight_hh_l0: found shape \(9, 36\); expected \(36, 9\); it looks transposed",
        ),
        (
            LSTM29 | {"weight_hh_l0": np.ones((36, 8))},
            (
                r"weight_hh_l0: found shape \(36, 8\); expected \(36, 9\) or \(36, 12\) "
                r"or \(36, 36\)"
            ),
        ),
        (
            LSTM29 | {"weight_ih_l0": np.ones((2, 3)), "weight_hh_l0": np.ones((9, 9))},
            (
                r"weight_ih_l0: found shape \(2, 3\); expected \(9, inputs\), for "
                r"weight_hh_l0 has shape \(9, 9\)"
            ),
        ),
        (
            LSTM29 | {"weight_ih": np.ones((36, 2))},
            "weight_ih: found beside weight_ih_l0",
        ),
        (
            LSTM29 | {"bias_hh_l0": np.ones(9)},
            r"bias_hh_l0: found shape \(9,\); expected \(36,\)",
        ),
        (
            LSTM29 | {"weight_hh_l0": np.ones(36)},
            r"weight_hh_l0: found shape \(36,\); expected a matrix",
        ),
        (
            LSTM29 | {"weight_hh_l0": np.ones((0, 0))},
            r"weight_hh_l0: found shape \(0, 0\); expected a matrix",
        ),
        (
            renamed(LSTM29, "weight_hh_l0", "wieght_hh_l0"),
            (
                "weight_hh_l0 is missing; found wieght_hh_l0; is wieght_hh_l0 a "
                r"misspelling of it\?"
            ),
        ),
        (
            renamed(LSTM29, "bias_ih_l0", "bias_ih_10"),
            (
                "bias_ih_l0 is missing; found bias_ih_10; is bias_ih_10 a misspelling of "
                r"it\?"
            ),
        ),
        (
            renamed(renamed(LSTM29, "bias_ih_l0", "bais_ih_l0"), "bias_hh_l0", "bais_hh_l0"),
            r"bais_ih_l0: not a known key; did you mean bias_ih_l0\?",
        ),
        (
            renamed(LSTM29, "weight_hh_l0", "weight_hh_l1"),
            "weight_hh_l0 is missing; found weight_ih_l0, weight_hh_l1, bias_ih_l0, bias_hh_l0",
        ),
        (renamed(LSTM29, "weight_hh_l0", "w_h_l0"), "weight_hh_l0 is missing; found w_h_l0"),
        ({"x": np.ones(3)}, "weight_ih_l0 is missing; found x"),
        (
            {"wieght_ih_l": np.ones(3)},
            (
                "weight_ih_l0 is missing; found wieght_ih_l; is wieght_ih_l a "
                r"misspelling of it\?"
            ),
        ),
        (
            {f"x{n}": np.ones(3) for n in range(8)},
            "weight_ih_l0 is missing; found x0, x1, x2, x3, x4, x5, x6, x7",
        ),
        (
            {f"x{n}": np.ones(3) for n in range(20)},
            "weight_ih_l0 is missing; found x0, x1, x2, x3, x4, x5, x6, x7 and 12 more",
        ),
        (
            LSTM29 | {"weight_hr_l0": np.ones((3, 9))},
            r"weight_hr_l0: found an LSTM's projection \(proj_size\); expected none",
        ),
        (
            LSTM29 | {"weight_ih_l0_reverse": np.ones((36, 2))},
            (
                "weight_hh_l0_reverse is missing; found weight_ih_l0, weight_hh_l0, "
                "bias_ih_l0, bias_hh_l0, weight_ih_l0_reverse"
            ),
        ),
        (
            LSTM29 | {"b.weight_ih_l0": np.ones((36, 2))},
            (
                r"found several recurrent networks, , b\.; expected --prefix with one of "
                "them"
            ),
        ),
        (
            LSTM29 | {"embedding.weight": np.ones((5, 3))},
            r"embedding\.weight: found shape \(5, 3\); expected \(5, 2\)",
        ),
        (
            LSTM29 | {"embedding.weight": np.ones(3)},
            r"embedding\.weight: found shape \(3,\); expected \(words, 2\)",
        ),
        (
            LSTM29 | {"a_emb.weight": np.ones((5, 2)), "b_emb.weight": np.ones((5, 2))},
            r"found embeddings a_emb\.weight, b_emb\.weight; expected one",
        ),
        (
            LSTM29 | {"fc.weight": np.ones((5, 8))},
            r"fc\.weight: found shape \(5, 8\); expected \(outputs, 9\), the output layer's",
        ),
        (
            LSTM29 | {"fc.weight": np.ones((5, 9)), "fc.bias": np.ones(4)},
            r"fc\.bias: found shape \(4,\); expected \(5,\)",
        ),
        (
            LSTM29 | {"a.weight": np.ones((5, 9)), "b.weight": np.ones((5, 9))},
            r"a\.weight, b\.weight: each could be the output layer; expected one of 9 inputs",
        ),
        (
            arrays(4, 2, 9, layers=2) | {"weight_ih_l1": np.ones((36, 2))},
            r"weight_ih_l1: found shape \(36, 2\); expected \(36, 9\)",
        ),
        (
            arrays(4, 2, 9, layers=2)
            | {"weight_ih_l1": np.ones((27, 9)), "weight_hh_l1": np.ones((27, 9))},
            r"weight_hh_l1: found shape \(27, 9\); expected an LSTM's as in the first layer",
        ),
        (
            {"l/recurrent_kernel": np.ones((3, 12)), "l/kernal": np.ones((2, 12))},
            (
                "l/kernel is missing; found l/recurrent_kernel, l/kernal; is l/kernal a "
                r"misspelling of it\?"
            ),
        ),
    ],
)
def test_each_fault_is_told(found: Arrays, message: str) -> None:
    with pytest.raises(InputError, match=rf"^m\.npz: {message}$") as caught:
        network(found)
    with pytest.raises(InputError):
        network(found, layout="pytorch")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("G", "options", "message"),
    [
        (
            1,
            {"gate_order": "ifgo"},
            "gate order 'ifgo': the file holds a plain RNN, without gates",
        ),
        (3, {"gate_order": "ifgo"}, "gate order 'ifgo': the file holds a GRU; expected rzn, zrn"),
        (
            4,
            {"gate_order": "abcd"},
            "gate order 'abcd': the file holds an LSTM; expected ifgo, igfo, iofg, ifog",
        ),
        (
            4,
            {"activation": "relu"},
            (
                r"activation 'relu': m\.npz holds an LSTM, whose activations are fixed; "
                "expected no such option"
            ),
        ),
        (3, {"forget_bias": 1.0}, r"forget bias 1\.0: m\.npz holds a GRU; expected an LSTM"),
        (4, {"layout": "rows"}, "layout 'rows': expected pytorch or keras"),
        (4, {"layout": "keras"}, r"weight_hh_l0: found shape \(12, 3\); expected \(2, 2\)"),
        (4, {"prefix": "rnn"}, "prefix 'rnn': expected one of none"),
    ],
)
def test_an_option_that_does_not_fit_is_told(G: int, options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=rf"^(m\.npz: )?{message}$"):
        network(arrays(G, 2, 3), **options)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (
            keras(LSTM29) | {"l/recurrent_kernel": np.ones((8, 36))},
            (
                r"l/recurrent_kernel: found shape \(8, 36\); expected \(9, 36\) or \(12, "
                r"36\) or \(36, 36\)"
            ),
        ),
        (
            keras(LSTM29) | {"dense/kernel": np.ones((8, 5))},
            (
                r"dense/kernel: found shape \(8, 5\); expected \(9, outputs\), the output "
                "layer's"
            ),
        ),
        (
            keras(LSTM29, "a/") | keras(LSTM29, "b/"),
            "found several recurrent networks, a/, b/; expected --prefix with one of them",
        ),
    ],
)
def test_shapes_are_expected_as_keras_has_them(found: Arrays, message: str) -> None:
    with pytest.raises(InputError, match=rf"^m\.npz: {message}$"):
        network(found)


def test_a_second_layer_is_expected_as_the_file_has_the_first() -> None:
    turned = {key: array.T for key, array in arrays(4, 2, 9, layers=2).items()}
    with pytest.raises(
        InputError, match=r"^m\.npz: weight_ih_l1: found shape \(2, 36\); expected \(9, 36\)$"
    ):
        network(turned | {"weight_ih_l1": np.ones((2, 36))})
