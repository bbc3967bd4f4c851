"""Characters of the seven-segment displays: the time and the mode.

Six bits say which character, the seventh lights the point behind it. ``@`` to ``_`` are their ASCII value
less 0x40, the blank to ``?`` are their ASCII value: 64 characters, no small letters.

Source: Logic Control MIDI implementation, 7-segment display character table (Logic Pro 7.2, Dedicated Control
Surface Support, appendix B).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from daw_bridges.errors import MessageError
from daw_bridges.mackie.messages import AssignmentDigit, TimecodeDigit

__all__ = [
    "CHARACTERS",
    "MODE_PLACES",
    "TIME_PLACES",
    "assignment",
    "character_of",
    "code_of",
    "joined",
    "split",
    "timecode",
]

CHARACTERS = "".join(chr(0x40 + code) for code in range(0x20)) + "".join(map(chr, range(0x20, 0x40)))
"""Every character there is, at its code."""
TIME_PLACES = 10
MODE_PLACES = 2
_POINT = 0x40


def character_of(code: int) -> tuple[str, bool]:
    """The character and whether its point is lit, of a code from 0 to 127."""
    return CHARACTERS[code & 0x3F], bool(code & _POINT)


def code_of(character: str, dot: bool = False) -> int:
    """The code of a character.

    Raises:
        MessageError: the display has no such character; small letters are not taken for capitals.
    """
    code = CHARACTERS.find(character) if len(character) == 1 else -1
    if code < 0:
        message = (
            f"A seven-segment display has no {character!r}: capitals, digits, blank and ASCII signs only."
        )
        raise MessageError(message)
    return code | (_POINT if dot else 0)


def split(text: str, places: int) -> list[tuple[str, bool]]:
    """``"P1."`` as characters with their points, from left to right, padded with blanks on the left.

    Small letters become capitals. A point belongs to the character before it.

    Raises:
        MessageError: more characters than there are places.
    """
    found: list[tuple[str, bool]] = []
    for character in text.upper():
        if character == "." and found and not found[-1][1]:
            found[-1] = (found[-1][0], True)
        else:
            found.append((character, False))
    if len(found) > places:
        raise MessageError(f"{text!r} has {len(found)} characters; the display has {places}.")
    return [(" ", False)] * (places - len(found)) + found


def joined(characters: Iterable[str], dots: Iterable[bool]) -> str:
    """Characters with their points as text: the other way of ``split``, blanks kept."""
    return "".join(character + "." * dot for character, dot in zip(characters, dots, strict=True))


def assignment(text: str) -> Sequence[AssignmentDigit]:
    """The messages that write ``text`` (such as ``"P1."``) to the mode display, right one first."""
    places = enumerate(reversed(split(text, MODE_PLACES)))
    return [AssignmentDigit(place, character, dot) for place, (character, dot) in places]


def timecode(text: str) -> Sequence[TimecodeDigit]:
    """The messages that write ``text`` (such as ``"  1. 1. 1.  1"``) to the time display, right one first."""
    places = enumerate(reversed(split(text, TIME_PLACES)))
    return [TimecodeDigit(place, character, dot) for place, (character, dot) in places]
