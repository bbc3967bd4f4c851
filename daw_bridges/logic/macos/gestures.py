"""What a hand does at Logic's screen, as data: the gestures that a procedure is a sequence of.

Each carries only ids, text and numbers. ``data`` is the same without classes, ``{"gesture": "type_text",
"text": "Bass"}``, which is what the simulated Logic's desktop goes by.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

__all__ = [
    "Activate",
    "Answer",
    "AwaitNewTrack",
    "AwaitTrackGone",
    "Choose",
    "ChooseInMixer",
    "Command",
    "Gesture",
    "MarkStrips",
    "MarkTracks",
    "NameNewStrip",
    "NameStrip",
    "OpenFile",
    "Press",
    "ReadSelected",
    "ReadValue",
    "RequireMarked",
    "RequireSelected",
    "SelectTrack",
    "StepTo",
    "TypeText",
    "Undo",
]


@dataclass(frozen=True, slots=True)
class Gesture:
    """One thing done or looked at. A gesture that cannot be done ends the procedure with an error."""

    gesture: ClassVar[str]

    @property
    def data(self) -> dict[str, Any]:
        """The gesture as JSON types."""
        return {"gesture": self.gesture, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Activate(Gesture):
    """Bring Logic to the front; it is refused while a dialog waits for an answer."""

    gesture: ClassVar = "activate"


@dataclass(frozen=True, slots=True)
class Command(Gesture):
    """Give a command of ``daw_bridges.logic.key_commands`` by its menu."""

    gesture: ClassVar = "command"
    id: str


@dataclass(frozen=True, slots=True)
class Undo(Gesture):
    """Choose Edit > Undo …; what it is called becomes the reading. Refused when there is nothing to undo."""

    gesture: ClassVar = "undo"


@dataclass(frozen=True, slots=True)
class RequireSelected(Gesture):
    """Go on only while the one selected track has that name: nothing is done to another one."""

    gesture: ClassVar = "require_selected"
    track: str


@dataclass(frozen=True, slots=True)
class SelectTrack(Gesture):
    """Select the one track of that name; refused when none or several have it."""

    gesture: ClassVar = "select_track"
    track: str


@dataclass(frozen=True, slots=True)
class MarkTracks(Gesture):
    """Remember which tracks there are, for ``AwaitNewTrack``."""

    gesture: ClassVar = "mark_tracks"


@dataclass(frozen=True, slots=True)
class AwaitNewTrack(Gesture):
    """Wait until another track is selected, and its name is there once more than when tracks were marked."""

    gesture: ClassVar = "await_new_track"


@dataclass(frozen=True, slots=True)
class RequireMarked(Gesture):
    """Go on only when the tracks are again those that were marked."""

    gesture: ClassVar = "require_marked"


@dataclass(frozen=True, slots=True)
class AwaitTrackGone(Gesture):
    """Wait until fewer tracks have that name than when the tracks were marked."""

    gesture: ClassVar = "await_track_gone"
    track: str


@dataclass(frozen=True, slots=True)
class MarkStrips(Gesture):
    """Remember which strips the Mixer's window shows, for ``NameNewStrip``."""

    gesture: ClassVar = "mark_strips"


@dataclass(frozen=True, slots=True)
class ChooseInMixer(Gesture):
    """Choose an item of a menu in the Mixer's own menu bar."""

    gesture: ClassVar = "choose_in_mixer"
    menu: str
    item: str


@dataclass(frozen=True, slots=True)
class NameNewStrip(Gesture):
    """Give the one strip that was not there when the strips were marked a name, which becomes the reading."""

    gesture: ClassVar = "name_new_strip"
    name: str


@dataclass(frozen=True, slots=True)
class NameStrip(Gesture):
    """Give the one strip of a name in the Mixer's window another, which becomes the reading."""

    gesture: ClassVar = "name_strip"
    strip: str
    name: str


@dataclass(frozen=True, slots=True)
class TypeText(Gesture):
    """Put text into the text field that has the focus and press Return; refused where none has it.

    No letter is ever typed into Logic's main window, where it would be a key command.
    """

    gesture: ClassVar = "type_text"
    text: str


@dataclass(frozen=True, slots=True)
class StepTo(Gesture):
    """Bring a slider of ``macos.elements`` to a number, step by step, until it reads it."""

    gesture: ClassVar = "step_to"
    element: str
    target: int


@dataclass(frozen=True, slots=True)
class Choose(Gesture):
    """Choose an item of a pop-up of ``macos.elements``; refused when it does not offer it."""

    gesture: ClassVar = "choose"
    element: str
    item: str


@dataclass(frozen=True, slots=True)
class Press(Gesture):
    """Press a button of ``macos.elements``."""

    gesture: ClassVar = "press"
    element: str


@dataclass(frozen=True, slots=True)
class Answer(Gesture):
    """Answer the dialog whose text has ``heading`` by one of the buttons, the first that it has.

    A dialog with another text is left standing, and told. None is waited for up to ``seconds``, and that it
    does not come is all right.
    """

    gesture: ClassVar = "answer"
    heading: str
    buttons: tuple[str, ...]
    """Names, or identifiers, which Logic does not translate (``action-button-1``)."""
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class OpenFile(Gesture):
    """Give the open panel, once it is there, a file by its whole path."""

    gesture: ClassVar = "open_file"
    path: str


@dataclass(frozen=True, slots=True)
class ReadValue(Gesture):
    """What an element of ``macos.elements`` reads becomes the reading."""

    gesture: ClassVar = "read_value"
    element: str


@dataclass(frozen=True, slots=True)
class ReadSelected(Gesture):
    """The name of the selected track becomes the reading."""

    gesture: ClassVar = "read_selected"
