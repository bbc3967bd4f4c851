"""The mixer's part of the vocabulary, on every kind of strip, checked in Logic itself."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

from daw_bridges.actions import (
    Action,
    SetArm,
    SetMute,
    SetPan,
    SetSolo,
    SetVolume,
)
from daw_bridges.algebra import apply, differences
from daw_bridges.bridge import Status
from daw_bridges.logic import LogicBridge
from daw_bridges.simulated.logic import big_project, by_hand
from tests.daw_bridges.logic.conftest import Rig, StartLogic

_STRIPS = {"Kick": "Kick", "Lead Vox": "Lead Vox", "A-Reverb": "A-Reverb", "Master": "Stereo Out"}
"""A track of each kind, on both banks, and the strip that is it in Logic."""


async def test_a_volume_is_what_logic_has_then(logic: Rig, bridge: LogicBridge) -> None:
    levels = (-6.0, 0.0, 6.0, -0.1, -3.7, -35.3, -65.3, -math.inf)
    for track, db in product(_STRIPS, levels):
        (result,) = await bridge.perform([SetVolume(track=track, db=db)])
        assert result.status is Status.VERIFIED
        assert result.observed == {"db": None if math.isinf(db) else db}
        assert logic.project.strip(_STRIPS[track]).volume_db == db


async def test_panning_is_exact_to_the_unit(logic: Rig, bridge: LogicBridge) -> None:
    pans = ((-1.0, -64), (1.0, 63), (0.0, 0), (0.5, 32), (-0.25, -16), (1 / 63, 1))
    for track, (pan, units) in product(_STRIPS, pans):
        (result,) = await bridge.perform([SetPan(track=track, pan=pan)])
        assert result.status is Status.VERIFIED, result.reason
        assert logic.project.strip(_STRIPS[track]).pan == units


@pytest.mark.parametrize(
    ("action", "attribute"),
    [(SetMute, "mute"), (SetSolo, "solo"), (SetArm, "arm")],
)
async def test_a_button_is_pressed_only_where_its_lamp_says_so(
    logic: Rig, bridge: LogicBridge, action: Any, attribute: str
) -> None:
    strip = logic.project.strip("Guitar")
    for on in (True, True, False, False):
        before = len(logic.host.journal)
        was = getattr(strip, attribute)
        (result,) = await bridge.perform([action(track="Guitar", on=on)])
        assert (result.status, result.observed) == (Status.VERIFIED, {"on": on})
        assert getattr(strip, attribute) is on
        pressed = [change for change in logic.host.journal[before:] if change.what == attribute]
        assert len(pressed) == (was is not on)


async def test_a_mute_that_only_blinks_is_none(logic: Rig, bridge: LogicBridge) -> None:
    by_hand.mute(logic.host, "Bass", on=True)
    by_hand.solo(logic.host, "Kick", on=True)
    session = await bridge.snapshot()
    assert [track.name for track in session.tracks if track.mute] == ["Bass"]
    (result,) = await bridge.perform([SetMute(track="Snare", on=True)])
    assert result.status is Status.VERIFIED
    assert logic.project.strip("Snare").mute
    assert not logic.project.strip("Hats").mute


async def test_what_cannot_be_is_refused_and_nothing_is_touched(logic: Rig, bridge: LogicBridge) -> None:
    await bridge.snapshot()
    before = logic.mixer()
    wrong: list[tuple[Action, str]] = [
        (SetVolume(track="Kick", db=6.1), "out_of_range"),
        (SetPan(track="Kick", pan=1.1), "out_of_range"),
        (SetMute(track="Master", on=True), "not_possible"),
        (SetArm(track="A-Reverb", on=True), "not_possible"),
        (SetVolume(track="Trumpet", db=0.0), "not_found"),
    ]
    for action, code in wrong:
        first, second = await bridge.perform([action, SetMute(track="Kick", on=True)])
        assert (first.status, first.code) == (Status.FAILED, code)
        assert second.status is Status.SKIPPED
    assert logic.mixer() == before


async def test_what_was_done_is_what_is_read_again(bridge: LogicBridge) -> None:
    actions: list[Action] = [
        SetVolume(track="Bass", db=-6.0),
        SetPan(track="Lead Vox", pan=-0.5),
        SetMute(track="Kick", on=True),
        SetArm(track="FX", on=True),
        SetVolume(track="Master", db=-3.2),
        SetVolume(track="Kick", db=-math.inf),
    ]
    expected = await bridge.snapshot()
    for action in actions:
        expected = apply(expected, action)
    assert {result.status for result in await bridge.perform(actions)} == {Status.VERIFIED}
    assert differences(await bridge.snapshot(), expected) == []


async def test_sixty_four_strips(start_logic: StartLogic) -> None:
    logic = start_logic(big_project(64))
    async with await logic.connected() as bridge:
        session = await bridge.snapshot()
        assert [track.name for track in session.ordinary_tracks] == [f"Track {n}" for n in range(1, 61)]
        before = logic.mixer()
        actions = [SetVolume(track=f"Track {n}", db=-float(n)) for n in (60, 1, 33, 17, 59)]
        assert {result.status for result in await bridge.perform(actions)} == {Status.VERIFIED}
    after = logic.mixer()
    assert {name for name in after if after[name] != before[name]} == {action.track for action in actions}
    assert all(after[action.track][0] == action.db for action in actions)
