"""Actions that go through Logic's screen: what each becomes there, and what is left to the user or refused.

A bridge asks ``step`` what an action of ``DONE`` or ``LEFT`` becomes, does a procedure with ``perform``, and
looks for its proof itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from daw_bridges.actions import (
    Action,
    AddLocator,
    AddNotes,
    CreateClip,
    CreateTrack,
    DeleteClip,
    DeleteTrack,
    DuplicateClip,
    DuplicateTrack,
    LoadPreset,
    RemoveLocator,
    RenameClip,
    RenameTrack,
    SetColor,
    SetTempo,
    SetTimeSignature,
    Undo,
)
from daw_bridges.errors import NotPossibleError, UnsupportedError
from daw_bridges.logic.macos import procedures
from daw_bridges.logic.macos.desktop import Desktop
from daw_bridges.logic.macos.midi_file import write_midi_file
from daw_bridges.logic.macos.procedure import Manual, Procedure, Proof
from daw_bridges.logic.macos.regions import Region, Regions
from daw_bridges.references import track_index
from daw_bridges.session import Session, Track, TrackKind

__all__ = ["DONE", "LEFT", "REFUSED", "UNSEEN", "Screen", "Step"]

Step = Procedure | Manual

DONE = frozenset({
    "create_track", "duplicate_track", "delete_track", "rename_track", "set_tempo", "set_time_signature",
    "add_locator", "add_notes", "duplicate_clip", "undo",
})  # fmt: skip
"""Actions that become procedures; some of them are left to the user where they cannot be done."""

LEFT = frozenset({"set_color", "create_clip", "delete_clip", "rename_clip", "remove_locator", "load_preset"})
"""Actions that are always left to the user."""

UNSEEN = frozenset({"create_clip", "add_notes", "duplicate_clip", "delete_clip", "rename_clip"})
"""Actions on what a control surface shows nothing of: a session that was read from one has no such thing, so
they are not to be tried on it first. Their references are resolved here."""

_LOOPS = "Orbit works in Logic's Tracks area; cells and scenes of Live Loops cannot be reached from outside. "

REFUSED: Mapping[str, str] = {
    "create_scene": f"{_LOOPS}Add a scene in the Live Loops grid by hand.",
    "rename_scene": f"{_LOOPS}Rename the scene in the Live Loops grid by hand.",
    "delete_scene": f"{_LOOPS}Delete the scene in the Live Loops grid by hand.",
    "fire_scene": f"{_LOOPS}Click the scene's trigger in the grid.",
    "fire_clip": f"{_LOOPS}Click the cell in the grid.",
    "stop_clip": f"{_LOOPS}Click the cell in the grid.",
}
"""Why nothing is done about some actions at all, for people."""


class Screen:
    """What a bridge has of Logic's screen: a desktop, and the regions that were written through it."""

    def __init__(self, desktop: Desktop) -> None:
        self.desktop = desktop
        self._regions = Regions()
        self._files: TemporaryDirectory[str] | None = None

    def step(self, action: Action, session: Session) -> Step:
        """Give what an action becomes, over the session as it is. Nothing is done by it.

        Raises UnsupportedError, NotPossibleError, OutOfRangeError or what its references raise.
        """
        make = _STEPS.get(type(action))
        if make is None:
            words = REFUSED.get(action.action, f"Orbit does no {action.action} at Logic's screen.")
            raise UnsupportedError(words)
        return make(self, action, session)

    async def perform(self, procedure: Procedure) -> str | None:
        """Do a procedure; see ``Desktop``."""
        return await self.desktop.perform(procedure)

    def close(self) -> None:
        """Remove the files that were imported."""
        if self._files is not None:
            self._files.cleanup()
            self._files = None

    # -- tracks ---------------------------------------------------------------------------------------------

    def create_track(self, action: CreateTrack, session: Session) -> Step:
        """A track goes below the one before its place, a return where Logic puts aux strips."""
        if action.kind == "return":
            return procedures.create_return(action.name)
        ordinary = session.ordinary_tracks
        place = len(ordinary) if action.at is None else action.at - 1
        if place == 0 and ordinary:
            raise NotPossibleError(
                "Logic puts a new track below the selected one, so none comes before the first. Leave its "
                "place out, and drag it there."
            )
        return procedures.create_track(
            action.kind, action.name, ordinary[place - 1].name if ordinary else None
        )

    def duplicate_track(self, action: DuplicateTrack, session: Session) -> Step:
        """Without a name of its own, the copy is called as the track is."""
        track = _track(session, action.track, "duplicated")
        return procedures.duplicate_track(track.name, action.name or track.name)

    def delete_track(self, action: DeleteTrack, session: Session) -> Step:
        """An aux strip is no track and has no header, so it is left to the user."""
        track = session.tracks[track_index(session, action.track)]
        if track.kind is TrackKind.RETURN:
            words = f"In the Mixer select the aux “{track.name}”, and press Delete."
            return Manual(name=action.action, words=words, proof=Proof.SURFACE)
        return procedures.delete_track(_track(session, action.track, "deleted").name)

    def rename_track(self, action: RenameTrack, session: Session) -> Step:
        """A track is renamed at its header, an aux in the Mixer."""
        track = session.tracks[track_index(session, action.track)]
        if track.kind is TrackKind.RETURN:
            return procedures.rename_strip(track.name, action.name)
        return procedures.rename_track(_track(session, action.track, "renamed").name, action.name)

    def set_color(self, action: SetColor, session: Session) -> Step:
        """The palette's squares have no names."""
        track = session.tracks[track_index(session, action.track)]
        words = (
            f"Select “{track.name}”, choose View > Show Colors, and click the colour nearest {action.color}."
        )
        return Manual(name=action.action, words=words)

    # -- the timeline ---------------------------------------------------------------------------------------

    def add_locator(self, action: AddLocator, _session: Session) -> Step:
        """A marker goes on a bar line; elsewhere it is left to the user."""
        if action.bar == round(action.bar):
            return procedures.add_locator(round(action.bar), action.name)
        words = (
            f"Move the playhead to bar {action.bar:g}, and choose Navigate > Create Marker: “{action.name}”."
        )
        return Manual(name=action.action, words=words)

    # -- regions --------------------------------------------------------------------------------------------

    def create_clip(self, action: CreateClip, session: Session) -> Step:
        """A region comes into Logic with its notes; until there are some it is only remembered."""
        track = _track(session, action.track, "given a region")
        return _waiting(action, track.name, self._regions.add(session, track.name, action))

    def add_notes(self, action: AddNotes, session: Session) -> Step:
        """Notes become a region at the place of the clip that Orbit created."""
        track = _track(session, action.track, "given notes")
        region = self._regions.find(track.name, action.clip)
        if region is None or region.notes:
            return Manual(
                name=action.action,
                words=f"Open “{action.clip}” on “{track.name}” in the Piano Roll, and draw the notes there.",
            )
        region.notes = action.notes
        return self._import(track.name, region.name, region.bar, region.notes, region.length_beats)

    def duplicate_clip(self, action: DuplicateClip, session: Session) -> Step:
        """A region that Orbit wrote is written once more, one without notes when it has some.

        Another one is left to the user.
        """
        track = _track(session, action.track, "given a region")
        region = self._regions.find(track.name, action.clip)
        bar = action.to_bar
        if region is None or bar is None or bar != round(bar):
            where = f"bar {bar:g}" if bar is not None else f"the place of region {action.to_slot}"
            words = f"Option-drag the region “{action.clip}” on “{track.name}” to {where}."
            return Manual(name=action.action, words=words)
        copy = self._regions.copy(track.name, region, round(bar))
        if not copy.notes:
            return _waiting(action, track.name, copy)
        return self._import(track.name, copy.name, copy.bar, copy.notes, copy.length_beats)

    def _import(self, track: str, name: str, bar: int, notes: Any, length_beats: float) -> Procedure:
        path = self._new_file()
        write_midi_file(path, name, notes, length_beats)
        return procedures.import_region(track, path, bar, name)

    def _new_file(self) -> Path:
        if self._files is None:
            self._files = TemporaryDirectory(prefix="orbit-logic-")
        folder = Path(self._files.name)
        return folder / f"region-{sum(1 for _ in folder.iterdir()) + 1}.mid"


