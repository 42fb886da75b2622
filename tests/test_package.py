"""What is installed: the wheel has the package alone, the sdist the repository, both work."""

import re
import shutil
import subprocess
import sys
import tarfile
import venv
from email import message_from_bytes
from email.message import Message
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

import pytest

from rnn_examples import __version__

ROOT = Path(__file__).parent.parent
# What lies about in a folder that is worked in; none of it is the project's.
BESIDE = (
    ".ci/__pycache__/variations.pyc",
    ".coverage",
    ".hypothesis/examples/a",
    ".venv/lib/python3.11/site-packages/rnn_examples/a.py",
    "build/lib/rnn_examples/a.py",
    "dist/rnn_examples-0.0.1.tar.gz",
    "golden/.DS_Store",
    "mine.toml",
    "notebooks/.ipynb_checkpoints/a.ipynb",
    "rnn_examples/book/.claims.toml.swp",
    "rnn_examples/book/__pycache__/ledger.pyc",
    "rnn_examples/book/page/page.css~",
    "scratch/README.md",
    "scratch/rnn_examples/a.py",
    "tests/.pytest_cache/a",
)
METADATA = f"rnn_examples-{__version__}.dist-info"
INFO = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


def files() -> set[str]:
    """The repository's files; of an unpacked sdist, all but what .gitignore names."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
        )
        return set(listed.stdout.decode().rstrip("\0").split("\0"))
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return {
        path.as_posix()
        for path in found
        if not any(fnmatch(part, name) for part in path.parts for name in ignored)
    } - {"PKG-INFO"}


def build(tree: Path, kind: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", "made"]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (made,) = (tree / "made").glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository that has been worked in."""
    folder = tmp_path_factory.mktemp("tree")
    for name in sorted(files()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in BESIDE:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


@pytest.fixture(scope="module")
def wheel(tree: Path) -> Path:
    return build(tree, "wheel")


@pytest.fixture(scope="module")
def sdist(tree: Path) -> Path:
    return build(tree, "sdist")


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        return message_from_bytes(archive.read(f"{METADATA}/METADATA"))


def test_the_wheel_holds_the_package_with_its_data(wheel: Path) -> None:
    package = {name for name in files() if name.startswith("rnn_examples/")}
    assert {"rnn_examples/book/claims.toml", "rnn_examples/book/page/page.css"} < package
    with ZipFile(wheel) as archive:
        assert sorted(archive.namelist()) == sorted(
            package | {f"{METADATA}/{name}" for name in INFO}
        )


def test_the_sdist_holds_the_repository(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = sorted(name.partition("/")[2] for name in archive.getnames())
    assert names == sorted(files() | {"PKG-INFO"})


def test_the_wheel_of_the_sdist_is_the_same_to_the_byte(
    sdist: Path, wheel: Path, tmp_path: Path
) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    assert build(unpacked, "wheel").read_bytes() == wheel.read_bytes()


def test_it_says_what_it_is(metadata: Message) -> None:
    one = {name: metadata[name] for name in ("Name", "License-Expression", "Requires-Python")}
    assert one == {
        "Name": "rnn-examples",
        "License-Expression": "MIT",
        "Requires-Python": ">=3.11",
    }
    assert metadata["Summary"]
    assert metadata.get_payload(decode=True).decode() == (ROOT / "README.md").read_text(
        encoding="utf-8"
    )
    assert metadata["Project-URL"] is None
    assert metadata["Home-page"] is None
    needed = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert {re.split(r"[<>=]", line)[0] for line in needed} == {"numpy", "rich", "typer"}
    assert metadata.get_all("Provides-Extra") == ["cluster", "oracle", "plot", "test", "weights"]


def test_the_version_is_written_once(metadata: Message) -> None:
    assert metadata["Version"] == __version__
    texts = [name for name in files() if name.startswith("rnn_examples/")] + ["pyproject.toml"]
    found = [name for name in texts if __version__ in (ROOT / name).read_text(encoding="utf-8")]
    assert found == ["rnn_examples/__init__.py"]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel, whose libraries are those of the tests: no index."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(python)]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (site / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", ["rnn-examples", "python -m rnn_examples"])
@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("--version", f"rnn-examples {__version__}"),
        ("verify --only chapter-evidence-distance", "47"),  # the ledger
        ("book --fast --source notebook -f html", "<style>"),  # the page's own files
    ],
)
def test_the_installed_wheel_is_the_command_and_reads_its_data(
    command: str, line: str, shown: str, installed: Path, tmp_path: Path
) -> None:
    words = command.split() + line.split()
    done = subprocess.run(
        [str(installed / "bin" / words[0]), *words[1:]],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout
