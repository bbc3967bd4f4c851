"""The simulated Logic's screen: the gestures that Orbit makes on a Mac, made on the simulated project.

A procedure comes as data (``{"gesture": "command", "id": "rename_track"}`` …), the very gestures that are
rendered as AppleScript for the real one. Dialogs stand on the screen until they are answered, and the control
surface shows that they do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from daw_bridges.errors import (
    AmbiguousError,
    NotFoundError,
    NotPossibleError,
    OutOfRangeError,
    RefusedError,
    UnsupportedError,
)
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.menus import Menus
from daw_bridges.simulated.logic.strips import Strip

__all__ = ["DesktopFaults", "LogicDesktop"]

SIGNATURES = frozenset({"2/4", "3/4", "4/4", "5/4", "6/4", "7/4", "3/8", "5/8", "6/8", "7/8", "9/8", "12/8"})
"""What the pop-up in the control bar offers here."""
_TEMPO = range(5, 991)


class _Gestures(Protocol):
    @property
    def data(self) -> Sequence[Mapping[str, Any]]: ...


@dataclass
class DesktopFaults:
    """What can stand in the way at a Mac's screen."""

    forbidden: str = ""
    """A permission that macOS has not given: ``Accessibility`` or ``Automation``."""
    missing: frozenset[str] = frozenset()
    """Commands that this Logic has in no menu, by id."""
    no_field: bool = False
    """Renaming opens no text field."""


