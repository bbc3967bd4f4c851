"""The modulator that the older Auto Filter, Auto Pan and Phaser share."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Own, choice, share
from daw_bridges.ableton.saved.devices.tables.rates import RISING
from daw_bridges.quantities import Unit

__all__ = ["modulator"]


def modulator(prefix: str, frequency: tuple[float, float], waveform: Own) -> tuple[Own, ...]:
    """Its parameters under a prefix, ``LFO `` or none; ``frequency`` is its lowest and highest rate in Hz."""
    return (
        waveform,
        Own(f"{prefix}Frequency", "Lfo/Frequency", Unit.HZ, frequency),
        Own(f"{prefix}Sync Rate", "Lfo/BeatRate", Unit.BEATS, (0.0625, 32.0), RISING),
        choice(f"{prefix}Stereo Mode", "Lfo/StereoMode", "Phase", "Spin"),
        share(f"{prefix}Spin", "Lfo/Spin", 50.0),
        Own(f"{prefix}Phase", "Lfo/Phase", Unit.DEGREES, (0.0, 360.0)),
        Own(f"{prefix}Offset", "Lfo/Offset", Unit.DEGREES, (0.0, 360.0)),
    )
