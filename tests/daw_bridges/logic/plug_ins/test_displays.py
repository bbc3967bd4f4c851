"""What Logic's display was seen to read, as numbers and choices, and how much of them it can tell."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.logic.displays import read, same, shortens, which_choice
from daw_bridges.quantities import Unit

# As a Mackie Control read them in Logic 12.3 (published with logician-mcp), and cut or with a comma.
SEEN = [
    ("-11.5", Unit.DB, -11.5, Unit.DB, 0.1), ("+9.6dB", None, 9.6, Unit.DB, 0.1),
    ("-8.5dB", None, -8.5, Unit.DB, 0.1), ("0 dB", None, 0.0, Unit.DB, 1.0),
    ("-10,0 d", None, -10.0, Unit.DB, 0.1), ("121 Hz", None, 121.0, Unit.HZ, 1.0),
    ("1100Hz", None, 1100.0, Unit.HZ, 1.0), ("20000", Unit.HZ, 20000.0, Unit.HZ, 1.0),
    ("20000.", Unit.HZ, 20000.0, Unit.HZ, 1.0), ("7040.0", Unit.HZ, 7040.0, Unit.HZ, 0.1),
    ("2.8:1", None, 2.8, Unit.RATIO, 0.1), ("59.0ms", None, 59.0, Unit.MS, 0.1),
    ("290.0", Unit.MS, 290.0, Unit.MS, 0.1), ("1.20 s", None, 1200.0, Unit.MS, 10.0),
    ("100.0%", None, 100.0, Unit.PERCENT, 0.1), ("0.000%", None, 0.0, Unit.PERCENT, 0.001),
    ("0 o", None, 0.0, Unit.DEGREES, 1.0), ("0.88", Unit.NONE, 0.88, Unit.NONE, 0.01),
    ("1/1", None, 4.0, Unit.BEATS, 1e-6), ("1/8T", None, 1 / 3, Unit.BEATS, 1e-6),
    ("-oo dB", None, -math.inf, Unit.DB, 0.0), ("7.5kHz", None, 7500.0, Unit.HZ, 100.0),
]  # fmt: skip


@pytest.mark.parametrize(("text", "unit", "value", "shown", "step"), SEEN)
def test_numbers_that_were_seen(text: str, unit: Unit | None, value: float, shown: Unit, step: float) -> None:
    reading = read(text, unit)
    assert reading.value == pytest.approx(value)
    assert reading.unit is shown
    assert reading.step == pytest.approx(step)


@pytest.mark.parametrize("text", ["On", "Peak", "LP24dB", "10dB/s", "VintgT", "Post Q", "AsmStr", "--", ""])
def test_texts_are_no_numbers(text: str) -> None:
    assert read(text, Unit.DB).value is None


@given(st.floats(-1000, 1000), st.integers(0, 3))
def test_a_value_is_the_same_as_its_own_rounding(value: float, decimals: int) -> None:
    assert same(value, read(f"{value:.{decimals}f}", Unit.DB))


@pytest.mark.parametrize(
    ("shown", "choices", "meant"),
    [
        ("PltDig", ("Platinum Digital", "Studio VCA"), "Platinum Digital"),
        ("VntgFE", ("Vintage VCA", "Vintage FET", "Vintage Opto"), "Vintage FET"),
        ("Vintg", ("Vintage VCA", "Vintage FET"), None),
        ("On", ("off", "on"), "on"),
        ("Peak", ("RMS", "Peak", "Peak Hold"), "Peak"),
    ],
)
def test_choices_are_told_or_not(shown: str, choices: tuple[str, ...], meant: str | None) -> None:
    assert which_choice(shown, choices) == meant


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Thrs", "Threshold"), ("LimrOn", "Limiter On"), ("Pe1On/", "Peak 1 On/Off"),
        ("DettrF", "Detector Frequency"), ("Devato", "Deviation"), ("Fb", "Feedback"),
        ("Sl10St", "Slot 10 Stompbox"),
    ],
)  # fmt: skip
def test_short_names_that_were_seen(short: str, full: str) -> None:
    assert shortens(short, full)


@pytest.mark.parametrize(("short", "full"), [("Peak1F", "Peak 12 Frequency"), ("Rel", "Auto Release")])
def test_numbers_and_first_letters_are_kept(short: str, full: str) -> None:
    assert not shortens(short, full)
