"""Taking back what was done: all of it, some tracks of it, one of several edits, or a part of the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from daw_bridges.actions import Action, SetTempo, parse_action
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import alike_to
from orbit.agent.offline.dialogue.deeds import Deed, stepped
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.dialogue.said import Correct, Made, More, Turn, UndoLast
from orbit.agent.offline.understanding.naming import Tracks
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.discourse import Heard, Piece, in_words
from orbit.agent.reader.discourse_lexicon import listed
from orbit.agent.reader.discourse_values import corrected, how_far, quantity
from orbit.agent.readings import aim, aimed_at, unit_of

__all__ = ["TAKING_BACK", "as_before", "is_how_far", "named_by", "stepped_there"]

_NEAR = 0.05


def named_by(pieces: Sequence[Piece], said: Heard) -> Tracks | None:
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
    stays = {piece.stretch for piece in said.all("leave")}
    nouns = [piece for piece in said.all("other noun") + said.all("noun") if piece.stretch not in stays]
    if what := {each for piece in nouns for each in piece.value}:
        return _undone_of(what, said)
    if verbs := said.all("verb"):
        return _undone_of({f"set_{verbs[0].value}"}, said) if len(verbs) == 1 else None
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
    """Some tracks as they were before what was done to them last; the others stay.

    "Put that one back, the pad stays": what stays is none of them. "Leave the kick where it was": it is.
    """
    goes = {each.stretch for each in said.pieces if each.label in ("returned", "back", "on", "off")}
    stays = {each.stretch for each in said.all("leave")} - goes
    back = [each for each in said.all("spared tracks") if each.stretch not in stays] + said.all("tracks")
    tracks = named_by(back, said)
    stay = named_by([each for each in said.all("spared tracks") if each not in back], said) or ()
    if stay and not back:
        was = subjects(said.actions)
        return as_before(tuple(name for name in was if name not in stay), said)
    gone = [in_words(piece.tokens).startswith("off") for piece in said.all("gone")]
    off = said.any("off") or any(gone)
    if not all(gone) or (gone and not tracks):
        return None
    if off and not ((gone or said.any("again")) and said.edits <= listed("switches") - {"set_mute"}):
        return None
    return as_before(tracks, said) if tracks else None


def _released(said: Heard) -> Turn | None:
    """A switch that goes off again: "take the kick off solo", "pad off the mute"."""
    verb, tracks = said.all("verb")[0], named_by(said.all("tracks"), said)
    before = [piece for piece in said.pieces if piece.label in ("less", "off")]
    behind = before and said.pieces.index(before[-1]) + 1 == said.pieces.index(verb)
    if not behind or not tracks or verb.value not in ("mute", "solo", "arm"):
        return None
    edits = ({"action": f"set_{verb.value}", "track": name, "on": False} for name in tracks)
    return Made(tuple(map(parse_action, edits)))


def as_before(tracks: Tracks, said: Heard) -> Turn | None:
    """The turn that puts some tracks back to before what was done to them last."""
    done = [each for each in said.known.past.standing() if {*tracks} & {*subjects(edits_of(each))}]
    if not done or done[0].workflow is not None or not {*tracks} <= {*subjects(edits_of(done[0]))}:
        return None
    if done[0] is said.known.past.last:
        whole = {*tracks} == {*subjects(said.actions)}
        return UndoLast() if whole else Correct(spared=tracks, marked=True)
    return _undone(done[0], tracks)


def _undone_of(what: AbstractSet[str], said: Heard) -> Turn | None:
    """The last thing that made such edits, or such edits of it, taken back: "undo the mute"."""
    about = (done for done in said.known.past.standing() if what & {each.action for each in edits_of(done)})
    if (done := next(about, None)) is None or done.workflow is not None:
        return None
    whole = {each.action for each in edits_of(done)} <= what
    return UndoLast() if whole and done is said.known.past.last else _undone(done, what=what)


def _undone(done: Done, tracks: Tracks = (), what: AbstractSet[str] = frozenset()) -> Made | None:
    """The edits that put back what a request did, to some tracks; None where that is not known."""
    made: list[Action] = []
    for action, before in zip(edits_of(done), done.read, strict=False):
        if (tracks and not {*tracks} & {*subjects([action])}) or (what and action.action not in what):
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
    values, tracks = said.all("value"), named_by(said.all("tracks"), said)
    value = quantity(values[0]) if len(values) == 1 else None
    if value is None or tracks is None:
        return None
    if said.any("all") and len(was := subjects(said.actions)) > 1:
        tracks = tracks or was
    if is_how_far(said, values[0].tokens):
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
    if (done := _about(said, tracks)) is None:
        return None
    then = replace(said, last=done)
    number, went = how_far(then, value), [change for change in Deed.of(done).changes if change]
    if number is None or not went or not 0 < number <= min(map(abs, went)):
        return None
    if said.any("up" if went[0] > 0 else "down"):
        return None
    return stepped_there(said, tracks, More(-1, number, exact=True))


def _about(said: Heard, tracks: Tracks) -> Done | None:
    """The last thing that was done to all of some tracks, where that was single edits."""
    standing = said.known.past.standing()
    done = next((each for each in standing if {*tracks} <= {*subjects(edits_of(each))}), None)
    return done if done is not None and done.workflow is None else None


def stepped_there(said: Heard, tracks: Tracks, more: More) -> Made | None:
    """The number that was set last on some tracks further or back, and on no others."""
    if (done := _about(said, tracks)) is None:
        return None
    origin = said.known.past.origin if done is said.known.past.last else None
    made = stepped(Deed.of(done, origin), more, said.known.session)
    if isinstance(made, Problem):
        return None
    there = tuple(action for action in made if {*subjects([action])} & {*tracks})
    return Made(there) if there else None


def is_how_far(said: Heard, value: Sequence[Token]) -> bool:
    """Whether a value says how far rather than where to, by the word before it."""
    at = said.tokens.index(value[0])
    return said.tokens[at - 1].text not in ("to", "at", "on") if at else True


TAKING_BACK: Mapping[str, Callable[[Heard], Turn | None]] = {
    "undo": _undo, "restored": _restored, "returned": _returned, "released": _released,
}  # fmt: skip
"""The builders of these turns, by the names in ``discourse.yaml``."""
