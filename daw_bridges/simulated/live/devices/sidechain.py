"""The side-chain section that Live's dynamics devices share."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.make import choice, db, fader, hz, percent, q, switch
from daw_bridges.simulated.live.devices.spec import ParameterSpec

__all__ = ["SIDECHAIN_TOP_DB", "key_filter", "key_input"]

SIDECHAIN_TOP_DB = 24.0

_FILTER_TYPES = ("Low Shelf", "Bell", "High Shelf", "Low pass", "Peak", "High pass")


def key_input() -> tuple[ParameterSpec, ...]:
    """The switch, gain and mix of an external key."""
    return (switch("S/C On"), fader("S/C Gain", SIDECHAIN_TOP_DB), percent("S/C Mix", 100.0))


def key_filter(frequency: float, *, on: bool = False) -> tuple[ParameterSpec, ...]:
    """The equaliser in the key's path."""
    return (
        choice("S/C EQ Type", _FILTER_TYPES, "High pass"),
        switch("S/C EQ On", on=on),
        hz("S/C EQ Freq", 30, 15000, frequency),
        db("S/C EQ Gain", -15, 15),
        q("S/C EQ Q", 0.1, 12, 0.5**0.5),
    )
