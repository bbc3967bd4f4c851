"""One run of the real host for all tests of this folder, and word of it where there can be none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ardour.needs import Installed, MissingError
from tests.ardour.needs import installed as find
from tests.ardour.outside import Report, run
from tests.ardour.table import table

_SHOWN = pytest.StashKey[Report]()
_WHY_NOT = pytest.StashKey[str]()
_TABLE, _MISSING = "shown on a real Ardour", "not shown on a real Ardour"


@pytest.fixture(scope="session")
def installed(pytestconfig: pytest.Config) -> Installed:
    """The parts of a private Ardour; where they are not to be had, that is said, with what brings them."""
    try:
        return find()
    except MissingError as missing:
        pytestconfig.stash[_WHY_NOT] = str(missing)
        pytest.skip(f"Not shown on a real host: {missing}")


@pytest.fixture(scope="session")
def cache(pytestconfig: pytest.Config) -> Path:
    """Where the prepared session is kept from run to run."""
    assert pytestconfig.cache is not None
    return Path(pytestconfig.cache.mkdir("ardour"))


@pytest.fixture(scope="session")
def report(installed: Installed, cache: Path, pytestconfig: pytest.Config) -> Report:
    """What one run of the real host showed."""
    pytestconfig.stash[_SHOWN] = run(installed, cache)
    return pytestconfig.stash[_SHOWN]


@pytest.fixture(autouse=True)
def _told(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Send word of it along with a test's own report: the process that writes the summary may be another."""
    yield
    stash = request.config.stash
    if (why_not := stash.get(_WHY_NOT, None)) is not None:
        record_property(_MISSING, why_not)
    if (shown := stash.get(_SHOWN, None)) is not None:
        record_property(_TABLE, "\n".join(table(shown)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep these tests in one process, which starts the host once."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.xdist_group("ardour"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was shown on the real host, or that nothing was."""
    reports = [report for kept in terminalreporter.stats.values() for report in kept]
    said = dict(told for report in reports for told in getattr(report, "user_properties", ()))
    if _MISSING in said:
        terminalreporter.section("NOT shown on a real Ardour", red=True)
        terminalreporter.write_line(said[_MISSING])
    if _TABLE in said:
        terminalreporter.section("shown on a real Ardour")
        terminalreporter.write_line(said[_TABLE])
