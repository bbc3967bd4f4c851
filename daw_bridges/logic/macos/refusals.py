"""What osascript says when a script ends early, as Orbit's errors: what is wrong, and what to do.

Numbers from 9001 on are the handlers' own; negative ones are macOS's: −1743 no Automation, −1719 and −25211
no Accessibility (1002 for keys), −600 not running, −1712 no answer in time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

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
from daw_bridges.logic.key_commands import command
from daw_bridges.logic.macos.elements import element
from daw_bridges.logic.macos.permissions import Permission
from daw_bridges.logic.macos.procedure import Procedure

__all__ = ["explained", "permission_missing"]

_ERROR = re.compile(r"execution error: (?P<words>.*) \((?P<number>-?\d+)\)\s*$", re.DOTALL)
_ENGLISH = (
    "Orbit knows Logic 10.7 to 12 in English: choose English for Logic in System Settings → General → "
    "Language & Region → Applications, or do it by hand."
)
_INVALID_INDEX = "invalid index"
_IN_VIEW = "a track header that Logic shows now; scroll to it, or unfold its stack"


def explained(said: str, procedure: Procedure, program: str = "") -> OrbitError:
    """Say what osascript's last words mean. ``program`` is the one that needs the permissions."""
    number, words = _parsed(said)
    missing = permission_missing(said)
    if missing is not None:
        return RefusedError(f"macOS does not let Orbit use Logic's menus. {missing.fix(program)}")
    explain = _OURS.get(number) or _MACOS.get(number)
    if explain is None:
        return ProtocolError(
            f"macOS could not do this in Logic: {words or said.strip()}. {procedure.by_hand}"
        )
    return explain(words, procedure)


def permission_missing(said: str) -> Permission | None:
    """Say which permission osascript's last words ask for; None when it is something else."""
    number, words = _parsed(said)
    if number == -1743:
        return Permission.AUTOMATION
    if number in (-25211, 1002) or (number == -1719 and _INVALID_INDEX not in words.casefold()):
        return Permission.ACCESSIBILITY
    return None


def _parsed(said: str) -> tuple[int, str]:
    found = _ERROR.search(said)
    return (int(found["number"]), found["words"].strip()) if found else (0, "")


def _dialog(words: str, _: Procedure) -> OrbitError:
    return RefusedError(f"Logic waits for an answer: “{words}”. Answer it in Logic, then try again.")


def _no_command(words: str, procedure: Procedure) -> OrbitError:
    return UnsupportedError(
        f"This Logic has no menu command {command(words).told}. {_ENGLISH} {procedure.by_hand}"
    )


def _no_element(words: str, _: Procedure) -> OrbitError:
    missing = element(words)
    return RefusedError(f"Logic does not show {missing.title}. {missing.shown}")


def _stuck(words: str, _: Procedure) -> OrbitError:
    where, _sign, value = words.partition(":")
    return RefusedError(f"Logic did not change {element(where).title}: it is at {value}.")


def _not_offered(words: str, _: Procedure) -> OrbitError:
    where, _sign, item = words.partition(":")
    return OutOfRangeError(f"Logic offers no {item} for {element(where).title}.")


def _selected(words: str, procedure: Procedure) -> OrbitError:
    return RefusedError(
        f"In Logic “{words}” is selected and not “{procedure.selects}”, so nothing was done to either."
    )


_OURS: dict[int, Callable[[str, Procedure], OrbitError]] = {
    9001: lambda _words, _: UnreachableError("Logic is not running. Start it and open the project."),
    9002: lambda _words, _: RefusedError("Logic did not come to the front. Click its window once."),
    9003: _dialog,
    9004: _no_command,
    9005: lambda words, _: RefusedError(f"Logic does not offer {command(words).told} at the moment."),
    9006: _no_element,
    9007: _stuck,
    9008: _not_offered,
    9009: lambda words, _: RefusedError(f"{words} of the shown tracks are selected in Logic. Select one."),
    9010: _selected,
    9011: lambda words, _: NotFoundError("track", words, where=_IN_VIEW),
    9012: lambda words, _: AmbiguousError("track", words, [words, words]),
    9013: lambda _words, procedure: RefusedError(
        f"It is not known whether Logic made the track. Check, and if it did not: {procedure.by_hand}"
    ),
    9014: lambda _words, _: NotPossibleError(
        "Logic has nothing to undo. Moves in the mixer are not in its Undo History."
    ),
    9015: lambda words, _: RefusedError(f"Logic did not delete the track “{words}”."),
    9016: lambda _words, procedure: RefusedError(
        f"Logic opened no field to put the name into, so nothing was typed. {procedure.by_hand}"
    ),
    9017: lambda _words, procedure: RefusedError(
        f"Logic's open panel did not take the file; it was cancelled. {procedure.by_hand}"
    ),
    9018: lambda _words, procedure: RefusedError(
        f"Logic's Mixer is not as Orbit knows it. {procedure.by_hand}"
    ),
    9019: lambda _words, procedure: RefusedError(
        "The imported notes are on a track of their own, which was not there before: drag its region to "
        f"“{procedure.selects}”, and delete that track."
    ),
}

_MACOS: dict[int, Callable[[str, Procedure], OrbitError]] = {
    -600: _OURS[9001],
    -609: _OURS[9001],
    -1712: lambda _words, procedure: TimedOutError(f"Logic did not answer within {procedure.seconds:g} s."),
}