def _waiting(action: Action, track: str, region: Region) -> Manual:
    words = (
        f"“{region.name}” comes to bar {region.bar} of “{track}” with its first notes. For an empty one, "
        "Control-click the track there, choose Create MIDI Region, and make it "
        f"{region.length_beats:g} beats long."
    )
    return Manual(name=action.action, words=words)


def _track(session: Session, reference: str, what: str) -> Track:
    """An ordinary track. Raises NotPossibleError for any other."""
    track = session.tracks[track_index(session, reference)]
    if track.kind in (TrackKind.RETURN, TrackKind.MASTER):
        raise NotPossibleError(
            f"“{track.name}” is not a track in Logic's Tracks area, so it cannot be {what}."
        )
    return track


def _left(words: str) -> Callable[[Screen, Any, Session], Step]:
    def leave(_screen: Screen, action: Any, _session: Session) -> Step:
        return Manual(name=action.action, words=words.format_map(dict(action)))

    return leave


_STEPS: Mapping[type, Callable[[Screen, Any, Session], Step]] = {
    CreateTrack: Screen.create_track,
    DuplicateTrack: Screen.duplicate_track,
    DeleteTrack: Screen.delete_track,
    RenameTrack: Screen.rename_track,
    SetColor: Screen.set_color,
    SetTempo: lambda _screen, action, _session: procedures.set_tempo(action.bpm),
    SetTimeSignature: lambda _screen, action, _session: procedures.set_time_signature(
        action.numerator, action.denominator
    ),
    AddLocator: Screen.add_locator,
    RemoveLocator: _left(
        "Choose Navigate > Open Marker List, select the marker at bar {bar:g}, press Delete."
    ),
    CreateClip: Screen.create_clip,
    AddNotes: Screen.add_notes,
    DuplicateClip: Screen.duplicate_clip,
    DeleteClip: _left("Select the region “{clip}” on “{track}” and press Delete."),
    RenameClip: _left("Select the region “{clip}” on “{track}”, press ⇧N, and call it “{name}”."),
    LoadPreset: _left("Open {device} on “{track}”, and choose “{preset}” from the menu in its header."),
    Undo: lambda _screen, _action, _session: procedures.undo(),
}
