"""What an example shows in Python where no network is given: the tables that need none."""

from rnn_examples.examples import activations, truncate
from rnn_examples.examples.work import activations as activations_work
from rnn_examples.examples.work import truncate as truncate_work
from rnn_examples.tables.prose import plain
from rnn_examples.tables.table import Document


def names(document: Document) -> list[str]:
    return [table.name for table in document.tables]


def test_functions_without_units() -> None:
    result = activations.compute()
    document = activations.document(result)
    assert names(document) == ["values", "derivatives", "largest", "ceilings"]
    assert "unit" not in " ".join(map(plain, document.notes))
    assert [work.tables[0] for work in activations_work.work(result)] == ["values", "ceilings"]


def test_segments_without_a_gradient() -> None:
    result = truncate.compute(10, 3, (1,))
    assert names(truncate.document(result)) == ["segments", "dependencies"]
    assert [work.tables for work in truncate_work.work(result)] == [("segments", "dependencies")]
