"""The page as a whole: alone, for every reader, light or dark, on a phone and on paper."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rnn_examples.book.page import pictures
from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

Browser = Any
PAPER = "return getComputedStyle(document.body).backgroundColor"


def test_nothing_is_fetched_and_no_error_logged(browser: Browser, page: Path) -> None:
    browser.logged()
    browser.open(page)
    assert browser.logged() == []
    assert browser.run("return performance.getEntriesByType('resource')") == []
    assert browser.find("#live-scene").is_displayed()
    assert browser.run("return document.querySelectorAll('math').length") > 50


@pytest.mark.parametrize(
    ("part", "width", "scheme"),
    [
        # Its colours are the lesson's, and take axe longest.
        ("page", 1200, None),
        ("lesson", 1200, "dark"),
        ("lesson", 360, "light"),
    ],
)
def test_axe_finds_no_violation(
    browser: Browser, request: pytest.FixtureRequest, part: str, width: int, scheme: str | None
) -> None:
    axe = pytest.importorskip("selenium_axe_python", reason="it brings axe-core")
    browser.open(request.getfixturevalue(part))
    browser.look(width, scheme or "light")
    browser.run(files(axe).joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8"))
    found = browser.wait(
        "axe.run(value0).then(found => done("
        "[found.violations.map(v => [v.id, v.nodes[0].html]), found.passes.map(p => p.id)]))",
        {
            "resultTypes": ["violations"],
            "rules": {"color-contrast": {"enabled": scheme is not None}},
        },
    )
    assert found[0] == []
    assert {"aria-allowed-attr", "button-name", "label", "region"} <= set(found[1])
    assert ("color-contrast" in found[1]) == (scheme is not None)


def test_light_and_dark(opened: Browser) -> None:
    light = opened.run(PAPER)
    opened.look(1200, "dark")
    dark = opened.run(PAPER)
    toggle = opened.find("header button")
    assert toggle.get_attribute("aria-pressed") == "true"
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "false"
    assert opened.run(PAPER) == light != dark


def test_on_paper_it_is_light_and_without_buttons(opened: Browser) -> None:
    light = opened.run(PAPER)
    opened.look(700, "dark", "print")
    assert opened.run(PAPER) == light
    for selector in ("header button", ".tools", ".sliders", ".skip"):
        assert not opened.find(selector).is_displayed()
    # Chromium repeats a table's headings on its next sheet where no button is among them.
    heading = "document.querySelector('thead button')"
    assert opened.run(f"return getComputedStyle({heading}).display") == "contents"


def test_on_a_phone_only_wide_tables_scroll(opened: Browser) -> None:
    opened.look(360, "light")
    assert opened.run("return document.documentElement.scrollWidth") <= 360
    told = opened.wait(
        "requestAnimationFrame(() => requestAnimationFrame(() => done("
        "[...document.querySelectorAll('.wide')].map(wide => "
        "[wide.scrollWidth > wide.clientWidth, wide.tabIndex === 0]))))"
    )
    assert {wide for wide, _ in told} == {True, False}
    assert all(wide == is_stop for wide, is_stop in told)


def test_the_first_stop_skips_the_contents(opened: Browser) -> None:
    opened.press("body", "Tab")
    assert opened.run("return document.activeElement.textContent") == "Skip to the examples"
    opened.press(".skip", "Enter")
    assert opened.run("return document.activeElement.tagName") == "MAIN"
    links = opened.run(
        "return [...document.querySelectorAll('nav a')].map(link => "
        "document.querySelector(link.hash)?.textContent === link.textContent)"
    )
    assert links
    assert all(links)


def test_no_two_elements_share_an_id(opened: Browser) -> None:
    ids = opened.run("return [...document.querySelectorAll('[id]')].map(({id}) => id)")
    assert len(ids) == len({*ids})


def test_a_picture_tells_what_it_shows(opened: Browser) -> None:
    told = opened.run(
        "return [...document.querySelectorAll('.picture > svg[role=img]')].map(svg => "
        "[svg.getAttribute('aria-label'), svg.querySelector('desc')?.textContent])"
    )
    drawn = [(label, description) for label, description in told if description is not None]
    assert len(drawn) >= 5
    assert all(label and description for label, description in drawn)


def test_without_matplotlib_there_are_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    pieces = invoke(["book", "--source", "lesson", "--fast", "-f", "html"], Surroundings()).pieces
    text = "".join(pieces)
    assert text.count('<figure class="picture">') == 2
    assert 'id="live-blame"' in text


def test_a_source_without_the_scene_s_examples_has_no_scene(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    options = ["--source", "notebook", "--fast", "-f", "html"]
    text = "".join(invoke(["book", *options], Surroundings()).pieces)
    assert 'id="live-scene"' not in text
