"""The envelopes that Live's older instruments share."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import PERCENT
from daw_bridges.simulated.live.devices.make import choice, ms
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


def envelope(
    prefix: str, sustain: ParameterSpec, decay_ms: float = 600.0, release_ms: float = 50.0
) -> tuple[ParameterSpec, ...]:
    """Attack, decay, sustain and release under a prefix such as ``Ve``.

    What is held is a level in dB under the fader law where the envelope is that of a sound, else a share.
    """
    return (
        attack(f"{prefix} Attack"),
        decay(f"{prefix} Decay", decay_ms),
        sustain,
        release(f"{prefix} Release", release_ms),
    )


def looping(prefix: str) -> tuple[ParameterSpec, ...]:
    """How an envelope repeats."""
    return (
        choice(f"{prefix} Mode", ("None", "Loop", "Beat", "Sync", "Trigger"), "None"),
        ms(f"{prefix} Loop", 0.2, 20000, 100.0),
    )


def slopes(prefix: str) -> tuple[ParameterSpec, ...]:
    """How an envelope's segments bend, −100 … 100 %."""
    return (
        _slope(f"{prefix} A Slope", 0.0),
        _slope(f"{prefix} D Slope", 100.0),
        _slope(f"{prefix} R Slope", 100.0),
    )


def _slope(name: str, default: float) -> ParameterSpec:
    return ParameterSpec(name, -1.0, 1.0, default / 100, Linear(-100, 100, -1, 1), PERCENT)
