"""Listeners on all of a set that a session shows: they say which part of it may have changed, and no more.

A part is a tuple: ``("song",)``, ``("order",)`` (which tracks there are), ``("names",)`` (what refers to a
track by name), ``("strip", track)``, ``("devices", track)`` (which devices), ``("device", track, device)``
and ``("clips", track)``, with identities. Where tracks, devices or clips come and go, the listeners follow, a
little in each tick. What Live has no listener for (automation in a clip) is nobody's business here.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator, Tuple

from .ears import Later, Listener
from .live import LiveSet, alive, identity

Part = Tuple[Any, ...]
Mark = Callable[[Part], None]

SONG, ORDER, NAMES = ("song",), ("order",), ("names",)

_SONG = (
    "tempo", "signature_numerator", "signature_denominator", "metronome", "is_playing", "record_mode",
    "loop", "loop_start", "loop_length",
)  # fmt: skip
_STRIP = (
    "color", "mute", "solo", "arm", "current_monitoring_state", "input_routing_type", "output_routing_type",
    "playing_slot_index", "fired_slot_index",
)  # fmt: skip
_CLIP = (
    "name", "notes", "looping", "loop_start", "loop_end", "start_marker", "end_marker", "start_time",
    "end_time", "has_envelopes", "is_recording",
)  # fmt: skip
_CHAIN = ("name", "mute", "solo")

_AT_ONCE = 128


class _Device(Listener):
    """A device with its parameters, and for a rack all that is in its chains."""

    def __init__(self, later: Later, device: Any, touched: Callable[[], None]) -> None:
        super().__init__(later)
        self._device, self._touched = device, touched
        self._own = self.hear(("name", "input_routing_type"), touched)
        self._shape = self.hear(("parameters", "chains"), self._reshaped)
        self._values = self.hear(("value",), touched)
        self._chains = self.hear(_CHAIN, touched)
        self._rows = self.hear(("devices",), self._reshaped)

    def _reshaped(self) -> None:
        self._touched()
        self.later.do(self, self.attach)

    def attach(self) -> Iterator[Any]:
        if not alive(self._device):
            return
        device = self._device
        chains = list(device.chains) if getattr(device, "can_have_chains", False) else []
        self._own.listen([device])
        self._shape.listen([device])
        mixers = [chain.mixer_device for chain in chains]
        strips = [level for mixer in mixers for level in (mixer.volume, mixer.panning)]
        yield from self._values.listening(list(device.parameters) + strips)
        yield from self._chains.listening(chains)
        yield from self._rows.listening(chains)
        inner = [each for chain in chains for each in chain.devices]
        self.keep(inner, lambda each: _Device(self.later, each, self._touched))


class _Track(Listener):
    """A track with its mixer, devices, slots and clips."""

    def __init__(self, later: Later, track: Any, mark: Mark) -> None:
        super().__init__(later)
        self._track, self._mark, self._pointer = track, mark, identity(track)
        self._name = self.hear(("name",), lambda: mark(NAMES))
        self._strip = self.hear(_STRIP, self._strip_touched)
        self._levels = self.hear(("value",), self._strip_touched)
        self._sends = self.hear(("sends",), self._sends_changed)
        self._chain = self.hear(("devices",), self._devices_changed)
        self._lanes = self.hear(("clip_slots", "arrangement_clips"), self._lanes_changed)
        self._slots = self.hear(("has_clip",), self._lanes_changed)
        self._clips = self.hear(_CLIP, self._clips_touched)

    def _strip_touched(self) -> None:
        self._mark(("strip", self._pointer))

    def _clips_touched(self) -> None:
        self._mark(("clips", self._pointer))

    def _sends_changed(self) -> None:
        self._strip_touched()
        self.later.do(self, self._attach_strip)

    def _devices_changed(self) -> None:
        self._mark(("devices", self._pointer))
        self.later.do(self, self._attach_devices)

    def _lanes_changed(self) -> None:
        self._clips_touched()
        # Which clip plays is told by its slot, and that may be another now.
        self._strip_touched()
        self.later.do(self, self._attach_clips)

    def attach(self) -> None:
        if not alive(self._track):
            return
        self._name.listen([self._track])
        self._strip.listen([self._track])
        self._sends.listen([self._track.mixer_device])
        self._chain.listen([self._track])
        self._lanes.listen([self._track])
        for work in (self._attach_strip, self._attach_devices, self._attach_clips):
            self.later.do(self, work)

    def _attach_strip(self) -> None:
        mixer = self._track.mixer_device
        self._levels.listen([mixer.volume, mixer.panning, *mixer.sends])

    def _attach_devices(self) -> None:
        self.keep(self._track.devices, self._device)

    def _device(self, device: Any) -> _Device:
        part = ("device", self._pointer, identity(device))
        return _Device(self.later, device, lambda: self._mark(part))

    def _attach_clips(self) -> Iterator[Any]:
        slots = [slot for slot in self._track.clip_slots if slot is not None]
        yield from self._slots.listening(slots)
        clips = []
        for number, slot in enumerate(slots):
            if slot.has_clip:
                clips.append(slot.clip)
            if number % _AT_ONCE == _AT_ONCE - 1:
                yield
        placed = getattr(self._track, "arrangement_clips", ())
        yield from self._clips.listening(clips + list(placed))


class SetListener(Listener):
    """All listeners on a set; ``mark`` hears of each part that may have changed."""

    def __init__(self, live: LiveSet, mark: Mark, later: Later) -> None:
        super().__init__(later)
        self._live, self._mark = live, mark
        self._song = self.hear(_SONG, lambda: mark(SONG))
        self._tracks = self.hear(("tracks", "return_tracks"), self._order_changed)
        self._lists = self.hear(("scenes", "cue_points"), self._lists_changed)
        self._scenes = self.hear(("name",), lambda: mark(SONG))
        self._cues = self.hear(("name", "time"), lambda: mark(SONG))

    def _order_changed(self) -> None:
        # A moment later it could not be told any more whether the user chose the colour.
        for track in self._live.tracks() if self._inside else ():
            if identity(track) not in self._inside:
                self._live.given_colors.setdefault(identity(track), track.color)
        self._mark(ORDER)
        self.later.do(self, self._attach_tracks)

    def _lists_changed(self) -> None:
        self._mark(SONG)
        self.later.do(self, self._attach_lists)

    def attach(self) -> None:
        for ears in (self._song, self._tracks, self._lists):
            ears.listen([self._live.song])
        self.later.do(self, self._attach_tracks)
        self.later.do(self, self._attach_lists)

    def _attach_tracks(self) -> None:
        self.keep(self._live.tracks(), lambda track: _Track(self.later, track, self._mark))

    def _attach_lists(self) -> Iterator[Any]:
        yield from self._scenes.listening(self._live.song.scenes)
        yield from self._cues.listening(self._live.song.cue_points)
