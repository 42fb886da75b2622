"""Words that formats break on, and the command lines that read them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rnn_examples.visible import visible

WORDS = (
    *("[bold]", "a[/]", "[x]", ":cat:", "a|b", "`c|d`", "x\\|y", "x\\\\|y"),
    *("50%_done", "&", "$5", "#1", "{x}", "~", "^", "\\", "<LOQ", "</td>", "&amp;"),
    *("日本", "👍", "cafe", "cafe\u0301", "1E10", "007", "20200407_2", "8.10", "=1+1", "-0.5"),
    *("\x1b[31m", "\u202e", "--work", "nan"),
)
# Commands whose tables show what they read: the option for it and what keeps them short.
READERS = {
    "unroll": ("--sentence", ""),
    "unroll --outputs": ("--sentence", ""),
    "bptt": ("--sentence", ""),
    "loss": ("--sentence", ""),
    "bidirectional": ("--sentence", ""),
    "blame": ("--sentence", "--sentences 0"),
    "lstm-cell": ("--words", "--forget 0.9 --cues"),
    "vanish": ("--evidence", "--passage -"),
    "verify": ("", "--ledger"),
}
# And those whose tables are of steps, segments and units.
COUNTERS = {
    "truncate": ("--sentence", "--updates 1 --targets"),
    "spectrum": ("--sentence", "--steps 2"),
    "gates": ("--sentence", ""),
    "activations": ("--sentence", ""),
}
# How many words a command shows at once.
AT_ONCE = {"blame": 6, "unroll": 8, "vanish": 1}
CLAIM = """[[claim]]
id = "c{place}"
printed = "0.0071"
run = "vanish"
cell = "47,0.9:remaining"
source = {word}
place = {word}
what = {word}
"""

Line = Callable[[str, tuple[str, ...]], list[str]]


@pytest.fixture(scope="session")
def words() -> tuple[str, ...]:
    return WORDS


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An RNN and an LSTM that know WORDS, and an author's ledger of them."""
    folder = tmp_path_factory.mktemp("awkward")
    V = len(WORDS)
    gate = "W_xh = [[1, 0.5], [0.5, 1]]\nW_hh = [[0.5, -0.1], [0.2, 0.3]]\nb_h = [0.1, 0]\n"
    keys = (json.dumps(word, ensure_ascii=False) for word in WORDS)
    vectors = (f"{key} = [{0.1 - 0.01 * place:.2f}, 0.1]\n" for place, key in enumerate(keys))
    known = f"[vocabulary]\n{''.join(vectors)}"
    outputs = f"W_hy = {json.dumps([[0.1, -0.2]] * V)}\nb_y = {json.dumps([0.0] * V)}\n"
    names = ("input", "forget", "candidate", "output")
    gates = "".join(f"[gates.{name}]\n{gate}" for name in names)
    claims = (
        CLAIM.format(place=place, word=json.dumps(word, ensure_ascii=False))
        for place, word in enumerate(WORDS)
    )
    texts = {
        "rnn": f"{known}[weights]\n{gate}{outputs}",
        "lstm": f"{known}{gates}[weights]\n{outputs}",
        "ledger": "".join(claims),
    }
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.toml" for name in texts}


@pytest.fixture(scope="session")
def line_of(models: dict[str, Path]) -> Line:
    """line_of(command, words): the command line that reads them."""

    def line(command: str, words: tuple[str, ...]) -> list[str]:
        option, more = (READERS | COUNTERS)[command]
        text = " ".join(words)
        if command == "verify":
            return [command, more, str(models["ledger"])]
        if command == "vanish":
            return [command, *more.split(), f"{option}={text}"]
        if command == "lstm-cell":
            return [command, *more.split(), ",".join("1" for _ in words), f"{option}={text}"]
        arguments = [*command.split(), *more.split(), f"{option}={text}"]
        if "--targets" in arguments:
            arguments[arguments.index("--targets")] = f"--targets={text}"
        model = models["lstm" if command == "gates" else "rnn"]
        return [*arguments, "--model", str(model)]

    return line


@pytest.fixture(scope="session")
def parts(
    line_of: Line, run_here: Callable[..., Any]
) -> Callable[..., Iterator[tuple[tuple[str, ...], str]]]:
    """parts(command, "html", ...): WORDS, as many as one run shows, with what that run prints."""

    def run(command: str, *more: str) -> Iterator[tuple[tuple[str, ...], str]]:
        size = AT_ONCE.get(command, len(WORDS))
        for first in range(0, len(WORDS), size):
            some = WORDS[first : first + size]
            passage = " ".join((*some, "____")).encode()
            ended = run_here([*line_of(command, some), *more], passage)
            assert (ended.code, ended.told) == (0, ""), more
            yield some, ended.printed

    return run


@pytest.fixture(scope="session")
def shown() -> Callable[[str], str]:
    """A word as people see it: what is invisible is spelled out."""
    return visible
