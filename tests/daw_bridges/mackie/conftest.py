"""What every test of ports and links begins with."""

from __future__ import annotations

import pytest

from tests.daw_bridges.mackie.small_host import remember_threads


@pytest.fixture(autouse=True)
def _threads() -> None:
    remember_threads()
