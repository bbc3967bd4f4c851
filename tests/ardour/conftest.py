"""One run of the real host for all tests of this folder, and word of it where there can be none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ardour.needs import Installed, MissingError
from tests.ardour.needs import installed as find
from tests.ardour.outside import Report, run
from tests.ardour.table import table

_SHOWN = pytest.StashKey[Report]()
_WHY_NOT = pytest.StashKey[str]()


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was shown on the real host, or that nothing was."""
    if (why_not := config.stash.get(_WHY_NOT, None)) is not None:
        terminalreporter.section("NOT shown on a real Ardour", red=True)
        terminalreporter.write_line(why_not)
    if (shown := config.stash.get(_SHOWN, None)) is not None:
        terminalreporter.section("shown on a real Ardour")
        for line in table(shown):
            terminalreporter.write_line(line)
