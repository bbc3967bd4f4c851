"""Checks that several edits share; each refuses with a sentence a producer understands."""

from __future__ import annotations

import math

from daw_bridges.errors import NotPossibleError, OutOfRangeError
from daw_bridges.quantities import Quantity, Unit, format_quantity
from daw_bridges.session import Session, Track, TrackKind

__all__ = [
    "check_bar",
    "check_length",
    "check_level",
    "check_place",
    "check_slot",
    "check_within",
    "number_text",
    "refuse_master",
    "require_recordable",
]


def number_text(value: float, unit: Unit = Unit.NONE) -> str:
    """A number with its unit as it is said in messages; −∞ and ∞ as signs."""
    text = format_quantity(Quantity(value, unit))
    return text.replace("-inf", "−∞").replace("inf", "∞").replace("-", "−")


_LAST_BAR = 99_999
"""Three days at 92 BPM; no host goes further."""
_LOWEST_DB = -144.0
"""A level below it is silence, which is said as −∞."""
_LOWEST_FADER_DB = {"ableton": -70.0}
"""The same for a host's faders and sends, where it is higher."""


def check_within(what: str, value: float, low: float, high: float, unit: Unit = Unit.NONE) -> None:
    """Refuse a value outside a range, which may be infinite; not-a-number is outside every range."""
    _check_within(what, value, low, high, unit, _LOWEST_DB)


def _check_within(what: str, value: float, low: float, high: float, unit: Unit, lowest_db: float) -> None:
    if not low <= value <= high:
        given = "that" if math.isnan(value) else number_text(value, unit)
        raise OutOfRangeError(
            f"{what} goes from {number_text(low, unit)} to {number_text(high, unit)}; "
            f"{given} is out of range."
        )
    if unit is Unit.DB and -math.inf < value < lowest_db:
        raise OutOfRangeError(
            f"{what} goes down to {number_text(lowest_db, unit)}, and then to −∞; "
            f"{number_text(value, unit)} is out of range."
        )


def check_level(session: Session, what: str, db: float, highest: float) -> None:
    """Refuse a level above ``highest`` dB, or below what the host's faders show."""
    lowest = _LOWEST_FADER_DB.get(session.daw, _LOWEST_DB)
    _check_within(what, db, -math.inf, highest, Unit.DB, lowest)


def check_bar(bar: float) -> None:
    """Refuse a bar before the first, or beyond any song."""
    if not 1.0 <= bar <= _LAST_BAR:
        raise OutOfRangeError(f"Bars go from 1 to {_LAST_BAR}; there is no bar {number_text(bar)}.")


def check_length(what: str, beats: float) -> None:
    """Refuse a length of nothing, or beyond any song."""
    if not 0 < beats <= _LAST_BAR:
        raise OutOfRangeError(
            f"{what} lasts longer than 0 beats and at most {_LAST_BAR}; {number_text(beats)} is out of range."
        )


def check_place(what: str, place: int, last: int) -> int:
    """The index (from 0) of a place counted from 1; refuses one outside."""
    if not 1 <= place <= last:
        raise OutOfRangeError(f"{what} can go to place 1 to {last}; {place} is out of range.")
    return place - 1


def check_slot(session: Session, slot: int) -> None:
    """Refuse a slot that the session view does not have; where no scene is shown, slots only count from 1."""
    scenes = len(session.scenes)
    if slot < 1 or (scenes and slot > scenes):
        raise OutOfRangeError(
            f"Slots count from 1 and there are {scenes}, one for each scene; there is no slot {slot}. "
            "Create a scene first to get one more."
        )


def refuse_master(track: Track, what: str) -> None:
    """Refuse an edit that makes no sense on the master."""
    if track.kind is TrackKind.MASTER:
        raise NotPossibleError(f"The master cannot be {what}. Name one of the other tracks.")


def require_recordable(track: Track, what: str) -> None:
    """Refuse an edit that only MIDI and audio tracks take."""
    if track.kind not in (TrackKind.MIDI, TrackKind.AUDIO):
        kind = "the master" if track.kind is TrackKind.MASTER else f"a {track.kind} track"
        raise NotPossibleError(f"“{track.name}” is {kind} and has no {what}. Name a MIDI or an audio track.")
