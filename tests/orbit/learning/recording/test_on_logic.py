"""What is done by hand in Logic's mixer is recorded, and what Orbit does there meanwhile is not."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from daw_bridges.actions import SetMute, SetVolume
from daw_bridges.simulated.logic import LogicHost, by_hand
from orbit.hosts import simulated_logic
from orbit.server import LocalEngine
from orbit.settings import Settings
from tests.orbit.learning.producers.studio import recorded, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def logic() -> Generator[tuple[LogicHost, int]]:
    with simulated_logic() as running:
        yield running


async def test_moves_in_the_mixer_are_remembered(logic: tuple[LogicHost, int], tmp_path: Path) -> None:
    host, port = logic
    settings = Settings(daw="logic", logic_port=f"tcp:127.0.0.1:{port}", data_dir=tmp_path, embedder="words")
    async with LocalEngine(settings) as engine:
        async with recorded(engine) as heard:
            for tenth in range(1, 61):
                by_hand.move_fader(host, "Bass", -tenth / 10)
            await until(lambda: heard.steps and heard.steps[-1].action == SetVolume(track="Bass", db=-6.0))
            assert (await engine.do("mute the snare")).ok
            by_hand.mute(host, "Kick", on=True)
            await until(lambda: heard.steps[-1].action == SetMute(track="Kick", on=True))
        stored = engine.library.store.trajectories.all()
    [by_user] = heard.trajectories
    assert (by_user.daw, {step.origin for step in by_user.actions}) == ("logic", {"user"})
    assert len(by_user.actions) < 20  # a drag is not sixty edits
    assert [step.action for step in by_user.actions][-2:] == [
        SetVolume(track="Bass", db=-6.0),
        SetMute(track="Kick", on=True),
    ]
    [orbits] = [each for each in stored if each.id != by_user.id]
    assert [(step.origin, step.action) for step in orbits.actions] == [
        ("agent", SetMute(track="Snare", on=True))
    ]
