"""The provider, for as long as a test lasts; and what it says when it does well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.orbit.stand_in import Json, StandIn, served

GOOD: Json = {
    "title": "Pumping pad",
    "task": "Let the pad breathe with the kick.",
    "phrases": ["let the {{ target }} breathe with the {{ source }}", "pumping pad"],
    "tags": ["Pumping"],
    "questions": {"threshold": "How deep should it pump?"},
}


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with served() as provider:
        yield provider
