"""What Live writes for a value."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.quantities import Unit, parse_quantity, resolution
from daw_bridges.simulated.live.devices import display
from daw_bridges.simulated.live.devices.display import Display


@pytest.mark.parametrize(
    ("shown", "value", "text"),
    [
        (display.DECIBELS, -24.0, "-24.0 dB"),
        (display.DECIBELS, -0.02, "0.0 dB"),
        (display.DECIBELS, -math.inf, "-inf dB"),
        (display.RATIO, 4.0, "4.00 : 1"),
        (display.RATIO, 10.0, "10.0 : 1"),
        (display.RATIO, math.inf, "inf : 1"),
        (display.TIME, 30.0, "30.0 ms"),
        (display.TIME, 0.01, "0.01 ms"),
        (display.TIME, 1200.0, "1.20 s"),
        (display.TIME, 999.6, "1.00 s"),
        (display.FREQUENCY, 80.0, "80.0 Hz"),
        (display.FREQUENCY, 120.0, "120 Hz"),
        (display.FREQUENCY, 1200.0, "1.20 kHz"),
        (display.FREQUENCY, 18000.0, "18.0 kHz"),
        (display.FREQUENCY, 99.97, "100 Hz"),
        (display.PERCENT, 35.2, "35 %"),
        (display.PERCENT, -0.3, "0 %"),
        (display.SEMITONES, -0.25, "-0.25 st"),
        (display.WHOLE_SEMITONES, 12.0, "12 st"),
        (display.DEGREES, 180.0, "180°"),
        (display.NOTE_LENGTH, 0.5, "1/8"),
        (display.NOTE_LENGTH, 4 / 3, "1/3"),
        (display.NOTE_LENGTH, 16.0, "4"),
        (display.RATIO_TO, 4.0, "1 : 4.00"),
        (display.RATIO_TO, float("inf"), "1 : inf"),
        (display.CENTS, -0.12, "-12 ct"),
        (display.NUMBER, 0.5**0.5, "0.71"),
        (display.WHOLE, 64.0, "64"),
        (display.PANNING, -1.0, "50L"),
        (display.PANNING, 0.0, "C"),
        (display.PANNING, 0.5, "25R"),
    ],
)
def test_text(shown: Display, value: float, text: str) -> None:
    assert shown.text(value) == text


READABLE = {
    "dB": (display.DECIBELS, -70.0, 36.0),
    "Hz": (display.FREQUENCY, 0.01, 22000.0),
    "ms": (display.TIME, 0.01, 200000.0),
    "%": (display.PERCENT, -200.0, 400.0),
    "ratio": (display.RATIO, 0.25, 1e6),
    "st": (display.SEMITONES, -48.0, 48.0),
    "degrees": (display.DEGREES, 0.0, 360.0),
    "number": (display.NUMBER, -100.0, 500.0),
}


@given(name=st.sampled_from(list(READABLE)), share=st.floats(0, 1))
def test_text_reads_back_to_what_it_shows(name: str, share: float) -> None:
    shown, low, high = READABLE[name]
    value = low + share * (high - low)
    quantity = parse_quantity(shown.text(value), shown.unit)
    assert quantity.unit is shown.unit
    assert abs(quantity.value - value) <= resolution(shown.unit, value)


def test_units_are_those_of_the_quantities() -> None:
    assert display.NOTE_LENGTH.unit is Unit.BEATS
    assert display.PANNING.unit is Unit.NONE
