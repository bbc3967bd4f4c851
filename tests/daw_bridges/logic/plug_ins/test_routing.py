"""Sends, inputs and outputs set over the wire and read from the host's own strips."""

from __future__ import annotations

import math

import pytest

from daw_bridges.bridge import Status
from daw_bridges.logic.hands import Held
from daw_bridges.logic.sends import SendSlot, SendView
from tests.daw_bridges.logic.plug_ins.rig import Rig

TRACK = "Keys"


@pytest.mark.parametrize("db", [0.0, -6.3, -12.0, -40.0, 6.0, None])
async def test_a_level_is_set_by_the_returns_name(rig: Rig, db: float | None) -> None:
    result = await rig.do(action="set_send", track=TRACK, to="B-Delay", db=db)

    assert result.status is Status.VERIFIED, result
    level = rig.call(lambda: rig.strip(TRACK).sends[1].level_db)
    assert level == (-math.inf if db is None else pytest.approx(db, abs=0.051))
    assert rig.call(lambda: rig.strip(TRACK).sends[0].level_db) == -math.inf


async def test_a_new_send_takes_the_first_free_slot(rig: Rig) -> None:
    result = await rig.do(action="set_send", track=TRACK, to="Bus 9", db=-10)

    assert result.status is Status.VERIFIED, result
    sends = rig.call(lambda: [(send.destination, send.level_db) for send in rig.strip(TRACK).sends[:4]])
    assert sends == [
        ("Bus 1", -math.inf),
        ("Bus 2", -math.inf),
        ("Bus 9", pytest.approx(-10, abs=0.051)),
        (None, -math.inf),
    ]


async def test_nothing_is_made_for_a_send_that_is_to_be_silent(rig: Rig) -> None:
    result = await rig.do(action="set_send", track=TRACK, to="Bus 9", db=None)
    assert result.status is Status.VERIFIED
    assert rig.call(lambda: rig.strip(TRACK).sends[2].destination) is None


async def test_eight_sends_are_enough(rig: Rig) -> None:
    for slot in range(8):
        rig.call(lambda slot=slot: setattr(rig.strip(TRACK).sends[slot], "destination", f"Bus {slot + 20}"))
    result = await rig.do(action="set_send", track=TRACK, to="A-Reverb", db=-10)
    assert (result.status, result.code) == (Status.FAILED, "not_possible")
    assert (await rig.do(action="set_send", track=TRACK, to="Bus 27", db=-10)).status is Status.VERIFIED
    assert rig.call(lambda: rig.strip(TRACK).sends[7].level_db) == pytest.approx(-10, abs=0.051)


async def test_no_such_return(rig: Rig) -> None:
    result = await rig.do(action="set_send", track=TRACK, to="Bass", db=-10)
    assert (result.status, result.code) == (Status.FAILED, "not_found")
    assert "A-Reverb" in (result.reason or "")


async def test_sends_are_muted_taken_before_the_fader_and_taken_out(rig: Rig) -> None:
    async def do(held: Held) -> tuple[SendSlot, ...]:
        view = SendView(rig.desk, held)
        assert await view.set_muted(1, muted=True)
        assert await view.set_pre(1, pre=True)
        assert await view.assign(2, "--")
        return await view.sends()

    sends = await rig.plug_ins.on(rig.index(TRACK), do)

    assert (sends[0].muted, sends[0].pre, sends[1].free) == (True, True, True)
    first, second = rig.call(lambda: rig.strip(TRACK).sends[:2])
    assert (first.muted, first.position.value, second.destination) == (True, "Pre", None)


@pytest.mark.parametrize(
    ("action", "name", "there"),
    [
        ("set_output", "Bus 5", "Bus 5"), ("set_output", "A-Reverb", "Bus 1"),
        ("set_input", "Input 4", "Input 4"), ("set_input", "Bus 12", "Bus 12"),
    ],
)  # fmt: skip
async def test_an_input_and_an_output_are_chosen_and_confirmed(
    rig: Rig, action: str, name: str, there: str
) -> None:
    field = "to" if action == "set_output" else "source"

    result = await rig.do(action=action, track="Guitar", **{field: name})

    assert result.status is Status.VERIFIED, result
    strip = rig.strip("Guitar")
    assert rig.call(lambda: strip.output if action == "set_output" else strip.input) == there


async def test_an_output_there_is_not_leaves_the_old_one(rig: Rig) -> None:
    result = await rig.do(action="set_output", track="Guitar", to="Output 77")
    assert (result.status, result.code) == (Status.FAILED, "not_found")
    assert rig.call(lambda: rig.strip("Guitar").output) == "Stereo Out"
