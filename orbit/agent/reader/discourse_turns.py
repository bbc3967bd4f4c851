"""What a follow-up means: a partial frame, and the last acts for what it leaves out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from daw_bridges.actions import SetPan, SetSend, SetVolume
from orbit.agent.offline.dialogue.correcting import alike_to
from orbit.agent.offline.dialogue.deeds import Deed, same_there, sort_of
from orbit.agent.offline.dialogue.handling import is_of_a_device, settings_in
from orbit.agent.offline.dialogue.past import edits_of, subjects, was_relative
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
from orbit.agent.reader.discourse import Heard, Piece, heard, in_words
from orbit.agent.reader.discourse_lexicon import listed, turns
from orbit.agent.reader.discourse_rollback import TAKING_BACK, as_before, is_how_far, named_by, stepped_there
from orbit.agent.reader.discourse_values import VALUED, corrected, how_far, side_of
from orbit.agent.reader.questions import is_question
from orbit.agent.readings import aimed_at, read_there

__all__ = ["read_follow_up", "tracks_meant", "turn_of"]


def read_follow_up(text: str, known: Known) -> tuple[Turn, int] | None:
    """What a sentence means of what was done before, and how many words of it nothing accounts for."""
    said = heard(text, known)
    turn = turn_of(said) if said is not None else None
    if said is None or turn is None:
        return None
    vague = False
    if isinstance(turn, Correct) and turn.rest and not turn.tracks and said.last is not None:
        step = turn.rest[0].text[0] not in "+-" and was_relative(said.last.request, said.actions)
        vague = step and said.remarks > 0 and said.any("size")  # "a wee bit mair, 1"
        vague = vague or (turn.rest[0].text[0] == "+" and said.any("judged", "overdone", "quality"))
    return turn, said.doubt + vague + (isinstance(turn, Again | More | UndoLast) and turn.asks)


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
    tracks, spared = (named_by(said.all(label), said) for label in ("tracks", "spared tracks"))
    if said.any("other"):
        return Correct(other=True)
    return Correct(tracks=tracks or (), spared=spared or ()) if tracks or spared else None


# -- other tracks, devices, names ----------------------------------------------------------------------------


def _only(said: Heard) -> Turn | None:
    """Of what was done to several, only some: "hats only I wanted"."""
    was = subjects(said.actions)
    kept = named_by([_within(piece, was) for piece in said.all("tracks")], said)
    spared = tuple(name for name in was if name not in (kept or ()))
    return Correct(spared=spared, marked=True) if kept and spared and {*kept} < {*was} else None


def _within(piece: Piece, was: Tracks) -> Piece:
    """An unclear word as what it can mean of what something was done to."""
    options = piece.value.options if isinstance(piece.value, Problem) else ()
    meant = tuple(name for name in options if name in was)
    return replace(piece, value=meant) if meant else piece


def _spared(said: Heard) -> Turn | None:
    """Not to some of those it was done to."""
    spared = named_by([_within(piece, subjects(said.actions)) for piece in said.all("spared tracks")], said)
    if not spared or said.last is None:
        return None
    if {*spared} < {*subjects(said.actions)}:
        return Correct(spared=spared, marked=True)
    return as_before(spared, said)


def _tracks(said: Heard) -> Turn | None:
    tracks, spared = (named_by(said.all(label), said) for label in ("tracks", "spared tracks"))
    left = {piece.stretch for piece in said.all("spared tracks")}  # "the guitar stays in the centre"
    values = [piece for piece in said.all("value") if piece.stretch not in left]
    corrects, adds = _corrects_or_adds(said)
    if {*said.labels} == {"tracks"}:
        return Again(tracks=tracks, asks=True) if tracks and said.whole else None
    if tracks is None or spared is None or len(values) > 1 or corrects == adds or (adds and spared):
        return None
    value = values[0].tokens if values else ()
    if value and "set_pan" in said.edits and value[0].text[0] in "+-":
        return None  # that is a level
    if adds:
        rest = {track.name for track in said.known.session.ordinary_tracks} - {*tracks}
        asks = said.edits <= {"set_solo"} and rest <= {*subjects(said.actions)}  # "and everyone again"
        return Again(tracks=tracks, value=value, by=bool(value) and is_how_far(said, value), asks=asks)
    was = subjects(said.actions)
    if value and not spared and {*tracks} < {*was}:
        spared = tracks  # "both down 2", "the pad only 1": the others stay as they are
    if not spared and len(said.all("tracks")) > 1 and tracks[0] in was:
        spared = tuple(name for name in tracks if name in was)  # "percussion no, hats"
        tracks = tuple(name for name in tracks if name not in was)
    if spared and not {*spared} & {*was} and said.last is not None and said.last.workflow is None:
        return None
    by, marked = bool(value) and is_how_far(said, value), said.corrects or said.any("sorry")
    return Correct(tracks=tracks, spared=spared, rest=value, text=in_words(value), marked=marked, by=by)


def _corrects_or_adds(said: Heard) -> tuple[bool, bool]:
    # A track with a value of its own goes on, too: "the bass by 5".
    first = said.pieces[0].label
    goes_on = first in ("next", "fine", "thanks") and said.any("next")
    judged = said.labels & {"quality", "overdone"}
    plain = said.labels - listed("neutral") - {"only"} - judged == frozenset({"tracks", "value"})
    named = named_by(said.all("tracks"), said)
    if judged and not (plain and named and {*named} <= _done_alike(said)):
        return True, True  # nobody knows what of it was too much
    inside = plain and named is not None and {*named} <= {*subjects(said.actions)}
    adds = goes_on or said.any("add", "again", "do it") or (plain and not inside)
    corrects = said.corrects or inside or (not adds and said.any("sorry"))
    if corrects and adds:
        # "No, the pad too" adds; "and I meant the pad" and "no, do it to the pad" do not.
        adds = any(in_words(piece.tokens) != "and" for piece in said.all("add"))
        corrects = not adds
    return corrects, adds


def _done_alike(said: Heard) -> set[str]:
    """The tracks of all that stands and is of the sort of the last act."""
    edits = (edit for done in said.known.past.standing() for edit in edits_of(done))
    return {*subjects(edit for edit in edits if said.actions and sort_of(edit) == sort_of(said.actions[-1]))}


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
    last, tracks = said.actions[-1:], named_by(said.all("tracks"), said)
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


def _further_there(said: Heard) -> Turn | None:
    """Further, or less far, on some of the tracks that something was done to: "a bit more on the keys"."""
    tracks, values, sizes = named_by(said.all("tracks"), said), said.all("value"), said.all("size")
    names, ways = said.all("tracks"), [way for way in ("up", "down") if said.any(way)]
    place = said.tokens.index(names[0].tokens[0])
    on_it = {token.text for token in said.tokens[max(place - 2, 0) : place]} & {"on", "for"}
    first = said.pieces[0] is names[0] or bool(on_it)  # "more bass" is of its level, whatever was set
    if not tracks or not first or len(ways) > 1 or len(values) + len(sizes) > 1:
        return None
    amount = how_far(said, values[0]) if values else sizes[0].value if sizes else None
    if (values and amount is None) or not said.any("more", "further", "less"):
        return None
    way = -1 if said.any("down", "less") else 1
    return stepped_there(said, tracks, More(way, amount, absolute=bool(ways), exact=bool(values)))


def _as_loud(said: Heard) -> Turn | None:
    """A track at the level that another one, or what was set last, has: "the keys at the same level"."""
    targets, *sources = (named_by([piece], said) for piece in said.all("tracks"))
    last = said.actions[-1:]
    if not targets or len(sources) > 1 or not last or not isinstance(last[0], SetVolume | SetSend):
        return None
    there = sources[0] if sources else subjects(last)
    level = read_there(said.known.session, last[0].model_copy(update={"track": there[0]})) if there else None
    if level is None or len(there or ()) != 1:
        return None
    return Made(tuple(aimed_at(last[0].model_copy(update={"track": name}), level) for name in targets))


def _likewise_there(said: Heard) -> Turn | None:
    """As far on other tracks, half as far, or the other way: "keys the opposite", "keys up the same"."""
    tracks, last = named_by(said.all("tracks"), said), said.last
    ways = [1 if way == "up" else -1 for way in ("up", "down") if said.any(way)]
    shares = [share for mark, share in _SHARES.items() if said.any(mark)]
    if not tracks or last is None or last.workflow is not None or len(ways) > 1 or len(shares) > 1:
        return None
    deed = Deed.of(last, said.known.past.origin)
    change = deed.changes[-1] if deed.changes else None
    names_first = said.pieces[0].label in ("tracks", "add", "next")  # "double the keys" copies them
    if not deed.relative or not change or not names_first or {*tracks} & {*subjects(said.actions)}:
        return None
    if not (shares or (ways and said.any("add"))):
        return None
    share = math.copysign(1.0, ways[0] * change) * abs(shares[0] if shares else 1.0) if ways else shares[0]
    made = same_there(deed, tracks, said.known.session, times=share)
    return None if isinstance(made, Problem) else Made(tuple(made))


_SHARES = {"half": 0.5, "double": 2.0, "turned": -1.0}


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
    verb, *others = said.all("verb")
    return (
        None if said.last is None or others else Request(f"{verb.value} it", instead=said.any("no", "meant"))
    )


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
    """Parameters of the device that was worked on, or the slots of those names of a workflow."""
    workflow = said.last.workflow if said.last is not None else None
    keys = {piece.value[1] for piece in said.all("parameter")}
    if said.last is None or workflow is None or not said.corrects or not keys <= {*said.last.slots}:
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
    "no": _no, "wrong": _wrong, "friendly": _friendly, "verb": _verb, "redo": _redo, **TAKING_BACK,
    "only": _only, "spared": _spared, "switch": _switch,
    "gone": _gone, "settings": _settings, "reads": _reads, "kind": _kind, "opposite": _opposite,
    "tracks": _tracks, "further there": _further_there, "likewise there": _likewise_there,
    "as loud": _as_loud, "other": _other, "name": _name, **VALUED,
}  # fmt: skip
"""The builders of the turns, by the names in ``discourse.yaml``."""
