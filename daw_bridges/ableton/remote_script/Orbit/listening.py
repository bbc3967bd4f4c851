"""Listeners on all of a set that a session shows: they say which part of it may have changed, and no more.

A part is a tuple: ``("song",)``, ``("order",)`` (which tracks there are), ``("names",)`` (what refers to a
track by name), ``("strip", track)``, ``("devices", track)`` (which devices), ``("device", track, device)``
and ``("clips", track)``, with identities. Where tracks, devices or clips come and go, the listeners follow, a
little in each tick. What Live has no listener for (automation in a clip) is nobody's business here.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, Tuple

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


class Ears:
    """The same listeners, with one callback, on any number of Live's objects."""

    __slots__ = ("_callback", "_names", "_things")

    def __init__(self, names: Tuple[str, ...], callback: Callable[[], None]) -> None:
        self._names, self._callback = names, callback
        self._things: Dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._things) * len(self._names)

    def listen(self, things: Iterable[Any]) -> None:
        """Listen to exactly these from now on."""
        wanted = {identity(thing): thing for thing in things}
        for pointer in [pointer for pointer in self._things if pointer not in wanted]:
            self._leave(self._things.pop(pointer))
        for pointer, thing in wanted.items():
            # One that was deleted and brought back by undo has the identity it had, and no listeners.
            if pointer not in self._things or self.deaf_to(thing):
                self._things[pointer] = thing
                self._join(thing)

    def deaf_to(self, thing: Any) -> bool:
        """Whether a thing has lost the listeners it was given."""
        return not any(_has(thing, name, self._callback) for name in self._names)

    def _join(self, thing: Any) -> None:
        for name in self._names:
            try:
                if not _has(thing, name, self._callback):
                    getattr(thing, "add_%s_listener" % name)(self._callback)
            except (AttributeError, RuntimeError, TypeError):
                # Not every object of a kind, nor every version of Live, has all of them.
                continue

    def _leave(self, thing: Any) -> None:
        for name in self._names:
            try:
                if alive(thing) and _has(thing, name, self._callback):
                    getattr(thing, "remove_%s_listener" % name)(self._callback)
            except (AttributeError, RuntimeError, TypeError):
                continue

    def close(self) -> None:
        """Listen to nothing any more."""
        while self._things:
            self._leave(self._things.popitem()[1])


def _has(thing: Any, name: str, callback: Callable[[], None]) -> bool:
    try:
        return bool(getattr(thing, "%s_has_listener" % name)(callback))
    except (AttributeError, RuntimeError, TypeError):
        return False


class _Listener:
    """What listens to one of Live's objects and to what is in it."""

    def __init__(self, later: "Later") -> None:
        self._later = later
        self._ears: List[Ears] = []
        self._inside: Dict[int, _Listener] = {}
        self.closed = False

    def _hear(self, names: Tuple[str, ...], callback: Callable[[], None]) -> Ears:
        ears = Ears(names, callback)
        self._ears.append(ears)
        return ears

    def _keep(self, things: Iterable[Any], make: Callable[[Any], "_Listener"]) -> None:
        """Have a listener for each of the things, made a little later, and none for any other."""
        wanted = {identity(thing): thing for thing in things}
        for pointer in [pointer for pointer in self._inside if pointer not in wanted]:
            self._inside.pop(pointer).close()
        for pointer, thing in wanted.items():
            there = self._inside.get(pointer)
            if there is not None and not there.deaf_to(thing):
                continue
            if there is not None:
                there.close()
            self._inside[pointer] = fresh = make(thing)
            self._later.do(fresh, fresh.attach)

    def attach(self) -> None:
        """Add the listeners, and see to what is inside."""

    def deaf_to(self, thing: Any) -> bool:
        """Whether the thing lost its listeners, as what undo brings back does."""
        return bool(self._ears) and bool(len(self._ears[0])) and self._ears[0].deaf_to(thing)

    def count(self) -> int:
        """How many listeners there are."""
        return sum(map(len, self._ears)) + sum(inner.count() for inner in self._inside.values())

    def closing(self) -> Iterator[Any]:
        """Close step by step, deaf to what is still to come."""
        self.closed = True
        for inner in list(self._inside.values()):
            yield from inner.closing()
            yield
        self.close()

    def close(self) -> None:
        """Remove every listener, for good."""
        self.closed = True
        for ears in self._ears:
            ears.close()
        while self._inside:
            self._inside.popitem()[1].close()


class Later:
    """Work that is put off to a tick with time for it."""

    def __init__(self) -> None:
        self._work: Dict[Tuple[_Listener, Callable[[], None]], None] = {}

    def do(self, listener: _Listener, work: Callable[[], None]) -> None:
        """Do it soon, and once however often it is asked for until then."""
        self._work[listener, work] = None

    def step(self) -> bool:
        """Do one piece; whether there was one."""
        if not self._work:
            return False
        listener, work = next(iter(self._work))
        del self._work[listener, work]
        try:
            if not listener.closed:
                work()
        except (AttributeError, RuntimeError, TypeError, IndexError):
            # What it was about is gone; whatever held it has changed too and is looked at again.
            pass
        return True


