"""The book as a page: what it says, shows and offers in a browser, without a network."""

import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rnn_examples.book.page import pictures, scene
from rnn_examples.book.page.live import embedded
from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

webdriver = pytest.importorskip("selenium.webdriver")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="Chromium is not installed")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
)
Printed = Callable[..., str]
Browser = Any


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "book.html"
    pieces = invoke(["book", "--fast", "-f", "html"], Surroundings(captured=True)).pieces
    path.write_text("".join(pieces), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def opened(chromium: Browser, page: Path) -> Browser:
    """The page, freshly loaded, on a light desktop."""
    look(chromium, 1200, "light")
    chromium.get(page.as_uri())
    chromium.get_log("browser")
    return chromium


def look(browser: Browser, width: int, scheme: str, media: str = "screen") -> None:
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": [feature]})


def find(browser: Browser, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def press(element: Any, key: str, times: int = 1) -> None:
    codes = {"Right": "\ue014", "Home": "\ue011", "End": "\ue010", "Enter": "\ue007"}
    for _ in range(times):
        element.send_keys(codes[key])


def test_nothing_is_fetched_and_no_error_logged(chromium: Browser, page: Path) -> None:
    chromium.get_log("browser")
    chromium.get(page.as_uri())
    assert chromium.get_log("browser") == []
    assert chromium.execute_script("return performance.getEntriesByType('resource')") == []
    assert find(chromium, "#live-scene").is_displayed()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
def test_axe_finds_no_violation(opened: Browser, width: int, scheme: str) -> None:
    axe = pytest.importorskip("selenium_axe_python", reason="it brings axe-core")
    look(opened, width, scheme)
    script = files(axe).joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
    opened.execute_script(script)
    found = opened.execute_async_script(
        "const done = arguments[0]; axe.run().then(({violations, passes}) => "
        "done([violations.map(v => [v.id, v.nodes[0].html]), passes.map(p => p.id)]))"
    )
    assert found[0] == []
    assert {"color-contrast", "button-name", "label", "region"} <= set(found[1])


def shown(browser: Browser, name: str) -> dict[int, str]:
    """The value of every mark in a live picture, by its steps."""
    marks = browser.execute_script(
        f"return [...document.querySelectorAll('#live-{name} [data-step]')]"
        ".map(mark => [mark.dataset.step, mark.dataset.value])"
    )
    return {int(step): value for step, value in marks}


@pytest.mark.parametrize(("gain", "sentence", "step"), [(2, 0, 6), (16, 1, 17), (8, 3, 20)])
def test_sliders_show_what_the_commands_print(
    opened: Browser, printed: Printed, gain: int, sentence: int, step: int
) -> None:
    for name, places in (("gain", gain), ("sentence", sentence), ("step", step)):
        press(find(opened, f"#live-{name}"), "Home")
        press(find(opened, f"#live-{name}"), "Right", places)
    data = json.loads(find(opened, "#live-values").get_attribute("textContent"))
    values = {
        "blame": data["blame"]["values"][gain][sentence],
        "influence": data["influence"]["values"][gain],
    }
    for name, of_gain in values.items():
        assert shown(opened, name) == {back: value for back, (_, value, _) in enumerate(of_gain)}
        output = find(opened, f"#live-{name}-value data")
        assert [output.text, output.get_attribute("value")] == of_gain[step][:2]
        command = shlex.split(find(opened, f"#live-{name}-command").text)
        assert printed(*command[1:], "-f", "csv").strip() == of_gain[step][1]


def test_a_slider_moves_both_pictures(opened: Browser) -> None:
    before = shown(opened, "blame"), shown(opened, "influence")
    slider = find(opened, "#live-gain")
    press(slider, "End")
    after = shown(opened, "blame"), shown(opened, "influence")
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert slider.get_attribute("aria-valuetext") == "g = 8.0"
    press(find(opened, "#live-step"), "End")
    assert "the state before the first word" in find(opened, "#live-blame-value").text
    assert find(opened, "#live-blame-value").get_attribute("aria-live") == "polite"


def test_places_in_the_picture_are_those_of_the_values(opened: Browser) -> None:
    """On a logarithmic scale: 24 % of the width at the lowest decade, 80 % at the highest."""
    low, high = scene.compute().blame_decades
    for back, value in shown(opened, "blame").items():
        bar = find(opened, f'#live-blame rect[data-step="{back}"]')
        share = (float(Decimal(value).log10()) - low) / (high - low)
        assert float(bar.get_attribute("width").rstrip("%")) == pytest.approx(56 * share, abs=1e-9)


COLUMNS = """
return [...document.querySelectorAll("th[aria-sort]")].map(heading => {
  const {cellIndex} = heading, table = heading.closest("table"), button = heading.firstChild;
  const read = () => [...table.tBodies[0].rows].map(row => {
    const cell = row.cells[cellIndex];
    return cell.querySelector("data")?.value ?? (cell.textContent || null);
  });
  const seen = [read()];
  for (let i = 0; i < 3; i++) { button.click(); seen.push(read(), heading.ariaSort); }
  return seen;
});
"""


def test_every_column_sorts_by_its_exact_values(opened: Browser) -> None:
    found = opened.execute_script(COLUMNS)
    assert len(found) > 50
    numeric = 0
    for start, up, ascending, down, descending, end, none in found:
        assert (ascending, descending, none) == ("ascending", "descending", "none")
        assert end == start
        blanks = [None] * start.count(None)
        known = [value for value in start if value is not None]
        assert sorted(up, key=str) == sorted(start, key=str)
        if all(re.fullmatch(r"-?[0-9.]+(e[-+][0-9]+)?", value) for value in known):
            numeric += len({*known}) > 2
            known.sort(key=Decimal)
            assert up == [*known, *blanks]
            assert [*map(Decimal, down[: len(known)])] == [*map(Decimal, known[::-1])]
            assert down[len(known) :] == blanks
    assert numeric > 20


def test_sorting_by_the_keyboard_is_told(opened: Browser) -> None:
    heading = find(opened, "#activations ~ figure th[aria-sort]")
    press(heading.find_element("css selector", "button"), "Enter", 2)
    assert heading.get_attribute("aria-sort") == "descending"
    assert find(opened, "#said").text == "Sorted by x, descending"


def test_values_beyond_floats_are_in_order(opened: Browser) -> None:
    texts = "3.5 -2.1e+400 7.1e-1506 0 -3.4e+400 -7.1e-1506 2.86e+880 9e-1507 -0.5 1e-05".split()
    ordered = opened.execute_script("return arguments[0].sort(compareNumbers)", texts)
    assert ordered == sorted(texts, key=Decimal)


def copied(browser: Browser, table: str, format_name: str) -> str:
    grant = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.execute_cdp_cmd("Browser.grantPermissions", grant)
    label = f'{table} ~ figure button[aria-label^="Copy as {format_name}"]'
    find(browser, label).click()
    read = "navigator.clipboard.readText().then(arguments[0])"
    text = str(browser.execute_async_script(read))
    assert find(browser, "#said").text.startswith(f"Copied as {format_name}: ")
    return text


def test_a_table_is_copied_as_the_tool_prints_it(opened: Browser, printed: Printed) -> None:
    lines = printed("loss", "-f", "markdown").split("\n\n")[1].split("\n")
    wanted = [[cell.strip() for cell in line.split("|")] for line in lines]
    found = copied(opened, "#loss", "Markdown").rstrip().split("\n")
    cells = [[cell.strip() for cell in line.split("|")] for line in found]
    assert (cells[0], cells[2:]) == (wanted[0], wanted[2:])
    assert all(re.fullmatch("---:?|", cell) for cell in cells[1])
    rows = [line.split("\t") for line in copied(opened, "#activations", "TSV").split("\n")]
    csv = [line.split(",") for line in printed("activations", "-f", "csv").split("\n\n")[0].split()]
    assert rows[1:-1] == csv[1:]
    assert rows[0] == ["x", "σ(x)", "tanh(x)", "ReLU(x)", "leaky(x)"]


def test_light_and_dark(opened: Browser) -> None:
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = opened.execute_script(paper)
    look(opened, 1200, "dark")
    dark = opened.execute_script(paper)
    toggle = find(opened, "header button")
    assert toggle.get_attribute("aria-pressed") == "true"
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "false"
    assert opened.execute_script(paper) == light != dark
    look(opened, 1200, "dark", "print")
    toggle_shown = toggle.is_displayed() or find(opened, ".tools").is_displayed()
    assert (opened.execute_script(paper), toggle_shown) == (light, False)


def test_on_a_phone_only_wide_tables_scroll(opened: Browser) -> None:
    look(opened, 360, "light")
    assert opened.execute_script("return document.documentElement.scrollWidth") <= 360
    told = opened.execute_async_script(
        "requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]("
        "[...document.querySelectorAll('.wide')].map(wide => "
        "[wide.scrollWidth > wide.clientWidth, wide.tabIndex === 0]))))"
    )
    assert {wide for wide, _ in told} == {True, False}
    assert all(wide == is_stop for wide, is_stop in told)


def test_the_first_stop_skips_the_contents(opened: Browser) -> None:
    body = find(opened, "body")
    body.send_keys("\ue004")
    skip = opened.switch_to.active_element
    assert skip.text == "Skip to the examples"
    press(skip, "Enter")
    assert opened.switch_to.active_element.tag_name == "main"
    links = opened.execute_script(
        "return [...document.querySelectorAll('nav a')].map(link => "
        "document.querySelector(link.hash)?.textContent === link.textContent)"
    )
    assert links
    assert all(links)


def test_embedded_json_cannot_leave_its_element() -> None:
    text = embedded(["</script><!--", "a\u2028b", "&amp;"])
    assert re.search(r"[<>&\u2028]", text) is None
    assert json.loads(text) == ["</script><!--", "a\u2028b", "&amp;"]


def test_without_matplotlib_there_are_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    pieces = invoke(["book", "--source", "lesson", "--fast", "-f", "html"], Surroundings()).pieces
    text = "".join(pieces)
    assert text.count('<figure class="picture">') == 2
    assert 'id="live-blame"' in text
