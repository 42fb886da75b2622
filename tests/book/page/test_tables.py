"""The page's tables: sorted by exact values, copied as the tool prints them."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

Browser = Any
Printed = Callable[..., str]

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
    found = opened.run(COLUMNS)
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
            assert [*map(Decimal, up[: len(known)])] == [*map(Decimal, known)]
            assert [*map(Decimal, down[: len(known)])] == [*map(Decimal, known[::-1])]
            assert up[len(known) :] == down[len(known) :] == blanks
    assert numeric > 20


def test_powers_are_sorted_by_size_not_by_text(opened: Browser) -> None:
    """0.5 to the powers 100, 50, 47, 20, 10, 5, 1, as they are shown."""
    heading = "#vanish ~ figure th[aria-sort]:nth-child(3)"
    opened.press(f"{heading} button", "Enter")
    read = "return [...document.querySelectorAll('#vanish ~ figure tbody tr')].slice(0, 7)"
    texts = opened.run(f"{read}.map(row => row.cells[2].textContent)")
    assert texts == ["7.9e-31", "8.9e-16", "7.1e-15", "9.5e-07", "0.00098", "0.031", "0.50"]


def test_sorting_by_the_keyboard_is_told(opened: Browser) -> None:
    heading = "#activations ~ figure th[aria-sort]"
    opened.press(f"{heading} button", "Enter", 2)
    assert opened.find(heading).get_attribute("aria-sort") == "descending"
    assert opened.find("#said").text == "Sorted by x, descending"


def test_values_beyond_floats_are_in_order(opened: Browser) -> None:
    large = ["2.86e+880", "-2.1e+400", "-3.4e+400", "2.87e+880"]
    small = ["7.1e-1506", "-7.1e-1506", "9e-1507", "0"]
    texts = ["3.5", *large, "-0.5", *small, "1e-05"]
    assert opened.run("return arguments[0].sort(compareNumbers)", texts) == sorted(
        texts, key=Decimal
    )


def copied(browser: Browser, part: str, format_name: str) -> str:
    grant = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", grant)
    browser.find(f'#{part} ~ figure button[aria-label^="Copy as {format_name}"]').click()
    text = str(browser.wait("setTimeout(() => navigator.clipboard.readText().then(done), 200)"))
    assert browser.find("#said").text.startswith(f"Copied as {format_name}: ")
    return text


def test_markdown_is_copied_as_the_tool_prints_it(opened: Browser, printed: Printed) -> None:
    first = printed("loss", "-f", "markdown").split("\n\n")[1]
    wanted = [[cell.strip() for cell in line.split("|")] for line in first.split("\n")]
    lines = copied(opened, "loss", "Markdown").rstrip().split("\n")
    found = [[cell.strip() for cell in line.split("|")] for line in lines]
    assert found[0] == wanted[0]
    assert found[2:] == wanted[2:]
    assert found[1] == ["", "---:", "---", "---", "---:", "---:", "---:", ""]


def test_tsv_is_copied_with_exact_values(opened: Browser, printed: Printed) -> None:
    first = printed("activations", "-f", "csv").split("\n\n")[0]
    rows = [line.split("\t") for line in copied(opened, "activations", "TSV").split("\n")]
    assert rows[0] == ["x", "σ(x)", "tanh(x)", "ReLU(x)", "leaky(x)"]
    assert rows[1:-1] == [line.split(",") for line in first.split()][1:]
    assert rows[-1] == [""]


def test_a_bar_is_neither_sorted_nor_copied(opened: Browser) -> None:
    assert opened.find("#blame ~ figure .bar").is_displayed()
    lines = copied(opened, "blame", "TSV").split("\n")
    assert lines[0].split("\t")[-1] == "g^(T - k)"
    assert {len(line.split("\t")) for line in lines[:-1]} == {7}
