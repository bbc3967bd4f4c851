"""Five people work in Live by hand while Orbit records: what it remembers is what they did, and it learns."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from daw_bridges.algebra import differences, retrace
from orbit.memory import Store
from orbit.settings import Settings
from tests.orbit.learning.producers.people import PEOPLE, Producer
from tests.orbit.learning.producers.studio import Sitting, work_of

pytestmark = pytest.mark.anyio

SESSIONS = 5


def settings_of(producer: Producer, folder: Path) -> Settings:
    return Settings(data_dir=folder / producer.name, embedder="words")


async def everybody_works(folder: Path) -> dict[str, list[Sitting]]:
    """Have all five work, each at a Live and with a memory of their own."""
    people = [person(1, SESSIONS) for person in PEOPLE]
    done = await asyncio.gather(*(work_of(each, settings_of(each, folder)) for each in people))
    return {person.name: sittings for person, sittings in zip(people, done, strict=True)}


async def test_what_is_remembered_is_what_they_did(tmp_path: Path) -> None:
    for name, sittings in (await everybody_works(tmp_path)).items():
        for sitting in sittings:
            actions = [step.action for step in sitting.trajectory.actions]
            assert {step.origin for step in sitting.trajectory.actions} == {"user"}
            assert differences(retrace(sitting.before, actions), sitting.after) == []
            assert sitting.trajectory.project == sitting.before.name
        assert len({sitting.trajectory.session for sitting in sittings}) == SESSIONS
        store = Store(tmp_path / name / "memory.db")
        try:
            assert store.trajectories.all() == [sitting.trajectory for sitting in sittings]
        finally:
            store.close()
