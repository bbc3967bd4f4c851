"""Quantities: what people and hosts write is read, what is printed is read back (law 4)."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import (
    Quantity,
    Unit,
    bars_to_beats,
    beats_per_bar,
    beats_to_bars,
    format_note_value,
    format_pan,
    format_quantity,
    parse_pan,
    parse_position,
    parse_quantity,
    resolution,
)

_PRINTED = [unit for unit in Unit if unit is not Unit.CHOICE]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("-6 dB", -6.0, Unit.DB),
        ("−6dB", -6.0, Unit.DB),
        ("+3.5 db", 3.5, Unit.DB),
        ("-inf dB", -math.inf, Unit.DB),
        ("-∞ dB", -math.inf, Unit.DB),
        ("120 Hz", 120.0, Unit.HZ),
        ("1.2 kHz", 1200.0, Unit.HZ),
        ("1,5 kHz", 1500.0, Unit.HZ),
        ("1,200 Hz", 1200.0, Unit.HZ),
        ("12k", 12000.0, Unit.HZ),
        ("30 ms", 30.0, Unit.MS),
        ("1.2 s", 1200.0, Unit.MS),
        ("2 seconds", 2000.0, Unit.MS),
        ("4:1", 4.0, Unit.RATIO),
        ("4.00 : 1", 4.0, Unit.RATIO),
        ("inf : 1", math.inf, Unit.RATIO),
        ("1 : 2", 0.5, Unit.RATIO),
        ("35 %", 35.0, Unit.PERCENT),
        ("1/8", 0.5, Unit.BEATS),
        ("1/8T", 1 / 3, Unit.BEATS),
        ("1/8D", 0.75, Unit.BEATS),
        ("1/4 dotted", 1.5, Unit.BEATS),
        ("2 beats", 2.0, Unit.BEATS),
        ("+3 st", 3.0, Unit.SEMITONES),
        ("90°", 90.0, Unit.DEGREES),
        (".5", 0.5, Unit.NONE),
        ("42", 42.0, Unit.NONE),
    ],
)
def test_a_text_is_read_as(text: str, value: float, unit: Unit) -> None:
    quantity = parse_quantity(text)
    assert quantity.unit is unit
    assert quantity.value == pytest.approx(value)


def test_a_bare_number_takes_the_unit_that_is_expected() -> None:
    assert parse_quantity("-24", Unit.DB) == Quantity(-24.0, Unit.DB)
    assert parse_quantity("-24 Hz", Unit.DB).unit is Unit.HZ


@pytest.mark.parametrize(
    "text", ["", "loud", "6 parsecs", "1/0", "dB", "--3", "1e5 Hz", "9" * 400, "4:", "nan"]
)
def test_what_is_no_quantity_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse_quantity(text)
    assert text in str(caught.value)


@given(st.text(max_size=20))
def test_any_text_is_a_quantity_or_an_error_of_the_tree(text: str) -> None:
    for parse in (parse_quantity, parse_pan, parse_position):
        with contextlib.suppress(QuantityError):
            parse(text)


@given(
    st.floats(-1e15, 1e15, allow_nan=False).filter(lambda value: value == 0 or abs(value) > 1e-9),
    st.sampled_from(_PRINTED),
)
def test_law_4_a_printed_quantity_is_read_back(value: float, unit: Unit) -> None:
    assume(unit is not Unit.RATIO or value >= 0)
    back = parse_quantity(format_quantity(Quantity(value, unit)), unit)
    assert back.unit is unit
    assert math.isclose(back.value, value, rel_tol=1e-9, abs_tol=1e-12)


@given(st.integers(-9999, 9999), st.sampled_from(_PRINTED))
def test_law_4_what_displays_show_is_read_back_exactly(tenths: int, unit: Unit) -> None:
    quantity = Quantity(tenths / 10, unit)
    assume(unit is not Unit.RATIO or tenths >= 0)
    printed = format_quantity(quantity)
    assert format_quantity(parse_quantity(printed, unit)) == printed


@pytest.mark.parametrize(
    ("quantity", "text"),
    [
        (Quantity(-6.0, Unit.DB), "-6.0 dB"),
        (Quantity(-math.inf, Unit.DB), "-inf dB"),
        (Quantity(-6.25, Unit.DB), "-6.25 dB"),
        (Quantity(4.0, Unit.RATIO), "4.00 : 1"),
        (Quantity(math.inf, Unit.RATIO), "inf : 1"),
        (Quantity(1200.0, Unit.HZ), "1.2 kHz"),
        (Quantity(30.0, Unit.MS), "30 ms"),
        (Quantity(1500.0, Unit.MS), "1.5 s"),
        (Quantity(0.5, Unit.BEATS), "1/8"),
        (Quantity(5.0, Unit.BEATS), "5 beats"),
        (Quantity(35.0, Unit.PERCENT), "35 %"),
        (Quantity(1e-7, Unit.NONE), "0.0000001"),
    ],
)
def test_a_quantity_is_printed_as(quantity: Quantity, text: str) -> None:
    assert str(quantity) == text


@pytest.mark.parametrize(("beats", "text"), [(4.0, "1/1"), (0.75, "1/8D"), (1 / 3, "1/8T"), (0.25, "1/16")])
def test_note_values_are_named(beats: float, text: str) -> None:
    assert format_note_value(beats) == text
    assert parse_quantity(text).value == pytest.approx(beats)


@pytest.mark.parametrize(
    ("text", "pan"),
    [
        ("C", 0.0),
        ("centre", 0.0),
        ("hard left", -1.0),
        ("50R", 1.0),
        ("25L", -0.5),
        ("L25", -0.5),
        ("30 % right", 0.3),
        ("right 30 %", 0.3),
        ("-0.5", -0.5),
        ("-20 %", -0.2),
    ],
)
def test_a_panning_is_read_as(text: str, pan: float) -> None:
    assert parse_pan(text) == pytest.approx(pan)


@pytest.mark.parametrize("text", ["51L", "2", "30 Hz", "sideways"])
def test_what_is_no_panning_is_refused(text: str) -> None:
    with pytest.raises(QuantityError):
        parse_pan(text)


@given(st.integers(-500, 500))
def test_law_4_a_printed_panning_is_read_back(thousandths: int) -> None:
    pan = thousandths / 500
    assert parse_pan(format_pan(pan)) == pytest.approx(pan, abs=1e-6)


@pytest.mark.parametrize(("text", "bar"), [("bar 17", 17.0), ("17", 17.0), ("Bar 17.5", 17.5), ("#3", 3.0)])
def test_a_position_is_read_as(text: str, bar: float) -> None:
    assert parse_position(text) == bar


@pytest.mark.parametrize("text", ["bar 0", "bar", "-3", "the drop"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(QuantityError, match="Bars count from 1"):
        parse_position(text)


@given(st.integers(0, 4000), st.sampled_from([(4, 4), (3, 4), (7, 8), (6, 8), (5, 4)]))
def test_law_4_bars_and_beats_are_inverse(quarter: int, signature: tuple[int, int]) -> None:
    bar = 1 + quarter / 4
    assert beats_to_bars(bars_to_beats(bar, signature), signature) == pytest.approx(bar)


def test_a_bar_of_six_eight_is_three_beats_long() -> None:
    assert beats_per_bar((6, 8)) == 3.0
    assert bars_to_beats(17.0) == 64.0


def test_resolution_is_that_of_a_display() -> None:
    assert 0.05 < resolution(Unit.DB, -6.0) < 0.06
    assert resolution(Unit.HZ, 1000.0) == pytest.approx(5.0, rel=0.01)
    assert resolution(Unit.DB, -math.inf) == 0.0
