"""The open set, and finding things in it by identity: Live's wrappers come and go, their pointer stays."""

from __future__ import annotations

import importlib
from typing import Any, Dict, Iterable, Iterator, List, Optional, Set, Tuple

from .errors import BAD_REQUEST, NOT_FOUND, EditError

Ref = Dict[str, Any]


def identity(thing: Any) -> int:
    """What tells one of Live's objects from all others as long as the set is open."""
    return int(thing._live_ptr)  # noqa: SLF001 - Live's own name for it


def same(one: Any, other: Any) -> bool:
    """Whether two wrappers stand for one object."""
    return one is not None and other is not None and identity(one) == identity(other)


def alive(thing: Any) -> bool:
    """Whether what a wrapper stands for is still in the set: Live lets what is gone equal None."""
    return thing is not None and thing != None  # noqa: E711 - see above


def place_of(thing: Any, things: Iterable[Any]) -> int:
    """Where a thing stands among others, from 0; -1 when it is gone."""
    return next((place for place, other in enumerate(things) if same(thing, other)), -1)


def chains_of(device: Any) -> List[Any]:
    """The chains of a rack; none of any other device."""
    return list(device.chains) if getattr(device, "can_have_chains", False) else []


def homes(holder: Any) -> Iterator[Tuple[Any, Any]]:
    """Every device of a track or chain with what it stands in, each rack before what is in it."""
    for device in holder.devices:
        yield holder, device
        for chain in chains_of(device):
            yield from homes(chain)


class LiveSet:
    """The song and the application, and what the running batch has made."""

    def __init__(self, c_instance: Any) -> None:
        self._c_instance = c_instance
        self.made: Dict[int, int] = {}
        # The identities of tracks on which it did what Live tells no listener.
        self.unheard: Set[int] = set()
        # The colours that Live gave to new tracks, by identity, until somebody chooses others.
        self.given_colors: Dict[int, int] = {}

    @property
    def song(self) -> Any:
        return self._c_instance.song()

    @property
    def application(self) -> Any:
        return importlib.import_module("Live").Application.get_application()

    @property
    def version(self) -> Tuple[int, int, int]:
        """Live's version, such as (12, 3, 5)."""
        app = self.application
        return app.get_major_version(), app.get_minor_version(), app.get_bugfix_version()

    def tracks(self) -> List[Any]:
        """All tracks in the order of a session: ordinary ones, returns, master."""
        return list(self.song.tracks) + list(self.song.return_tracks) + [self.song.master_track]

    def is_return(self, track: Any) -> bool:
        """Whether it is a return track."""
        return place_of(track, self.song.return_tracks) >= 0

    def is_master(self, track: Any) -> bool:
        """Whether it is the master track."""
        return same(track, self.song.master_track)

    def pointer(self, ref: Ref) -> Optional[int]:
        """The identity a reference asks for; one made earlier in the batch is known by its edit's place."""
        if "made" in ref:
            return self.made.get(ref["made"], 0)
        return ref.get("id")

    def pick(self, kind: str, things: Iterable[Any], ref: Ref, where: str = "") -> Any:
        """The thing a reference means, checked by name: a neighbour never stands in for one that is gone."""
        pointer, things = self.pointer(ref), list(things)
        if pointer is None:
            found = things[ref["index"]] if 0 <= ref.get("index", -1) < len(things) else None
        else:
            found = next((thing for thing in things if identity(thing) == pointer), None)
        name = ref.get("name")
        if found is None:
            raise EditError(NOT_FOUND, "The %s “%s”%s is no longer there." % (kind, name, where))
        # A device has a title, by default and to Orbit that of its class.
        if name is not None and name not in (found.name, getattr(found, "class_display_name", None)):
            raise EditError(NOT_FOUND, "The %s “%s”%s is called “%s” now." % (kind, name, where, found.name))
        return found

    def track(self, ref: Ref) -> Any:
        """The track a reference means."""
        if self.pointer(ref) == identity(self.song.master_track):
            return self.song.master_track
        return self.pick("track", self.tracks(), ref)

    def device(self, track: Any, ref: Ref) -> Any:
        """The device a reference means on a track, in racks too."""
        return self.home(track, ref)[1]

    def home(self, track: Any, ref: Ref) -> Tuple[Any, Any]:
        """The device a reference means, behind the track or the chain that it stands in."""
        where, pointer = " on %s" % track.name, self.pointer(ref)
        if pointer is None:
            holder = self.holder(track, ref.get("inside"))
            return holder, self.pick("device", holder.devices, ref, where)
        found = [home for home in homes(track) if identity(home[1]) == pointer][:1]
        self.pick("device", [device for _, device in found], ref, where)
        return found[0]

    def holder(self, track: Any, inside: Optional[Ref]) -> Any:
        """What a device is to stand in: the track itself, or a chain of a rack on it."""
        if inside is None:
            return track
        rack = self.device(track, inside["rack"])
        chains, pointer, where = (
            chains_of(rack),
            self.pointer(inside),
            " of %s on %s" % (rack.name, track.name),
        )
        if pointer is not None:
            # A chain is called after what is in it, unless the user named it: its name says little.
            chains = [chain for chain in chains if identity(chain) == pointer]
            inside = dict(inside, name=chains[0].name if chains else inside["name"])
        return self.pick("chain", chains, inside, where)

    def scene(self, ref: Ref) -> Any:
        """The scene a reference means."""
        return self.pick("scene", self.song.scenes, ref)

    def slot(self, track: Any, number: int) -> Any:
        """A clip slot of a track, from 1."""
        slots = list(track.clip_slots)
        if not 1 <= number <= len(slots):
            raise EditError(NOT_FOUND, "“%s” has no slot %d; it has %d." % (track.name, number, len(slots)))
        return slots[number - 1]

    def clip(self, track: Any, ref: Ref) -> Any:
        """The clip a reference means: by slot in the session view, by identity or start on the timeline."""
        where = " on %s" % track.name
        if "slot" in ref:
            slot = self.slot(track, ref["slot"])
            return self.pick("clip", [slot.clip] if slot.has_clip else [], dict(ref, index=0), where)
        clips = list(track.arrangement_clips)
        if self.pointer(ref) is None:
            clips = [clip for clip in clips if abs(clip.start_time - ref["start"]) < 1e-6]
            ref = dict(ref, index=0)
        return self.pick("arrangement clip", clips, ref, where)


def required(edit: Dict[str, Any], field: str) -> Any:
    """A field that an edit must have."""
    if field not in edit:
        raise EditError(BAD_REQUEST, "The edit “%s” needs the field “%s”." % (edit.get("edit"), field))
    return edit[field]
