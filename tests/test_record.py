"""Records behave as frozen dataclasses do."""

import copy
import pickle

import pytest

from rnn_examples.record import Record


class Point(Record):
    """A record with a default."""

    x: int
    y: int = 2


class Other(Record):
    x: int
    y: int = 2


def test_fields_are_positional_or_named() -> None:
    assert (Point(1, 3).x, Point(1, 3).y) == (1, 3)
    assert Point(1) == Point(x=1) == Point(y=2, x=1)


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((), {"y": 1}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1})],
)
def test_other_fields_are_refused(values: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="Point takes x, y, each once"):
        Point(*values, **named)


def test_two_are_equal_by_kind_and_content() -> None:
    assert Point(1) != Point(1, 3)
    assert Point(1) != Other(1)
    assert {Point(1), Point(1, 2), Point(2)} == {Point(1), Point(2)}


@pytest.mark.parametrize("name", ["x", "z"])
def test_nothing_can_be_changed(name: str) -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match=rf"Point\.{name} cannot be changed"):
        setattr(point, name, 5)
    with pytest.raises(AttributeError, match=rf"Point\.{name} cannot be removed"):
        delattr(point, name)
    assert point == Point(1)


def test_a_copy_has_some_fields_changed() -> None:
    assert Point(1).but(y=5) == Point(1, 5)
    assert Point(1, 7).but(x=3) == Point(3, 7)
    with pytest.raises(TypeError):
        Point(1).but(z=3)


def test_is_matched_shown_copied_and_stored() -> None:
    match Point(4):
        case Point(x, y):
            assert (x, y) == (4, 2)
    assert repr(Point(1)) == "Point(x=1, y=2)"
    assert copy.deepcopy(Point(1)) == pickle.loads(pickle.dumps(Point(1))) == Point(1)
