"""What goes through Logic's screen: done and seen on the surface, or left to the user in exact words."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import (
    ACTIONS,
    Action,
    AddNotes,
    CreateClip,
    CreateTrack,
    DeleteTrack,
    DuplicateClip,
    DuplicateTrack,
    RenameTrack,
    SetColor,
    SetMonitor,
    SetMute,
    SetParameter,
    SetTempo,
    SetTimeSignature,
    SetVolume,
)
from daw_bridges.bridge import MANUAL_STEP, Status
from daw_bridges.logic import LogicBridge, open_bridge
from daw_bridges.logic.capabilities import CAPABILITIES
from daw_bridges.logic.dispatch import TABLE
from daw_bridges.logic.grading import UNVERIFIABLE
from daw_bridges.session import Note
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.desktop import LogicDesktop
from daw_bridges.simulated.logic.plugins import library_of
from tests.daw_bridges.logic.conftest import Rig


async def test_tracks_come_are_renamed_copied_and_go(logic: Rig, bridge: LogicBridge) -> None:
    actions: list[Action] = [
        CreateTrack(kind="audio", name="Choir Left"),
        SetVolume(track="Choir Left", db=-6.0),
        RenameTrack(track="Choir Left", name="Choir"),
        DuplicateTrack(track="Choir", name="Choir Two"),
        SetMute(track="Choir Two", on=True),
        DeleteTrack(track="Choir"),
        CreateTrack(kind="midi", name="Strings", at=2),
    ]
    results = await bridge.perform(actions)
    assert [result.status for result in results] == [Status.VERIFIED] * len(actions), results
    names = [strip.name for strip in logic.project.strips]
    assert names[:3] == ["Kick", "Strings", "Snare"]
    assert "Choir Two" in names
    assert "Choir" not in names
    assert next(strip for strip in logic.project.strips if strip.name == "Choir Two").mute
    assert (await bridge.snapshot()).track_names[:3] == ("Kick", "Strings", "Snare")


async def test_a_new_return_is_fed_by_a_bus_that_nobody_uses(logic: Rig, bridge: LogicBridge) -> None:
    (result,) = await bridge.perform([CreateTrack(kind="return", name="C-Plate")])
    assert result.status is Status.VERIFIED, result.reason
    session = await bridge.snapshot()
    assert [track.name for track in session.returns] == ["A-Reverb", "B-Delay", "C-Plate"]
    assert logic.project.strip("C-Plate").input not in ("Bus 1", "Bus 2", "")
    assert "C-Plate" in session.tracks[0].sends


class _Unfed(LogicDesktop):
    """A Logic whose new auxes have no input."""

    async def perform(self, procedure: Any) -> str | None:
        reading = await super().perform(procedure)
        if procedure.name == "create_track":
            aux = self.logic.project.strip("C-Plate")
            self.logic.call(lambda: setattr(aux, "input", "No In"))
        return reading


async def test_a_new_return_that_nothing_feeds_is_given_a_bus(logic: Rig) -> None:
    logic.host.call(lambda: setattr(logic.project.strips[8].sends[2], "destination", "Bus 3"))
    async with await open_bridge(port=logic.port, desktop=_Unfed(logic.host), settle=0.0) as bridge:
        (result,) = await bridge.perform([CreateTrack(kind="return", name="C-Plate")])
        assert result.status is Status.VERIFIED, result.reason
        assert logic.project.strip("C-Plate").input == "Bus 4"
        assert "C-Plate" in [track.name for track in (await bridge.snapshot()).returns]


async def test_tempo_and_signature_are_read_back_from_the_screen(logic: Rig, bridge: LogicBridge) -> None:
    first, second = await bridge.perform([SetTempo(bpm=97), SetTimeSignature(numerator=3, denominator=4)])
    assert (first.status, second.status) == (Status.VERIFIED, Status.VERIFIED)
    assert (logic.project.tempo, logic.project.signature) == (97, (3, 4))
    session = await bridge.snapshot()
    assert (session.tempo, session.time_signature) == (97.0, (3, 4))


async def test_without_a_screen_it_is_a_manual_step_and_the_rest_goes_on(logic: Rig) -> None:
    async with await logic.connected(screen=False) as bridge:
        results = await bridge.perform(
            [
                SetTempo(bpm=97),
                CreateTrack(kind="audio", name="Choir"),
                SetColor(track="Kick", color="#ff0000"),
                SetMute(track="Kick", on=True),
            ]
        )
    assert [result.code for result in results] == [MANUAL_STEP, MANUAL_STEP, MANUAL_STEP, None]
    assert "97" in (results[0].reason or "")
    assert "“Choir”" in (results[1].reason or "")
    assert results[3].status is Status.VERIFIED


async def test_a_plug_in_that_was_never_looked_into_is_looked_into(logic: Rig, bridge: LogicBridge) -> None:
    by_hand.insert(logic.host, "Bass", 0, library_of(logic.project).make("Compressor"))
    session = await bridge.snapshot()
    assert not session.tracks[4].devices[0].parameters
    (result,) = await bridge.perform(
        [SetParameter(track="Bass", device="compressor", parameter="threshold", value="-24 dB")]
    )
    assert result.status is Status.VERIFIED, result.reason
    threshold = (await bridge.snapshot()).tracks[4].devices[0].parameters["threshold"]
    assert threshold.value == -24.0


async def test_what_was_seen_of_plug_ins_goes_with_the_strip(logic: Rig, bridge: LogicBridge) -> None:
    by_hand.insert(logic.host, "Bass", 0, library_of(logic.project).make("Compressor"))
    session = await bridge.detailed(await bridge.snapshot(), ["Bass", "Nobody"])
    parameters = session.tracks[4].devices[0].parameters
    assert parameters
    by_hand.move(logic.host, "Bass", 0)
    moved = await bridge.snapshot()
    assert moved.tracks[0].name == "Bass"
    assert moved.tracks[0].devices[0].parameters == parameters
    assert not any(device.parameters for track in moved.tracks[1:] for device in track.devices)


async def test_what_nothing_can_do_is_refused_by_name(bridge: LogicBridge) -> None:
    (result,) = await bridge.perform([SetMonitor(track="FX", mode="in")])
    assert (result.status, result.code) == (Status.FAILED, "unsupported")
    assert "by hand" in (result.reason or "") or "Click" in (result.reason or "")


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_every_action_is_in_the_table_or_has_a_reason(name: str) -> None:
    if name in CAPABILITIES.actions:
        assert ACTIONS[name] in TABLE
    else:
        assert CAPABILITIES.notes[name]


async def test_notes_come_into_logic_as_a_region_and_are_copied_along(
    logic: Rig, bridge: LogicBridge
) -> None:
    results = await bridge.perform(
        [
            CreateClip(track="Bass", slot=1, length_beats=16, name="Line"),
            AddNotes(track="Bass", clip="Line", notes=(Note(36, 0, 1, 100), Note(38, 4, 1, 90))),
            DuplicateClip(track="Bass", clip="Line", to_bar=17),
        ]
    )
    assert [(result.status, result.code) for result in results] == [
        (Status.UNVERIFIED, MANUAL_STEP),
        (Status.UNVERIFIED, UNVERIFIABLE),
        (Status.UNVERIFIED, UNVERIFIABLE),
    ]
    regions = logic.host.call(lambda: list(logic.project["Bass"].regions))
    lines = [region for region in regions if region.name == "Line"]
    assert [(region.start, len(region.notes)) for region in lines] == [(0.0, 2), (64.0, 2)]
