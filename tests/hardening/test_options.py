"""Every option of every command with every kind of hostile value: told in one line, or right."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

MOST_MEMORY = 512 << 20
LONGEST = 30  # seconds of a crowded machine: 5 of its own process are held to in test_holds
# HARDENING=20 runs twenty times as many.
TIMES = int(os.environ.get("HARDENING", "1"))

NUMBERS = (
    *("", " ", "nan", "inf", "-inf", "1_000", "1/0", "0/0", "1/3", "-1/3", "1e400", "-1e400"),
    *("1e-400", "1" + "0" * 400, "1e10000", "1e-10000", "1e-9999/1e9999", "-0.5", "-1", "0", "+1"),
    *("00", "1", "2", "٣", "１", "²", "1.", ".5", ".", "e5", "1e", "1e5.5", "- 5", "--5", "0x10"),
    *("4.9e-324", "1e308", "1e-1000", "1e1000", str(10**9), str(-(10**9)), str(2**63), str(2**64)),
)
LISTS = (
    *(",", "1,2", "1,,2", "1, 2 ,3", "1;2", "1,2;3,4", "1,2;3", ";", "0,0", "-1,nan"),
    *("1e300,1e300", "1e-300,-1e-300", "1e300;1e300", "1," * 20_000 + "1"),
    *("1," * 9_999 + "1", "1 " * 20_000, "0:1", ":", "0:0", "-1:2", "0:1000000000"),
)
CELLS = ("#1:h", "#0:x", "#-1:x", f"#{10**30}:x", "1:h[0]", f"1:h[{10**20}]", "1:h[", "::")
TEXTS = (
    *("日本 👍", "[bold]", "[/]", ":cat:", "\x1b[1m", "a\nb", "x" * 100_000, "\udcff", "\x00"),
    *("%s", "a|b", "\r", "$&<"),
    *("{0}", "{", "\\", "'", '"', "None", "--help", "-", "--", "the dog", "tanh", "pytorch", "all"),
)
PATHS = (
    *("missing.toml", "missing/x.csv", ".", "/dev/null", "/dev/full", "binary", "folder.toml"),
    *("loop.toml", "text/x.md", "n" * 300 + ".csv", "text", "vectors.csv", "chapter.toml"),
    *("empty.toml", "empty.md", "block.md", "out.csv", "out.svg", "out.toml", "out.png"),
    *(f"binary.{ending}" for ending in ("toml", "npz", "npy", "safetensors", "ipynb")),
)
HOSTILE = (*NUMBERS, *LISTS, *CELLS, *TEXTS, *PATHS)
OF_FILES = (
    *("--words", "--inputs", "--gate-order", "--layout", "--prefix", "--activation"),
    "--forget-bias",
)
# Waits for a scheduler that is not there: tests/cli/test_cluster.py holds it.
NOT_HERE = ("--cluster",)

values = st.sampled_from(HOSTILE) | st.text(max_size=12) | st.floats().map(repr)


def line_of(leaf: Any, choices: list[tuple[Any, str]]) -> list[str]:
    """The command line that gives these options these values, after what keeps it short."""
    named = [option.name for option, _ in choices]
    words = [*leaf.words, *_without(leaf.short, named)]
    if all(option.name for option, _ in choices):
        words += leaf.needed
    if any(option.name in OF_FILES for option, _ in choices) and leaf.words[0] != "model":
        words += [] if "--model" in named else ["--model", "chapter.toml"]
    for option, value in choices:
        if option.flag:
            words.append(option.name)
        else:
            words += [f"{option.name}={value}" if option.name else value]
    return words


def _without(short: tuple[str, ...], named: list[str]) -> list[str]:
    """What keeps a command short, but for the options that are chosen: each is given once."""
    chosen = [short.index(name) for name in named if name in short]
    dropped = {at + step for at in chosen for step in (0, 1) if step == 0 or _is_value(short, at)}
    return [word for place, word in enumerate(short) if place not in dropped]


def _is_value(short: tuple[str, ...], at: int) -> bool:
    return at + 1 < len(short) and not short[at + 1].startswith("-")


@st.composite
def lines(draw: st.DrawFn, leaf: Any) -> list[str]:
    options = [one for one in leaf.options if one.name not in NOT_HERE]
    chosen = draw(st.lists(st.sampled_from(options), min_size=1, max_size=3, unique=True))
    return line_of(leaf, [(option, draw(values)) for option in chosen])


@pytest.mark.usefixtures("here")
def test_a_hostile_line_is_refused_in_one_line_or_right(
    leaf: Any, holds: Callable[..., Any]
) -> None:
    @settings(
        max_examples=12 * TIMES,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        database=None,
    )
    @given(lines(leaf))
    def each(arguments: list[str]) -> None:
        holds(arguments)

    each()


@pytest.mark.usefixtures("here")
def test_every_option_alone_is_held_to_one_hostile_value_of_each_kind(
    leaf: Any, holds: Callable[..., Any]
) -> None:
    """In turn, so that each run of the tests sees each option; all of them with HARDENING."""
    kinds = (NUMBERS, LISTS, CELLS, TEXTS, PATHS)
    for turn, option in enumerate(one for one in leaf.options if one.name not in NOT_HERE):
        if option.flag:
            holds(line_of(leaf, [(option, "")]))
            continue
        kind = kinds[turn % len(kinds)]
        for value in HOSTILE if TIMES > 1 else (kind[(7 * turn) % len(kind)],):
            holds(line_of(leaf, [(option, value)]))


SIZES = (
    *("activations --points 1e308 --steps 1000000000", "bptt --sentence {million}"),
    *("blame --hidden 1000000000", "blame --hidden 40000", "blame --sentences 1000000000"),
    *("gates --distances 1000000000", "influence --steps 1000000000", "params --hidden {ten_400}"),
    *("lstm-cell --cues {million}", "spectrum --matrix {million}", "task --count 1000000000"),
    *("train --batch 1000000000", "train --distance 1000000000", "train --steps 1000000000"),
    *(
        "fade --distance 1000000000",
        "remember --distances 1000000000",
        "remember --seeds 999999999",
    ),
    *(
        "remember --jobs 1000000000",
        "vanish --distances 999999999999999",
        "verify --jobs 1000000000",
    ),
    *(
        "truncate --length 999999999999999",
        "truncate --repeat 1000000000",
        "loss --logits {million}",
    ),
    *("unroll --text /dev/zero", "unroll --model /dev/zero", "unroll --h0 {million}"),
    *(
        "vanish --passage /dev/zero --evidence x",
        "verify --ledger /dev/zero",
        "docs check /dev/zero",
    ),
    *("model show /dev/zero", "unroll --model chapter.toml --words /dev/zero"),
    *("unroll --model chapter.toml --inputs /dev/zero", "remember --resume /dev/zero --steps 2"),
)
LARGE = {"million": "1," * 60_000 + "1", "ten_400": "1" + "0" * 400}


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


@pytest.mark.parametrize("line", SIZES, ids=lambda line: line.replace("/", "_"))
def test_a_huge_size_is_refused_before_its_memory_is_taken(line: str, here: Any) -> None:
    """In a process of 512 MiB of addresses: one line, or a right answer."""
    arguments = line.format_map(LARGE).split()
    done = subprocess.run(
        [sys.executable, "-m", "rnn_examples", *arguments],
        cwd=here,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=limited,
        capture_output=True,
        timeout=LONGEST,
        check=False,
    )
    told = done.stderr.decode()
    assert done.returncode in (0, 2), told
    assert "fault of the tool" not in told
    assert "Traceback" not in told
    assert told.count("\n") == (done.returncode == 2)
