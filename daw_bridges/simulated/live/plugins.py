"""Plug-ins of the simulated Live: invented ones, with displays that no table of Orbit's knows."""

from __future__ import annotations

from functools import cache

from daw_bridges.simulated.live.devices.make import db, device_on, hz, ms, percent, q, switch
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, INSTRUMENT, DeviceSpec

__all__ = ["plugins"]

_CLASS = "PluginDevice"


@cache
def plugins() -> tuple[DeviceSpec, ...]:
    """Every installed plug-in, with the parameters that are configured in Live."""
    return (_equalizer(), _synthesizer())


def _equalizer() -> DeviceSpec:
    bands = (
        parameter
        for band, frequency in enumerate((80.0, 400.0, 2500.0, 9000.0), start=1)
        for parameter in (
            hz(f"Band {band} Freq", 10.0, 30_000.0, frequency),
            db(f"Band {band} Gain", -30.0, 30.0),
            q(f"Band {band} Q", 0.025, 40.0, 1.0),
            switch(f"Band {band} Used"),
        )
    )
    return DeviceSpec(
        "Prism EQ", _CLASS, AUDIO_EFFECT, (device_on(), *bands, db("Output Level", -36.0, 36.0))
    )


def _synthesizer() -> DeviceSpec:
    voice = (
        hz("Cutoff", 20.0, 20_000.0, 5_000.0),
        percent("Resonance", 10.0),
        ms("Attack", 0.1, 10_000.0, 2.0),
    )
    return DeviceSpec("Lumen Synth", _CLASS, INSTRUMENT, (device_on(), *voice, db("Level", -48.0, 6.0, -6.0)))
