"""A loose reading of what refers to the last thing: that gives what is left out, the words what is new.

Each reader below says which evidence it can account for; a sentence with anything beside that is not its own.
What stays unread is no follow-up, or one too unclear to act on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from daw_bridges.actions import SetSend
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import alike_to
from orbit.agent.offline.dialogue.evidence import Frame, Piece, evidence_in
from orbit.agent.offline.dialogue.further import VALUED
from orbit.agent.offline.dialogue.handling import is_of_a_device, settings_in
from orbit.agent.offline.dialogue.heard import CORRECTS, NEUTRAL, Heard, in_words
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.dialogue.said import (
    Again,
    Correct,
    Greet,
    Reads,
    Redo,
    Remove,
    Request,
    Switch,
    Turn,
    UndoLast,
)
from orbit.agent.offline.dialogue.worked_on import worked_on
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.naming import Tracks
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.questions import is_question
from orbit.agent.readings import aim, unit_of

__all__ = ["read_loosely"]

_MAKING = frozenset({"insert_device", "create_track", "duplicate_track", "create_clip", "duplicate_clip"})


def read_loosely(text: str, known: Known) -> Turn | None:
    """What a sentence says of what was done before; None where a word of it is not accounted for."""
    last = known.past.last
    returns = {action.to for action in edits_of(last) if isinstance(action, SetSend)} if last else set[str]()
    frame = Frame(_edits(last), tuple(worked_on(known.past, known.session)), frozenset(returns))
    pieces = evidence_in(text, known.ground(text), frame)
    if pieces is None or not pieces.labels:
        return None
    said = Heard(pieces.tokens, pieces, last, known)
    turn = next((turn for read in _READERS if (turn := read(said)) is not None), None)
    return None if is_question(text) and not isinstance(turn, Reads) else turn


def _edits(last: Done | None) -> frozenset[str]:
    """The sorts of edits that were done last, those of parameters with their unit beside."""
    actions = edits_of(last) if last is not None else []
    units = {f"set_parameter {unit.value}" for action in actions if (unit := unit_of(action)) is not None}
    return frozenset({action.action for action in actions} | units)


def _verb(said: Heard) -> Turn | None:
    verb = said.pieces.first("verb")
    if verb is None or said.last is None or not said.says(("verb",), ("no", "meant", "again", "add")):
        return None
    return Request(f"{verb.value} it", instead=said.pieces.any("no", "meant"))


def _greeting(said: Heard) -> Turn | None:
    if said.pieces.any("no") and said.pieces.only("no", "sorry"):
        return Greet("no")
    if not said.pieces.only("fine", "thanks", "add", "next"):
        return None
    if said.pieces.any("thanks"):
        return Greet("thanks")
    return Greet("fine") if said.pieces.any("fine") else None


def _redo(said: Heard) -> Turn | None:
    return Redo() if said.says(("redo",), ("no", "add", "again", "meant", "back")) else None


def _undo(said: Heard) -> Turn | None:
    if said.pieces.any("scrap") and said.says(("scrap",), ("no",)):
        return UndoLast()
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


def _switch(said: Heard) -> Turn | None:
    if not said.says(("on", "off"), ("no", "again", "add", "meant", "back", "all")):
        return None
    on, last = said.pieces.any("on"), said.actions[-1:]
    if not last or on == said.pieces.any("off"):
        return None
    switched = hasattr(last[0], "on") or is_of_a_device(last[0])
    return Switch(on, said.pieces.any("all")) if switched else None


def _gone(said: Heard) -> Turn | None:
    makes = bool(said.edits & _MAKING)
    if not said.says(("gone", "off"), ("no", "again")) or not (makes or said.pieces.any("gone")):
        return None
    of_a_device = bool(said.actions) and is_of_a_device(said.actions[-1])
    return UndoLast(inserted=True) if makes or not of_a_device else Remove()


def _settings(said: Heard) -> Turn | None:
    may = (
        "value", "add", "no", "meant", "up", "down", "more", "further", "less", "longer", "shorter", "size",
        "kind", "tracks", "again",
    )  # fmt: skip
    return settings_in(said.pieces) if said.says(("parameter",), may) else None


def _reads(said: Heard) -> Turn | None:
    return Reads() if said.last is not None and said.says(("where",), ("add",)) else None


def _kind(said: Heard) -> Turn | None:
    kinds = said.pieces.all("kind")
    if "insert_device" not in said.edits or len(kinds) != 1:
        return None
    tokens = kinds[0].tokens
    if said.says(("kind",), ("spared kind", "no", "meant")) and said.pieces.any(*CORRECTS, "sorry"):
        return Correct(rest=tokens, text=in_words(tokens), marked=True, kind=True)
    return Again(value=tokens) if said.says(("add", "again"), ("kind",)) else None


def _tracks(said: Heard) -> Turn | None:
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
        return Again(tracks=tracks, value=value, by=bool(value) and _is_how_far(said, value))
    return Correct(tracks=tracks, spared=spared, rest=value, text=in_words(value), marked=True)


def _corrects_or_adds(said: Heard) -> tuple[bool, bool]:
    # A track with a value of its own goes on, too: "the bass by 5".
    goes_on = said.pieces.pieces[0].label in ("next", "fine", "thanks") and said.pieces.any("next")
    adds = (
        goes_on
        or said.pieces.any("add", "again")
        or sorted(said.pieces.labels - NEUTRAL)
        == [
            "tracks",
            "value",
        ]
    )
    corrects = said.pieces.any(*CORRECTS) or (not adds and said.pieces.any("sorry"))
    if corrects and adds:
        # "No, the pad too" adds; "and I meant the pad" does not.
        adds = any(in_words(piece.tokens) != "and" for piece in said.pieces.all("add"))
        corrects = not adds
    return corrects, adds


def _is_how_far(said: Heard, value: Sequence[Token]) -> bool:
    """Whether a value says how far rather than where to, by the word before it."""
    at = said.tokens.index(value[0])
    return said.tokens[at - 1].text not in ("to", "at", "on") if at else True


def _named(pieces: Sequence[Piece], said: Heard) -> Tracks | None:
    """All that the pieces name; where a word can mean several, what is like that it was done to."""
    found: list[str] = []
    for piece in pieces:
        meant = _likely(piece.value, said) if isinstance(piece.value, Problem) else piece.value
        if not meant:
            return None
        found.extend(meant)
    return tuple(dict.fromkeys(found))


def _likely(unclear: Problem, said: Heard) -> Tracks:
    was = subjects(said.actions)
    alike = alike_to(was[0], said.known.session) if len(was) == 1 else []
    left = [option for option in unclear.options if option not in was]
    likely = [option for option in left if option in alike] or left
    return tuple(likely) if len(likely) == 1 else ()


def _again(said: Heard) -> Turn | None:
    if said.says(("again",), ("add",)):
        return Again()
    counts = [said.value("count", piece) for piece in said.pieces.all("value")]
    makes = bool(said.actions) and not any(aim(action) is not None for action in said.actions)
    if makes and len(counts) == 1 and said.says(("further", "more"), ("value", "add")):
        return Again(times=counts[0]) if isinstance(counts[0], int) else None
    return None


_READERS: tuple[Callable[[Heard], Turn | None], ...] = (
    _greeting, _verb, _redo, _undo, _switch, _gone, _settings, _reads, _kind, _tracks, *VALUED, _again,
)  # fmt: skip
