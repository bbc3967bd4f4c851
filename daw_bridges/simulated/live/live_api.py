"""The module ``Live`` as a Remote Script imports it, with its sub-modules.

The module is one for the whole process; what depends on the host (the application, timers) asks which
simulated Live the calling thread belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from types import ModuleType
from typing import Any, Protocol

from daw_bridges.simulated.live import (
    application,
    browser,
    chain,
    chain_mixer_device,
    clip,
    clip_slot,
    compressor_device,
    cue_point,
    device,
    device_parameter,
    drum_pad,
    envelope,
    groove_pool,
    lom,
    midi_map,
    midi_note,
    mixer_device,
    plugin_device,
    rack_device,
    routing,
    sample,
    scales,
    scene,
    simpler_device,
    song,
    song_time,
    take_lane,
    track,
    vector,
    warping,
)
from daw_bridges.simulated.live.document import Document, running_document
from daw_bridges.simulated.live.enums import ENUMS

__all__ = ["Runtime", "live_modules", "register", "runtime", "unregister"]


class Runtime(Protocol):
    """What the module needs of the running host."""

    application: application.Application
    timers: bool
    log: list[str]

    def add_timer(self, timer: Timer) -> None:
        """Let a timer run."""
        ...


_RUNTIMES: dict[Document, Runtime] = {}


def register(document: Document, host: Runtime) -> None:
    """Tell which host runs a set."""
    _RUNTIMES[document] = host


def unregister(document: Document) -> None:
    """Forget the host of a set."""
    _RUNTIMES.pop(document, None)


def runtime() -> Runtime:
    """The host whose main thread is calling, from other threads the only one there is; else RuntimeError."""
    document = running_document()
    if document is not None and document in _RUNTIMES:
        return _RUNTIMES[document]
    if len(_RUNTIMES) == 1:
        return next(iter(_RUNTIMES.values()))
    raise RuntimeError("Live's modules can only be used on the main thread of a running Live")


class Timer:
    """Calls ``callback`` after ``interval`` ms, again and again with ``repeat``; an error stops it."""

    def __init__(
        self, callback: Callable[[], object], interval: int, repeat: bool = False, start: bool = False
    ) -> None:
        if interval <= 0:
            raise RuntimeError("The interval of a timer must be positive")
        self.callback = callback
        self.interval_seconds = interval / 1000
        self.repeat = repeat
        self.generation = 0
        self._host = runtime()
        self.running = False
        if start:
            self.start()

    def start(self) -> None:
        """Start; nothing if it runs."""
        if not self.running:
            self.running = True
            self._host.add_timer(self)

    def stop(self) -> None:
        """Stop; nothing if it stands."""
        self.running = False
        self.generation += 1

    def restart(self) -> None:
        """Begin the interval anew."""
        self.stop()
        self.start()


class _Base(ModuleType):
    """Live.Base, which has timers only where the host does."""

    def __getattr__(self, name: str) -> Any:
        if name == "Timer" and runtime().timers:
            return Timer
        raise AttributeError(f"module 'Live.Base' has no attribute '{name}'")


class _DeviceType(IntEnum):
    undefined = 0
    instrument = 1
    audio_effect = 2
    midi_effect = 4


def _get_application() -> application.Application:
    return runtime().application


def _log(message: str) -> None:
    runtime().log.append(str(message))


_CONTENTS: dict[str, dict[str, Any]] = {
    "Application": {"Application": application.Application, "get_application": _get_application},
    "Base": {
        "log": _log,
        "LimitationError": type("LimitationError", (RuntimeError,), {}),
        "Vector": vector.Vector,
    },
    "Browser": {"Browser": browser.Browser, "BrowserItem": browser.BrowserItem},
    "Chain": {"Chain": chain.Chain},
    "ChainMixerDevice": {"ChainMixerDevice": chain_mixer_device.ChainMixerDevice},
    "Clip": {
        "Clip": clip.Clip,
        "MidiNote": midi_note.MidiNote,
        "MidiNoteSpecification": midi_note.MidiNoteSpecification,
        "MidiNoteVector": midi_note.MidiNoteVector,
        "WarpMarker": warping.WarpMarker,
    },
    "ClipSlot": {"ClipSlot": clip_slot.ClipSlot},
    "CompressorDevice": {"CompressorDevice": compressor_device.CompressorDevice},
    "CuePoint": {"CuePoint": cue_point.CuePoint},
    "Device": {"Device": device.Device, "DeviceType": _DeviceType},
    "DeviceParameter": {
        "DeviceParameter": device_parameter.DeviceParameter,
    },
    "DrumChain": {"DrumChain": chain.DrumChain},
    "DrumPad": {"DrumPad": drum_pad.DrumPad},
    "Envelope": {"Envelope": envelope.Envelope, "EnvelopeEvent": envelope.EnvelopeEvent},
    "LomObject": {"LomObject": lom.LomObject},
    "MidiMap": midi_map.CONTENTS,
    "Groove": {"Groove": groove_pool.Groove},
    "GroovePool": {"GroovePool": groove_pool.GroovePool},
    "MixerDevice": {"MixerDevice": mixer_device.MixerDevice},
    "PluginDevice": {"PluginDevice": plugin_device.PluginDevice},
    "RackDevice": {"RackDevice": rack_device.RackDevice},
    "Sample": {"Sample": sample.Sample},
    "Scene": {"Scene": scene.Scene},
    "SimplerDevice": {
        "SimplerDevice": simpler_device.SimplerDevice,
        "get_available_voice_numbers": simpler_device.get_available_voice_numbers,
    },
    "Song": {
        "Song": song.Song,
        "CuePoint": cue_point.CuePoint,
        "BeatTime": song_time.BeatTime,
        "SmptTime": song_time.SmptTime,
        "get_all_scales_ordered": scales.get_all_scales_ordered,
    },
    "TakeLane": {"TakeLane": take_lane.TakeLane},
    "Track": {
        "Track": track.Track,
        "RoutingChannel": routing.RoutingChannel,
        "RoutingChannelLayout": routing.RoutingLayout,
        "RoutingType": routing.RoutingType,
        "RoutingTypeCategory": routing.RoutingCategory,
    },
}


def live_modules() -> dict[str, ModuleType]:
    """``Live`` and its sub-modules by full name, new ones each time."""
    live = ModuleType("Live")
    live.__path__ = []
    found = {"Live": live}
    for name, contents in _CONTENTS.items():
        module = (_Base if name == "Base" else ModuleType)(f"Live.{name}")
        module.__dict__.update(contents)
        module.__dict__.update({enum.__name__: enum for enum in ENUMS.get(name, ())})
        setattr(live, name, module)
        found[module.__name__] = module
    return found
