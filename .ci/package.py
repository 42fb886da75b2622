"""The package as its users install it: the README's ways, one after the other, from an index.

The wheel and the sdist, each in a virtual environment of its own with the declared libraries alone,
run what the README shows and print golden/'s default texts; the line that names a missing extra is
followed; pip from a clone, pipx and uvx are set up as the README says.
"""

import csv
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
TEXT = "the dog ran the dog\n" * 1000
# Whole documents that train: once is enough.
LONG = ("rnn-examples verify", "rnn-examples book -f html -o book.html")
# Folders of pipx and uv, so that nothing is left in the user's.
OWN = ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR", "UV_CACHE_DIR", "UV_TOOL_DIR")
# A safetensors file's header.
WEIGHTS = '{"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
EXTRAS = {
    "plot": "rnn-examples vanish --plot a.svg",
    "weights": "rnn-examples unroll --model a.safetensors",
    "cluster": "rnn-examples remember --cluster tcp://127.0.0.1:1",
}


class Place:
    """A folder to run commands in, with a virtual environment first on its PATH."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        folder.mkdir(exist_ok=True)

    def run(self, command: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        """A line of bash. Nothing is said on standard error unless the exit code tells of it."""
        own = {name: str(self.folder.parent / name.lower()) for name in OWN}
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command],
            cwd=self.folder,
            env={**os.environ, **own, "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        said = bool(done.stderr) and code == 0 and command.startswith("rnn-examples")
        if done.returncode != code or said:
            sys.exit(f"{command}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done


def environment(folder: Path, *packages: str) -> Path:
    """The programs of a fresh virtual environment with these packages."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "pip"), "--quiet"]
    subprocess.run([*pip, "install", *packages], check=True)
    subprocess.run([*pip, "check"], check=True)
    return folder / "bin"


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


def readme(place: Place, *, long: bool) -> int:
    """What the README shows, in its order; how many commands."""
    model, ledger = blocks("toml")
    (chapter,), (latex,), (notebook,) = blocks("markdown"), blocks("latex"), blocks("python")
    files = {
        "own.toml": model,
        "my-claims.toml": ledger,
        "chapter.md": chapter,
        "chapter.tex": latex,
        "long.txt": TEXT,
        "cell.py": notebook,
    }
    for name, text in files.items():
        (place.folder / name).write_text(text, encoding="utf-8")
    (place.folder / "examples").symlink_to(ROOT / "examples")
    listed = place.run("rnn-examples list -f csv").stdout.splitlines()
    commands = [
        *(block for block in blocks("sh") if block.startswith("rnn-examples")),
        *re.findall(r"`(rnn-examples [a-z][^`]*)`", README),
        "rnn-examples unroll --model own.toml --sentence 'the dog' --outputs",
        "rnn-examples verify --ledger my-claims.toml",
        "rnn-examples docs update chapter.tex",
        f"rnn-examples docs check chapter.tex chapter.md {ROOT / 'README.md'}",
        "python cell.py",
        *(f"rnn-examples {row['example']} --help" for row in csv.DictReader(listed)),
    ]
    run = [command for command in commands if long or command not in LONG]
    for command in run:
        place.run(command)
    return len(run)


def golden(place: Place) -> int:
    """The default text of every command, by the command itself; how many."""
    lines = tomllib.loads((ROOT / "golden" / "commands.toml").read_text())["every_format"]
    for line in lines:
        stored = (ROOT / "golden" / line.split()[0] / "default.table.txt").read_text("utf-8")
        if place.run(f"rnn-examples {line}").stdout != stored:
            sys.exit(f"{line}: prints another text than golden/ has")
    return len(lines)


def extras(place: Place) -> int:
    """Each missing extra is told in one line with exit code 2, and that line is right."""
    header = WEIGHTS.encode()
    data = len(header).to_bytes(8, "little") + header + bytes(4)
    (place.folder / "a.safetensors").write_bytes(data)
    for extra, command in EXTRAS.items():
        told = place.run(command, 2).stderr
        install = told.strip().rpartition("Install it: ")[2]
        if told.count("\n") != 1 or shlex.split(install)[-1] != f"rnn-examples[{extra}]":
            sys.exit(f"{command}: {told}")
        place.run(install)
        # Then a picture is drawn; what is no model and no scheduler is refused by the library.
        if "Install it" in place.run(command, 0 if extra == "plot" else 2).stderr:
            sys.exit(f"{command}: the extra is not found once it is installed")
    return len(EXTRAS)


def clone(folder: Path) -> int:
    """What the README says of a clone, and that uvx sees a change of the package; how many."""
    place = Place(folder / "clone", environment(folder / "tools", "pipx", "uv"))
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(place.folder)], check=True)
    ways = [block for block in blocks("sh") if "pip install . " in block]
    ways += re.findall(r"`((?:pipx|uvx) [^`]*)`", README)
    for command in ways:
        place.run(command)
    place.run('"$PIPX_BIN_DIR/rnn-examples" unroll')
    version = place.folder / "rnn_examples" / "__init__.py"
    version.write_text(re.sub('__version__ = ".*"', '__version__ = "9.9"', version.read_text()))
    if place.run("uvx --from . rnn-examples --version").stdout != "rnn-examples 9.9\n":
        sys.exit("uvx runs the package as it was before a change")
    return len(ways)


def main() -> None:
    with TemporaryDirectory() as name:
        folder, start = Path(name), time.monotonic()
        made = folder / "made"
        built = [sys.executable, "-m", "hatchling", "build", "-d", str(made)]
        subprocess.run(built, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        for pattern, long in (("*.whl", True), ("*.tar.gz", False)):
            (package,) = made.glob(pattern)
            programs = environment(folder / package.stem, str(package))
            place = Place(folder / f"in-{package.name}", programs)
            shown, texts = readme(place, long=long), golden(place)
            told = f"{shown} commands of the README, {texts} default texts"
            if long:
                told += f", {extras(place)} extras"
            print(f"{package.name}: {told}, {time.monotonic() - start:.0f} s", flush=True)
        print(f"a clone: {clone(folder)} ways, {time.monotonic() - start:.0f} s in all")


if __name__ == "__main__":
    main()
