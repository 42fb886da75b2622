"""Strict JSON, schema 1."""

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rnn_examples.equations.expression import equals, power
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.prose import prose
from rnn_examples.tables.table import Bar, Column, Document, Work, table


def strict(text: str) -> Any:
    """The value, read by a parser that knows no NaN, no Infinity and no key given twice."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs)
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=once)


def test_words_are_verbatim(
    document: Document, rendered: Callable[..., str], words: tuple[str, ...]
) -> None:
    found = strict(rendered(document, "json"))
    assert list(found) == ["schema", "example", "inputs", "tables", "notes"]
    assert (found["schema"], found["example"]) == (1, "awkward")
    assert found["inputs"] == {"words": list(words)}
    assert found["notes"] == [f"Note {' '.join(words)}"]
    first, second = found["tables"]
    assert (first["name"], first["title"]) == ("trace", f"Title {' '.join(words)}")
    assert first["columns"][1] == {"name": "word", "label": "50%_done & $5", "unit": "a|b"}
    assert first["columns"][2] == {"name": "h", "label": "h_t", "unit": None}
    for place, (row, word) in enumerate(zip(first["rows"], words, strict=True)):
        value = None if place == 1 else -0.125 * place
        expected = {"t": place, "word": word, "h": [0.5 * place, -0.25]}
        assert row == {**expected, "value": value, "again": word}
    assert second["rows"] == [{"t": 1, "word": "a|b"}]


def test_every_kind_of_number_is_strict(rendered: Callable[..., str]) -> None:
    values = {
        float("nan"): None,
        float("inf"): None,
        Decimal("-Infinity"): None,
        -0.0: 0.0,
        1 / 3: 0.3333333333333333,
        5e-324: 5e-324,
        Fraction(1, 3): 0.3333333333333333,
        Decimal("7.1e-1506"): "7.1000000000000000e-1506",
        2**64: 18446744073709551616,
        10**5000: "1.0000000000000000e+5000",
        "NaN": "NaN",
    }
    rows = [(value, (value, True, None), None) for value in values]
    columns = (Column("v", "v"), Column("w", "w"), Column("bar", "", bar=Bar("v", 1e-3, 1)))
    found = strict(rendered(Document("n", "N", {}, (table("n", "N", columns, rows),)), "json"))
    wanted = [{"v": value, "w": [value, True, None]} for value in values.values()]
    assert found["tables"][0]["rows"] == wanted
    assert [column["name"] for column in found["tables"][0]["columns"]] == ["v", "w"]


def test_each_row_is_a_line_as_it_comes(stream: Callable[[], Document]) -> None:
    pieces = list(render(stream(), "json", Look()))
    found = strict("".join(pieces))
    assert [row["t"] for row in found["tables"][0]["rows"]] == [1, 2, 3, 4, 5, 6]
    lines = [line for line in "".join(pieces).splitlines() if '"third"' in line]
    assert len(lines) == 7
    assert sum('"word1"' in piece for piece in pieces) == 1


def test_work_and_prose_are_text(rendered: Callable[..., str]) -> None:
    work = (Work("Powers", (equals(power(2, 3), 8),)),)
    notes = (prose("Since ", power("f", "k"), " fades."),)
    found = strict(rendered(Document("w", "W", {}, (), notes, work), "json"))
    assert found["tables"] == []
    assert found["notes"] == ["Since f^k fades."]
    assert found["work"] == [{"title": "Powers", "lines": ["2^3 = 8"]}]


def test_documents_of_a_document_are_a_list(
    document: Document, rendered: Callable[..., str]
) -> None:
    """Every part is the JSON that it is alone, in its place."""
    first, second = (document.only(name).but(title=name) for name in ("trace", "second"))
    for parts in ((first,), (first, second), (second, first, second)):
        whole = document.but(tables=(), notes=(), parts=parts)
        found = strict(rendered(whole, "json"))
        assert found["documents"] == [strict(rendered(part, "json")) for part in parts]
