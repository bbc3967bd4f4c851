"""Several requests in one sentence, edits and workflows in any mixture, as one plan.

The sentence is cut where a clause of its own begins. Every part must come to something, each read on what
the parts before it lead to as far as that is known; where one does not, the answer is about that part, and
nothing is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

from daw_bridges.actions import action_json
from daw_bridges.algebra import apply
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent.answers import Decline, Question
from orbit.agent.context import Done
from orbit.agent.offline.choosing import begins_a_request
from orbit.agent.offline.dialogue.past import Past, named_in, subjects
from orbit.agent.offline.from_library import surely, workflow_move
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move
from orbit.agent.offline.understanding import CopyDevices, Edits, Problem
from orbit.agent.offline.understanding.clauses import JOINS, asks_for_nothing
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.smoothing import smoothed
from orbit.agent.offline.understanding.tokens import Token, tokenize, trimmed

__all__ = ["asking", "clauses_of", "in_parts"]

_JOINS = JOINS | {"finally", "next", "after", "that"}
_ARTICLES = {"a", "an", "some", "another"}
_MOST_PARTS = 8
_HITS = 5


def clauses_of(text: str, reads: Callable[[str], bool] = lambda _: False) -> list[str]:
    """The clauses that a sentence can be cut into: where, behind a join, a verb begins something new.

    Or where, up to the next join, stands what ``reads`` takes for a request: "…, the lead vox down 3 dB".

    >>> clauses_of("mute the kick and put a vocal chain on the lead vox, then set the tempo to 120")
    ['mute the kick', 'put a vocal chain on the lead vox', 'set the tempo to 120']
    >>> clauses_of("mute the kick and the snare")
    ['mute the kick and the snare']
    """
    sentence = unwrapped(smoothed(unwrapped(text)))
    tokens = tokenize(sentence)
    starts = sorted({0, *_starts(tokens), *_read_starts(sentence, tokens, reads)})
    verb = tokens[0].raw if tokens else ""
    found: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        part = trimmed(tokens[start:end], _JOINS)
        if part:
            said = sentence[part[0].start : part[-1].end]
            elliptical = bool(found) and not begins_a_request(part[0].text) and not reads(said)
            found.append(f"{verb} {said}" if elliptical else said)
            verb = verb if elliptical else part[0].raw
    return found


def _starts(tokens: Sequence[Token]) -> Iterator[int]:
    for at in range(1, len(tokens)):
        joined = tokens[at - 1].text in _JOINS and not tokens[at - 1].quoted
        begins = begins_a_request(tokens[at].text)
        if joined and (begins or _is_a_thing_on_something(tokens, at) or _goes_on_alike(tokens, at)):
            yield at


def _read_starts(sentence: str, tokens: Sequence[Token], reads: Callable[[str], bool]) -> Iterator[int]:
    joins = [at for at, token in enumerate(tokens) if token.text in _JOINS and not token.quoted]
    for at, end in pairwise([*joins, len(tokens)]):
        part = tokens[at + 1 : end]
        if part and not begins_a_request(part[0].text) and reads(sentence[part[0].start : part[-1].end]):
            yield at + 1


def _goes_on_alike(tokens: Sequence[Token], at: int) -> bool:
    """Whether "(sidechain the bass to the kick and) the pad to the snare" goes on here."""
    before = {token.text for token in tokens[:at]}
    words = [token.text for token in tokens[at:]]
    end = next((place for place, word in enumerate(words) if word in _JOINS), len(words))
    alike = ({"to", "under", "with"} & before) & set(words[1 : end - 1])
    return bool(alike) and words[0] not in _JOINS and tokens[at].number is None


def _is_a_thing_on_something(tokens: Sequence[Token], at: int) -> bool:
    """Whether "… and a drum bus on the drums" goes on here."""
    words = [token.text for token in tokens[at:]]
    end = next((place for place, word in enumerate(words) if word in _JOINS), len(words))
    return words[0] in _ARTICLES and bool({"on", "for", "to"} & set(words[1:end]))


@dataclass(frozen=True)
class _Open:
    """A part that comes to nothing yet, and what is to be done about it."""

    move: Move


_Part = dict[str, Any]


def in_parts(text: str, known: Known, decide: Callable[[str, Known], Move]) -> Move | None:
    """The move for a sentence of several parts; None for one of one part, or of which no part is clear.

    ``decide`` gives the move for a part by itself.
    """
    clauses = asking(text, known)
    if not 2 <= len(clauses) <= _MOST_PARTS:
        return None
    if unknown := [each for each in clauses if _needs_library(each, known)]:
        return _look_for(unknown)
    parts: list[_Part | _Open] = []
    for clause in clauses:
        if _needs_library(clause, known):  # behind what the parts before it do, it is no edit any more
            return _look_for([clause])
        parts.append(_part(clause, known, decide))
        known = _after(parts[-1], known)
    opened = [part for part in parts if isinstance(part, _Open)]
    if len(opened) == len(parts):
        return None
    if opened:
        return _about(text, opened[0].move, parts)
    return (Call("plan_parts", {"parts": _joined([part for part in parts if not isinstance(part, _Open)])}),)


def _look_for(clauses: Sequence[str]) -> tuple[Call, ...]:
    return tuple(Call("search_workflows", {"text": each, "k": _HITS}) for each in clauses)


def asking(text: str, known: Known) -> list[str]:
    """The clauses of a sentence that ask for something."""
    found = clauses_of(text, lambda said: isinstance(known.read(said), Edits))
    return [each for each in found if not asks_for_nothing(known.ground(each), each)]


def _needs_library(clause: str, known: Known) -> bool:
    return not isinstance(known.read(clause), Edits | CopyDevices) and known.about(clause) is None


def _part(clause: str, known: Known, decide: Callable[[str, Known], Move]) -> _Part | _Open:
    understood = known.read(clause)
    if isinstance(understood, Edits):
        return {"actions": [action_json(action) for action in understood.actions]}
    if isinstance(understood, CopyDevices):
        return {"copy_devices": understood.copy.model_dump()}
    found = known.about(clause)
    assert found is not None, "the library was asked for every clause that is no edit"
    firm = isinstance(understood, Problem) and understood.firm
    sure = not firm and surely(clause, found)
    move = workflow_move(clause, found.workflows[0], found) if sure else decide(clause, found)
    if isinstance(move, tuple) and move[0].tool == "plan_workflow":
        return {"workflow": move[0].arguments["id"], "slots": move[0].arguments["slots"]}
    return _Open(move)


def _after(part: _Part | _Open, known: Known) -> Known:
    """What the next part is read on: the session as edits leave it, and what they spoke of."""
    if isinstance(part, _Open):
        return known
    if "actions" not in part:
        tracks = [name for value in _subjects(part) for name in named_in(value, known.session)]
        done = Done(request="", outcome="planned", tracks=tuple(tracks[:1]))
        return known.with_past(Past((done, *known.past.done)))
    actions = part["actions"]
    edits = known.edits(actions)
    device = next((name for each in reversed(edits) if (name := getattr(each, "device", None))), None)
    done = Done(request="", outcome="planned", actions=tuple(actions), tracks=subjects(edits), device=device)
    return replace(known.with_past(Past((done, *known.past.done))), session=_applied(known.session, edits))


def _subjects(part: _Part) -> Sequence[str]:
    """What a workflow or a copy may be about: the values of its slots, or the tracks that get devices."""
    copy = part.get("copy_devices")
    return copy["targets"] if copy else [*part["slots"].values()]


def _applied(session: Session, edits: Sequence[Any]) -> Session:
    try:
        for edit in edits:
            session = apply(session, edit)
    except OrbitError:
        return session  # the plan says what is wrong with it, and says it better
    return session


def _joined(parts: Sequence[_Part]) -> list[_Part]:
    """The parts, edits that follow each other as one."""
    found: list[_Part] = []
    for are_edits, group in groupby(parts, lambda part: "actions" in part):
        each = list(group)
        found.extend([{"actions": [a for part in each for a in part["actions"]]}] if are_edits else each)
    return found


def _about(text: str, move: Move, parts: Sequence[_Part | _Open]) -> Move:
    """What is said of the part that is not clear: a question that keeps the others, or a refusal of all."""
    match move:
        case Question() if move.workflow is None:
            return move.model_copy(update={"request": text})
        case Question():
            place = next(at for at, part in enumerate(parts) if isinstance(part, _Open))
            others = sum(isinstance(part, _Open) for part in parts) == 1
            kept = tuple(
                {} if at == place else part
                for at, part in enumerate(parts)
                if isinstance(part, dict) or at == place
            )
            return move.model_copy(update={"request": text, "parts": kept if others else ()})
        case Decline():
            return move.model_copy(update={"reason": f"{move.reason} So nothing was done."})
        case _:
            return move
