"""The envelope that the older instruments share."""

from __future__ import annotations

import math

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.form import Own, Place, amplitude, hundredths, plain, share, whole
from daw_bridges.quantities import Unit

__all__ = [
    "by_velocity", "envelope", "level_of", "looping", "loudness", "retrigger", "share_of", "slopes", "times",
]  # fmt: skip


def times(key: str, path: str) -> tuple[Place, ...]:
    """Attack, decay and release in ms; the keys begin with ``key`` and the paths with ``path``."""
    return plain(
        **{
            f"{key}attack": f"{path}AttackTime",
            f"{key}decay": f"{path}DecayTime",
            f"{key}release": f"{path}ReleaseTime",
        }
    )


def envelope(key: str, path: str) -> tuple[Place, ...]:
    """The times and the level that is held, a share of the full level."""
    return (*times(key, path), *hundredths(**{f"{key}sustain": f"{path}SustainLevel"}))


def loudness(key: str, path: str) -> tuple[Place, ...]:
    """The times and the level that is held, in dB, of an envelope of a sound."""
    return (*times(key, path), *amplitude(**{f"{key}sustain": f"{path}SustainLevel"}))


def looping(key: str, path: str) -> tuple[Place, ...]:
    """How it repeats."""
    return plain(**{f"{key}mode": f"{path}LoopMode", f"{key}loop": f"{path}LoopTime"})


def slopes(key: str, path: str) -> tuple[Place, ...]:
    """How its segments bend."""
    return hundredths(
        **{
            f"{key}a_slope": f"{path}AttackSlope",
            f"{key}d_slope": f"{path}DecaySlope",
            f"{key}r_slope": f"{path}ReleaseSlope",
        }
    )


def retrigger(name: str, path: str) -> Own:
    """After which of fifteen lengths it begins anew, where it repeats in beats; named like ``Fe``."""
    return whole(f"{name} Retrig", f"{path}RepeatTime", 0.0, 14.0)


def by_velocity(name: str, path: str) -> Own:
    """How far its rate follows the velocity."""
    return Own(f"{name} R < Vel", f"{path}TimeVelScale", Unit.PERCENT, (-100.0, 100.0))


_LEVELS = {"Init": "AttackLevel", "Peak": "DecayLevel", "Sustain": "SustainLevel", "End": "ReleaseLevel"}


def share_of(name: str, path: str, *levels: str, low: float = 0.0) -> tuple[Own, ...]:
    """Levels at its corners, ``Init``, ``Peak``, ``Sustain`` and ``End``, as shares of the full level."""
    return tuple(share(f"{name} {level}", path + _LEVELS[level], low=low) for level in levels)


def level_of(name: str, path: str, *levels: str) -> tuple[Own, ...]:
    """Levels at the corners of an envelope of a sound, in dB."""
    bounds = (-math.inf, 0.0)
    return tuple(
        Own(f"{name} {level}", path + _LEVELS[level], Unit.DB, bounds, laws.amplitude) for level in levels
    )