class LogicDesktop:
    """Does procedures on a simulated Logic, each gesture on the host's thread."""

    def __init__(self, logic: LogicHost, faults: DesktopFaults | None = None) -> None:
        self.logic = logic
        self.faults = faults or DesktopFaults()
        self._reading: str | None = None
        self._marked: list[str] = []
        self._marked_strip: Strip | None = None
        self._menus = Menus(logic)

    async def perform(self, procedure: _Gestures) -> str | None:
        """Do the gestures in order and give the last reading. Raises as ``daw_bridges.logic.macos`` does."""
        if self.faults.forbidden:
            raise RefusedError(
                "macOS does not let Orbit use Logic's menus. System Settings → Privacy & Security → "
                f"{self.faults.forbidden}: switch it on."
            )
        self._reading = None
        for gesture in procedure.data:
            await asyncio.to_thread(self.logic.call, lambda given=gesture: self._do(given))
        return self._reading

    def _do(self, gesture: Mapping[str, Any]) -> None:
        given = dict(gesture)
        name = given.pop("gesture")
        if name not in ("answer", "activate") and self._menus.question is not None:
            raise RefusedError(f"Logic waits for an answer: “{self._menus.question.words}”.")
        make: Callable[..., None] = getattr(self, f"_{name}")
        make(**given)

    # -- the screen -----------------------------------------------------------------------------------------

    def _activate(self) -> None:
        standing = self.logic.mackie.dialogs.text
        if standing is not None:
            raise RefusedError(
                f"Logic waits for an answer: “{standing}”. Answer it in Logic, then try again."
            )

    def _command(self, id: str) -> None:
        if id in self.faults.missing:
            raise UnsupportedError(f"This Logic has no menu command {id}.")
        self._menus.choose(id)

    def _undo(self) -> None:
        history = self.logic.project.history
        if not history:
            raise NotPossibleError(
                "Logic has nothing to undo. Moves in the mixer are not in its Undo History."
            )
        self._reading = f"Undo {history[-1].name}"
        self.logic.project.undo()

    def _type_text(self, text: str) -> None:
        put = None if self.faults.no_field else self._menus.field
        if put is None:
            raise RefusedError("Logic opened no field to put the name into, so nothing was typed.")
        self._menus.field = None
        put(text)

    def _answer(self, heading: str, buttons: Sequence[str], seconds: float) -> None:
        del seconds
        question = self._menus.question
        if question is None:
            return
        if heading.casefold() not in question.words.casefold():
            raise RefusedError(f"Logic waits for an answer: “{question.words}”.")
        pressed = next((each for each in buttons if each in question.answers), None)
        if pressed is None:
            raise RefusedError(f"Logic waits for an answer: “{question.words}”.")
        self._menus.answer(pressed)

    def _open_file(self, path: str) -> None:
        self._menus.open_file(path)

    # -- the tracks -----------------------------------------------------------------------------------------

    @property
    def _tracks(self) -> list[Strip]:
        return [each for each in self.logic.project.strips if each.is_track]

    def _names(self) -> list[str]:
        return [each.name for each in self._tracks]

    def _selected(self) -> Strip:
        selected = self.logic.project.selected
        if selected is None or not selected.is_track:
            raise RefusedError("0 of the shown tracks are selected in Logic. Select one.")
        return selected

    def _require_selected(self, track: str) -> None:
        selected = self._selected().name
        if selected != track:
            raise RefusedError(f"In Logic “{selected}” is selected and not “{track}”, so nothing was done.")

    def _select_track(self, track: str) -> None:
        found = [each for each in self._tracks if each.name == track]
        if not found:
            raise NotFoundError("track", track, self._names())
        if len(found) > 1:
            raise AmbiguousError("track", track, [track] * len(found))
        self.logic.project.select(found[0])

    def _mark_tracks(self) -> None:
        self._marked = self._names()
        selected = self.logic.project.selected
        self._marked_strip = selected

    def _await_new_track(self) -> None:
        selected = self._selected()
        more = self._names().count(selected.name) > self._marked.count(selected.name)
        if not more or selected is self._marked_strip:
            raise RefusedError("It is not known whether Logic made the track.")

    def _await_track_gone(self, track: str) -> None:
        if self._names().count(track) >= self._marked.count(track):
            raise RefusedError(f"Logic did not delete the track “{track}”.")

    def _require_marked(self) -> None:
        if self._names() != self._marked:
            raise RefusedError("The imported notes are on a track of their own, which was not there before.")

    def _read_selected(self) -> None:
        self._reading = self._selected().name

    # -- the Mixer ------------------------------------------------------------------------------------------

    def _mark_strips(self) -> None:
        self._marked = [each.name for each in self.logic.project.strips]

    def _choose_in_mixer(self, menu: str, item: str) -> None:
        if (menu, item) != ("Options", "Create New Auxiliary Channel Strip"):
            raise RefusedError("Logic's Mixer is not as Orbit knows it.")
        self._menus.new_aux()

    def _name_new_strip(self, name: str) -> None:
        new = [each for each in self.logic.project.strips if each.name not in self._marked]
        if len(new) != 1:
            raise RefusedError("It is not known whether Logic made the strip.")
        self._name_strip(new[0].name, name)

    def _name_strip(self, strip: str, name: str) -> None:
        found = [each for each in self.logic.project.strips if each.name == strip]
        if len(found) > 1:
            raise AmbiguousError("track", strip, [strip] * len(found))
        self.logic.project.rename(self.logic.project.strip(strip), name)
        self._reading = name

    # -- the control bar ------------------------------------------------------------------------------------

    def _press(self, element: str) -> None:
        assert element == "go_to_beginning"
        self.logic.project.set(self.logic.project, "playhead", 0.0)

    def _step_to(self, element: str, target: int) -> None:
        project = self.logic.project
        if element == "playhead_bar":
            project.set(project, "playhead", (target - 1) * project.bar)
            return
        if target not in _TEMPO:
            raise RefusedError(
                f"Logic did not change the tempo in the control bar: it is at {project.tempo:g}."
            )
        project.set_tempo(float(target))

    def _choose(self, element: str, item: str) -> None:
        if item not in SIGNATURES:
            raise OutOfRangeError(f"Logic offers no {item} for the {element.replace('_', ' ')}.")
        numerator, denominator = item.split("/")
        self.logic.project.set_signature(int(numerator), int(denominator))

    def _read_value(self, element: str) -> None:
        project = self.logic.project
        numerator, denominator = project.signature
        self._reading = f"{project.tempo:g}" if element == "tempo" else f"{numerator}/{denominator}"
