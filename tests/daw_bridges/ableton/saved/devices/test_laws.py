"""Laws: known pairs, monotone everywhere, defined for every finite number."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.laws import Law
from daw_bridges.ableton.saved.devices.slots import plans


def _law(tag: str, key: str) -> Law:
    return next(slot.law for slot in plans(tag)[0].slots if slot.key == key)


RISING = _law("OriginalSimpler", "lfo_sync_rate")
FALLING = _law("AutoFilter2", "lfo_rate")
DIVISIONS = _law("Echo", "left_division")

RISING_LAWS = (
    laws.plain, laws.hundredths, laws.seconds, laws.amplitude, laws.ratio, laws.expanding, laws.note, RISING,
    DIVISIONS,
)  # fmt: skip
FALLING_LAWS = (laws.compressing, FALLING)

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("law", "stored", "value"),
    [
        (laws.hundredths, 0.55, 55.0),
        (laws.seconds, 0.375, 375.0),
        (laws.amplitude, 1.0, 0.0),
        (laws.amplitude, 0.1794389188, -14.9217),
        (laws.amplitude, 1.99526238, 6.0),
        (laws.amplitude, 15.8489332, 24.0),
        (laws.amplitude, 0.0003162277571, -math.inf),
        (laws.amplitude, 0.00031622799, -math.inf),
        (laws.amplitude, 0.000318, -69.95),
        (laws.amplitude, 0.0, -math.inf),
        (laws.ratio, 340282326356119256160033759537265639424.0, math.inf),
        (laws.ratio, 4.0, 4.0),
        # The three bands of the factory preset "OTT": 66.7 and ∞ to one above, 4.17 to one below.
        (laws.compressing, -0.9850000143, 66.667),
        (laws.compressing, -1.0, math.inf),
        (laws.compressing, 1.0, 0.5),
        (laws.expanding, 0.7599995732, 4.1667),
        (laws.expanding, -3.0, 0.25),
        (laws.note, 69.0, 440.0),
        (laws.note, 135.0, 19912.1),
        (laws.note, 20.0, 25.957),
        (RISING, 4.0, 0.25),
        (RISING, 6.0, 0.5),
        (RISING, 21.0, 32.0),
        (FALLING, 12.0, 1.0),
        (FALLING, 15.0, 0.5),
        (DIVISIONS, -3.0, 0.5),
        (DIVISIONS, 0.0, 4.0),
    ],
)
def test_known_pairs(law: Law, stored: float, value: float) -> None:
    assert law(stored) == pytest.approx(value, rel=1e-4, abs=1e-3)


@given(st.sampled_from(RISING_LAWS), finite, finite)
def test_most_laws_rise(law: Law, one: float, other: float) -> None:
    low, high = sorted((one, other))
    if law is laws.expanding:
        low, high = max(low, -1e6), min(max(high, -1e6), 1.0)
    assert law(low) <= law(high)


@given(st.sampled_from(FALLING_LAWS), finite, finite)
def test_the_others_fall(law: Law, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert law(low) >= law(high)


@given(st.sampled_from((*RISING_LAWS, *FALLING_LAWS)), finite)
def test_no_finite_number_is_too_much(law: Law, stored: float) -> None:
    assert not math.isnan(law(stored))
