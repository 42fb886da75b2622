"""Files and paths as Windows has them: CRLF and a BOM in every text that is read, backslashes."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
LEDGER = '[[claim]]\nid = "a"\nprinted = "0.0071"\nrun = "vanish"\ncell = "47,0.9:remaining"\n'
BLOCK = "a\n\n<!-- rnn-examples: vanish --distance 3 -f markdown -->\n<!-- /rnn-examples -->\n"
# Every text that a command reads: its content, and the command line.
READ = {
    "m.toml": ("", "unroll --model {} --sentence the"),
    "shown.toml": ("", "model show {}"),
    "words": ("a\nb\n", "unroll --model m.npz --words {} --sentence a"),
    "v.csv": ("x,y\n1,2\n-0.5,1e3\n", "unroll --inputs {}"),
    "t.txt": ("the dog\nran the\n", "unroll --text {}"),
    "l.txt": ("the dog\nran the\n", "loss --text {}"),
    "p.txt": ("a word\nthen ____\n", "vanish --passage {} --evidence a"),
    "l.toml": (LEDGER, "verify --ledger {}"),
    "r.jsonl": ("", "remember --steps 2 --distances 2 --networks rnn --jobs 1 --quiet --resume {}"),
    "d.md": (BLOCK, "docs check {}"),
}
WINDOWS: dict[str, Callable[[bytes], bytes]] = {
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "a BOM": lambda text: b"\xef\xbb\xbf" + text,
    "both": lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"),
}


@pytest.fixture
def desk(tmp_path: Path, run_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of those texts, each with plain line ends, and a network of two words."""
    monkeypatch.chdir(tmp_path)
    for name, (text, _) in READ.items():
        Path(name).write_bytes(text.encode())
    for name in ("m.toml", "shown.toml"):
        assert run_here(["model", "show", "chapter", "-o", name]).code == 0
    np.savez("m.npz", weight_ih_l0=np.ones((3, 2)), weight_hh_l0=np.full((3, 3), 0.1))
    assert run_here(["docs", "update", "d.md"]).code == 0
    return tmp_path


@pytest.mark.parametrize("name", READ)
def test_a_text_as_windows_has_it_is_read_as_any(
    name: str, desk: Path, run_here: Callable[..., Any]
) -> None:
    line = READ[name][1].format(name).split()
    plain = run_here(line)
    assert (plain.code, plain.told) == (0, "")
    content = (desk / name).read_bytes()
    for written in WINDOWS.values():
        (desk / name).write_bytes(written(content))
        assert run_here(line) == plain


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("written", WINDOWS.values(), ids=WINDOWS)
def test_a_document_stays_as_it_is_and_one_altered_digit_is_stale(
    written: Callable[[bytes], bytes], run_here: Callable[..., Any]
) -> None:
    path = Path("d.md")
    fresh = written(path.read_bytes())
    path.write_bytes(fresh)
    assert run_here(["docs", "check", "d.md"]).code == 0
    stale = re.sub(rb"0\.73", b"0.74", fresh)
    assert stale != fresh
    path.write_bytes(stale)
    assert run_here(["docs", "check", "d.md"]).code == 1
    assert run_here(["docs", "update", "--force", "d.md"]).code == 0
    assert path.read_bytes() == fresh


PATHS = (
    *("unroll --model {}.toml", "unroll --text {}", "vanish --passage {} --evidence a"),
    *("unroll --inputs {}.csv", "unroll --model m.npz --words {}", "verify --ledger {}"),
    *("docs check {}.md", "docs update {}.md", "model show {}.npz", "gates --model {}.safetensors"),
    *("list -o {}/x.csv", "model show chapter -o {}/x.toml"),
    *("train --steps 1 --every 1 --save {}/x.toml", "vanish --plot {}/x.svg"),
    *("remember --steps 1 --distances 1 --networks rnn --jobs 1 --quiet --resume {}/x",),
)


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("line", PATHS)
def test_a_path_with_backslashes_is_told_as_it_is(line: str, run_here: Callable[..., Any]) -> None:
    path = r"C:\new\table\u202e"
    ended = run_here(line.format(path).split())
    assert ended.code == 2
    assert path in ended.told


def test_a_clone_with_windows_line_ends_has_the_stored_texts_as_they_were(tmp_path: Path) -> None:
    """The golden files of a clone with core.autocrlf=true are those that the tests compare with."""
    git = shutil.which("git")
    assert git is not None
    here, there = tmp_path / "here", tmp_path / "there"
    shutil.copytree(ROOT / "golden" / "unroll", here / "golden" / "unroll")
    shutil.copy(ROOT / ".gitattributes", here)
    as_somebody = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-C", str(here))
    for line in (
        ("init", "-q", str(here)),
        (*as_somebody, "add", "."),
        (*as_somebody, "commit", "-q", "-m", "texts"),
        ("clone", "-q", "-c", "core.autocrlf=true", str(here), str(there)),
    ):
        subprocess.run([git, *line], check=True)
    stored = {path.name: path.read_bytes() for path in (here / "golden" / "unroll").iterdir()}
    cloned = {path.name: path.read_bytes() for path in (there / "golden" / "unroll").iterdir()}
    assert cloned == stored
    assert b"\r" not in b"".join(stored.values())
