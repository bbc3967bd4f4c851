"""The project that the simulated Logic has open: strips in mixer order, cycle, markers, playhead, undo.

Every change to it passes through here, so that each is written down with its strip and whose hand it was.
Positions are quarter notes from the project's start (bar 1 is 0).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from daw_bridges.errors import NotFoundError
from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.history import RENAME, History
from daw_bridges.simulated.logic.short_names import Shorten, by_letters
from daw_bridges.simulated.logic.strips import Region, Strip, StripKind

__all__ = ["Change", "Marker", "Origin", "Project"]

Origin = Literal["surface", "user"]
_NO_EDITS = ("select", "playhead", "playing", "recording", "unsaved")


@dataclass(frozen=True, slots=True)
class Change:
    """One change as it was made: on which strip ("" is the project itself), of what, and by whom."""

    strip_name: str
    what: str
    before: Any
    after: Any
    origin: Origin


@dataclass(eq=False)
class Marker:
    """A named place, in quarter notes."""

    at: float
    name: str


class Project(History):
    """One Logic project. Plain methods are what a user does at the screen; the surface uses ``set``."""

    def __init__(
        self, strips: Sequence[Strip], *, name: str = "Practice", shorten: Shorten = by_letters
    ) -> None:
        super().__init__()
        self.name = name
        self.strips = list(strips)
        self.shorten = shorten
        self.tempo = 120.0
        self.signature = (4, 4)
        self.click = True
        self.cycle = False
        self.left = 0.0
        self.right = 16.0
        self.markers: list[Marker] = []
        self.playhead = 0.0
        self.playing = False
        self.recording = False
        self.modes: set[Button] = set()
        """Which of MARKER, NUDGE, DROP, REPLACE and SOLO are on."""
        self.auto_arm = False
        """Selecting a track arms it, and arming another disarms it: Logic's way with software instruments."""
        self.path: str | None = "Practice.logicx"
        """Where it was saved; None was never saved, so that SAVE asks for a name."""
        self.unsaved = False
        self.selected: Strip | None = self.strips[0] if self.strips else None
        self.journal: list[Change] = []
        self.origin: Origin = "user"

    # -- writing down ----------------------------------------------------------------------------------------

    @contextmanager
    def by(self, origin: Origin) -> Generator[None]:
        """Whose hand the changes inside are."""
        before, self.origin = self.origin, origin
        try:
            yield
        finally:
            self.origin = before

    def note(self, strip: Strip | None, what: str, before: Any, after: Any) -> None:
        """Writes a change down that was made already; one that changes nothing is none."""
        if before != after:
            self.journal.append(Change(strip.name if strip else "", what, before, after, self.origin))
            self.unsaved = self.unsaved or what not in _NO_EDITS

    def set(
        self, owner: Any, attribute: str, value: Any, *, strip: Strip | None = None, what: str = ""
    ) -> None:
        """Sets one attribute of a strip, a send, a plug-in … (or of the project) and writes it down.

        ``what`` is the name in the journal, the attribute's own without it. The undo history forgets it.
        """
        if strip is None and isinstance(owner, Strip):
            strip = owner
        before = getattr(owner, attribute)
        setattr(owner, attribute, value)
        self.note(strip, what or attribute, before, value)

    def fill(self, strip: Strip, slot: int, plug_in: Any) -> None:
        """Puts a plug-in into an insert slot (0 … 14), or None out of it. A mixer move as well."""
        before, strip.inserts[slot] = strip.inserts[slot], plug_in
        names = [each.name if each else None for each in (before, plug_in)]
        self.note(strip, f"insert {slot + 1}", *names)

    # -- finding ---------------------------------------------------------------------------------------------

    def strip(self, name: str) -> Strip:
        """The first strip of that whole name; NotFoundError."""
        for each in self.strips:
            if each.name == name:
                return each
        raise NotFoundError("channel strip", name, [each.name for each in self.strips])

    def __getitem__(self, name: str) -> Strip:
        return self.strip(name)

    def of_kind(self, *kinds: StripKind) -> list[Strip]:
        """The strips of these kinds, in mixer order."""
        return [each for each in self.strips if each.kind in kinds]

    # -- the Tracks area -------------------------------------------------------------------------------------

    def select(self, strip: Strip | None) -> None:
        """Selects a track; the bank of the surface goes after it. A selection is no edit."""
        before, self.selected = self.selected, strip
        self.note(strip, "select", before.name if before else None, strip.name if strip else None)
        if self.auto_arm and strip is not before:
            for each in filter(None, (before, strip)):
                self.arm(each, each is strip)

    def arm(self, strip: Strip, on: bool) -> None:
        """Arms a track; where arming follows the selection, the selected one lets go for another."""
        if not strip.is_track:
            return
        other = self.selected
        if on and self.auto_arm and other is not None and other is not strip:
            self.set(other, "arm", False)
        self.set(strip, "arm", on)

    def add_track(self, kind: StripKind, name: str, at: int | None = None) -> Strip:
        """A new strip at that place of the mixer (at the end of its kind's part without one); selected."""
        strip = Strip(name, kind, colour=len(self.strips) % 96)
        place = self._place(kind) if at is None else at
        self.edit(f"Create “{name}”", lambda: self._put(strip, place), lambda: self._take(strip))
        self.select(strip)
        return strip

    def _place(self, kind: StripKind) -> int:
        """Tracks stand first, then aux strips, then outputs and the master."""
        order = list(StripKind)
        behind = [
            i for i, each in enumerate(self.strips) if order.index(each.kind) > order.index(StripKind.MIDI)
        ]
        if kind in (StripKind.AUDIO, StripKind.INSTRUMENT, StripKind.MIDI):
            return behind[0] if behind else len(self.strips)
        later = [i for i, each in enumerate(self.strips) if order.index(each.kind) > order.index(kind)]
        return min(later, default=len(self.strips))

    def _put(self, strip: Strip, place: int) -> None:
        self.strips.insert(place, strip)
        self.note(strip, "exists", before=False, after=True)

    def _take(self, strip: Strip) -> None:
        place = self.strips.index(strip)
        self.strips.remove(strip)
        if self.selected is strip:
            self.selected = self.strips[min(place, len(self.strips) - 1)] if self.strips else None
        self.note(strip, "exists", before=True, after=False)

    def delete(self, strip: Strip) -> None:
        """Takes a track away."""
        place = self.strips.index(strip)
        self.edit(f"Delete “{strip.name}”", lambda: self._take(strip), lambda: self._put(strip, place))

    def move(self, strip: Strip, to: int) -> None:
        """Drags a track to another place of the mixer."""
        place = self.strips.index(strip)
        self.edit(f"Move “{strip.name}”", lambda: self._move(strip, to), lambda: self._move(strip, place))

    def _move(self, strip: Strip, to: int) -> None:
        before = self.strips.index(strip)
        self.strips.insert(to, self.strips.pop(before))
        self.note(strip, "place", before, to)

    def rename(self, strip: Strip, name: str) -> None:
        """Gives a track another name."""
        self._kept(strip, "name", name, f"{RENAME} “{strip.name}”", strip)

    def recolour(self, strip: Strip, colour: int) -> None:
        """Gives a track another colour of the palette (0 … 95)."""
        self._kept(strip, "colour", colour, f"Colour “{strip.name}”", strip)

    def _kept(self, owner: Any, attribute: str, value: Any, name: str, strip: Strip | None = None) -> None:
        before = getattr(owner, attribute)
        self.edit(
            name,
            lambda: self.set(owner, attribute, value, strip=strip),
            lambda: self.set(owner, attribute, before, strip=strip),
        )

    def add_region(self, strip: Strip, region: Region) -> None:
        """Puts a region on a track's lane, as an import or a recording does."""

        def do() -> None:
            strip.regions.append(region)
            self.note(strip, "region", None, region.name)

        def undo() -> None:
            strip.regions.remove(region)
            self.note(strip, "region", region.name, None)

        self.edit(f"Add “{region.name}”", do, undo)

    # -- the project -----------------------------------------------------------------------------------------

    def set_tempo(self, bpm: float) -> None:
        """Beats a minute."""
        self._kept(self, "tempo", bpm, "Change tempo")

    def set_signature(self, numerator: int, denominator: int) -> None:
        """The time signature, all through."""
        self._kept(self, "signature", (numerator, denominator), "Change signature")

    def add_marker(self, at: float, name: str | None = None) -> Marker:
        """A marker at ``at``; without a name it is called by its number, as Logic does."""
        marker = Marker(at, name or f"Marker {len(self.markers) + 1}")
        self.edit("Create marker", lambda: self._mark(marker), lambda: self._unmark(marker))
        return marker

    def delete_marker(self, marker: Marker) -> None:
        """Takes a marker away."""
        self.edit("Delete marker", lambda: self._unmark(marker), lambda: self._mark(marker))

    def _mark(self, marker: Marker) -> None:
        self.markers.append(marker)
        self.markers.sort(key=lambda each: each.at)
        self.note(None, "marker", None, (marker.at, marker.name))

    def _unmark(self, marker: Marker) -> None:
        self.markers.remove(marker)
        self.note(None, "marker", (marker.at, marker.name), None)

    @property
    def bar(self) -> float:
        """How long a bar is, in quarter notes."""
        numerator, denominator = self.signature
        return numerator * 4 / denominator
