"""Racks as presets hold them: chains with devices in them, and macros that move what is inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from daw_bridges.simulated.live.chain import Chain, DrumChain
from daw_bridges.simulated.live.devices.stock import stock_device
from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["RACK_PRESETS", "ChainContents", "DeviceContents", "Macro", "RackContents"]


@dataclass(frozen=True)
class DeviceContents:
    """A stock device and what it reads, by parameter name and in the unit of the display."""

    device: str
    values: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True)
class ChainContents:
    """A chain; ``note`` is the pad of a drum rack it is on."""

    name: str
    devices: tuple[DeviceContents, ...] = ()
    volume_db: float = 0.0
    pan: float = 0.0
    note: int = 36


@dataclass(frozen=True)
class Macro:
    """A macro (from 0) that moves a parameter of a device, both by place, over its whole range."""

    macro: int
    chain: int
    device: int
    parameter: str


@dataclass(frozen=True)
class RackContents:
    """What a rack's preset puts into an empty rack."""

    chains: tuple[ChainContents, ...]
    macros: tuple[Macro, ...] = ()

    def fill(self, rack: RackDevice) -> None:
        """Make the chains and map the macros."""
        for contents in self.chains:
            _fill_chain(rack.add_chain_(len(rack.chains)), contents)
        for macro in self.macros:
            device = rack.chains[macro.chain].devices[macro.device]
            target = next(each for each in device.parameters if each.name == macro.parameter)
            knob = rack.macro_knobs_[macro.macro]
            travel = (target.value - target.min) / (target.max - target.min)
            knob.__dict__["=value"] = float(round(travel * knob.max))
            rack.map_macro_(macro.macro, target, target.min, target.max)


def _fill_chain(chain: Chain, contents: ChainContents) -> None:
    chain.name = contents.name
    mixer = chain.mixer_device
    mixer.volume.__dict__["=value"] = mixer.volume.spec_.raw_for(contents.volume_db)
    mixer.panning.__dict__["=value"] = contents.pan
    for inner in contents.devices:
        chain.insert_(stock_device(inner.device), len(chain.devices)).set_values_(inner.values)
    if chain.rack_.can_have_drum_pads:
        cast("DrumChain", chain).in_note = contents.note


RACK_PRESETS: Mapping[str, Mapping[str, RackContents]] = {
    "Audio Effect Rack": {
        "Parallel Squeeze": RackContents(
            (
                ChainContents("Dry"),
                ChainContents(
                    "Squeezed",
                    (
                        DeviceContents("Compressor", {"Threshold": -32.0, "Ratio": 8.0}),
                        DeviceContents("Saturator", {"Drive": 6.0}),
                    ),
                    volume_db=-9.0,
                ),
            ),
            (Macro(0, 1, 0, "Threshold"), Macro(1, 1, 1, "Drive")),
        ),
        "Wide Space": RackContents(
            (
                ChainContents("Left", (DeviceContents("Delay", {"Feedback": 20.0}),), -6.0, -0.7),
                ChainContents("Right", (DeviceContents("Reverb", {"Dry/Wet": 40.0}),), -6.0, 0.7),
            )
        ),
    },
    "Instrument Rack": {
        "Layered Low": RackContents(
            (
                ChainContents("Sub", (DeviceContents("Operator"),)),
                ChainContents("Growl", (DeviceContents("Wavetable"), DeviceContents("Saturator")), -6.0),
            )
        ),
    },
    "Drum Rack": {
        "Dusty Kit": RackContents(
            (
                ChainContents("Dusty Kick", (DeviceContents("Simpler"),), note=36),
                ChainContents("Dusty Snare", (DeviceContents("Simpler"), DeviceContents("Gate")), note=38),
                ChainContents("Dusty Hat", (DeviceContents("Simpler"),), -4.0, 0.2, note=42),
            )
        ),
    },
    "MIDI Effect Rack": {
        "Two Speeds": RackContents(
            (ChainContents("Slow", (DeviceContents("Arpeggiator"),)), ChainContents("As Played"))
        ),
    },
}
