"""Plug-ins put in, taken out, bypassed and moved over the wire, seen in the host's own slots."""

from __future__ import annotations

import pytest

from daw_bridges.bridge import MANUAL_STEP, Status
from daw_bridges.catalog import catalog
from daw_bridges.simulated.logic.plugins import plug_in
from tests.daw_bridges.logic.plug_ins.rig import Rig

TRACK = "Guitar"


def effects() -> list[str]:
    known = catalog()
    return [name for name in known.devices("logic") if known.device("logic", name).type == "audio_effect"]


async def test_every_effect_of_the_catalogue_is_inserted_by_its_name(rig: Rig) -> None:
    for name in effects():
        result = await rig.plug_ins.perform(
            rig.action(action="insert_device", track=TRACK, device=name), rig.session
        )
        assert result.status is Status.VERIFIED, result
        assert rig.plugs(TRACK)[0] == name
        rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, None))


async def test_a_second_of_a_kind_and_a_third_party_are_told_apart(rig: Rig) -> None:
    for device in ("compressor", "Practice Comp", "compressor"):
        assert (await rig.do(action="insert_device", track=TRACK, device=device)).status is Status.VERIFIED
    assert rig.plugs(TRACK)[:4] == ["Compressor", "Practice Comp", "Compressor", None]

    await rig.do(action="enable_device", track=TRACK, device="compressor#2", on=False)
    await rig.do(action="remove_device", track=TRACK, device="compressor")

    assert rig.plugs(TRACK)[:4] == [None, "Practice Comp", "Compressor", None]
    track = rig.session.tracks[rig.index(TRACK)]
    assert [(device.name, device.enabled) for device in track.devices] == [
        ("Practice Comp", True),
        ("Compressor", False),
    ]


async def test_one_that_reads_alike_is_taken_out_again(rig: Rig) -> None:
    # In the last cell of the display there is no room for more than seven letters.
    for slot in range(14):
        rig.call(lambda slot=slot: rig.logic.project.fill(rig.strip(TRACK), slot, plug_in("Gain")))
    before = len(rig.changes())

    result = await rig.do(action="insert_device", track=TRACK, device="Distortion II")

    assert result.status is Status.VERIFIED, result
    assert rig.plugs(TRACK)[14] == "Distortion II"
    filled = [change.after for change in rig.changes(before) if change.what != "select"]
    assert filled == ["Distortion", None, "Distortion II"]


async def test_a_place_between_needs_a_free_slot(rig: Rig) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in("Gain")))
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 2, plug_in("Compressor")))
    await rig.read(TRACK)

    result = await rig.do(action="insert_device", track=TRACK, device="gate", at=2)
    assert result.status is Status.VERIFIED
    assert rig.plugs(TRACK)[:4] == ["Gain", "Noise Gate", "Compressor", None]

    result = await rig.do(action="insert_device", track=TRACK, device="eq", at=2)
    assert (result.status, result.code) == (Status.FAILED, "not_possible")
    assert "no free insert slot for place 2" in (result.reason or "")
    assert rig.plugs(TRACK)[:4] == ["Gain", "Noise Gate", "Compressor", None]


async def test_the_fifteenth_slot_is_reached_and_there_is_no_sixteenth(rig: Rig) -> None:
    for slot in range(14):
        rig.call(lambda slot=slot: rig.logic.project.fill(rig.strip(TRACK), slot, plug_in("Gain")))
    await rig.read(TRACK)

    result = await rig.do(action="insert_device", track=TRACK, device="compressor")
    assert result.status is Status.VERIFIED, result
    assert rig.plugs(TRACK)[14] == "Compressor"
    result = await rig.do(
        action="set_parameter", track=TRACK, device="compressor", parameter="ratio", value="4:1"
    )
    assert result.status is Status.VERIFIED, result

    result = await rig.do(action="insert_device", track=TRACK, device="compressor")
    assert (result.status, result.code) == (Status.FAILED, "not_possible")


async def test_what_logic_has_not_and_where_a_surface_does_not_reach(rig: Rig) -> None:
    missing = await rig.do(action="insert_device", track=TRACK, device="FabFilter Pro-Q 3")
    assert (missing.status, missing.code) == (Status.FAILED, "not_found")
    instrument = await rig.do(action="insert_device", track="Bass", device="synth")
    assert (instrument.status, instrument.code) == (Status.FAILED, "unsupported")
    assert "Instrument slot" in (instrument.reason or "")
    assert not any(rig.plugs(TRACK)) and not any(rig.plugs("Bass"))  # noqa: PT018 - one fact


async def test_a_plug_in_is_moved_with_its_settings(rig: Rig) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in("Limiter")))
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 1, plug_in("Gain")))
    await rig.read(TRACK, inside=True)
    await rig.do(action="set_parameter", track=TRACK, device="limiter", parameter="gain", value="6 dB")
    gain = rig.knob(TRACK, 0, "Gain").value

    result = await rig.do(action="move_device", track=TRACK, device="limiter", to=2)

    assert result.status is Status.VERIFIED, result
    assert rig.plugs(TRACK)[:4] == [None, "Gain", "Limiter", None]
    assert rig.knob(TRACK, 2, "Gain").value == pytest.approx(gain, abs=0.06)


@pytest.mark.parametrize("device", ["Compressor", "Practice Comp"])
async def test_what_cannot_be_carried_over_is_not_moved(rig: Rig, device: str) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in(device)))
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 1, plug_in("Gain")))
    await rig.read(TRACK, inside=True)

    result = await rig.do(action="move_device", track=TRACK, device=device, to=2)

    assert (result.status, result.code) == (Status.FAILED, "not_possible")
    assert "Drag it" in (result.reason or "")
    assert rig.plugs(TRACK)[:3] == [device, "Gain", None]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("Kick", "Instrument > “Kick”"), ("Percussion", "Audio > “Percussion”"),
        ("A-Reverb", "the bus that “A-Reverb” listens to"), (None, "choose None"),
    ],
)  # fmt: skip
async def test_a_side_chain_is_left_to_the_user_in_exact_words(
    rig: Rig, source: str | None, words: str
) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 1, plug_in("Compressor")))
    await rig.read(TRACK)

    result = await rig.do(action="set_sidechain", track=TRACK, device="compressor", source=source)

    assert (result.status, result.code) == (Status.UNVERIFIED, MANUAL_STEP)
    assert f"Compressor in insert 2 of “{TRACK}”" in (result.reason or "")
    assert words in (result.reason or "")
    assert result.observed == {"device": "Compressor", "insert": 2, "enabled": True}


async def test_no_side_chain_where_there_is_none(rig: Rig) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in("Channel EQ")))
    await rig.read(TRACK)
    result = await rig.do(action="set_sidechain", track=TRACK, device="eq", source="Kick")
    assert (result.status, result.code) == (Status.FAILED, "not_possible")
