"""The book as a page, opened in a Chromium without a window."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
)
KEYS = {"Right": "\ue014", "Home": "\ue011", "End": "\ue010", "Enter": "\ue007", "Tab": "\ue004"}


class Browser:
    """The page as its reader meets it: found by selectors, reached by keys."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path) -> None:
        self.look(1200, "light")
        self.driver.get(path.as_uri())

    def look(self, width: int, scheme: str, media: str = "screen") -> None:
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        feature = {"name": "prefers-color-scheme", "value": scheme}
        emulated = {"media": media, "features": [feature]}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", emulated)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def press(self, selector: str, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.find(selector).send_keys(KEYS[key])

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    def wait(self, script: str, *values: Any) -> Any:
        """What the script hands to `done`."""
        start = f"const [{''.join(f'value{n}, ' for n in range(len(values)))}done] = arguments; "
        return self.driver.execute_async_script(start + script, *values)

    def logged(self) -> list[Any]:
        return list(self.driver.get_log("browser"))


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole book but what trains."""
    return written(tmp_path_factory.mktemp("page") / "book.html")


@pytest.fixture(scope="session")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page") / "lesson.html", "--source", "lesson")


def written(path: Path, *options: str) -> Path:
    arguments = ["book", "--fast", *options, "-f", "html"]
    pieces = invoke(arguments, Surroundings(captured=True)).pieces
    path.write_text("".join(pieces), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    webdriver = pytest.importorskip("selenium.webdriver")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("Chromium and its driver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    started.set_script_timeout(120)
    yield Browser(started)
    started.quit()


@pytest.fixture
def opened(browser: Browser, page: Path) -> Browser:
    """The page, freshly loaded, on a light desktop."""
    browser.open(page)
    return browser
