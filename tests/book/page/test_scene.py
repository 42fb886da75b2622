"""The lesson's scene: its sliders show what the commands print, and nothing else."""

import json
import re
import shlex
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from rnn_examples.book.page import scene
from rnn_examples.book.page.live import embedded

Browser = Any
Printed = Callable[..., str]


def shown(browser: Browser, name: str) -> dict[int, str]:
    """The value of every mark in a live picture, by its steps."""
    marks = browser.run(
        f"return [...document.querySelectorAll('#live-{name} [data-step]')]"
        ".map(mark => [mark.dataset.step, mark.dataset.value])"
    )
    return {int(step): value for step, value in marks}


@pytest.mark.parametrize(("gain", "sentence", "step"), [(2, 0, 6), (16, 1, 17), (8, 3, 20)])
def test_sliders_show_what_the_commands_print(
    opened: Browser, printed: Printed, gain: int, sentence: int, step: int
) -> None:
    for name, place in (("gain", gain), ("sentence", sentence), ("step", step)):
        opened.press(f"#live-{name}", "Home")
        opened.press(f"#live-{name}", "Right", place)
    data = json.loads(opened.find("#live-values").get_attribute("textContent"))
    values = {
        "blame": data["blame"]["values"][gain][sentence],
        "influence": data["influence"]["values"][gain],
    }
    for name, of_gain in values.items():
        assert shown(opened, name) == {back: value for back, (_, value, _) in enumerate(of_gain)}
        output = opened.find(f"#live-{name}-value data")
        assert [output.text, output.get_attribute("value")] == of_gain[step][:2]
        command = shlex.split(opened.find(f"#live-{name}-command").text)
        assert printed(*command[1:], "-f", "csv").strip() == of_gain[step][1]


def test_the_lesson_s_figure(opened: Browser) -> None:
    """Printed by the lesson: 0.0989 at a gain of 0.9 after five steps."""
    opened.press("#live-step", "Home")
    opened.press("#live-step", "Right", 5)
    assert opened.find("#live-influence-value").text.endswith(
        "At g = 0.9, after 5 steps: the influence is 0.0989"
    )


def test_a_slider_moves_both_pictures(opened: Browser) -> None:
    before = shown(opened, "blame"), shown(opened, "influence")
    opened.press("#live-gain", "End")
    after = shown(opened, "blame"), shown(opened, "influence")
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert opened.find("#live-gain").get_attribute("aria-valuetext") == "g = 8.0"
    opened.press("#live-step", "End")
    told = opened.find("#live-blame-value").text
    assert told.startswith("At g = 8.0, 8 steps back: the blame on the state before the first word")
    for name in ("blame", "influence"):
        assert opened.find(f"#live-{name}-value").get_attribute("aria-live") == "polite"
        marked = opened.run(f"return document.querySelector('#live-{name} [data-step].at').dataset")
        assert marked["step"] == "8"


def test_places_in_the_picture_are_those_of_the_values(opened: Browser) -> None:
    """On a logarithmic scale: 24 % of the width at the lowest decade, 80 % at the highest."""
    low, high = scene.compute().blame_decades
    for back, value in shown(opened, "blame").items():
        bar = opened.find(f'#live-blame rect[data-step="{back}"]')
        share = (float(Decimal(value).log10()) - low) / (high - low)
        assert float(bar.get_attribute("width").rstrip("%")) == pytest.approx(56 * share, abs=1e-9)


def test_embedded_json_cannot_leave_its_element() -> None:
    text = embedded(["</script><!--", "a\u2028b", "&amp;"])
    assert re.search("[<>&\u2028]", text) is None
    assert json.loads(text) == ["</script><!--", "a\u2028b", "&amp;"]
