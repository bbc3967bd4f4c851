"""A loose reading of what refers to the last thing: that gives what is left out, the words what is new.

Each reader below says which evidence it can account for; a sentence with anything beside that is not its own.
What stays unread is no follow-up, or one too unclear to act on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from daw_bridges.actions import Action
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import alike_to
from orbit.agent.offline.dialogue.evidence import Evidence, Frame, Piece, evidence_in
from orbit.agent.offline.dialogue.handling import settings_in
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.dialogue.said import (
    Again,
    Correct,
    Greet,
    Longer,
    More,
    Reads,
    Redo,
    Switch,
    Turn,
    UndoLast,
)
from orbit.agent.offline.dialogue.worked_on import worked_on
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.naming import Tracks
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.readings import aim

__all__ = ["read_loosely"]

_NEUTRAL = frozenset({"fine", "thanks", "sorry", "noun", "but", "next"})
"""What says nothing of what is to be done where something else is said."""
_CORRECTS = ("no", "meant", "spared tracks", "spared kind", "spared value")
_MAKING = frozenset({"insert_device", "create_track", "duplicate_track", "create_clip", "duplicate_clip"})
_A_BIT = 2.0


@dataclass(frozen=True)
class _Said:
    """What a sentence has to say of the last thing."""

    pieces: Evidence
    last: Done | None
    known: Known

    @cached_property
    def actions(self) -> list[Action]:
        """The edits of the last thing."""
        return edits_of(self.last) if self.last is not None else []

    @cached_property
    def edits(self) -> frozenset[str]:
        """What sorts of edits those are."""
        return frozenset(action.action for action in self.actions)

    def says(self, needs: Sequence[str], may: Sequence[str] = ()) -> bool:
        """Whether one of some things is said, and beside it nothing that says more than it may."""
        return self.pieces.any(*needs) and self.pieces.labels - _NEUTRAL <= {*needs, *may}

    def value(self, kind: str, piece: Piece) -> Any:
        """What a piece is as something of a kind."""
        return KINDS[kind].read(self.known.ground(""), piece.tokens)


def read_loosely(text: str, known: Known) -> Turn | None:
    """What a sentence says of what was done before; None where a word of it is not accounted for."""
    last = known.past.last
    edits = frozenset(action.action for action in edits_of(last)) if last is not None else frozenset[str]()
    pieces = evidence_in(text, known.ground(text), Frame(edits, tuple(worked_on(known.past, known.session))))
    if pieces is None or not pieces.labels:
        return None
    said = _Said(pieces, last, known)
    return next((turn for read in _READERS if (turn := read(said)) is not None), None)


def _greeting(said: _Said) -> Turn | None:
    if not said.pieces.only("fine", "thanks", "add", "next"):
        return None
    if said.pieces.any("thanks"):
        return Greet("thanks")
    return Greet("fine") if said.pieces.any("fine") else None


def _redo(said: _Said) -> Turn | None:
    return Redo() if said.says(("redo",), ("no", "add", "again", "meant", "back")) else None


def _undo(said: _Said) -> Turn | None:
    if not said.says(("back",), ("no", "all", "again", "value", "tracks", "add", "overdone")):
        return None
    named = [piece.value for piece in said.pieces.all("tracks")]
    if named and named != [subjects(said.actions)]:
        return None
    if counts := [said.value("count", piece) for piece in said.pieces.all("value")]:
        return UndoLast(counts[0]) if isinstance(counts[0], int) and counts[0] else None
    everything = said.pieces.first("all")
    if everything is None:
        return UndoLast()
    return UndoLast(2) if everything.tokens[0].text == "both" else None


def _switch(said: _Said) -> Turn | None:
    if not said.says(("on", "off"), ("no", "again", "add", "meant", "back")):
        return None
    on, last = said.pieces.any("on"), said.actions[-1:]
    if not last or on == said.pieces.any("off"):
        return None
    return Switch(on) if hasattr(last[0], "on") or last[0].action == "insert_device" else None


def _gone(said: _Said) -> Turn | None:
    gone = said.says(("gone",), ("no", "again")) or (said.edits & _MAKING and said.says(("off",), ("again",)))
    return UndoLast(inserted=True) if gone else None


def _settings(said: _Said) -> Turn | None:
    may = (
        "value", "add", "no", "meant", "up", "down", "further", "less", "longer", "shorter", "size", "kind",
        "tracks", "again",
    )  # fmt: skip
    return settings_in(said.pieces) if said.says(("parameter",), may) else None


def _reads(said: _Said) -> Turn | None:
    return Reads() if said.last is not None and said.says(("where",), ("add",)) else None


def _kind(said: _Said) -> Turn | None:
    kinds = said.pieces.all("kind")
    if "insert_device" not in said.edits or len(kinds) != 1:
        return None
    tokens = kinds[0].tokens
    if said.says(("kind",), ("spared kind", "no", "meant")) and said.pieces.any(*_CORRECTS, "sorry"):
        return Correct(rest=tokens, text=_text(tokens), marked=True)
    return Again(value=tokens) if said.says(("add", "again"), ("kind",)) else None


def _tracks(said: _Said) -> Turn | None:
    may = ("no", "meant", "add", "again", "value", "other")
    if said.last is None or not said.says(("tracks", "spared tracks"), may):
        return None
    corrects, adds = _corrects_or_adds(said)
    tracks, spared = (_named(said.pieces.all(label), said) for label in ("tracks", "spared tracks"))
    values = said.pieces.all("value")
    if tracks is None or spared is None or len(values) > 1 or corrects == adds or (adds and spared):
        return None
    value = values[0].tokens if values else ()
    if adds:
        return Again(tracks=tracks, value=value)
    return Correct(tracks=tracks, spared=spared, rest=value, text=_text(value), marked=True)


def _corrects_or_adds(said: _Said) -> tuple[bool, bool]:
    adds = said.pieces.any("add", "again", "next")
    corrects = said.pieces.any(*_CORRECTS) or (not adds and said.pieces.any("sorry"))
    if corrects and adds:
        # "No, the pad too" adds; "and I meant the pad" does not.
        adds = any(_text(piece.tokens) != "and" for piece in said.pieces.all("add"))
        corrects = not adds
    return corrects, adds


def _named(pieces: Sequence[Piece], said: _Said) -> Tracks | None:
    """All that the pieces name; where a word can mean several, what is like that it was done to."""
    found: list[str] = []
    for piece in pieces:
        meant = _likely(piece.value, said) if isinstance(piece.value, Problem) else piece.value
        if not meant:
            return None
        found.extend(meant)
    return tuple(dict.fromkeys(found))


def _likely(unclear: Problem, said: _Said) -> Tracks:
    was = subjects(said.actions)
    alike = alike_to(was[0], said.known.session) if len(was) == 1 else []
    left = [option for option in unclear.options if option not in was]
    likely = [option for option in left if option in alike] or left
    return tuple(likely) if len(likely) == 1 else ()


def _turned(said: _Said) -> Turn | None:
    return More(share=-1.0) if said.says(("turned",), ("no", "meant", "again")) else None


def _share(said: _Said) -> Turn | None:
    half = said.pieces.any("half")
    if half == said.pieces.any("double"):
        return None
    may = ("overdone", "no", "meant", "further", "less")
    return More(share=0.5 if half else 2.0, of_value=True) if said.says(("half", "double"), may) else None


def _longer(said: _Said) -> Turn | None:
    may = ("value", "half", "double", "add", "no", "further")
    if not said.edits & {"set_loop", "create_clip"} or not said.says(("longer", "shorter"), may):
        return None
    way = 1 if said.pieces.any("longer") else -1
    if lengths := [said.value("bars", piece) for piece in said.pieces.all("value")]:
        return Longer(bars=way * lengths[0]) if len(lengths) == 1 and isinstance(lengths[0], float) else None
    return Longer(times=2.0 if way > 0 else 0.5) if said.pieces.any("half", "double") else None


def _valued(said: _Said) -> Turn | None:
    may = (*_WAYS, "no", "meant", "add", "again", "name", "overdone", "quality", "back")
    values, names = said.pieces.all("value"), said.pieces.all("name")
    if said.last is None or not said.says(("value",), may) or len(values) != 1 or len(names) > 1:
        return None
    name = str(names[0].value) if names else ""
    if said.pieces.any(*_WAYS):
        return _by_so_much(said, values[0])
    if said.pieces.any("add", "again") and not said.pieces.any("no", "meant"):
        return Again(value=values[0].tokens, name=name)
    tokens = values[0].tokens
    return None if name else Correct(rest=tokens, text=_text(tokens), marked=said.pieces.any(*_CORRECTS))


_WAYS = ("up", "down", "further", "less")


def _by_so_much(said: _Said, value: Piece) -> Turn | None:
    """How far something goes on, or where to: "200 hertz less" is how far, "further, 500 hertz" is where."""
    if said.pieces.any("no", "meant", "name", "quality"):
        return None
    labels = [piece.label for piece in said.pieces.pieces]
    absolute, amount = said.pieces.any("up", "down"), said.value("amount", value)
    before = labels.index("value") < max(labels.index(mark) for mark in _WAYS if mark in labels)
    if isinstance(amount, float) and (before or not value.tokens[0].text.startswith("-")):
        way = 1 if said.pieces.any("up", "further") else -1
        return More(way, amount, absolute=absolute, exact=True)
    return None if before or absolute else Again(value=value.tokens)


def _direction(said: _Said) -> Turn | None:
    needs = ("overdone", "quality", *_WAYS)
    if not any(aim(action) is not None for action in said.actions):
        return None
    if not said.says(needs, ("size", "no", "again", "add")) or len(said.pieces.labels & {*needs}) != 1:
        return None
    sizes = said.pieces.all("size")
    amount = sizes[0].value if len(sizes) == 1 else None
    quality = said.pieces.first("quality")
    if quality is not None:
        return More(quality.value.way, amount or _A_BIT, absolute=True)
    if said.pieces.any("overdone"):
        return More(-1, amount) if amount else More(share=0.5)
    way = 1 if said.pieces.any("further", "up") else -1
    return More(way, amount, absolute=said.pieces.any("up", "down"))


def _again(said: _Said) -> Turn | None:
    return Again() if said.says(("again",), ("add",)) else None


_READERS: tuple[Callable[[_Said], Turn | None], ...] = (
    _greeting, _redo, _undo, _switch, _gone, _settings, _reads, _kind, _tracks, _turned, _share, _longer,
    _valued, _direction, _again,
)  # fmt: skip


def _text(tokens: Sequence[Any]) -> str:
    return " ".join(token.text for token in tokens)
