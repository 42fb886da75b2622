"""`verify` on the command line: its options, exit codes and formats."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.book.ledger import COMPARE
from rnn_examples.cli.app import invoke
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings

Printed = Callable[..., str]
OWN = """
[[claim]]
id = "half"
printed = "{printed}"
run = "vanish --factors 0.9 --distances 50"
cell = "50:remaining"
"""


def ledger(tmp_path: Path, printed: str) -> str:
    path = tmp_path / "claims.toml"
    path.write_text(OWN.format(printed=printed), encoding="utf-8")
    return str(path)


def test_one_claim_in_full(printed: Printed) -> None:
    found = json.loads(printed("verify", "--only", "chapter-crossover", "-f", "json"))
    (row,) = found["tables"][0]["rows"]
    assert (row["printed"], row["computed"]) == ("five", "five or six")
    assert (row["verdict"], row["recorded"], row["source"]) == ("depends", "depends", "chapter")
    assert " at 5 words" in row["why"]
    assert " at 6 " in row["why"]


def test_one_source_fast(printed: Printed) -> None:
    found = json.loads(printed("verify", "--source", "notebook", "--fast", "-f", "json"))
    names = [row["claim"] for row in found["tables"][0]["rows"]]
    assert len(names) == 16
    assert all(name.startswith("notebook-") for name in names)
    assert found["notes"][-1] == "Left out, for they need a training: 32 of the claims."


def test_the_errata_sheet(printed: Printed) -> None:
    text = printed("verify", "--errata", "--source", "chapter", "--fast", "-f", "markdown")
    assert "for '47' read '37'" in text
    assert "4.85" in text
    assert "agrees" not in text


def test_several_claims_and_a_cell(printed: Printed) -> None:
    both = ("--only", "lesson-rnn-params", "--only", "chapter-clip-cosine")
    assert printed("verify", *both, "--cell", "lesson-rnn-params:computed") == "60\n"
    assert printed("verify", *both, "--cell", "together:agrees") == "2\n"


def test_the_exit_code_is_0_where_nothing_has_changed(tmp_path: Path) -> None:
    good = invoke(["verify", "--ledger", ledger(tmp_path, "0.0052")], Surroundings())
    assert (good.exit_code, good.faults) == (0, ())
    assert invoke(["verify", "--only", "chapter-crossover"], Surroundings()).exit_code == 0


@pytest.mark.parametrize("printed_figure", ["0.0051", "0.0053", "0.1052", "-0.0052"])
def test_the_exit_code_is_1_where_a_verdict_has_changed(
    tmp_path: Path, printed_figure: str
) -> None:
    bad = invoke(["verify", "--ledger", ledger(tmp_path, printed_figure)], Surroundings())
    assert bad.exit_code == 1
    # 0.9^50 = 0.00515378: two digits more than are printed.
    assert bad.faults == (f"half: printed {printed_figure}, computed 0.005154: differs",)
    assert "on record" not in "".join(bad.pieces)
    cell = ["--cell", "half:verdict"]
    one = invoke(["verify", "--ledger", ledger(tmp_path, printed_figure), *cell], Surroundings())
    assert (one.exit_code, "".join(one.pieces)) == (1, "differs\n")


def test_a_fault_in_a_ledger_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"claims.toml: claim half: printed: 'x' is not a number"):
        invoke(["verify", "--ledger", ledger(tmp_path, "x")], Surroundings())
    with pytest.raises(InputError, match=r"--ledger: '/nowhere' cannot be read"):
        invoke(["verify", "--ledger", "/nowhere"], Surroundings())


def test_fast_leaves_out_a_claim_whose_command_trains(tmp_path: Path) -> None:
    path = ledger(tmp_path, "0.0052")
    with Path(path).open("a", encoding="utf-8") as file:
        file.write('[[claim]]\nid = "loss"\nprinted = "0.001"\nrun = "train"\ncell = "2000:loss"\n')
    document = invoke(["verify", "--fast", "--ledger", path], Surroundings()).document
    assert document is not None
    assert [row[0] for row in document.tables[0].rows] == ["half"]
    assert document.notes[-1] == "Left out, for they need a training: 1 of the claims."


@pytest.mark.parametrize("jobs", ["0", "257", "x", "1.5"])
def test_a_wrong_number_of_jobs_is_refused(jobs: str) -> None:
    with pytest.raises(InputError, match="--jobs"):
        invoke(["verify", "--fast", "--jobs", jobs], Surroundings())


def test_a_verdict_on_record_is_held_to(tmp_path: Path) -> None:
    path = ledger(tmp_path, "0.0053")
    with open(path, "a", encoding="utf-8") as file:
        file.write('verdict = "agrees"\n')
    (fault,) = invoke(["verify", "--ledger", path], Surroundings()).faults
    assert fault == ("half: agrees on record, now it differs: printed 0.0053, computed 0.005154")


def test_the_help_names_every_comparison(
    printed: Printed, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed("verify", "--help") + capsys.readouterr().out
    for word in (*COMPARE, "decimals", "significant", "because"):
        assert word in text
