"""What a trajectory says of the session it was done in: every action as an edit of certain things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from orbit.learning.cleaning.devices import Devices
from orbit.learning.cleaning.journal import Journal
from orbit.learning.cleaning.tracks import Tracks

__all__ = ["World"]


class World:
    """The things that were heard of so far, and what their names mean at this point."""

    def __init__(self, daw: str, mentioned: Iterable[str] = ()) -> None:
        self.daw = daw
        self.journal = Journal()
        self.tracks = Tracks(self.journal)
        self.devices = Devices(self.journal, daw)
        self._mentioned = frozenset(name.strip().casefold() for name in mentioned)
        self._clips: dict[tuple[int, str], tuple[Any, ...]] = {}
        self._called: dict[tuple[Any, ...], tuple[str, ...]] = {}
        """What each clip that was created here can be called."""
        self._scenes: dict[str, tuple[Any, ...]] = {}
        self._made = 0
        self._ends: dict[None, tuple[float | None, float | None]] = {None: (None, None)}

    def routed(self, name: str) -> tuple[int, ...]:
        """The track that an input or an output leads to; none where it is a socket of the interface.

        What is edited as a track anywhere in the trajectory is one; so is the master.
        """
        known = name.strip().casefold() in self._mentioned or self.tracks.heard_of(name)
        return (self.tracks.find(name),) if known else ()

    def loop(self, start: float | None, end: float | None) -> tuple[float | None, float | None]:
        """Where the loop lies once its ends are put somewhere; what is left out stays, None is not known."""
        was_start, was_end = self._ends[None]
        ends = (was_start if start is None else start, was_end if end is None else end)
        self.journal.put(self._ends, None, ends)
        return ends

    def clip(self, track: int, reference: str) -> tuple[Any, ...]:
        """The clip a reference means: by its name, ``#slot`` or ``@bar``."""
        wanted = (track, reference.strip().casefold())
        return self._clips.get(wanted) or ("clip", *wanted)

    def make_clip(self, track: int, place: str, name: str | None) -> tuple[Any, ...]:
        """A clip that is created at a place of a track, and may have a name."""
        self._made += 1
        clip = ("clip", track, self._made)
        for reference in (place,) if name is None else (place, name):
            self.name_clip(track, clip, reference)
        return clip

    def name_clip(self, track: int, clip: tuple[Any, ...], name: str) -> None:
        """Follow a clip that is created or renamed."""
        word = name.strip().casefold()
        self.journal.put(self._clips, (track, word), clip)
        self.journal.put(self._called, clip, (*self._called.get(clip, ())[-8:], word))

    def forget_clip(self, track: int, reference: str) -> tuple[Any, ...]:
        """Follow a clip that is deleted."""
        clip = self.clip(track, reference)
        for word in self._called.get(clip, ()):
            self.journal.drop(self._clips, (track, word))
        return clip

    def scene(self, reference: str) -> tuple[Any, ...]:
        """The scene a reference means."""
        wanted = reference.strip().casefold()
        return self._scenes.get(wanted) or ("scene", wanted)

    def name_scene(self, scene: tuple[Any, ...], name: str) -> None:
        """Follow a scene that is created or renamed."""
        self.journal.put(self._scenes, name.strip().casefold(), scene)
