"""The equation over a table of the book, as its source writes it, in the letters of that source."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.equations.text import to_text
from rnn_examples.output import Surroundings

ROOT = Path(__file__).parents[2]
LSTM = f"--model {ROOT}/golden/model/lstm.toml --sentence dog"
GRU = f"--model {ROOT}/golden/model/gru.toml --sentence dog"
NOTEBOOK = "--model notebook --sentence 'The patient'"

# A command line, its tables, and the equation of each.
EQUATIONS = {
    "unroll --outputs": {
        "trace": "h_t = tanh(W x_t + U h_{t-1} + b_h)",
        "outputs": "ŷ_t = softmax(V h_t + b_y)",
    },
    f"unroll {NOTEBOOK}": {"trace": "h_t = tanh(x_t W_xh + h_{t-1} W_hh + b_h)"},
    f"unroll --outputs {LSTM}": {
        "trace": "h_t = o_t ⊙ tanh(f_t ⊙ c_{t-1} + i_t ⊙ c̃_t)",
        "outputs": "y_t = softmax(W_hy h_t + b_y)",
    },
    f"unroll {GRU}": {"trace": "h_t = (1 - z_t) ⊙ n_t + z_t ⊙ h_{t-1}"},
    "activations": {
        "values": "leaky(x) = max(a x, x)",
        "derivatives": "σ′(x) = σ(x) (1 - σ(x))",
    },
    "loss": {"steps": "E_t = -∑_k y_tk ln(ŷ_tk)", "total": "perplexity = exp(E/T)"},
    f"loss {LSTM}": {"steps": "E_t = -ln(y_{t,target})", "total": "perplexity = exp(E/T)"},
    "params": {"contexts": "n d H = H d + H^2"},
    "bptt": {
        "signals": "∂E/∂h_t = Vᵀ (ŷ_t - y_t) + (Uᵀ diag(1 - h_{t+1}^2)) (∂E/∂h_{t+1})",
        "contributions": "∂E/∂U = ∑_t ∑_k^t ∂E_t/∂U^((k))",
    },
    f"bptt {LSTM}": {"contributions": "∂E/∂W_hh = ∑_t ∑_k^t ∂E_t/∂W_hh^((k))"},
    "bptt --model notebook --sequences 1 --fillers 0 --no-autograd": {
        "check": "L = (1/B) ∑_b (-ln(y_{b,target}))"
    },
    "vanish": {"decay": "remaining = f^k"},
    "clip": {"clipping": "g ← (θ/‖g‖) g"},
    "clip --rule pytorch": {"clipping": "g ← (θ/(‖g‖ + 10^(-6))) g"},
    "truncate": {"dependencies": "share = (n max(0, S - k) + max(0, r - k))/(L - k)"},
    "bidirectional": {"concatenation": "h_t = (h⃗_t, h⃖_t)"},
    "blame --sentences 3": {"blame": "∂h_T/∂h_k = ∏_{t=k+1}^T diag(1 - h_t^2) W_h"},
    "blame --model chapter": {"blame": "∂h_T/∂h_k = ∏_{t=k+1}^T diag(1 - h_t^2) U"},
    f"blame {NOTEBOOK}": {"blame": "∂h_T/∂h_k = ∏_{t=k+1}^T W_hh diag(1 - h_t^2)"},
    "spectrum": {"sizes": "P_n = ∏_{t=1}^n diag(1 - h_t^2) W"},
    "spectrum --matrix 0.5 --activation sigmoid": {"sizes": "P_n = ∏_{t=1}^n diag(σ′_t) W"},
    f"spectrum {LSTM} --steps 1": {},
    "influence": {"influence": "P = ∏_{t=1}^T diag(1 - h_t^2) W_h"},
    "lstm-cell": {
        "answers": "o·tanh(c_T)",
        "trace": "c_t = f·c_{t-1} + i_t·tanh(v_t)",
        "belt": "∂c_T/∂c_t = f^(T - t)",
    },
    "train --steps 2 --every 1": {"history": "W ← W - η min(1, θ/‖g‖) g"},
    "fade --from untrained --distance 3": {"gradients": "size_t = (1/B) ∑_b ‖∂L_b/∂h_t‖"},
    "gates": {"gates": "f = σ(a + b)", "kept": "kept = f^k"},
}  # fmt: skip


def equations(line: str) -> Iterator[tuple[str, str]]:
    document = invoke(shlex.split(line), Surroundings()).document
    assert document is not None
    for table in document.tables:
        if table.equation is not None:
            yield table.name, to_text(table.equation)


@pytest.mark.parametrize("line", EQUATIONS)
def test_a_table_s_equation_is_the_source_s(line: str) -> None:
    assert dict(equations(line)) == EQUATIONS[line]


def test_the_slopes_of_another_activation_are_no_tanh_s(tmp_path: Path) -> None:
    """ReLU is as steep as tanh at most, and its slopes are not 1 - h^2."""
    path = tmp_path / "relu.npz"
    np.savez(path, weight_ih_l0=np.eye(2), weight_hh_l0=np.eye(2) / 2)
    (tmp_path / "x.csv").write_text("1,2\n3,4\n", encoding="utf-8")
    line = f"spectrum --model {path} --inputs {tmp_path}/x.csv --steps 1 --activation"
    assert dict(equations(f"{line} relu"))["sizes"] == "P_n = ∏_{t=1}^n diag(σ′_t) W_hh"
    assert dict(equations(f"{line} tanh"))["sizes"] == "P_n = ∏_{t=1}^n diag(1 - h_t^2) W_hh"