class _Device(_Listener):
    """A device with its parameters, and for a rack all that is in its chains."""

    def __init__(self, later: Later, device: Any, touched: Callable[[], None]) -> None:
        super().__init__(later)
        self._device, self._touched = device, touched
        self._own = self._hear(("name", "input_routing_type"), touched)
        self._shape = self._hear(("parameters", "chains"), self._reshaped)
        self._values = self._hear(("value",), touched)
        self._chains = self._hear(_CHAIN, touched)
        self._rows = self._hear(("devices",), self._reshaped)

    def _reshaped(self) -> None:
        self._touched()
        self._later.do(self, self.attach)

    def attach(self) -> None:
        if not alive(self._device):
            return
        device = self._device
        chains = list(device.chains) if getattr(device, "can_have_chains", False) else []
        self._own.listen([device])
        self._shape.listen([device])
        mixers = [chain.mixer_device for chain in chains]
        strips = [level for mixer in mixers for level in (mixer.volume, mixer.panning)]
        self._values.listen(list(device.parameters) + strips)
        self._chains.listen(chains)
        self._rows.listen(chains)
        inner = [each for chain in chains for each in chain.devices]
        self._keep(inner, lambda each: _Device(self._later, each, self._touched))


class _Track(_Listener):
    """A track with its mixer, devices, slots and clips."""

    def __init__(self, later: Later, track: Any, mark: Mark) -> None:
        super().__init__(later)
        self._track, self._mark, self._pointer = track, mark, identity(track)
        self._name = self._hear(("name",), lambda: mark(NAMES))
        self._strip = self._hear(_STRIP, self._strip_touched)
        self._levels = self._hear(("value",), self._strip_touched)
        self._sends = self._hear(("sends",), self._sends_changed)
        self._chain = self._hear(("devices",), self._devices_changed)
        self._lanes = self._hear(("clip_slots", "arrangement_clips"), self._lanes_changed)
        self._slots = self._hear(("has_clip",), self._lanes_changed)
        self._clips = self._hear(_CLIP, self._clips_touched)

    def _strip_touched(self) -> None:
        self._mark(("strip", self._pointer))

    def _clips_touched(self) -> None:
        self._mark(("clips", self._pointer))

    def _sends_changed(self) -> None:
        self._strip_touched()
        self._later.do(self, self._attach_strip)

    def _devices_changed(self) -> None:
        self._mark(("devices", self._pointer))
        self._later.do(self, self._attach_devices)

    def _lanes_changed(self) -> None:
        self._clips_touched()
        # Which clip plays is told by its slot, and that may be another now.
        self._strip_touched()
        self._later.do(self, self._attach_clips)

    def attach(self) -> None:
        if not alive(self._track):
            return
        self._name.listen([self._track])
        self._strip.listen([self._track])
        self._sends.listen([self._track.mixer_device])
        self._chain.listen([self._track])
        self._lanes.listen([self._track])
        for work in (self._attach_strip, self._attach_devices, self._attach_clips):
            self._later.do(self, work)

    def _attach_strip(self) -> None:
        mixer = self._track.mixer_device
        self._levels.listen([mixer.volume, mixer.panning, *mixer.sends])

    def _attach_devices(self) -> None:
        self._keep(self._track.devices, self._device)

    def _device(self, device: Any) -> _Device:
        part = ("device", self._pointer, identity(device))
        return _Device(self._later, device, lambda: self._mark(part))

    def _attach_clips(self) -> None:
        slots = [slot for slot in self._track.clip_slots if slot is not None]
        self._slots.listen(slots)
        placed = getattr(self._track, "arrangement_clips", ())
        self._clips.listen([slot.clip for slot in slots if slot.has_clip] + list(placed))


class SetListener(_Listener):
    """All listeners on a set; ``mark`` hears of each part that may have changed."""

    def __init__(self, live: LiveSet, mark: Mark, later: Later) -> None:
        super().__init__(later)
        self._live, self._mark = live, mark
        self._song = self._hear(_SONG, lambda: mark(SONG))
        self._tracks = self._hear(("tracks", "return_tracks"), self._order_changed)
        self._lists = self._hear(("scenes", "cue_points"), self._lists_changed)
        self._scenes = self._hear(("name",), lambda: mark(SONG))
        self._cues = self._hear(("name", "time"), lambda: mark(SONG))

    def _order_changed(self) -> None:
        # A moment later it could not be told any more whether the user chose the colour.
        for track in self._live.tracks() if self._inside else ():
            if identity(track) not in self._inside:
                self._live.given_colors.setdefault(identity(track), track.color)
        self._mark(ORDER)
        self._later.do(self, self._attach_tracks)

    def _lists_changed(self) -> None:
        self._mark(SONG)
        self._later.do(self, self._attach_lists)

    def attach(self) -> None:
        for ears in (self._song, self._tracks, self._lists):
            ears.listen([self._live.song])
        self._later.do(self, self._attach_tracks)
        self._later.do(self, self._attach_lists)

    def _attach_tracks(self) -> None:
        self._keep(self._live.tracks(), lambda track: _Track(self._later, track, self._mark))

    def _attach_lists(self) -> None:
        self._scenes.listen(self._live.song.scenes)
        self._cues.listen(self._live.song.cue_points)
