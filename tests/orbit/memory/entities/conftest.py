"""What the tests of entities share: a store, and songs to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from daw_bridges.catalog import catalog
from daw_bridges.session import Device, Session, Track
from orbit.memory.entities import Entities
from orbit.memory.store import Store


@pytest.fixture
def entities(store: Store) -> Entities:
    return Entities(store)


def track(name: str, *devices: Device, kind: str = "audio", db: float = 0.0) -> Track:
    return Track.model_validate({"name": name, "kind": kind, "volume_db": db, "devices": devices})


def song(name: str, *tracks: Track) -> Session:
    master = Track.model_validate({"name": "Master", "kind": "master"})
    return Session(daw="ableton", name=name, tracks=(*tracks, master))


def device(reference: str, settings: Mapping[str, Any] | None = None) -> Device:
    """A device of Live, freshly inserted but for some settings."""
    fresh = catalog().new_device("ableton", reference)
    parameters = dict(fresh.parameters)
    for key, value in (settings or {}).items():
        parameters[key] = parameters[key].model_copy(update={"value": value, "text": f"{value:g}"})
    return fresh.model_copy(update={"parameters": parameters})
