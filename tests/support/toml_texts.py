"""Small networks in the TOML a person writes, and how a test reads them."""

from pathlib import Path

from rnn_examples.network.load.load import load
from rnn_examples.network.network import Network

RNN = """
[vocabulary]
a = [1, 0.5]
"b c" = [-1e-3, 2]

[weights]
W_xh = [[1, 2], [3, 4], [5, 6]]
W_hh = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
b_h = [0.1, 0.2, 0.3]
W_hy = [[1, 0, 0], [0, 1, 0]]
b_y = [0, 0.5]
"""
LSTM = "".join(
    f"[gates.{gate}]\nW_xh = [[{n}, 1]]\nW_hh = [[{n}]]\nb_h = [{n}]\n"
    for n, gate in enumerate(("input", "forget", "candidate", "output"))
)


def read(folder: Path, text: str) -> Network:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)
