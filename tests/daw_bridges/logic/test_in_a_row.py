"""Parameters of one plug-in in one batch: set without leaving it, told one by one, never on another strip."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import Action, InsertDevice, SetMute, SetParameter
from daw_bridges.bridge import Result, Status
from daw_bridges.logic import LogicBridge
from daw_bridges.logic.in_a_row import in_rows
from daw_bridges.mackie.messages import Message
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.plugins import library_of
from tests.daw_bridges.logic.conftest import Rig

INSERT = InsertDevice(track="Bass", device="compressor")


def setting(parameter: str, value: str | float, track: str = "Bass") -> SetParameter:
    return SetParameter(track=track, device="compressor", parameter=parameter, value=value)


ROW = [
    setting("threshold", "-24 dB"),
    setting("ratio", "4:1"),
    setting("attack", "10 ms"),
    setting("knee", 0.5),
]


def test_only_neighbours_on_one_plug_in_go_together() -> None:
    mute = SetMute(track="Bass", on=True)
    actions: list[Action] = [INSERT, *ROW[:2], mute, ROW[2], setting("ratio", "2:1", "Kick"), ROW[3]]
    rows = in_rows(actions)
    assert rows == [[INSERT], ROW[:2], [mute], [ROW[2]], [setting("ratio", "2:1", "Kick")], [ROW[3]]]


@pytest.fixture
async def compressed(logic: Rig, bridge: LogicBridge) -> LogicBridge:
    [inserted] = await bridge.perform([INSERT])
    assert inserted.status is Status.VERIFIED
    return bridge


def values(logic: Rig) -> dict[str, Any]:
    def read() -> dict[str, Any]:
        compressor = logic.project["Bass"].inserts[0]
        assert compressor is not None
        return {parameter.name: parameter.text for parameter in compressor.parameters}

    return logic.host.call(read)


def sent(bridge: LogicBridge) -> int:
    assert bridge.link is not None
    return bridge.link.sent


async def test_all_are_set_for_fewer_messages_than_one_by_one(logic: Rig, compressed: LogicBridge) -> None:
    before, told = sent(compressed), list[tuple[int, Result]]()
    results = await compressed.perform(ROW, on_result=lambda place, result: told.append((place, result)))
    together = sent(compressed) - before

    assert [result.status for result in results] == [Status.VERIFIED] * len(ROW)
    assert told == list(enumerate(results))
    numbers = [values(logic)[name].split()[0] for name in ("Threshold", "Ratio", "Attack", "Knee")]
    assert numbers == ["-24.0", "4.0:1", "10.0", "0.5"]
    before = sent(compressed)
    for action in (setting("threshold", "-20 dB"), setting("ratio", "2:1"), setting("attack", "20 ms")):
        await compressed.perform([action])
    assert together < sent(compressed) - before


async def test_one_that_cannot_be_reached_ends_the_row(logic: Rig, bridge: LogicBridge) -> None:
    logic.host.call(lambda: library_of(logic.project).stuck.add(("Compressor", "Ratio")))
    await bridge.perform([INSERT])
    was = values(logic)
    results = await bridge.perform(ROW)
    assert [result.status for result in results] == [
        Status.VERIFIED, Status.FAILED, Status.SKIPPED, Status.SKIPPED,
    ]  # fmt: skip
    assert {name for name, text in values(logic).items() if text != was[name]} == {"Threshold"}


async def test_one_that_is_not_there_fails_by_its_name(logic: Rig, compressed: LogicBridge) -> None:
    results = await compressed.perform([ROW[0], setting("warmth", 3), ROW[1]])
    assert [result.status for result in results] == [Status.VERIFIED, Status.FAILED, Status.SKIPPED]
    assert "warmth" in str(results[1].reason)
    assert values(logic)["Threshold"] == "-24.0 dB"


async def test_whoever_selects_another_track_finds_it_untouched(logic: Rig, compressed: LogicBridge) -> None:
    untouched = logic.mixer()
    first, step = logic.host.mackie.taken, 23

    def select(number: int, _message: Message) -> None:
        if number - first in (step, 3 * step, 5 * step):
            by_hand.select(logic.host, ("Kick", "FX", "B-Delay")[(number - first) // (2 * step) % 3])

    logic.host.faults.before_message = select
    results = await compressed.perform(ROW)
    logic.host.faults.before_message = None
    assert [result.status for result in results] == [Status.VERIFIED] * len(ROW)
    assert values(logic)["Ratio"] == "4.0:1"
    assert logic.mixer() == untouched
    touched = {
        change.strip_name
        for change in logic.host.journal
        if change.origin == "surface" and change.what not in {"select", "window"}
    }
    assert touched <= {"Bass", ""}
