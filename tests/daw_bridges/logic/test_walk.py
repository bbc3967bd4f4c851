"""A random walk over the mixer: Logic ends where ``apply`` says, and the surface reads it so."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.actions import (
    Action,
    SetArm,
    SetLoop,
    SetMetronome,
    SetMute,
    SetPan,
    SetSolo,
    SetVolume,
)
from daw_bridges.algebra import apply, differences, invert
from daw_bridges.bridge import Status
from daw_bridges.logic.aims import from_units
from daw_bridges.session import Session
from daw_bridges.simulated.logic import practice_project
from tests.daw_bridges.logic.conftest import Rig
from tests.laws import tries

_TRACKS = (
    "Kick", "Snare", "Hats", "Percussion", "Bass", "Keys", "Pad", "Lead Synth", "Guitar", "Lead Vox",
    "Backing Vox", "FX",
)  # fmt: skip
_STRIPS = (*_TRACKS, "A-Reverb", "B-Delay")

_LEVELS = st.integers(-700, 60).map(lambda tenths: tenths / 10) | st.just(-math.inf)
_BARS = st.integers(0, 160).map(lambda beats: 1 + beats / 4)


def _loop(on: bool, ends: tuple[float, float]) -> SetLoop:
    start, end = min(ends), max(ends)
    return SetLoop(on=on, start_bar=start, end_bar=end if end > start else start + 1)


_ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(SetVolume, track=st.sampled_from((*_STRIPS, "Master")), db=_LEVELS),
    st.builds(SetPan, track=st.sampled_from(_STRIPS), pan=st.integers(-64, 63).map(from_units)),
    st.builds(SetMute, track=st.sampled_from(_STRIPS), on=st.booleans()),
    st.builds(SetArm, track=st.sampled_from(_TRACKS), on=st.booleans()),
    st.builds(SetMetronome, on=st.booleans()),
    st.builds(_loop, on=st.booleans(), ends=st.tuples(_BARS, _BARS)),
)
"""What can be done through a surface alone. Solos have a walk of their own: lamps blink for seconds then."""


async def _walk(actions: list[Action], *, back: bool) -> None:
    rig = Rig(practice_project())
    rig.host.start()
    try:
        async with await rig.connected(screen=False) as bridge:
            expected = first = await bridge.snapshot()
            ways: list[Action] = []
            for action in actions:
                ways = [*invert(action, expected), *ways]
                expected = apply(expected, action)
            await _done(bridge, actions)
            assert differences(await bridge.snapshot(), expected) == []
            _agrees(rig, expected)
            if back:
                await _done(bridge, ways)
                assert differences(await bridge.snapshot(), first) == []
    finally:
        rig.host.stop()


async def _done(bridge: Any, actions: list[Action]) -> None:
    results = await bridge.perform(actions)
    assert [result.status for result in results] == [Status.VERIFIED] * len(actions), results


def _agrees(rig: Rig, expected: Session) -> None:
    """What Logic itself has, not what its surface shows."""
    for track in expected.tracks:
        strip = next(
            s for s in rig.project.strips if s.name == {"Master": "Stereo Out"}.get(track.name, track.name)
        )
        assert (strip.mute, strip.solo, strip.arm) == (track.mute, track.solo, track.arm)
        assert strip.volume_db == pytest.approx(track.volume_db, abs=0.0501)
        assert from_units(strip.pan) == pytest.approx(track.pan, abs=0.008)


_FEW = settings(max_examples=tries(6, 40), deadline=None)


@pytest.mark.laws
@_FEW
@given(st.lists(_ACTIONS, min_size=1, max_size=12))
def test_a_walk_ends_where_apply_says_and_its_inverse_leads_back(actions: list[Action]) -> None:
    asyncio.run(_walk(actions, back=True))


async def test_a_walk_with_solos() -> None:
    await _walk(
        [
            SetSolo(track="Bass", on=True),
            SetMute(track="Kick", on=True),
            SetSolo(track="A-Reverb", on=True),
            SetVolume(track="Bass", db=-3.0),
            SetSolo(track="Bass", on=False),
        ],
        back=False,
    )
