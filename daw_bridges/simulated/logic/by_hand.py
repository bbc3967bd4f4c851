"""What a user does at Logic's screen while a surface is connected, by the names of strips.

Each is done on the host's thread, and the surface has been told of it when it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from daw_bridges.simulated.logic.dialogs import FILE_DIALOG
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import PlugIn, StripKind

__all__ = [
    "add",
    "answer",
    "arm",
    "ask_again",
    "bypass",
    "delete",
    "insert",
    "move",
    "move_fader",
    "mute",
    "open_alert",
    "open_dialog",
    "open_project",
    "pan",
    "remove",
    "rename",
    "select",
    "send",
    "solo",
    "undo",
]


def _set(logic: LogicHost, name: str, what: str, value: object) -> None:
    logic.call(lambda: logic.project.set(logic.project.strip(name), what, value))


def select(logic: LogicHost, name: str) -> None:
    """Selects a track."""
    logic.call(lambda: logic.project.select(logic.project.strip(name)))


def move_fader(logic: LogicHost, name: str, db: float) -> None:
    """Moves a fader to that many dB (−inf: all the way down)."""
    _set(logic, name, "volume_db", db)


def pan(logic: LogicHost, name: str, value: int) -> None:
    """Pans to −64 … 63."""
    _set(logic, name, "pan", value)


def mute(logic: LogicHost, name: str, on: bool) -> None:
    """Presses M."""
    _set(logic, name, "mute", on)


def solo(logic: LogicHost, name: str, on: bool) -> None:
    """Presses S."""
    _set(logic, name, "solo", on)


def arm(logic: LogicHost, name: str, on: bool) -> None:
    """Presses R."""
    logic.call(lambda: logic.project.arm(logic.project.strip(name), on))


def send(logic: LogicHost, name: str, slot: int, destination: str | None, db: float) -> None:
    """Sets a send (0 … 7) to a destination and a level."""

    def do() -> None:
        project, strip = logic.project, logic.project.strip(name)
        project.set(strip.sends[slot], "destination", destination, strip=strip, what=f"send {slot + 1}")
        project.set(strip.sends[slot], "level_db", db, strip=strip, what=f"send {slot + 1} level_db")

    logic.call(do)


def insert(logic: LogicHost, name: str, slot: int, plug_in: PlugIn) -> None:
    """Chooses a plug-in in the menu of an insert slot (0 … 14)."""
    logic.call(lambda: logic.project.fill(logic.project.strip(name), slot, plug_in))


def remove(logic: LogicHost, name: str, slot: int) -> None:
    """Chooses No Plug-in in the menu of an insert slot."""
    logic.call(lambda: logic.project.fill(logic.project.strip(name), slot, None))


def bypass(logic: LogicHost, name: str, slot: int, on: bool) -> None:
    """Clicks the power button of an insert; nothing happens on an empty slot."""

    def do() -> None:
        strip = logic.project.strip(name)
        if plug_in := strip.inserts[slot]:
            logic.project.set(plug_in, "bypassed", on, strip=strip, what=f"insert {slot + 1} bypassed")

    logic.call(do)


def rename(logic: LogicHost, name: str, to: str) -> None:
    """Double-clicks a name and types another."""
    logic.call(lambda: logic.project.rename(logic.project.strip(name), to))


def add(logic: LogicHost, kind: StripKind, name: str, at: int | None = None) -> None:
    """Makes a track, which is selected then."""
    logic.call(lambda: logic.project.add_track(kind, name, at))


def delete(logic: LogicHost, name: str) -> None:
    """Deletes a track."""
    logic.call(lambda: logic.project.delete(logic.project.strip(name)))


def move(logic: LogicHost, name: str, to: int) -> None:
    """Drags a track to another place of the mixer."""
    logic.call(lambda: logic.project.move(logic.project.strip(name), to))


def open_dialog(logic: LogicHost, text: str = FILE_DIALOG) -> None:
    """Chooses something that brings a dialog, such as Save As."""
    logic.call(lambda: logic.mackie.dialogs.open(text))


def open_alert(
    logic: LogicHost, text: str, buttons: Sequence[str], then: Callable[[str], None] | None = None
) -> None:
    """Does something that Logic asks about; ``then`` is told the answer. The last button is the default."""
    logic.call(lambda: logic.mackie.dialogs.open(text, buttons, then, logic.mackie.desk.now))


def answer(logic: LogicHost) -> None:
    """Answers the dialog."""
    logic.call(logic.mackie.answer_dialog)


def undo(logic: LogicHost) -> None:
    """Edit > Undo: mixer moves are not among what it takes back."""
    logic.call(logic.project.undo)


def ask_again(logic: LogicHost) -> None:
    """Logic asks for surfaces once more, as it was seen to do of its own accord (EXP-MCU-023)."""
    logic.call(logic.mackie.ask)


def open_project(logic: LogicHost, project: Project) -> None:
    """Opens another project in place of this one."""
    logic.open_project(project)
