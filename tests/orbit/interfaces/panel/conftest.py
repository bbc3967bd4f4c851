"""One browser on one worker for the tests of a file; a panel that they share."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import simulated_live
from tests.orbit.interfaces.panel.browser import CHROMIUM, FLAGS, TOKEN, Served, served, settled, window


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let no two workers start a browser at once: each takes as much of the machine as all else together."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    """Chromium as the system has it. It ends with the file: Playwright holds the thread's event loop."""
    if CHROMIUM is None:
        pytest.skip("THE PANEL WAS NOT LOOKED AT: there is no Chromium here (apt install chromium).")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def live() -> Generator[LiveHost]:
    """A simulated Live that tests can reach into."""
    with simulated_live(token=TOKEN, tick_seconds=0.01) as host:
        yield host


@pytest.fixture(scope="module")
def panel(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """A panel with the practice session."""
    del browser
    with served(tmp_path_factory.mktemp("panel")) as running:
        yield running


@pytest.fixture(scope="module")
def live_panel(
    browser: Browser, live: LiveHost, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Served]:
    """A panel with the simulated Live."""
    del browser
    with served(tmp_path_factory.mktemp("panel"), live) as running:
        yield running


@pytest.fixture
def page(browser: Browser, panel: Served) -> Generator[Page]:
    with window(browser, panel) as seen:
        settled(seen.page)
        yield seen.page


@pytest.fixture
def live_page(browser: Browser, live_panel: Served) -> Generator[Page]:
    with window(browser, live_panel) as seen:
        settled(seen.page)
        yield seen.page
