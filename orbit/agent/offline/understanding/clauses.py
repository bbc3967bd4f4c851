"""The clauses of a sentence, and what they mean one after the other.

Clauses are joined by "and", "then" or a comma, which also join names; so the longest stretch that one rule
accounts for is taken as a clause. A clause that leaves something out ("… and the snare to -5") takes it
from the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.pattern import FILLERS, Clause
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.referring import dealt
from orbit.agent.offline.understanding.rule import Aside, Doing, Reading, read_clause
from orbit.agent.offline.understanding.rules.every import ALL_RULES
from orbit.agent.offline.understanding.statements import About, asks_nothing, beside, complains, says_how_far
from orbit.agent.offline.understanding.tokens import Token, tokenize, trimmed
from orbit.agent.reader.lexicon import group

__all__ = ["JOINS", "asks_for_nothing", "clauses", "ends", "without_remarks"]

JOINS = group("goes_on") | {"but", ","}
"""The words between clauses."""

_Clause = tuple[Reading, Sequence[Token]]
"""What a clause means, and its words with those that it takes from the one before."""


def clauses(ground: Ground, tokens: Sequence[Token], before: Sequence[Token] = ()) -> list[Reading] | None:
    """The readings of the clauses: the first is the longest that leaves a rest that can be read."""
    tokens = trimmed(tokens, JOINS)
    if not tokens:
        return []
    blocked: list[Reading] | None = None
    for end in ends(tokens):
        found = _clause(ground, tokens[:end], before)
        if found is None or (end < len(tokens) and isinstance(found[0], Aside)):
            continue
        reading, said = found
        if isinstance(reading, Problem):
            blocked = blocked or ([reading] if end == len(tokens) else None)
            continue
        after = ground.after(reading.actions) if isinstance(reading, Doing) else ground
        if isinstance(reading, Doing) and complains(tokens[:end]):
            remedy = clauses(replace(after, session=ground.session, known=ground.known), tokens[end:], said)
            if remedy and (left := beside([reading], remedy)) != [reading]:
                far = says_how_far(tokens[:end], tokens[end:])
                return [reading, *beside(remedy, [reading])] if far else [*left, *remedy]
        rest = clauses(after, tokens[end:], said)
        if rest is not None and not any(isinstance(each, Aside) for each in rest):
            return [reading, *(beside(rest, [reading]) if complains(tokens[end:]) else rest)]
    return blocked


def ends(tokens: Sequence[Token]) -> Iterator[int]:
    """Where the first clause can end, the longest first."""
    yield len(tokens)
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].text in JOINS and not tokens[at].quoted:
            yield at


def asks_for_nothing(ground: Ground, text: str) -> bool:
    """Whether a clause by itself says how things are, and asks for nothing."""
    return _remark(ground, text) is not None


def _remark(ground: Ground, text: str) -> About | None:
    return asks_nothing(replace(ground, sentence=text), tokenize(text))


def without_remarks(ground: Ground, sentence: str) -> tuple[str, tuple[str, ...]]:
    """The sentence without what, before its first comma or behind its last, asks for nothing.

    And the tracks that the last remark before it speaks of: what "it" means.
    """
    tokens = tokenize(sentence)
    marks = [at for at, token in enumerate(tokens) if token.raw in _MARKS]
    start, end = 0, len(tokens)
    tracks: tuple[str, ...] = ()
    for at in marks:
        remark = _remark(ground, _said(sentence, tokens[start:at]))
        if remark is None or remark.device is not None:
            break
        start, tracks = at + 1, remark.tracks or tracks
    for at in reversed([mark for mark in marks if mark >= start]):
        if not asks_for_nothing(ground, _said(sentence, tokens[at + 1 : end])):
            break
        end = at
    return _said(sentence, tokens[start:end]), tracks


_MARKS = (",", ".", ";", ":")


def _said(sentence: str, tokens: Sequence[Token]) -> str:
    return sentence[tokens[0].start : tokens[-1].end] if tokens else ""


def _clause(ground: Ground, tokens: Sequence[Token], before: Sequence[Token]) -> _Clause | None:
    """One clause as it stands, or with what it leaves out."""
    best: _Clause | None = None
    if not ground.spend():
        return None
    if (each := dealt(ground, tokens)) is not None and (all_of_it := _as_one(clauses(ground, each, before))):
        return all_of_it, tokens
    for about, variant in _variants(ground, trimmed(tokens, JOINS), before):
        reading = _read(about, variant)
        if reading is not None and not isinstance(reading, Problem):
            return reading, variant
        best = best or (None if reading is None else (reading, variant))
    return best


def _read(ground: Ground, tokens: Sequence[Token]) -> Reading | None:
    """What a rule makes of a clause, worked out once."""
    flags = (ground.sentence, ground.tracks, ground.device, ground.unknown, ground.long_names)
    asked = (_read, *flags, tuple(tokens))
    if asked not in ground.known:
        ground.known[asked] = read_clause(ALL_RULES, Clause(ground, tokens, KINDS))
    return ground.known[asked]


_Variant = tuple[Ground, Sequence[Token]]
_IT, _ON = Token("it", "it", 0, 0), Token("on", "on", 0, 0)


def _variants(ground: Ground, tokens: Sequence[Token], before: Sequence[Token]) -> Iterator[_Variant]:
    yield ground, tokens
    if ground.clip is not None:
        yield ground, [*tokens, *_IN_THE_CLIP]
    if (before or ground.spoken) and ground.tracks:
        yield ground, [tokens[0], _IT, *tokens[1:]]
    if before:
        verb = next((at for at, token in enumerate(before) if token.text not in FILLERS), 0)
        yield ground, [before[verb], *tokens]


_CLIP = Token("clip", "clip", 0, 0)
_IN_THE_CLIP = (Token("in", "in", 0, 0), Token("the", "the", 0, 0), _CLIP)


def _as_one(found: Sequence[Reading] | None) -> Doing | None:
    """Several readings as one, where all of them do something."""
    done = [each for each in found or () if isinstance(each, Doing)]
    if not found or len(done) < len(found):
        return None
    actions = tuple(action for each in done for action in each.actions)
    return Doing(actions, all(each.firm for each in done))
