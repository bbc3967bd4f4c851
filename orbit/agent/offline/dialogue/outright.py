"""A follow-up made plain: without the remark it opens with, with names for what it only points at.

"Perfect, now rename that track MC Verse", "too fast, undo that", "put it back and do that to the pad".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from orbit.agent.offline.dialogue.corrections import read_tracks_meant
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.dialogue.referring import clip_meant, pointed_at
from orbit.agent.offline.dialogue.said import Again, Correct, More, Turn, UndoLast
from orbit.agent.offline.dialogue.wordings import read_turn
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding import Edits, TakeBack
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.tokens import plain
from orbit.agent.reader.discourse_lexicon import is_approval, quality_of

__all__ = ["Remarked", "after_remark", "put_back", "spelt_out", "undone_there"]

_HEAD = re.compile(r"^\W*(?P<head>[^,.;:!?]{1,60})\s*(?:[,;:!?]+|\.+(?!\d))\s*(?P<tail>\S.*)$", re.DOTALL)
_SIGHS = re.compile(
    r"^(?:(?:oh|ah|no|nah|ok|okay|hmm+|hm|well|wait|ugh|yeah|yes|and|but|now|actually)\b[\s,]*)+",
    re.IGNORECASE,
)
_TOO = re.compile(
    r"^(?:(?:that|it|this|they|these|those)?(?:'s|'re)?\s*(?:\w+\s+){0,2}?)??(?:still |now |way |far |a bit |"
    r"a little |just )*(?:too|still(?: too| quite| pretty| a bit| rather)?) (?P<quality>\w+)"
    r"(?: now| for me| i think)?$",
    re.IGNORECASE,
)
_MUCH = frozenset({"much", "far", "strong", "hard", "extreme", "heavy", "many"})
_ON = re.compile(r"^\W*(?:(?:ok|okay|good|great|nice|yes)\W+)?(?:and|also|then|now|plus)\b", re.IGNORECASE)
_INSTEAD = re.compile(r"[\s,]+(?:instead|rather|actually)[\s.!]*$", re.IGNORECASE)
_UNDO = re.compile(
    r"^\W*(?:(?:ok|no|oh|wait|sorry|please|actually)\W+)*(?:undo|revert|take back|reset) "
    r"(?P<what>[\w ]{2,40}?)(?: (?:one|part|bit|change|thing))?[\s.!]*$",
    re.IGNORECASE,
)
_JOINT = re.compile(r"^\W*(?:and|also|then|now|plus)\b(?: then| also| now)?[\s,]*", re.IGNORECASE)
_BACK = re.compile(
    r"^(?:[a-z]+[\s,]+){0,3}?(?:put|set|bring|turn|take|get) (?P<what>[\w ]{1,40}?) back"
    r"(?: (?:to )?(?:how|where|what|the way|as|like) (?:it|they|that)(?:'s| is| was| were| had been)"
    r"(?: before)?)?"
    r"(?:\s*[,.;]\s*(?:and |then )*| and (?:then )?)(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Remarked:
    """What follows a remark: the request, and which way it wants the last thing to go, where it says so."""

    tail: str
    complains: bool
    way: int = 0


def after_remark(text: str, known: Known) -> Remarked | Turn | None:
    """What a sentence says behind the remark that it opens with; None where it opens with none."""
    parts = _HEAD.match(text)
    if parts is None:
        return None
    head, tail = parts["head"].strip(), parts["tail"]
    if _approves(head):
        return Remarked(tail, complains=False)
    said = _TOO.match(_SIGHS.sub("", head))
    if said is None:
        return None
    quality, way = said["quality"].casefold(), 0
    if (meant := quality_of(quality)) is not None:
        last = edits_of(known.past.last) if known.past.last is not None else []
        way = meant.way if meant.edits & {action.action for action in last} else 0
    elif quality not in _MUCH:
        return None
    turn = read_turn(tail, known.ground(tail))
    if isinstance(turn, UndoLast) or isinstance(known.read(tail), TakeBack):
        return turn if isinstance(turn, UndoLast) else UndoLast()
    if way and isinstance(turn, More) and turn.amount is not None and not turn.absolute:
        return More(way, turn.amount, absolute=True, exact=turn.exact)
    return Remarked(tail, complains=True, way=way)


def _approves(head: str) -> bool:
    return is_approval(plain(_SIGHS.sub("", head) or head).split())


def undone_there(text: str, known: Known) -> Correct | None:
    """What was done last, without some of the tracks that it was done to: "undo the perc"."""
    said, last = _UNDO.match(text), known.past.last
    if said is None or last is None or last.outcome != "done":
        return None
    meant = read_tracks_meant(said["what"], known.ground(text))
    done = {*subjects(edits_of(last))}
    return (
        Correct(spared=meant.tracks, marked=True) if meant is not None and {*meant.tracks} <= done else None
    )


def put_back(text: str, known: Known) -> Correct | UndoLast | None:
    """The last thing done elsewhere instead: “put the keys back how they were and do that to the pad”."""
    said, last = _BACK.match(text.strip()), known.past.last
    if said is None or last is None or last.outcome != "done":
        return None
    meant = read_tracks_meant(said["what"], known.ground(text))
    pointing = plain(said["what"]) in ("it", "that", "this", "them", "those")
    if not pointing and (meant is None or {*meant.tracks} != {*subjects(edits_of(last))}):
        return None
    rest = re.sub(r"[\s,]+(?:instead|rather)[\s.!]*$", "", said["rest"])
    turn = read_turn(rest, known.ground(rest))
    if isinstance(turn, Again) and turn.tracks and not turn.value:
        return Correct(tracks=turn.tracks, marked=True)
    return UndoLast(rest=rest)


def spelt_out(text: str, known: Known) -> str | None:
    """The sentence as a request that says all it needs; None where nothing in it points or is left out."""
    clip = clip_meant(text, known)
    if clip != text and _is_of_clips(clip, known):
        return clip
    named = pointed_at(_INSTEAD.sub("", text), known)
    read = known.read(named) if named != text else None
    # What is only loosely read is read better without the remark that it opens with.
    if isinstance(read, Edits) and not (read.loose and isinstance(after_remark(text, known), Remarked)):
        return named
    return _filled(text, known) if _ON.match(text) else None


def _is_of_clips(text: str, known: Known) -> bool:
    read = known.read(text)
    return isinstance(read, Edits) and all(
        hasattr(action, "clip") or action.action == "stop_clip" for action in read.actions
    )


def _filled(text: str, known: Known) -> str | None:
    """A request that goes on and leaves out its track: the only one that was spoken of last."""
    tracks = known.past.tracks(known.session)
    text = _JOINT.sub("", text)
    read = known.read(text)
    asked = read.message.casefold() if isinstance(read, Problem) else ""
    if len(tracks) != 1 or (read is not None and "which track" not in asked):
        return None
    there = f'"{tracks[0]}"'
    asks = read.asks if isinstance(read, Problem) else ""
    said = asks.replace(GAP, there) if asks not in ("", GAP) else f"{text} on {there}"
    filled = known.read(said)
    return said if isinstance(filled, Edits) and subjects(filled.actions) == tracks else None
