"""The catalogue's rows as Live's parameters: each under its curve, or under the usual one of its unit."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from daw_bridges.catalog.displays import PANNING, WHOLE, WHOLE_SEMITONES, Display, display_of
from daw_bridges.catalog.schema import Curve as CurveRow
from daw_bridges.catalog.schema import CurveForm, ParameterRow
from daw_bridges.quantities import Unit
from daw_bridges.simulated.live.devices.curves import (
    Amplitude,
    Centred,
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
from daw_bridges.simulated.live.devices.make import choice, switch
from daw_bridges.simulated.live.devices.spec import ParameterSpec

__all__ = ["parameter_spec"]

_USUAL: dict[Unit, CurveForm] = {
    Unit.HZ: "log",
    Unit.MS: "log",
    Unit.RATIO: "ratio",
    Unit.BEATS: "falling",
}


def parameter_spec(row: ParameterRow) -> ParameterSpec:
    """A parameter as Live has it in a fresh device."""
    if row.switch is not None:
        spec = switch(row.name, on=row.switch)
    elif row.choices is not None:
        spec = choice(row.name, row.choices, str(row.default))
    else:
        spec = _number(row, row.range or (0.0, 1.0))
    return replace(spec, since=tuple(row.since.items())) if row.since else spec


def _number(row: ParameterRow, bounds: tuple[float, float]) -> ParameterSpec:
    display = display_of(row.unit, row.text, bounds)
    form = row.curve.form or _usual(row.unit, bounds, display)
    curve = _curve(form, row, bounds)
    low, high = _raw_ends(form, row.curve, bounds, curve)
    real = float(row.default or 0.0) if row.curve.default is None else row.curve.default
    default = real if form in ("own", "whole") else curve.to_raw(real)
    return ParameterSpec(row.name, low, high, default, curve, display)


def _usual(unit: Unit, bounds: tuple[float, float], display: Display) -> CurveForm:
    """The curve that most of Live's parameters in that unit and on that display have."""
    if unit is Unit.DB:
        return "own" if math.isfinite(bounds[0]) else "fader"
    if display in (WHOLE, WHOLE_SEMITONES):
        return "whole"
    return "own" if display is PANNING else _USUAL.get(unit, "linear")


def _curve(form: CurveForm, row: ParameterRow, bounds: tuple[float, float]) -> Curve:
    if form in ("rising", "falling"):
        values = sorted(row.steps or bounds, reverse=form == "falling")
        return Lookup(tuple(values), int(row.curve.raw[0]) if row.curve.raw else 0)
    return _CURVES[form](*(row.curve.ends or bounds), row.curve)


_CURVES: dict[CurveForm, Callable[[float, float, CurveRow], Curve]] = {
    "own": lambda low, high, _: Linear(low, high, low, high),
    "linear": lambda low, high, told: Linear(low, high, *(told.raw or (0.0, 1.0))),
    "log": lambda low, high, _: Logarithmic(low, high),
    "power": lambda low, high, told: Power(low, high, told.by),
    "centred": lambda _, high, told: Centred(high, told.by),
    "decades": lambda low, high, told: Decades(low, high, told.by),
    "amplitude": lambda low, high, told: Amplitude(low, high, told.by),
    "fader": lambda low, high, _: fader_law(high, low if math.isfinite(low) else None),
    "ratio": lambda low, _, told: Ratio(low, falling=told.by < 0.0),
    "whole": lambda low, high, _: Whole(low, high),
    "knots": lambda low, _, told: Knots(told.points, silent=math.isinf(low)),
}


def _raw_ends(
    form: CurveForm, told: CurveRow, bounds: tuple[float, float], curve: Curve
) -> tuple[float, float]:
    if told.raw is not None:
        return told.raw
    if form in ("own", "whole"):
        return told.ends or bounds
    if form in ("decades", "ratio"):
        low, high = sorted(map(curve.to_raw, told.ends or bounds))
        return low, high
    if form == "knots":
        return told.points[0][0], told.points[-1][0]
    return (0.0, len(curve.values) - 1.0) if isinstance(curve, Lookup) else (0.0, 1.0)
