"""Every parameter of the devices a mix is made of, set over the wire and read from the host's own model."""

from __future__ import annotations

import math

import pytest

from daw_bridges.actions import SetParameter
from daw_bridges.bridge import Status
from daw_bridges.catalog import ParameterEntry, catalog
from daw_bridges.errors import AmbiguousError
from daw_bridges.logic.devices import Known
from daw_bridges.logic.edit_view import EditView
from daw_bridges.logic.hands import Held
from daw_bridges.logic.inserts import InsertList, Slot
from daw_bridges.logic.setting import opened, set_in
from daw_bridges.quantities import Unit
from daw_bridges.simulated.logic.knobs import Choice, Number
from daw_bridges.simulated.logic.plugins import plug_in
from daw_bridges.simulated.logic.short_names import by_letters
from tests.daw_bridges.logic.plug_ins.rig import Rig

DEVICES = ("Compressor", "Channel EQ", "Noise Gate", "DeEsser 2", "Limiter", "ChromaVerb")
TRACK = "Guitar"
MOST_MESSAGES = 120
"""Messages for one value, from wherever among the pages: at most 40 questions of three."""


def values(entry: ParameterEntry) -> list[float | str]:
    """Low, middle and high, or each of the choices."""
    if entry.choices is not None:
        return [entry.choices[0], entry.choices[-1], entry.choices[len(entry.choices) // 2]]
    low, high = entry.range or (0.0, 1.0)
    by_ear = entry.unit is Unit.HZ and low > 0
    middle = math.sqrt(low * high) if by_ear else (low + high) / 2
    return [low, float(f"{middle:.3g}"), high]


@pytest.mark.parametrize("device", DEVICES)
async def test_every_parameter_is_set_to_low_middle_and_high(rig: Rig, device: str) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in(device)))

    async def every_one(seen: Held) -> None:
        view, known = await opened(rig.plug_ins, InsertList(rig.desk, seen), Slot(1, device))
        for entry in catalog().device("logic", device).parameters:
            for value in values(entry):
                sent = rig.desk.link.sent
                known = await one(rig, view, known, device, entry, value)
                assert rig.desk.link.sent - sent <= MOST_MESSAGES, (entry.key, value)

    await rig.plug_ins.on(rig.index(TRACK), every_one)


async def one(
    rig: Rig, view: EditView, known: Known, device: str, entry: ParameterEntry, value: float | str
) -> Known:
    """Set one value; what the display shows alike with another is refused, and nothing is changed."""
    action = SetParameter(track=TRACK, device=device, parameter=entry.key, value=value)
    alike = [choice for choice in entry.choices or () if by_letters(choice) == by_letters(str(value))]
    if len(alike) > 1:
        before = rig.knob(TRACK, 0, entry.name).value
        with pytest.raises(AmbiguousError, match=alike[0]):
            await set_in(view, known, action)
        assert rig.knob(TRACK, 0, entry.name).value == before
        return known
    result, known = await set_in(view, known, action)
    assert result.status is Status.VERIFIED, (entry.key, value, result)
    check(rig, device, entry, value)
    return known


def check(rig: Rig, device: str, entry: ParameterEntry, value: float | str) -> None:
    """The host's own value is what was asked for, as near as its knob and its display allow."""
    knob = rig.knob(TRACK, 0, entry.name)
    if isinstance(knob, Choice):
        assert knob.text.casefold() == str(value).casefold(), (device, entry.key)
        return
    assert isinstance(knob, Number)
    near = min(knob.stops, key=lambda stop: abs(stop - float(value))) if knob.stops else float(value)
    shown = abs(near) * 0.006 + (0.51 if entry.unit in (Unit.PERCENT, Unit.HZ, Unit.DEGREES) else 0.06)
    assert abs(knob.value - near) <= shown, (device, entry.key, value, knob.value)


async def test_a_value_in_words_and_other_units(rig: Rig) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in("Compressor")))
    await rig.read(TRACK, inside=True)
    asked = {
        "threshold": ("-24 dB", -24.0), "ratio": ("4:1", 4.0), "release": ("0.2 s", 200.0),
        "mix": ("35 %", 35.0),
        "Knee": ("0.3", 0.3),
    }  # fmt: skip
    for parameter, (text, value) in asked.items():
        result = await rig.do(
            action="set_parameter", track=TRACK, device="compressor", parameter=parameter, value=text
        )
        assert result.status is Status.VERIFIED
        assert result.observed["value"] == pytest.approx(value, rel=2e-3)


async def test_a_step_between_is_told(rig: Rig) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in("Compressor")))
    await rig.read(TRACK, inside=True)

    result = await rig.do(
        action="set_parameter", track=TRACK, device="compressor", parameter="attack", value="30 ms"
    )

    assert result.status is Status.VERIFIED
    assert result.observed["value"] == 29.0
    assert result.reason is not None
    assert "29.0ms" in result.reason
    assert "32.0ms" in result.reason
    assert rig.knob(TRACK, 0, "Attack").value == 29.0


@pytest.mark.parametrize(
    ("parameter", "value", "code"),
    [
        ("threshold", "-80 dB", "out_of_range"),
        ("threshold", "80 Hz", "not_possible"),
        ("circuit", "Tube", "out_of_range"),
        ("wobble", "1", "not_found"),
    ],
)
async def test_what_cannot_be_is_refused_before_anything_is_turned(
    rig: Rig, parameter: str, value: str, code: str
) -> None:
    rig.call(lambda: rig.logic.project.fill(rig.strip(TRACK), 0, plug_in("Compressor")))
    await rig.read(TRACK, inside=True)
    before = len(rig.changes())

    result = await rig.do(
        action="set_parameter", track=TRACK, device="compressor", parameter=parameter, value=value
    )

    assert (result.status, result.code) == (Status.FAILED, code)
    assert [change for change in rig.changes(before) if ":" in change.what] == []
