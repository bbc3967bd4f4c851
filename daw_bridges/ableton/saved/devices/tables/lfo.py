"""The modulator that the older Auto Filter, Auto Pan and Phaser share."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.form import Own, choice, whole
from daw_bridges.ableton.saved.devices.tables.rates import RISING
from daw_bridges.quantities import Unit

__all__ = ["modulator", "share"]


def share(name: str, path: str, high: float = 100.0) -> Own:
    """A percentage stored as a share of one."""
    return Own(name, path, Unit.PERCENT, (0.0, high), laws.hundredths)


def modulator(prefix: str, frequency: tuple[float, float]) -> tuple[Own, ...]:
    """Its parameters under a prefix, ``LFO `` or none, with the lowest and highest rate in Hz."""
    return (
        whole(f"{prefix}Waveform", "Lfo/Type", 0.0, 6.0),
        Own(f"{prefix}Frequency", "Lfo/Frequency", Unit.HZ, frequency),
        Own(f"{prefix}Sync Rate", "Lfo/BeatRate", Unit.BEATS, (0.0625, 32.0), RISING),
        choice(f"{prefix}Stereo Mode", "Lfo/StereoMode", "Phase", "Spin"),
        share(f"{prefix}Spin", "Lfo/Spin", 50.0),
        Own(f"{prefix}Phase", "Lfo/Phase", Unit.DEGREES, (0.0, 360.0)),
        Own(f"{prefix}Offset", "Lfo/Offset", Unit.DEGREES, (0.0, 360.0)),
        share(f"{prefix}Width (Random)", "Lfo/NoiseWidth"),
    )
