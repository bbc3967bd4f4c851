"""Settings that every test shares: hypothesis profiles and the event loop."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is no reason to fail, and an example a CI run found must be found again by the next one.
common = settings(
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("default", common, max_examples=200)
settings.register_profile("laws", common, max_examples=10_000)
# Tests leave nothing in the log of the user's own Live.
os.environ["ORBIT_ABLETON_LOG"] = ""

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as Orbit does."""
    return "asyncio"


_LOOKING_FOR_LIVE = (
    "tests/orbit/doctor",
    "tests/orbit/interfaces/test_doctor.py",
    "tests/orbit/interfaces/test_install.py",
    "tests/daw_bridges/ableton/installing",
)
"""Some of them start a program that is called as Live is, and the others would find it running."""


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist puts the groups into the names it deals out by
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every hypothesis test, so that a new law is part of `make laws` without being listed."""
    for item in items:
        if item.nodeid.startswith(_LOOKING_FOR_LIVE):
            item.add_marker(pytest.mark.xdist_group("looking for Live"))
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.laws)
