"""What a sentence can mean that only the conversation gives a meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from daw_bridges.actions import Action
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = [
    "Again", "Correct", "Greet", "Longer", "Made", "More", "Reads", "Redo", "Remove", "Request", "Settings",
    "Switch", "Turn", "UndoLast",
]  # fmt: skip


@dataclass(frozen=True)
class Again:
    """The last thing once more, ``times`` over; with ``tracks``, the same there."""

    times: int = 1
    tracks: Tracks = ()
    value: Sequence[Token] = ()
    """Another value than last time, as it was said."""
    by: bool = False
    """Whether the value says how far: "the bass by 2"."""
    name: str = ""
    """Another name than last time, for what is made anew."""
    asks: bool = False
    """Whether only a track was named: that can mean there, too, or there instead."""


@dataclass(frozen=True)
class More:
    """The value that was set last, further or back again.

    ``way``: 1 further the same way, −1 back, and with ``absolute`` up and down. ``amount`` is how far in dB,
    or what it is worth in another unit; ``share`` is the part of the last change that is to be left.
    """

    way: int = 1
    amount: float | None = None
    absolute: bool = False
    exact: bool = False
    """Whether ``amount`` is a number in the value's own unit rather than a word."""
    share: float | None = None
    of_value: bool = False
    """Whether it is of the value itself ("half that", "2 dB more") where nothing was said of how far."""
    asks: bool = False
    """Whether nobody can tell which way it is meant."""
    instead: bool = False
    """Whether it is from where the value was before the last thing, which is taken back."""


@dataclass(frozen=True)
class UndoLast:
    """The last ``times`` things are to be taken back (0: all of them); then, what ``rest`` says is done."""

    times: int = 1
    rest: str = ""
    asks: bool = False
    """Whether what something was done to can be meant, and not what was done."""
    inserted: bool = False
    """Only where the last thing put something there: "take it off again"."""


@dataclass(frozen=True)
class Redo:
    """What was taken back last is to be done again."""


@dataclass(frozen=True)
class Correct:
    """The last thing was not what was meant; what is said beside that, is.

    ``tracks`` are those that were meant, ``spared`` those that were not; ``rest`` is what else was said.
    """

    tracks: Tracks = ()
    spared: Tracks = ()
    other: bool = False
    """"The other one": there is only one that it can be."""
    rest: Sequence[Token] = ()
    text: str = ""
    """What ``rest`` was read from."""
    marked: bool = False
    """Whether it is plainly said to be a correction ("no", "I meant"), and not only looks like one."""
    by: bool = False
    """Whether ``rest`` says how far."""
    kind: bool = False
    """Whether ``rest`` is another device than the one that was put there."""


@dataclass(frozen=True)
class Greet:
    """Something friendly, or nothing: it is answered and no more."""

    kind: Literal["hello", "thanks", "fine", "bye", "leave it", "no"]


@dataclass(frozen=True)
class Settings:
    """Parameters of the device that was worked on last, by their keys: each set, or moved up or down."""

    set: Sequence[tuple[str, Sequence[Token]]]
    tracks: Tracks
    reference: str
    way: int = 0
    """With it, ``set`` says how far each is moved rather than where to."""
    corrects: bool = False
    """Whether what was set before was not what was meant."""


@dataclass(frozen=True)
class Switch:
    """What was switched last, the other way or that way again; ``all`` that was switched alike before it."""

    on: bool
    all: bool = False


@dataclass(frozen=True)
class Remove:
    """The device that was worked on last is to go."""


@dataclass(frozen=True)
class Longer:
    """What has a length, so many bars longer; ``times`` as long, where that is said."""

    bars: float = 0.0
    times: float = 1.0


@dataclass(frozen=True)
class Reads:
    """What was set last reads now: nothing is to be done."""


@dataclass(frozen=True)
class Request:
    """A request of its own, with what its sentence left out: "and down 3 dB" of what was spoken of."""

    text: str
    instead: bool = False
    """Whether it is to be done in place of the last thing."""


@dataclass(frozen=True)
class Made:
    """Edits as they are to be done; ``instead`` of the last thing."""

    actions: tuple[Action, ...]
    instead: bool = False


Turn = (
    Again
    | More
    | UndoLast
    | Redo
    | Correct
    | Greet
    | Settings
    | Switch
    | Longer
    | Reads
    | Request
    | Made
    | Remove
)
