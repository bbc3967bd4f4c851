"""One run of the real host for all tests of this folder, and word of it where there can be none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ardour.needs import Installed, MissingError
from tests.ardour.needs import installed as find
from tests.ardour.outside import Report, run


@pytest.fixture(scope="session")
def installed() -> Installed:
    """The parts of a private Ardour; where they are not to be had, that is said, with what brings them."""
    try:
        return find()
    except MissingError as missing:
        pytest.skip(f"Not shown on a real host: {missing}")


@pytest.fixture(scope="session")
def cache(pytestconfig: pytest.Config) -> Path:
    """Where the prepared session is kept from run to run."""
    assert pytestconfig.cache is not None
    return Path(pytestconfig.cache.mkdir("ardour"))


@pytest.fixture(scope="session")
def report(installed: Installed, cache: Path) -> Report:
    """What one run of the real host showed."""
    return run(installed, cache)
