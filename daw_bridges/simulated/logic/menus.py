"""The menus of the simulated Logic, as far as Orbit uses them, and the dialogs and fields they bring.

Measured on Logic 12.3.1 (logician-mcp): a new track is selected; a copy is called as its original; deleting a
track with regions asks; an imported MIDI file always makes a track of its own, at the playhead rounded to
bars, after a question about its tempo.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from daw_bridges.errors import NotPossibleError, RefusedError
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.sends import BUSSES
from daw_bridges.simulated.logic.strips import Region, Strip, StripKind

__all__ = ["Menus", "Question"]

_Notes = list[tuple[int, float, float, int]]


@dataclass(frozen=True)
class Question:
    """A dialog: what it says, and what each button does."""

    words: str
    answers: dict[str, Callable[[], None]]


class Menus:
    """What menus do, on the host's thread, and what they leave open."""

    def __init__(self, logic: LogicHost) -> None:
        self._logic = logic
        self.question: Question | None = None
        self.field: Callable[[str], None] | None = None
        """What the text field that has the focus does with a text."""
        self._panel = False
        self._region: tuple[Strip, Region] | None = None
        self._clipboard: Region | None = None

    @property
    def _project(self) -> Project:
        return self._logic.project

    def choose(self, id: str) -> None:
        """Give a command; its menu item is dimmed (RefusedError) where it makes no sense."""
        self.field = None
        {
            "new_audio_track": lambda: self._new(StripKind.AUDIO, "Audio"),
            "new_instrument_track": lambda: self._new(StripKind.INSTRUMENT, "Inst"),
            "duplicate_track": self._duplicate,
            "delete_track": self._delete,
            "rename_track": self._rename_track,
            "create_marker": lambda: self._project.add_marker(self._project.playhead),
            "rename_marker": self._rename_marker,
            "import_midi": self._open_panel,
            "cut": self._cut,
            "paste": self._paste,
            "open_mixer": lambda: None,
        }[id]()

    def answer(self, button: str) -> None:
        """Press a button of the dialog that stands."""
        assert self.question is not None
        do = self.question.answers[button]
        self.question = None
        self._logic.mackie.answer_dialog()
        do()

    def _ask(self, words: str, answers: dict[str, Callable[[], None]]) -> None:
        self.question = Question(words, answers)
        self._logic.mackie.dialogs.open(words)

    def _selected(self) -> Strip:
        selected = self._project.selected
        if selected is None or not selected.is_track:
            raise RefusedError("Logic does not offer that at the moment.")
        return selected

    # -- tracks ---------------------------------------------------------------------------------------------

    def _new(self, kind: StripKind, word: str) -> Strip:
        project = self._project
        below = project.selected if project.selected in project.strips else None
        at = project.strips.index(below) + 1 if below is not None and below.is_track else None
        return project.add_track(kind, self._free(word), at)

    def _free(self, word: str) -> str:
        taken = {each.name for each in self._project.strips}
        return next(name for number in range(1, 10_000) if (name := f"{word} {number}") not in taken)

    def _duplicate(self) -> None:
        project, original = self._project, self._selected()
        made = copy.deepcopy(original)
        strip = project.add_track(original.kind, original.name, project.strips.index(original) + 1)
        for name, value in vars(made).items():
            setattr(strip, name, value)

    def _delete(self) -> None:
        strip = self._selected()
        if not strip.regions:
            self._project.delete(strip)
            return
        self._ask(
            "Delete Track and Regions? Deleting this track also deletes the regions on the track.",
            {"Delete": lambda: self._project.delete(strip), "Cancel": lambda: None},
        )

    def _rename_track(self) -> None:
        strip = self._selected()
        self.field = lambda text: self._project.rename(strip, text)

    def new_aux(self) -> None:
        """Make an aux channel strip, fed by the first bus that feeds none."""
        project = self._project
        fed = {each.input for each in project.of_kind(StripKind.AUX)}
        free = next((bus for bus in BUSSES if bus not in fed), None)
        if free is None:
            raise NotPossibleError("Every bus feeds an aux already.")
        project.add_track(StripKind.AUX, self._free("Aux")).input = free

    # -- markers and regions --------------------------------------------------------------------------------

    def _rename_marker(self) -> None:
        here = [each for each in self._project.markers if each.at <= self._project.playhead]
        if not here:
            raise RefusedError("Logic does not offer Rename Marker at the moment.")

        def put(text: str) -> None:
            self._project.set(here[-1], "name", text, what="marker name")

        self.field = put

    def _open_panel(self) -> None:
        self._panel = True

    def open_file(self, path: str) -> None:
        """Choose a file in the open panel; the question about its tempo comes whatever is in it."""
        if not self._panel or not Path(path).is_file():
            self._panel = False
            raise RefusedError("Logic's open panel did not take the file; it was cancelled.")
        self._panel = False

        def bring_in() -> None:
            self._import(Path(path))

        answers = {"action-button-1": bring_in, "No": bring_in, "Cancel": lambda: None}
        self._ask("Also import tempo information?", answers)

    def _import(self, path: Path) -> None:
        project = self._project
        name, notes, length = _read(path)
        start = round(project.playhead / project.bar) * project.bar
        strip = project.add_track(StripKind.INSTRUMENT, name or self._free("Inst"))
        region = Region(name, start, length, notes)
        project.add_region(strip, region)
        self._region = strip, region

    def _cut(self) -> None:
        if self._region is None:
            raise RefusedError("Logic does not offer Edit > Cut at the moment.")
        (strip, region), self._region = self._region, None
        self._clipboard = region
        project = self._project

        def do() -> None:
            strip.regions.remove(region)
            project.note(strip, "region", region.name, None)

        def undo() -> None:
            strip.regions.append(region)
            project.note(strip, "region", None, region.name)

        project.edit("Cut", do, undo)

    def _paste(self) -> None:
        if self._clipboard is None:
            raise RefusedError("Logic does not offer Edit > Paste at the moment.")
        region = copy.deepcopy(self._clipboard)
        region.start = self._project.playhead
        strip = self._selected()
        self._project.add_region(strip, region)
        self._region = strip, region


def _read(path: Path) -> tuple[str, _Notes, float]:
    """A MIDI file's name, notes and length, in quarter notes."""
    mido: Any = import_module("mido")
    file = mido.MidiFile(path, charset="utf-8")
    name, notes, now = "", _Notes(), 0
    open_notes: dict[int, list[tuple[int, int]]] = {}
    for message in file.tracks[0]:
        now += message.time
        if message.type == "track_name":
            name = message.name
        elif message.type == "note_on" and message.velocity:
            open_notes.setdefault(message.note, []).append((now, message.velocity))
        elif message.type in ("note_on", "note_off") and open_notes.get(message.note):
            start, velocity = open_notes[message.note].pop(0)
            ticks = file.ticks_per_beat
            notes.append((message.note, start / ticks, (now - start) / ticks, velocity))
    return name, sorted(notes, key=lambda note: note[1]), now / file.ticks_per_beat
