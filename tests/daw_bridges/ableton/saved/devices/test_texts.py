"""Texts: what the simulated Live displays for a value is what is written for it here."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.ableton.saved.devices.texts import display
from daw_bridges.catalog import catalog
from daw_bridges.catalog.entries import ParameterEntry
from daw_bridges.quantities import Unit
from daw_bridges.simulated.live.devices.spec import ParameterSpec
from daw_bridges.simulated.live.devices.stock import stock_devices


def _numbers() -> list[tuple[str, ParameterEntry, ParameterSpec]]:
    found: list[tuple[str, ParameterEntry, ParameterSpec]] = []
    for device in stock_devices():
        for spec in device.parameters[1:]:
            row = catalog().device("ableton", device.name).host_parameter(spec.name)
            assert row is not None
            if not spec.is_quantized:
                found.append((device.name, row, spec))
    return found


NUMBERS = _numbers()


@given(st.sampled_from(NUMBERS), st.floats(0.0, 1.0))
def test_every_number_is_written_as_live_writes_it(
    number: tuple[str, ParameterEntry, ParameterSpec], share: float
) -> None:
    _, row, spec = number
    raw = spec.min + share * (spec.max - spec.min)
    write = display(row.unit, row.text, row.range)
    assert write(spec.display_value(raw)) == spec.text(raw)


@pytest.mark.parametrize(
    ("unit", "sample", "value", "text"),
    [
        (Unit.DB, "0.0 dB", -24.04, "-24.0 dB"),
        (Unit.DB, "0.0 dB", -0.04, "0.0 dB"),
        (Unit.DB, "0.0 dB", -math.inf, "-inf dB"),
        (Unit.RATIO, "4.00 : 1", 4.0, "4.00 : 1"),
        (Unit.RATIO, "4.00 : 1", math.inf, "inf : 1"),
        (Unit.HZ, "120 Hz", 120.0, "120 Hz"),
        (Unit.HZ, "120 Hz", 829.999756, "830 Hz"),
        (Unit.HZ, "120 Hz", 999.6, "1.00 kHz"),
        (Unit.HZ, "120 Hz", 0.2977, "0.30 Hz"),
        (Unit.MS, "1.20 s", 1200.0, "1.20 s"),
        (Unit.MS, "1.20 s", 9.996, "10.0 ms"),
        (Unit.PERCENT, "50 %", 55.00000119, "55 %"),
        (Unit.SEMITONES, "0 st", -12.0, "-12 st"),
        (Unit.SEMITONES, "0.00 st", 0.0768, "0.08 st"),
        (Unit.DEGREES, "90°", 208.571426, "209°"),
        (Unit.BEATS, "1/8", 0.5, "1/8"),
        (Unit.BEATS, "1/8", 5.0, "5/4"),
        (Unit.NONE, "C", -0.203125, "10L"),
        (Unit.NONE, "C", 1.0, "50R"),
        (Unit.NONE, "0.71", 0.7071067691, "0.71"),
        (Unit.NONE, "100", 99.9999924, "100"),
    ],
)
def test_known_texts(unit: Unit, sample: str, value: float, text: str) -> None:
    assert display(unit, sample, (0.22, 500.0))(value) == text
