"""Only the lines of the changed cell differ in a notebook's file."""

import json

import pytest

START = "<!-- rnn-examples: vanish -->"
END = "<!-- /rnn-examples -->"
SOURCE = ["é\n", f"{START}\n", "old\n", f"{END}\n", "tail"]


def notebook(source: object, **style: object) -> str:
    code = {"source": [f"# {START}"], "cell_type": "code", "outputs": [], "metadata": {}}
    cell = {"source": source, "metadata": {"z": 1, "a": 1.50}, "cell_type": "markdown"}
    return json.dumps({"nbformat": 4, "cells": [code, cell], "metadata": {}}, **style) + "\n"


@pytest.mark.parametrize("style", [{"indent": 1}, {"indent": "\t"}, {}, {"ensure_ascii": False}])
@pytest.mark.parametrize("source", [SOURCE, "".join(SOURCE), ["".join(SOURCE)], ["", *SOURCE]])
def test_the_text_outside_the_block_stays(updated, style, source) -> None:
    old = notebook(source, **style)
    new = updated("a.ipynb", old)
    text = "".join(json.loads(new)["cells"][1]["source"])
    assert text.startswith(f"é\n{START}\n\n| t | h |\n")
    assert text.endswith(" -->\ntail")
    place = old.index("<!-- rnn-examples: vanish -->", old.index('"z"') - 200) + len(START)
    start = old.rindex(START) + len(START)
    assert place <= start
    assert new.startswith(old[:start])
    assert new.endswith(old[old.rindex("tail") :])


def test_the_lines_are_a_list_as_jupyter_writes_it(updated) -> None:
    new = updated("a.ipynb", notebook(SOURCE, indent=1, ensure_ascii=False))
    source = json.loads(new)["cells"][1]["source"]
    assert source[2:7] == ["\n", "| t | h |\n", "| - | -: |\n", "| 1 | 0.5 |\n", "\n"]
    assert new == notebook(source, indent=1, ensure_ascii=False)


def test_new_lines_stand_below_the_only_old_one(updated) -> None:
    source = ["".join(SOURCE)]
    new = updated("a.ipynb", notebook(source, indent=1))
    assert '\\n",\n    "| t | h |\\n",\n    "| - | -: |\\n",\n    "' in new


@pytest.mark.parametrize("ensure_ascii", [True, False])
def test_new_letters_are_written_as_the_old_ones(desk, updated, ensure_ascii: bool) -> None:
    desk.printed["vanish"] = 'ŷ "\\ 👍\n'
    old = notebook(SOURCE, indent=1, ensure_ascii=ensure_ascii)
    new = updated("a.ipynb", old)
    assert new.isascii() == ensure_ascii
    assert ("ŷ" in new) == (not ensure_ascii)
    assert 'ŷ "\\ 👍\n' in json.loads(new)["cells"][1]["source"]


def test_escapes_before_a_block_do_not_move_it(desk, updated) -> None:
    source = f'\\ud83d\\ude00 \\t \\/ \\" \\\\ \\ud800 {START[:-4]} --cell a -->x{END} \\u00e9\\/'
    old = f'{{"cells": [{{"cell_type": "markdown", "source": "{source}"}}]}}'
    desk.printed["vanish"] = "0.5\n"
    new = updated("a.ipynb", old)
    assert new.startswith(old[: old.index("x<!--")] + "0.5<!-- /rnn-examples sha256:")
    assert new.endswith(' --> \\u00e9\\/"}]}')


def test_crlf_between_the_lines_of_the_file_stays(updated) -> None:
    old = notebook(SOURCE, indent=1).replace("\n", "\r\n")
    new = updated("a.ipynb", old)
    assert new.count("\n") == new.count("\r\n") == old.count("\n") + 4
    assert "| t | h |\n" in json.loads(new)["cells"][1]["source"]


def test_two_cells_are_two_texts(desk, updated) -> None:
    cells = [{"cell_type": "markdown", "source": [f"{START}\n", END]} for _ in range(2)]
    new = json.loads(updated("a.ipynb", json.dumps({"cells": cells})))
    assert new["cells"][0] == new["cells"][1]
    assert "| 1 | 0.5 |\n" in new["cells"][0]["source"]
