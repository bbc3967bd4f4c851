"""Every curve rises or falls all the way, and back is the inverse of there."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.simulated.live.devices.curves import (
    Amplitude,
    Curve,
    Decades,
    Knots,
    Linear,
    Logarithmic,
    Lookup,
    Power,
    Ratio,
    Whole,
)
from daw_bridges.simulated.live.devices.fader import fader_law

# A curve of each class with the raw range it is used on.
CURVES: dict[str, tuple[Curve, float, float]] = {
    "linear": (Linear(-36, 36), 0, 1),
    "its own raw value": (Linear(-15, 15, -15, 15), -15, 15),
    "logarithmic": (Logarithmic(10, 22000), 0, 1),
    "power": (Power(1, 3000, 2.5), 0, 1),
    "decades": (Decades(0.1, 5000), -1, math.log10(5000)),
    "scaled decades": (Decades(10, 1000, 100), -1, 1),
    "amplitude": (Amplitude(0.03, 1.9953), 0, 1),
    "squared amplitude": (Amplitude(0, 2, 2), 0, 1),
    "ratio": (Ratio(), 0, 1),
    "ratio below one": (Ratio(0.25), -3, 1),
    "knots": (Knots(((-1, -70), (-0.9, -31.5), (0, 0), (1, 35)), silent=True), -1, 1),
    "volume fader": (fader_law(), 0, 1),
    "fader with a floor": (fader_law(3.0, floor_db=-40.0), 0, 1),
}
STEPPED: dict[str, tuple[Curve, int, int]] = {
    "whole": (Whole(-48, 48), -48, 48),
    "rising steps": (Lookup((0.01, 0.1, 0.3, 1, 3, 10, 30)), 0, 6),
    "falling steps": (Lookup((8, 4, 2, 1, 0.5)), 0, 4),
    "steps from below zero": (Lookup((0.25, 0.5, 1), first=-2), -2, 0),
}

shares = st.floats(0, 1)


def at(low: float, high: float, share: float) -> float:
    return min(low + share * (high - low), high)


@given(name=st.sampled_from(list(CURVES)), share=shares)
def test_raw_comes_back_from_real(name: str, share: float) -> None:
    curve, low, high = CURVES[name]
    raw = at(low, high, share)
    real = curve.to_real(raw)
    if real == -math.inf:
        assert curve.to_raw(real) == low
    else:
        assert curve.to_raw(real) == pytest.approx(raw, abs=1e-6 * (high - low))


@given(name=st.sampled_from(list(CURVES)), one=shares, other=shares)
def test_more_raw_reads_more(name: str, one: float, other: float) -> None:
    curve, low, high = CURVES[name]
    less, more = sorted((at(low, high, one), at(low, high, other)))
    if more - less > 1e-9 * (high - low) and curve.to_real(more) > -math.inf:
        assert curve.to_real(less) < curve.to_real(more) or math.isclose(less, more, abs_tol=1e-8)
    assert curve.to_real(less) <= curve.to_real(more)


@given(name=st.sampled_from(list(CURVES)), real=st.floats(-1e6, 1e6))
def test_no_real_value_leads_out_of_the_raw_range(name: str, real: float) -> None:
    curve, low, high = CURVES[name]
    assert low - 1e-9 <= curve.to_raw(real) <= high + 1e-9


@pytest.mark.parametrize("name", STEPPED)
def test_each_step_reads_its_own_value_and_is_found_by_it(name: str) -> None:
    curve, low, high = STEPPED[name]
    values = [curve.to_real(raw) for raw in range(low, high + 1)]
    assert len(set(values)) == len(values)
    assert values in (sorted(values), sorted(values, reverse=True))
    assert [curve.to_raw(value) for value in values] == list(range(low, high + 1))


@pytest.mark.parametrize(
    ("raw", "ratio"), [(0.0, 1.0), (0.5, 2.0), (0.75, 4.0), (0.9, 10.0), (1.0, math.inf)]
)
def test_ratio_as_live_stores_it(raw: float, ratio: float) -> None:
    assert Ratio().to_real(raw) == pytest.approx(ratio)
    assert Ratio().to_raw(ratio) == pytest.approx(raw)


def test_silence_lies_below_every_level_of_a_silent_curve() -> None:
    knots = Knots(((0, -70), (1, 6)), silent=True)
    assert knots.to_real(0.0) == -math.inf
    assert knots.to_raw(-math.inf) == 0.0
    assert knots.to_raw(-90.0) == 0.0
    assert knots.to_raw(math.inf) == 1.0


def test_a_faint_amplitude_reads_as_silence() -> None:
    gain = Amplitude(0, 1)
    assert gain.to_real(1e-4) == -math.inf
    assert gain.to_raw(-90.0) == gain.to_raw(-math.inf) == 0.0
    assert gain.to_real(gain.to_raw(-70.0)) == pytest.approx(-70.0)


def test_the_nearest_step_wins() -> None:
    assert Lookup((2, 4, 10)).to_raw(5.5) == 1.0
    assert Lookup((2, 4, 10)).to_raw(8.0) == 2.0
