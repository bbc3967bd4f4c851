"""What a follow-up means: a partial frame, and the last acts for what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from daw_bridges.actions import Action, SetPan, SetTempo
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import alike_to
from orbit.agent.offline.dialogue.handling import is_of_a_device, settings_in
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.dialogue.said import (
    Again,
    Correct,
    Greet,
    Made,
    More,
    Reads,
    Redo,
    Remove,
    Request,
    Switch,
    Turn,
    UndoLast,
)
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.naming import Tracks
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.discourse import Heard, Piece, heard, in_words
from orbit.agent.reader.discourse_lexicon import listed, turns
from orbit.agent.reader.discourse_values import VALUED, corrected, how_far, quantity, side_of
from orbit.agent.reader.questions import is_question
from orbit.agent.readings import aim, aimed_at, unit_of

__all__ = ["read_follow_up", "tracks_meant", "turn_of"]

_NEAR = 0.05


def read_follow_up(text: str, known: Known) -> tuple[Turn, int] | None:
    """What a sentence means of what was done before, and how many words of it nothing accounts for."""
    said = heard(text, known)
    turn = turn_of(said) if said is not None else None
    if said is None or turn is None:
        return None
    return turn, said.doubt + (isinstance(turn, Again | More | UndoLast) and turn.asks)


def turn_of(said: Heard) -> Turn | None:
    """The first of the turns that the pieces fill."""
    for name, needs, may in turns():
        fits = not said.labels.isdisjoint(needs) and said.labels - listed("neutral") <= needs | may
        if fits and (turn := _TURNS[name](said)) is not None:
            alone = name in ("no", "wrong", "friendly", "verb", "redo")
            unclear = said.doubt > 1 or (alone and (said.doubt or said.remarks))
            answers = isinstance(turn, Reads) or not is_question(said.text)
            return turn if answers and not unclear else None
    return None


def tracks_meant(text: str, known: Known) -> Correct | None:
    """The tracks that an answer means, and those that it does not; None where it says anything else."""
    said = heard(text, known)
    if (
        said is None
        or said.doubt
        or not said.only("tracks", "spared tracks", "other", "only", *listed("corrects"))
    ):
        return None
    tracks, spared = (_named(said.all(label), said) for label in ("tracks", "spared tracks"))
    if said.any("other"):
        return Correct(other=True)
    return Correct(tracks=tracks or (), spared=spared or ()) if tracks or spared else None


# -- taking back ---------------------------------------------------------------------------------------------


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
    if said.any("returned", "back", "on") and (back := [name for name in unclear.options if name in was]):
        return tuple(back) if len(back) == 1 else ()
    alike = alike_to(was[0], said.known.session) if len(was) == 1 else []
    left = [option for option in unclear.options if option not in was]
    likely = [option for option in left if option in alike] or left
    return tuple(likely) if len(likely) == 1 else ()


def _undo(said: Heard) -> Turn | None:
    if values := said.all("value"):
        number = said.value("count", values[0]) if _is_beside(said, values[0], "back") else None
        return UndoLast(number) if isinstance(number, int) and number else None
    if said.any("everything", "start over"):
        return UndoLast(0)
    several = said.all("all")
    if not several:
        return UndoLast(2 if said.any("double") else 1)
    return UndoLast(2) if several[0].tokens[0].text == "both" else None


def _is_beside(said: Heard, piece: Piece, label: str) -> bool:
    """Whether a piece stands next to one of a label: "back 2" counts, "put it back, give it 2" does not."""
    at = said.pieces.index(piece)
    near = (*said.pieces[max(at - 1, 0) : at], *said.pieces[at + 1 : at + 2])
    return any(each.label == label and each.stretch == piece.stretch for each in near)


def _restored(said: Heard) -> Turn | None:
    """Some tracks as they were before what was done to them last; the others stay."""
    tracks = _named([*said.all("spared tracks"), *said.all("tracks")], said)
    off = said.any("off")
    if off and not (said.any("again") and said.edits <= listed("switches") - {"set_mute"}):
        return None
    return _as_before(tracks, said) if tracks else None


def _as_before(tracks: Tracks, said: Heard) -> Turn | None:
    done = [each for each in said.known.past.standing() if {*tracks} & {*subjects(edits_of(each))}]
    if not done or done[0].workflow is not None or not {*tracks} <= {*subjects(edits_of(done[0]))}:
        return None
    if done[0] is said.known.past.last:
        whole = {*tracks} == {*subjects(said.actions)}
        return UndoLast() if whole else Correct(spared=tracks, marked=True)
    return _undone(done[0], tracks)


def _undone(done: Done, tracks: Tracks = ()) -> Made | None:
    """The edits that put back what a request did, to some tracks; None where that is not known."""
    made: list[Action] = []
    for action, before in zip(edits_of(done), done.read, strict=False):
        if tracks and not {*tracks} & {*subjects([action])}:
            continue
        if aim(action) is not None and before is not None:
            made.append(aimed_at(action, before))
        elif isinstance(on := getattr(action, "on", None), bool) and action.action in listed("switches"):
            made.append(action.model_copy(update={"on": not on}))
        else:
            return None
    return Made(tuple(made)) if made else None


def _returned(said: Heard) -> Turn | None:
    """Back to a number that something had before: what was last of that unit, and never anything else."""
    values, tracks = said.all("value"), _named(said.all("tracks"), said)
    value = quantity(values[0]) if len(values) == 1 else None
    if value is None or tracks is None:
        return None
    if _is_how_far(said, values[0].tokens):
        return _part_way(said, tracks, values[0]) if tracks else None
    if said.any("up", "down"):
        return None
    number, unit = value
    for done in said.known.past.standing():
        at = [
            (action, before)
            for action, before in zip(edits_of(done), done.read, strict=False)
            if before is not None
            and abs(before - number) < _NEAR
            and unit in (None, "bpm" if isinstance(action, SetTempo) else unit_of(action))
            and (not tracks or {*subjects([action])} <= {*tracks})
        ]
        if at and done is said.known.past.last and len(at) == len(edits_of(done)):
            return UndoLast()
        if at:
            return Made(tuple(aimed_at(action, before) for action, before in at))
    alone = len(said.actions) == 1 and not tracks and aim(said.actions[0]) is not None
    return corrected(values[0].tokens) if alone and how_far(said, values[0]) is not None else None


def _part_way(said: Heard, tracks: Tracks, value: Piece) -> Turn | None:
    """So far back of what was done to tracks last: "guitar back up 1"."""
    about = (done for done in said.known.past.standing() if {*tracks} <= {*subjects(edits_of(done))})
    if (done := next(about, None)) is None:
        return None
    then, made = replace(said, last=done), list[Action]()
    number = how_far(then, value)
    for action, before in zip(then.actions, done.read, strict=False):
        new = aim(action)
        if subjects([action])[0] not in tracks:
            continue
        if number is None or new is None or before is None or not 0 < number <= abs(new - before):
            return None
        way = 1 if before > new else -1
        if said.any("down" if way > 0 else "up"):
            return None
        made.append(aimed_at(action, new + way * number))
    return Made(tuple(made)) if made else None


# -- other tracks, devices, names ----------------------------------------------------------------------------


def _only(said: Heard) -> Turn | None:
    """Of what was done to several, only some: "hats only I wanted"."""
    was = subjects(said.actions)
    kept = _named([_within(piece, was) for piece in said.all("tracks")], said)
    spared = tuple(name for name in was if name not in (kept or ()))
    return Correct(spared=spared, marked=True) if kept and spared and {*kept} < {*was} else None


def _within(piece: Piece, was: Tracks) -> Piece:
    """An unclear word as what it can mean of what something was done to."""
    options = piece.value.options if isinstance(piece.value, Problem) else ()
    meant = tuple(name for name in options if name in was)
    return replace(piece, value=meant) if meant else piece


def _spared(said: Heard) -> Turn | None:
    """Not to some of those it was done to."""
    spared = _named([_within(piece, subjects(said.actions)) for piece in said.all("spared tracks")], said)
    if not spared or said.last is None:
        return None
    if {*spared} < {*subjects(said.actions)}:
        return Correct(spared=spared, marked=True)
    return _as_before(spared, said)


def _tracks(said: Heard) -> Turn | None:
    tracks, spared = (_named(said.all(label), said) for label in ("tracks", "spared tracks"))
    left = {piece.stretch for piece in said.all("spared tracks")}  # "the guitar stays in the centre"
    values = [piece for piece in said.all("value") if piece.stretch not in left]
    corrects, adds = _corrects_or_adds(said)
    if {*said.labels} == {"tracks"}:
        return Again(tracks=tracks, asks=True) if tracks and said.whole else None
    if tracks is None or spared is None or len(values) > 1 or corrects == adds or (adds and spared):
        return None
    value = values[0].tokens if values else ()
    if adds:
        return Again(tracks=tracks, value=value, by=bool(value) and _is_how_far(said, value))
    was = subjects(said.actions)
    if not spared and len(said.all("tracks")) > 1 and tracks[0] in was:
        spared = tuple(name for name in tracks if name in was)  # "percussion no, hats"
        tracks = tuple(name for name in tracks if name not in was)
    if spared and not {*spared} & {*was} and said.last is not None and said.last.workflow is None:
        return None
    by = bool(value) and _is_how_far(said, value)
    return Correct(tracks=tracks, spared=spared, rest=value, text=in_words(value), marked=True, by=by)


def _corrects_or_adds(said: Heard) -> tuple[bool, bool]:
    # A track with a value of its own goes on, too: "the bass by 5".
    first = said.pieces[0].label
    goes_on = first in ("next", "fine", "thanks") and said.any("next")
    adds = (
        goes_on
        or said.any("add", "again", "do it")
        or said.labels - listed("neutral") == frozenset({"tracks", "value"})
    )
    corrects = said.corrects or (not adds and said.any("sorry"))
    if corrects and adds:
        # "No, the pad too" adds; "and I meant the pad" and "no, do it to the pad" do not.
        adds = any(in_words(piece.tokens) != "and" for piece in said.all("add"))
        corrects = not adds
    return corrects, adds


def _is_how_far(said: Heard, value: Sequence[Token]) -> bool:
    """Whether a value says how far rather than where to, by the word before it."""
    at = said.tokens.index(value[0])
    return said.tokens[at - 1].text not in ("to", "at", "on") if at else True


def _other(said: Heard) -> Turn | None:
    """The only track that is like the one it was done to, or the other return."""
    corrects, adds = _corrects_or_adds(said)
    if corrects == adds or said.last is None:
        return None
    if corrects:
        return Correct(other=True, marked=True)
    was = subjects(said.actions)
    alike = alike_to(was[0], said.known.session) if len(was) == 1 else []
    return Again(tracks=(alike[0],)) if len(alike) == 1 else None


def _opposite(said: Heard) -> Turn | None:
    """As far to the other side, or to the side that is named."""
    last, tracks = said.actions[-1:], _named(said.all("tracks"), said)
    sides = [side for piece in said.all("value") if (side := side_of(piece)) is not None]
    if not last or not isinstance(last[0], SetPan) or not tracks:
        return None
    far = {f"{abs(last[0].pan) * whole:g}" for whole in (50, 100)}
    if any(side_of(piece) is None and piece.tokens[0].text not in far for piece in said.all("value")):
        return None  # "the same 20" is as far, and no other number
    if len(sides) > 1 or not (sides or said.any("turned")):
        return None
    side = sides[0] if sides else "right" if last[0].pan < 0 else "left"
    names = " and ".join(f'"{name}"' for name in tracks)
    return Request(f"pan {names} {abs(last[0].pan) * 100:g}% {side}")


def _kind(said: Heard) -> Turn | None:
    kinds = said.all("kind")
    if "insert_device" not in said.edits or len(kinds) != 1:
        return None
    tokens = kinds[0].tokens
    if said.any("add", "again"):
        return Again(value=tokens)
    correct = Correct(rest=tokens, text=in_words(tokens), marked=True, kind=True)
    return correct if said.corrects or said.any("sorry") else None


def _name(said: Heard) -> Turn | None:
    """Another name for what was made or named last."""
    named, last = said.all("name"), said.actions
    if said.any("add", "again"):
        return Again(name=str(named[0].value)) if len(named) == 1 else None
    new = [a.model_copy(update={"name": str(named[0].value)}) if hasattr(a, "name") else a for a in last]
    makes = len(named) == 1 and sum(hasattr(action, "name") for action in last) == 1
    return Made(tuple(new), instead=True) if makes and said.last and said.last.workflow is None else None


# -- switches and devices ------------------------------------------------------------------------------------


def _verb(said: Heard) -> Turn | None:
    verb = said.all("verb")[0]
    return None if said.last is None else Request(f"{verb.value} it", instead=said.any("no", "meant"))


def _switch(said: Heard) -> Turn | None:
    on, last = said.any("on"), said.actions[-1:]
    if not last or on == said.any("off"):
        return None
    switched = hasattr(last[0], "on") or is_of_a_device(last[0])
    return Switch(on, said.any("all")) if switched else None


def _gone(said: Heard) -> Turn | None:
    makes = bool(said.edits & listed("making"))
    of_a_device = bool(said.actions) and is_of_a_device(said.actions[-1])
    away = said.any("gone", "off")
    if said.any("change") or (said.any("back") and away):
        return UndoLast() if away else None  # "get rid of the last change", "ditch that, it was nicer before"
    if not (makes or said.any("gone")):
        return None
    if getattr((said.actions or [None])[-1], "on", False) and said.only("gone") and said.whole:
        offs = (in_words(piece.tokens).startswith("off") for piece in said.all("gone"))
        if all(offs):
            return Switch(on=False)
    if not makes and not of_a_device and said.last is not None:
        meant = said.any("fine", "worse")  # "lose that, it was better"
        deletes = any(in_words(piece.tokens) in listed("deletes") for piece in said.all("gone"))
        return UndoLast(asks=not meant) if meant or not deletes else None
    return Remove() if of_a_device and not makes else UndoLast(inserted=True)


def _settings(said: Heard) -> Turn | None:
    if said.last is None or said.last.workflow is None or not said.corrects:
        return settings_in(said)
    pieces = [piece for piece in said.pieces if piece.label in ("parameter", "value")]
    return corrected([token for piece in pieces for token in piece.tokens])


def _reads(said: Heard) -> Turn | None:
    return Reads() if said.last is not None else None


def _redo(_: Heard) -> Turn:
    return Redo()


def _no(_: Heard) -> Turn:
    return Greet("no")


def _wrong(_: Heard) -> Turn:
    return Correct(marked=True)


def _friendly(said: Heard) -> Turn | None:
    if said.last is None and not said.whole:
        return None
    return next((Greet(kind) for kind in _MANNERS if said.any(kind)), None)


_MANNERS = ("leave it", "thanks", "bye", "fine", "hello")


_TURNS: Mapping[str, Callable[[Heard], Turn | None]] = {
    "no": _no, "wrong": _wrong, "friendly": _friendly, "verb": _verb, "redo": _redo, "undo": _undo,
    "restored": _restored, "returned": _returned, "only": _only, "spared": _spared, "switch": _switch,
    "gone": _gone, "settings": _settings, "reads": _reads, "kind": _kind, "opposite": _opposite,
    "tracks": _tracks, "other": _other, "name": _name, **VALUED,
}  # fmt: skip
"""The builders of the turns, by the names in ``discourse.yaml``."""
