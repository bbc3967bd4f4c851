"""The envelopes that Live's older instruments share."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.make import choice, ms, number, percent
from daw_bridges.simulated.live.devices.spec import ParameterSpec

__all__ = ["attack", "decay", "envelope", "looping", "release", "slopes"]


def attack(name: str, default: float = 0.1) -> ParameterSpec:
    """An attack or glide time."""
    return ms(name, 0.1, 20000, default)


def decay(name: str, default: float = 600.0) -> ParameterSpec:
    """A decay time."""
    return ms(name, 1, 60000, default)


def release(name: str, default: float = 50.0) -> ParameterSpec:
    """A release time."""
    return decay(name, default)


def envelope(prefix: str, sustain: float, decay_ms: float = 600.0) -> tuple[ParameterSpec, ...]:
    """Attack, decay, sustain (%) and release under a prefix such as ``Ve``."""
    return (
        attack(f"{prefix} Attack"),
        decay(f"{prefix} Decay", decay_ms),
        percent(f"{prefix} Sustain", sustain),
        release(f"{prefix} Release"),
    )


def looping(prefix: str) -> tuple[ParameterSpec, ...]:
    """How an envelope repeats."""
    return (
        choice(f"{prefix} Mode", ("None", "Loop", "Beat", "Sync", "Trigger"), "None"),
        ms(f"{prefix} Loop", 0.2, 20000, 100.0),
    )


def slopes(prefix: str) -> tuple[ParameterSpec, ...]:
    """How an envelope's segments bend, −1 … 1."""
    return (
        number(f"{prefix} A Slope", -1, 1, 0.0),
        number(f"{prefix} D Slope", -1, 1, 1.0),
        number(f"{prefix} R Slope", -1, 1, 1.0),
    )
