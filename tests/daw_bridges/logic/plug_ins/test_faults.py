"""Knobs that do not move, parameters in another order, plug-ins without names: told as they are."""

from __future__ import annotations

import pytest

from daw_bridges.bridge import Status
from daw_bridges.simulated.logic.plugins import library_of, plug_in
from tests.daw_bridges.logic.plug_ins.rig import Rig

TRACK = "Lead Vox"


async def have(rig: Rig, name: str) -> None:
    """A plug-in put in at the screen, with the faults that the library has."""
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, library_of(rig.logic.project).make(name)))
    await rig.read(TRACK, inside=True)


@pytest.mark.parametrize(
    ("parameter", "name", "value"),
    [
        ("threshold", "Threshold", "-30 dB"),
        ("limiter_on", "Limiter On", "on"),
        ("circuit", "Circuit Type", "Studio FET"),
    ],
)
async def test_a_stuck_parameter_is_given_up_with_what_it_reads(
    rig: Rig, parameter: str, name: str, value: str
) -> None:
    rig.call(lambda: library_of(rig.logic.project).stuck.add(("Compressor", name)))
    await have(rig, "Compressor")
    before, sent = len(rig.changes()), rig.desk.link.sent

    result = await rig.plug_ins.perform(
        rig.action(
            action="set_parameter", track=TRACK, device="compressor", parameter=parameter, value=value
        ),
        rig.session,
    )

    assert (result.status, result.code) == (Status.FAILED, "not_applied")
    assert "could not be set to" in (result.reason or "")
    assert [change for change in rig.changes(before) if change.what != "select"] == []
    assert rig.desk.link.sent - sent <= 160


async def test_parameters_in_another_order_are_found_by_their_names(rig: Rig) -> None:
    rig.call(lambda: library_of(rig.logic.project).reordered.add("Compressor"))
    await have(rig, "Compressor")

    for parameter, name, value in (
        ("threshold", "Threshold", -31.0),
        ("ratio", "Ratio", 8.0),
        ("knee", "Knee", 0.4),
    ):
        result = await rig.do(
            action="set_parameter", track=TRACK, device="compressor", parameter=parameter, value=value
        )
        assert result.status is Status.VERIFIED, result
        assert rig.knob(TRACK, 0, name).value == pytest.approx(value, abs=0.06)


async def test_an_order_that_changes_while_it_is_known_is_read_anew(rig: Rig) -> None:
    await have(rig, "Compressor")
    rig.call(lambda: library_of(rig.logic.project).reordered.add("Compressor"))
    rig.call(
        lambda: rig.logic.project.fill(rig.strip(TRACK), 0, library_of(rig.logic.project).make("Compressor"))
    )

    result = await rig.do(
        action="set_parameter", track=TRACK, device="compressor", parameter="ratio", value=8
    )

    assert result.status is Status.VERIFIED, result
    assert rig.knob(TRACK, 0, "Ratio").value == pytest.approx(8.0, abs=0.06)


async def test_parameters_without_names_are_set_by_their_number(rig: Rig) -> None:
    await have(rig, "Practice Comp")
    track = rig.session.tracks[rig.index(TRACK)]
    assert list(track.devices[0].parameters)[:2] == ["control_1", "control_2"]
    assert track.devices[0].parameters["control_2"].value == 500.0

    result = await rig.do(
        action="set_parameter", track=TRACK, device="Practice Comp", parameter="Control #10", value=123
    )

    assert result.status is Status.VERIFIED, result
    assert rig.knob(TRACK, 0, "Control #10").value == 123.0
    result = await rig.do(
        action="set_parameter", track=TRACK, device="Practice Comp", parameter="Threshold", value=1
    )
    assert (result.status, result.code) == (Status.FAILED, "not_found")


async def test_a_third_partys_own_names_do_as_well(rig: Rig) -> None:
    await have(rig, "Practice Filter")
    for parameter, name, value, number in (
        ("Cutoff Frequency", "Cutoff Frequency", "440 Hz", 440.0),
        ("Resonance", "Resonance", "30 %", 30.0),
        ("Filter Model", "Filter Model", "Diode", 1.0),
    ):
        result = await rig.do(
            action="set_parameter", track=TRACK, device="Practice Filter", parameter=parameter, value=value
        )
        assert result.status is Status.VERIFIED, result
        assert rig.knob(TRACK, 0, name).value == pytest.approx(number, rel=5e-3)


async def test_the_same_text_is_not_turned_again(rig: Rig) -> None:
    await have(rig, "Compressor")
    action = {
        "action": "set_parameter",
        "track": TRACK,
        "device": "compressor",
        "parameter": "ratio",
        "value": 4,
    }
    await rig.do(**action)
    before = len(rig.changes())
    assert (await rig.do(**action)).status is Status.VERIFIED
    assert [change for change in rig.changes(before) if change.what != "select"] == []


async def test_what_was_looked_into_is_remembered_until_it_is_another(rig: Rig) -> None:
    await have(rig, "Compressor")
    await rig.do(action="set_parameter", track=TRACK, device="compressor", parameter="ratio", value=4)
    track = await rig.read(TRACK)
    assert track.devices[0].parameters["ratio"].value == 4.0
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in("Gain")))
    assert (await rig.read(TRACK)).devices[0].parameters == {}
