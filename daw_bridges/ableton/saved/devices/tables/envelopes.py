"""The envelope that the older instruments share."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Place, hundredths, plain

__all__ = ["envelope", "looping", "slopes", "times"]


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


def looping(key: str, path: str) -> tuple[Place, ...]:
    """How it repeats."""
    return plain(**{f"{key}mode": f"{path}LoopMode", f"{key}loop": f"{path}LoopTime"})


def slopes(key: str, path: str) -> tuple[Place, ...]:
    """How its segments bend."""
    return plain(
        **{
            f"{key}a_slope": f"{path}AttackSlope",
            f"{key}d_slope": f"{path}DecaySlope",
            f"{key}r_slope": f"{path}ReleaseSlope",
        }
    )
