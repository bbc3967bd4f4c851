"""Impulse."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.display import PERCENT
from daw_bridges.simulated.live.devices.make import (
    choice,
    db,
    device_on,
    direct,
    fader,
    hz,
    ms,
    pan,
    percent,
    semitones,
)
from daw_bridges.simulated.live.devices.spec import INSTRUMENT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_FILTER_TYPES = ("LP 1", "LP 2", "LP 3", "BP 1", "BP 2", "HP 1", "HP 2", "Notch")


def _share(name: str, default: float = 0.0) -> ParameterSpec:
    return direct(name, -100, 100, default, PERCENT)


def _slot(n: int) -> tuple[ParameterSpec, ...]:
    return (
        percent(f"{n} Start", 0.0),
        semitones(f"{n} Transpose", -48, 48),
        _share(f"{n} Transpose <- Vel"),
        percent(f"{n} Transpose <- Random", 0.0),
        choice(f"{n} Stretch Mode", ("Mode A", "Mode B"), "Mode A"),
        _share(f"{n} Stretch Factor"),
        _share(f"{n} Stretch <- Vel"),
        db(f"{n} Saturator Drive", 0, 36),
        choice(f"{n} Filter Type", _FILTER_TYPES, "LP 1"),
        hz(f"{n} Filter Freq", 30, 20000, 20000.0),
        percent(f"{n} Filter Res", 0.0),
        _share(f"{n} Filter <- Vel"),
        percent(f"{n} Filter <- Random", 0.0),
        choice(f"{n} Envelope Type", ("Trigger", "Gate"), "Trigger"),
        ms(f"{n} Envelope Decay", 1, 10000, 10000.0),
        pan(f"{n} Pan"),
        _share(f"{n} Pan <- Vel"),
        percent(f"{n} Pan <- Random", 0.0),
        fader(f"{n} Volume", 6.0),
        percent(f"{n} Volume <- Vel", 50.0),
    )


_IMPULSE = DeviceSpec(
    "Impulse", "InstrumentImpulse", INSTRUMENT,
    (
        device_on(),
        fader("Global Volume", 6.0),
        _share("Global Time"),
        semitones("Global Transpose", -48, 48),
        *(parameter for n in range(1, 9) for parameter in _slot(n)),
    ),
)  # fmt: skip

DEVICES = (_IMPULSE,)
