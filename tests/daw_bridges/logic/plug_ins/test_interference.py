"""Somebody interferes right before any one message: what was meant is done, and no other strip is changed.

Every message of an action is tried in the thorough profile, every seventeenth otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daw_bridges.bridge import Result, Status
from daw_bridges.mackie.messages import Message
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.plugins import plug_in
from daw_bridges.simulated.logic.strips import Send
from tests.daw_bridges.logic.plug_ins.rig import Rig
from tests.laws import tries

STRIDE = tries(17, 1)
MINE, OTHERS = "Guitar", ("Bass", "FX", "Kick")
"""The selection goes to a strip of the same bank, of the next, and to one that lies under the same fader."""

ACTIONS: dict[str, dict[str, object]] = {
    "set": {"action": "set_parameter", "device": "compressor", "parameter": "threshold", "value": "-31 dB"},
    "switch": {"action": "set_parameter", "device": "compressor", "parameter": "limiter_on", "value": "on"},
    "choose": {"action": "set_parameter", "device": "compressor", "parameter": "detection", "value": "Peak"},
    "bypass": {"action": "enable_device", "device": "compressor", "on": False},
    "remove": {"action": "remove_device", "device": "compressor"},
    "insert": {"action": "insert_device", "device": "limiter"},
    "send": {"action": "set_send", "to": "B-Delay", "db": -9},
    "output": {"action": "set_output", "to": "Bus 5"},
}


def prepare(rig: Rig) -> None:
    """The same plug-ins with the same settings on all: nothing but the strip tells them apart."""
    project = rig.logic.project
    for name in (MINE, *OTHERS):
        strip = project.strip(name)
        for slot in range(len(strip.inserts)):
            project.fill(strip, slot, {0: plug_in("Noise Gate"), 1: plug_in("Compressor")}.get(slot))
        strip.sends[:] = [Send("Bus 1"), Send("Bus 2"), *(Send() for _ in strip.sends[2:])]
        strip.output = "Stereo Out"
    project.select(project.strip("Pad"))


def states(rig: Rig) -> dict[str, object]:
    """All that these actions could change, of every strip."""

    def of(name: str) -> object:
        strip = rig.strip(name)
        plugs = [
            plug
            and (
                plug.name,
                plug.bypassed,
                [round(each.value, 6) for each in plug.parameters if isinstance(each, Knob)],
            )
            for plug in strip.inserts
        ]
        sends = [(each.destination, each.level_db, each.position, each.muted) for each in strip.sends]
        mixer = (strip.volume_db, strip.pan, strip.mute, strip.solo, strip.arm, strip.input, strip.output)
        return plugs, sends, mixer

    return rig.call(lambda: {name: of(name) for name in rig.session.track_names})


async def disturbed(rig: Rig, name: str, at: int, do: Callable[[], object]) -> tuple[Result, bool]:
    """Do an action while ``do`` is done right before its ``at``-th message; whether there was such a one."""
    heard = 0

    def before(_: int, message: Message) -> None:
        nonlocal heard
        del message
        heard += 1
        if heard == at + 1:
            do()

    rig.call(lambda: setattr(rig.logic.faults, "before_message", before))
    try:
        result = await rig.plug_ins.perform(rig.action(track=MINE, **ACTIONS[name]), rig.session)
    finally:
        rig.call(lambda: setattr(rig.logic.faults, "before_message", None))
    return result, heard > at


async def afresh(rig: Rig) -> dict[str, object]:
    """Everything as it was, read anew."""
    rig.call(lambda: prepare(rig))
    rig.plug_ins.memory.forget()
    await rig.desk.pulse.send()
    await rig.read(MINE)
    return states(rig)


@pytest.mark.laws
@pytest.mark.parametrize("name", ACTIONS)
async def test_another_track_is_selected_before_any_message(rig: Rig, name: str) -> None:
    at, there = 0, True
    while there:
        before = await afresh(rig)
        other = OTHERS[at % len(OTHERS)]
        result, there = await disturbed(rig, name, at, lambda other=other: by_hand.select(rig.logic, other))
        after = states(rig)
        assert result.status is Status.VERIFIED, (at, other, result)
        assert [each for each in before if before[each] != after[each]] == [MINE], (at, other)
        at += STRIDE
    assert at > STRIDE


@pytest.mark.parametrize("name", ["set", "bypass", "insert", "send"])
async def test_a_dialog_before_a_message_is_told_and_nothing_else_is_changed(rig: Rig, name: str) -> None:
    for at in (3, 20):
        before = await afresh(rig)
        result, there = await disturbed(rig, name, at, lambda: by_hand.open_dialog(rig.logic))
        by_hand.answer(rig.logic)
        await rig.desk.link.quiet(0.02)
        assert there
        assert result.status is Status.FAILED, (at, result)
        assert "dialog" in (result.reason or "")
        after = states(rig)
        assert {each for each in before if before[each] != after[each]} <= {MINE}


async def test_the_plug_in_goes_while_it_is_set(rig: Rig) -> None:
    for at in range(4, 40, 9):
        before = await afresh(rig)
        result, _ = await disturbed(rig, "set", at, lambda: by_hand.remove(rig.logic, MINE, 1))
        assert result.status is Status.FAILED, (at, result)
        assert result.reason
        after = states(rig)
        assert [each for each in before if before[each] != after[each]] == [MINE]
        assert rig.plugs(MINE)[:2] == ["Noise Gate", None]
