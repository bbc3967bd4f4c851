"""A provider of language models on this machine, for the tests of what happens with one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.orbit.stand_in import StandIn, served


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with served() as provider:
        yield provider
