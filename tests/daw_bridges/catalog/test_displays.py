"""What Live writes for a value."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.catalog import displays
from daw_bridges.catalog.displays import Display
from daw_bridges.quantities import Unit, parse_quantity, resolution


@pytest.mark.parametrize(
    ("shown", "value", "text"),
    [
        (displays.DECIBELS, -24.0, "-24.0 dB"),
        (displays.DECIBELS, -0.02, "0.0 dB"),
        (displays.DECIBELS, -math.inf, "-inf dB"),
        (displays.RATIO, 4.0, "4.00 : 1"),
        (displays.RATIO, 10.0, "10.0 : 1"),
        (displays.RATIO, math.inf, "inf : 1"),
        (displays.TIME, 30.0, "30.0 ms"),
        (displays.TIME, 0.01, "0.01 ms"),
        (displays.TIME, 1200.0, "1.20 s"),
        (displays.TIME, 999.6, "1.00 s"),
        (displays.FREQUENCY, 80.0, "80.0 Hz"),
        (displays.FREQUENCY, 120.0, "120 Hz"),
        (displays.FREQUENCY, 1200.0, "1.20 kHz"),
        (displays.FREQUENCY, 18000.0, "18.0 kHz"),
        (displays.FREQUENCY, 99.97, "100 Hz"),
        (displays.PERCENT, 35.2, "35 %"),
        (displays.PERCENT, -0.3, "0 %"),
        (displays.SEMITONES, -0.25, "-0.25 st"),
        (displays.WHOLE_SEMITONES, 12.0, "12 st"),
        (displays.DEGREES, 180.0, "180°"),
        (displays.NOTE_LENGTH, 0.5, "1/8"),
        (displays.NOTE_LENGTH, 4 / 3, "1/3"),
        (displays.NOTE_LENGTH, 16.0, "4"),
        (displays.RATIO_TO, 4.0, "1 : 4.00"),
        (displays.RATIO_TO, float("inf"), "1 : inf"),
        (displays.CENTS, -0.12, "-12 ct"),
        (displays.NUMBER, 0.5**0.5, "0.71"),
        (displays.WHOLE, 64.0, "64"),
        (displays.PANNING, -1.0, "50L"),
        (displays.PANNING, 0.0, "C"),
        (displays.PANNING, 0.5, "25R"),
    ],
)
def test_text(shown: Display, value: float, text: str) -> None:
    assert shown.text(value) == text


READABLE = {
    "dB": (displays.DECIBELS, -70.0, 36.0),
    "Hz": (displays.FREQUENCY, 0.01, 22000.0),
    "ms": (displays.TIME, 0.01, 200000.0),
    "%": (displays.PERCENT, -200.0, 400.0),
    "ratio": (displays.RATIO, 0.25, 1e6),
    "st": (displays.SEMITONES, -48.0, 48.0),
    "degrees": (displays.DEGREES, 0.0, 360.0),
    "number": (displays.NUMBER, -100.0, 500.0),
}


@given(name=st.sampled_from(list(READABLE)), share=st.floats(0, 1))
def test_text_reads_back_to_what_it_shows(name: str, share: float) -> None:
    shown, low, high = READABLE[name]
    value = low + share * (high - low)
    quantity = parse_quantity(shown.text(value), shown.unit)
    assert quantity.unit is shown.unit
    assert abs(quantity.value - value) <= resolution(shown.unit, value)


def test_units_are_those_of_the_quantities() -> None:
    assert displays.NOTE_LENGTH.unit is Unit.BEATS
    assert displays.PANNING.unit is Unit.NONE


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
def test_a_sample_tells_the_display(unit: Unit, sample: str, value: float, text: str) -> None:
    assert displays.display_of(unit, sample, (0.22, 500.0)).text(value) == text
