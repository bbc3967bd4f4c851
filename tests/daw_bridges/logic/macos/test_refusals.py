"""What osascript's last words become: which error, and what it says to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from daw_bridges.errors import (
    AmbiguousError,
    NotFoundError,
    NotPossibleError,
    OrbitError,
    OutOfRangeError,
    ProtocolError,
    RefusedError,
    TimedOutError,
    UnreachableError,
    UnsupportedError,
)
from daw_bridges.logic.macos import procedures as p
from daw_bridges.logic.macos.permissions import Permission
from daw_bridges.logic.macos.refusals import explained, permission_missing
from daw_bridges.logic.macos.script import HANDLERS

RENAME = p.rename_track("Bass", "Sub")


def _said(words: str, number: int) -> str:
    return f"87:120: execution error: {words} ({number})\n"


@pytest.mark.parametrize(
    ("said", "permission"),
    [
        ("Not authorized to send Apple events to System Events. (-1743)", Permission.AUTOMATION),
        ("osascript is not allowed assistive access. (-25211)", Permission.ACCESSIBILITY),
        ("osascript is not allowed assistive access. (-1719)", Permission.ACCESSIBILITY),
        ("osascript is not allowed to send keystrokes. (1002)", Permission.ACCESSIBILITY),
    ],
)
def test_a_missing_permission_says_what_to_switch_on_and_for_whom(said: str, permission: Permission) -> None:
    text = f"0:80: execution error: System Events got an error: {said}\n"
    assert permission_missing(text) is permission
    error = explained(text, RENAME, "iTerm")
    assert isinstance(error, RefusedError)
    assert f"Privacy & Security → {permission.value}" in str(error)
    assert "iTerm" in str(error)
    assert "Terminal" in str(explained(text, RENAME))


def test_a_window_that_is_not_there_is_no_missing_permission() -> None:
    said = _said("System Events got an error: Can’t get window 1. Invalid index.", -1719)
    assert permission_missing(said) is None
    assert isinstance(explained(said, RENAME), ProtocolError)


@pytest.mark.parametrize(
    ("words", "number", "kind", "told"),
    [
        ("Logic is not running.", 9001, UnreachableError, "Start it and open the project"),
        ("Logic stays behind.", 9002, RefusedError, "Click its window"),
        ("Save changes?\nReally?", 9003, RefusedError, "“Save changes?\nReally?”"),
        ("rename_track", 9004, UnsupportedError, "no menu command Track > Rename Track"),
        ("rename_track", 9005, RefusedError, "does not offer Track > Rename Track"),
        ("tempo", 9006, RefusedError, "View > Control Bar"),
        ("tempo:121", 9007, RefusedError, "did not change the tempo in the control bar: it is at 121"),
        ("time_signature:7/11", 9008, OutOfRangeError, "offers no 7/11"),
        ("2", 9009, RefusedError, "2 of the shown tracks are selected"),
        ("Keys (2)", 9010, RefusedError, "“Keys (2)” is selected and not “Bass”"),
        ("Bass", 9011, NotFoundError, "called “Bass” on a track header that Logic shows"),
        ("Bass", 9012, AmbiguousError, "could be more than one"),
        ("no new track", 9013, RefusedError, "not known whether"),
        ("Can't Undo", 9014, NotPossibleError, "nothing to undo"),
        ("Bass", 9015, RefusedError, "did not delete the track “Bass”"),
        ("no text field", 9016, RefusedError, "nothing was typed"),
        ("open panel", 9017, RefusedError, "cancelled"),
        ("mixer", 9018, RefusedError, "Mixer is not as Orbit knows it"),
        ("a track is left over", 9019, RefusedError, "drag its region to “Bass”"),
        ("Application isn’t running.", -600, UnreachableError, "Start it"),
        ("AppleEvent timed out.", -1712, TimedOutError, "within 30 s"),
        ("User cancelled.", -128, ProtocolError, "User cancelled."),
    ],
)
def test_a_number_becomes_an_error_that_says_what_to_do(
    words: str, number: int, kind: type[OrbitError], told: str
) -> None:
    error = explained(_said(words, number), RENAME)
    assert type(error) is kind
    assert told in str(error)


def test_every_number_that_a_handler_gives_is_explained() -> None:
    numbers = {
        int(number)
        for path in HANDLERS.iterdir()
        for number in re.findall(r"^[^-\n]*\berror .* number (\d+)$", path.read_text("ascii"), re.MULTILINE)
    }
    assert len(numbers) >= 18
    for number in numbers:
        words = {9004: "undo", 9006: "tempo", 9007: "tempo:3", 9008: "tempo:3"}.get(number, "cut")
        if number in (9004, 9005):
            words = "cut"
        assert not isinstance(explained(_said(words, number), RENAME), ProtocolError), number


def test_what_is_no_error_of_a_script_is_told_as_it_is() -> None:
    error = explained("dyld: something is wrong\n", p.import_region("Bass", Path("a.mid"), 1, "Riff"))
    assert isinstance(error, ProtocolError)
    assert "dyld: something is wrong" in str(error)
    assert "“Riff” on “Bass” at bar 1" in str(error)
