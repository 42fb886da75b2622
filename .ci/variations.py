"""What may differ from one machine to another, and the libraries that the package allows."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
KERNELS = "import numpy; print(numpy.show_config('dicts')['SIMD Extensions'].get('found', []))"
VERSIONS = "import sys, numpy; print(f'Python {sys.version.split()[0]}, NumPy {numpy.__version__}')"
PACKAGE = ("-e", ".[plot,weights,cluster]", "pytest", "hypothesis", "mpmath")
# Matplotlib 3.8 calls what later releases of its parser warn of.
OF_ITS_TIME = "pyparsing<3.1"
MATHEMATICS = ("tests/network",)
LIBRARIES = (
    *MATHEMATICS,
    "tests/tables",
    "tests/plots",
    "tests/cli/test_cluster.py",
    "tests/training/test_cluster.py",
)


@dataclass(frozen=True, slots=True)
class Variation:
    """computes: something may round another way, so that the last bits of a float64 may differ."""

    name: str
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    computes: bool = False
    python: str = sys.executable
    tests: tuple[str, ...] = ()

    def run(self, *arguments: str, given: str = "") -> str:
        """What Python prints there. Raises RuntimeError where it fails, or warns."""
        done = subprocess.run(
            [self.python, *self.options, *arguments],
            cwd=ROOT,
            env=os.environ | self.environment,
            input=given,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode or done.stderr:
            raise RuntimeError(done.stdout[-3000:] + done.stderr[-3000:])
        return done.stdout

    def kernels(self) -> list[str]:
        """The parts of this processor for which NumPy has kernels of their own, and uses them."""
        return list(ast.literal_eval(self.run("-c", KERNELS)))


def of_this_machine(folder: Path) -> Iterator[Variation]:
    """Other surroundings, hashes and BLAS; files of theirs go to `folder`."""
    yield Variation("a second run")
    yield Variation("python -O", ("-O",))
    yield Variation("python -W error", ("-W", "error"))
    yield Variation("other hashes", environment={"PYTHONHASHSEED": "4711"})
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "XXX-14"}
    yield Variation("an ASCII locale, time zone +14", environment=ascii_only)
    made = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")]
    if shutil.which(made[0]) and not subprocess.run(made, capture_output=True).returncode:
        comma = {"LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8", "TZ": "XXX12"}
        yield Variation("a locale of decimal commas, time zone -12", environment=comma)
    for threads in ("1", "2"):
        several = {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        yield Variation(f"BLAS threads: {threads}", environment=several, computes=True)
    # Where the machine names one, its own is wrong.
    if "OPENBLAS_CORETYPE" not in os.environ:
        core = {"OPENBLAS_CORETYPE": "Prescott"}
        yield Variation("BLAS of another core", (), core, True, tests=MATHEMATICS)
    yield from without_kernels(Variation(""), MATHEMATICS)


def of_libraries(name: str, python: str) -> Iterator[Variation]:
    """The libraries of another Python, with NumPy's kernels and without."""
    versions = Variation("", python=python).run("-c", VERSIONS).strip()
    own = Variation(f"{name} ({versions})", (), {}, True, python, LIBRARIES)
    yield own
    yield from without_kernels(own, ())


def without_kernels(own: Variation, tests: tuple[str, ...]) -> Iterator[Variation]:
    """Without the widest where there are such, and without any."""
    found = own.kernels()
    wide = [kernel for kernel in found if "AVX512" in kernel or kernel == "X86_V4"]
    for off in ([wide] if wide else []) + [found]:
        name = f"{own.name} without {', '.join(off)}".strip()
        environment = {"NPY_DISABLE_CPU_FEATURES": " ".join(off)}
        yield Variation(name, (), environment, True, own.python, tests)


def lower_bounds() -> list[str]:
    """What pyproject.toml declares at its oldest."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (project["optional-dependencies"][name] for name in ("plot", "weights", "cluster"))
    declared = [*project["dependencies"], *(one for extra in extras for one in extra)]
    return [re.sub(">=([0-9.]+).*", r"==\1", one) for one in declared]


def newest_python() -> str:
    """This one where the machine has no newer."""
    named = (f"python3.{minor}" for minor in range(20, sys.version_info.minor, -1))
    pyenv = (Path.home() / ".pyenv" / "versions").glob("3.*/bin/python3.*")
    found = {path.name: path for path in pyenv}
    for name in named:
        path = found.get(name) or shutil.which(name)
        if path and not subprocess.run([path, "-c", ""], capture_output=True).returncode:
            return str(path)
    return sys.executable


def install(folder: Path, python: str, *requirements: str) -> str:
    """A virtual environment with the package and these; its Python."""
    made = str(folder / "bin" / "python")
    for line in ([python, "-m", "venv", str(folder)],
                 [made, "-m", "pip", "install", "--quiet", *PACKAGE, *requirements]):  # fmt: skip
        subprocess.run(line, cwd=ROOT, check=True)
    return made
