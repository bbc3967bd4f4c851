"""What stands in the browser: stock devices on Live's shelves, their presets, and a few plug-ins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

from daw_bridges.simulated.live.browser_presets import PRESETS
from daw_bridges.simulated.live.browser_racks import RACK_PRESETS, RackContents
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, INSTRUMENT, MIDI_EFFECT, DeviceSpec
from daw_bridges.simulated.live.devices.stock import stock_devices
from daw_bridges.simulated.live.plugins import plugins
from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["ROOTS", "Leaf", "Node", "Shelf", "build_tree"]

ROOTS = (
    "sounds", "drums", "instruments", "audio_effects", "midi_effects", "max_for_live", "plugins", "clips",
    "samples", "packs", "user_library", "current_project",
)  # fmt: skip

_QUERIES = {
    "instruments": "Synths",
    "audio_effects": "AudioFx",
    "midi_effects": "MidiFx",
    "plugins": "Plugins",
}

_SHELVES = {
    "Delay & Loop": ("Beat Repeat", "Delay", "Echo", "Filter Delay", "Grain Delay", "Looper"),
    "Drive & Color": (
        "Amp",
        "Cabinet",
        "Dynamic Tube",
        "Erosion",
        "Overdrive",
        "Pedal",
        "Redux",
        "Roar",
        "Saturator",
    ),
    "Dynamics": ("Compressor", "Drum Buss", "Gate", "Glue Compressor", "Limiter", "Multiband Dynamics"),
    "EQ & Filters": ("Auto Filter", "Channel EQ", "EQ Eight", "EQ Three"),
    "Modulators": ("Auto Pan", "Auto Pan-Tremolo", "Chorus-Ensemble", "Phaser-Flanger", "Shifter"),
    "Pitch & Modulation": ("Corpus", "Resonators", "Spectral Resonator", "Vocoder"),
    "Reverb & Resonance": ("Convolution Reverb", "Hybrid Reverb", "Reverb", "Spectral Time"),
}
_OTHER_SHELF = "Utilities"


@dataclass(frozen=True)
class Leaf:
    """A device, or a preset: a device with values, by parameter name and in the unit of the display."""

    name: str
    uri: str
    spec: DeviceSpec
    values: Mapping[str, float] = field(default_factory=dict[str, float])
    children: tuple[Node, ...] = ()
    rack: RackContents | None = None

    @property
    def is_preset(self) -> bool:
        """Whether there is more to it than the device."""
        return bool(self.values) or self.rack is not None

    @property
    def is_plugin(self) -> bool:
        return self.spec.class_name in ("PluginDevice", "AuPluginDevice")

    def apply_to(self, device: Device) -> None:
        """Set a freshly loaded device to the preset; a plain device stays as it is."""
        if self.is_preset:
            device.load_preset_(self.name.rsplit(".", 1)[0], self.values)
        if self.rack is not None and isinstance(device, RackDevice):
            self.rack.fill(device)


@dataclass(frozen=True)
class Shelf:
    """A folder."""

    name: str
    uri: str
    children: tuple[Node, ...] = ()
    is_root: bool = False


Node = Union[Leaf, Shelf]  # noqa: UP007 - named before Leaf and Shelf can be combined


def build_tree(installed: Sequence[DeviceSpec] | None = None) -> dict[str, Shelf]:
    """The roots of the browser by their names in the Live Object Model.

    ``installed`` are the plug-ins that there are, else those that the simulated Live comes with.
    """
    found = plugins() if installed is None else installed
    specs = sorted(stock_devices(), key=lambda spec: spec.name)
    by_type = {
        kind: [spec for spec in specs if spec.type == kind]
        for kind in (INSTRUMENT, AUDIO_EFFECT, MIDI_EFFECT)
    }
    children: dict[str, Sequence[Node]] = {
        "instruments": [_device("instruments", spec) for spec in by_type[INSTRUMENT]],
        "drums": [
            node
            for spec in specs
            if spec.can_have_drum_pads
            for node in (_device("instruments", spec), *_racks("query:Drums#Drum%20Rack", spec))
        ],
        "audio_effects": _shelves(by_type[AUDIO_EFFECT]),
        "midi_effects": [_device("midi_effects", spec) for spec in by_type[MIDI_EFFECT]],
        "plugins": [Shelf("VST3", "query:Plugins#VST3", tuple(_device("plugins", spec) for spec in found))],
    }
    return {
        name: Shelf(_title(name), f"view:{name}", tuple(children.get(name, ())), is_root=True)
        for name in ROOTS
    }


def _shelves(specs: list[DeviceSpec]) -> list[Node]:
    placed = {device: shelf for shelf, devices in _SHELVES.items() for device in devices}
    shelves: dict[str, list[Node]] = {}
    for spec in specs:
        shelves.setdefault(placed.get(spec.name, _OTHER_SHELF), []).append(_device("audio_effects", spec))
    return [Shelf(name, f"query:AudioFx#{name}", tuple(shelves[name])) for name in sorted(shelves)]


def _device(root: str, spec: DeviceSpec) -> Leaf:
    uri = f"query:{_QUERIES[root]}#{spec.name.replace(' ', '%20')}"
    presets = tuple(
        Leaf(f"{name}.adv", f"{uri}:{name}.adv", spec, values)
        for name, values in PRESETS.get(spec.name, {}).items()
    )
    return Leaf(spec.name, uri, spec, {}, (*presets, *_racks(uri, spec)))


def _racks(uri: str, spec: DeviceSpec) -> tuple[Leaf, ...]:
    return tuple(
        Leaf(f"{name}.adg", f"{uri}:{name}.adg", spec, rack=contents)
        for name, contents in RACK_PRESETS.get(spec.name, {}).items()
    )


def _title(root: str) -> str:
    return root.replace("_", " ").title()
