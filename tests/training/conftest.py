"""Fixtures of the training's tests."""

import pytest


@pytest.fixture(autouse=True)
def _strict_floats() -> None:
    """Not here: a training allows for all of it once, around its steps, whose parts are tested."""
