"""Multiband Dynamics: three bands, each compressed or expanded above and below a threshold."""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.simulated.live.devices.curves import Ratio
from daw_bridges.simulated.live.devices.display import FREQUENCY, PERCENT, RATIO_TO, TIME
from daw_bridges.simulated.live.devices.make import choice, db, device_on, logged, percent, switch
from daw_bridges.simulated.live.devices.sidechain import key_input
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_BANDS = ("Low", "Mid", "High")
_ATTACK_MS = {"Low": 50.0, "Mid": 10.0, "High": 5.0}
_RELEASE_MS = {"Low": 300.0, "Mid": 200.0, "High": 100.0}


def _each(make: Callable[[str], ParameterSpec]) -> tuple[ParameterSpec, ...]:
    return tuple(make(band) for band in _BANDS)


# Both read 1 : inf where they compress most: the one above at raw −1, the one below at raw 1.
def _above(name: str) -> ParameterSpec:
    return ParameterSpec(name, -1.0, 1.0, 0.0, Ratio(0.5, falling=True), RATIO_TO)


def _below(name: str) -> ParameterSpec:
    return ParameterSpec(name, -3.0, 1.0, 0.0, Ratio(0.25), RATIO_TO)


def _time(name: str, default: float) -> ParameterSpec:
    return logged(name, 0.1, 5000, default, TIME)


_MULTIBAND = DeviceSpec(
    "Multiband Dynamics", "MultibandDynamics", AUDIO_EFFECT,
    (
        device_on(),
        logged("Low-Mid Crossover", 30, 3000, 120.0, FREQUENCY),
        logged("Mid-High Crossover", 300, 15000, 2500.0, FREQUENCY),
        switch("Soft Knee On/Off", on=True),
        choice("Peak/RMS Mode", ("RMS", "Peak"), "RMS"),
        db("Master Output", -24, 24),
        percent("Amount", 100.0),
        logged("Time Scaling", 10, 1000, 100.0, PERCENT, scale=100.0),
        *_each(lambda band: db(f"Output Gain ({band})", -24, 24)),
        *_each(lambda band: db(f"Input Gain ({band})", -24, 24)),
        *_each(lambda band: switch(f"Band Activator ({band})", on=True)),
        *_each(lambda band: db(f"Above Threshold ({band})", -80, 0, -20.0)),
        *_each(lambda band: db(f"Below Threshold ({band})", -80, 0, -60.0)),
        *_each(lambda band: _above(f"Above Ratio ({band})")),
        *_each(lambda band: _below(f"Below Ratio ({band})")),
        *_each(lambda band: _time(f"Attack Time ({band})", _ATTACK_MS[band])),
        *_each(lambda band: _time(f"Release Time ({band})", _RELEASE_MS[band])),
        *key_input(),
    ),
)  # fmt: skip

DEVICES = (_MULTIBAND,)
