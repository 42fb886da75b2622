"""A table with a summary: people see the summary, machines the rows."""

import pytest

from rnn_examples.tables.formats import MACHINE_FORMATS, MODULES, Look, render
from rnn_examples.tables.table import Column, Document, table

COLUMNS = (Column("n", "n", key=True),)
EVERY = table("rows", "Every row", COLUMNS, [(111,), (222,)])
SHORT = table("rows", "In short", COLUMNS, [(333,)])


@pytest.mark.parametrize("name", MODULES)
def test_people_see_the_summary_and_machines_the_rows(name: str) -> None:
    document = Document("x", "X", {}, (EVERY.but(summary=SHORT),))
    text = "".join(render(document, name, Look()))
    machine = name in MACHINE_FORMATS
    assert ("222" in text, "333" in text) == (machine, not machine)
    book = Document("b", "B", {}, (), parts=(document,))
    text = "".join(render(book, name, Look()))
    assert ("222" in text, "333" in text) == (machine, not machine)
