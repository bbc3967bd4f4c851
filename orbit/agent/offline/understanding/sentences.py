"""A sentence: what is wrapped around it, its clauses, and what they mean one after the other.

Clauses are joined by "and", "then" or a comma, which also join names; so the longest stretch that one rule
accounts for is taken as a clause. A clause that leaves something out ("… and the snare to -5") takes it
from the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from daw_bridges.actions import Action
from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.loosely import is_remark, plainly, spoken_of
from orbit.agent.offline.understanding.naming import one_of
from orbit.agent.offline.understanding.pattern import FILLERS, Clause
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.remarks import cores, with_name
from orbit.agent.offline.understanding.rule import Aside, Doing, Reading, read_clause
from orbit.agent.offline.understanding.rules.every import ALL_RULES
from orbit.agent.offline.understanding.sparing import read_spared
from orbit.agent.offline.understanding.tokens import Token, tokenize, trimmed
from orbit.agent.offline.understanding.wrapping import unwrapped
from orbit.workflows.roles import NO_NICKNAMES, Nicknames

__all__ = [
    "Edits",
    "Mixed",
    "Understood",
    "is_question",
    "is_refusal",
    "understand",
    "unwrapped",
]


@dataclass(frozen=True)
class Edits:
    """The actions a sentence means, every word of it accounted for."""

    actions: tuple[Action, ...]
    firm: bool = True
    """Whether the sentence can mean nothing else.

    When not, a workflow with this very wording goes before it.
    """
    loose: bool = False
    """Whether only the gist of the sentence says so: a workflow that is surely meant goes before it."""


@dataclass(frozen=True)
class Mixed:
    """A sentence that holds single edits and something else beside them."""

    edits: str
    rest: str


Understood = Edits | Mixed | Problem | Aside

_MOST_WORDS = 300
"""Nobody asks for edits in more words than this at once."""

_EFFORT = 40
"""How many clauses are read loosely before a sentence is given up."""

_JOINS = frozenset({"and", "then", ",", "plus", "also", "afterwards", "but"})
_QUESTION = re.compile(
    (
        r"^\W*(?:what|why|who|when|where|which|whose|is|are|was|were|does|did|should|how|do (?:you|we|i|"
        r"they))\b(?! about we)"
    ),
    re.IGNORECASE,
)
_NOT = re.compile(
    r"^\W*(?:please )?(?:do not|don't|dont|never|stop trying to|no need to|you must not)\b", re.IGNORECASE
)


def is_question(text: str) -> bool:
    """Whether it asks something rather than asks for something."""
    return _QUESTION.match(unwrapped(text)) is not None


def is_refusal(text: str) -> bool:
    """Whether it says what not to do."""
    return _NOT.match(unwrapped(text)) is not None


def understand(
    text: str,
    session: Session,
    nicknames: Nicknames = NO_NICKNAMES,
    *,
    tracks: tuple[str, ...] = (),
    device: str | None = None,
) -> Understood | None:
    """What a sentence means beside the workflows; None when no rule accounts for it.

    ``tracks`` and ``device`` are those that were spoken of last: what "it" means. A Problem with ``firm``
    false may still be the wording of a workflow.
    """
    sentence = unwrapped(text)
    tokens = tokenize(sentence)
    if not 0 < len(tokens) <= _MOST_WORDS:
        return None
    ground = Ground(session, sentence, tracks, device, nicknames)
    if (spared := read_spared(ground, tokens)) is not None:
        found = _sentence(replace(ground, tracks=spared.tracks), spared.rest)
        if isinstance(found, Edits):
            return _without(found, spared.tracks)
    found = _sentence(ground, tokens)
    if found is None and any(token.text in _JOINS for token in tokens):
        found = _sentence(replace(ground, long_names=True), tokens)
    if found is not None and not isinstance(found, Problem):
        return found
    if (core := _without_remarks(ground, sentence)) is not None:
        return core
    if (meant := _loosely(ground, tokens)) is not None:
        return meant
    lenient = _lenient(replace(ground, unknown=True), tokens)
    return found or lenient or _mixed(ground, tokens)


def _loosely(ground: Ground, tokens: Sequence[Token]) -> Edits | Problem | None:
    """What a sentence comes to by what it names and says, whatever its grammar."""
    if is_question(ground.sentence):
        return None
    found = _sentence(replace(ground, loose=True, effort=[_EFFORT]), tokens)
    if isinstance(found, Problem):
        return found if found.options or found.asks else None
    return replace(found, firm=False, loose=True) if isinstance(found, Edits) else None


def _without_remarks(ground: Ground, sentence: str) -> Edits | None:
    """The edits that a sentence comes to without the reasons and remarks in it, all else understood."""
    for core in cores(ground, sentence):
        for said in with_name(core):
            text = unwrapped(said)
            about = replace(ground, sentence=text, tracks=core.tracks or ground.tracks)
            found = _sentence(about, tokenize(text))
            if isinstance(found, Edits) and (not core.tracks or _all_on(found, core.tracks)):
                return found
    return None


def _all_on(edits: Edits, tracks: Sequence[str]) -> bool:
    return all(getattr(action, "track", None) in tracks for action in edits.actions)


def _without(edits: Edits, spared: Sequence[str]) -> Edits | Problem:
    """The edits without those of tracks that are to be left alone."""
    left = tuple(action for action in edits.actions if getattr(action, "track", None) not in spared)
    if left:
        return replace(edits, actions=left)
    return Problem(f"You say to leave {one_of(spared)} alone, and nothing else is left to do.")


def _sentence(ground: Ground, tokens: Sequence[Token]) -> Understood | None:
    readings = _clauses(ground, tokens, ())
    if not readings:
        return None
    if len(readings) == 1 and isinstance(readings[0], Aside | Problem):
        return readings[0]
    problem = next((reading for reading in readings if isinstance(reading, Problem)), None)
    if problem is not None:
        return problem
    actions = tuple(
        action for reading in readings if isinstance(reading, Doing) for action in reading.actions
    )
    return Edits(actions, all(reading.firm for reading in readings if isinstance(reading, Doing)))


def _clauses(ground: Ground, tokens: Sequence[Token], before: Sequence[Token]) -> list[Reading] | None:
    """The readings of the clauses: the first is the longest that leaves a rest that can be read."""
    tokens = trimmed(tokens, _JOINS)
    if not tokens:
        return []
    blocked: list[Reading] | None = None
    for end in _ends(tokens):
        reading = _clause(ground, tokens[:end], before)
        if reading is None and ground.loose and (rest := _beside(ground, tokens, end, before)) is not None:
            return rest
        if reading is None or (end < len(tokens) and isinstance(reading, Aside)):
            continue
        if isinstance(reading, Problem):
            blocked = blocked or ([reading] if end == len(tokens) else None)
            continue
        after = ground.after(reading.actions) if isinstance(reading, Doing) else ground
        rest = _clauses(after, tokens[end:], tokens[:end])
        if rest is not None:
            return [reading, *rest]
    return blocked


def _beside(
    ground: Ground, tokens: Sequence[Token], end: int, before: Sequence[Token]
) -> list[Reading] | None:
    """The readings of the other clauses, where one asks for nothing."""
    said = trimmed(tokens[:end], _JOINS)
    if is_remark(ground, said):
        return _clauses(ground, tokens[end:], before)
    if (
        end == len(tokens)
        or tokens[end].text != ","
        or (about := spoken_of(ground, tokens[: end + 1])) is None
    ):
        return None
    ground = replace(ground, tracks=about.tracks or ground.tracks, device=about.device or ground.device)
    rest = _clauses(ground, tokens[end:], ())
    return rest if rest and all(_is_about(about.tracks, each) for each in rest) else None


def _is_about(tracks: Sequence[str], reading: Reading) -> bool:
    """Whether all that is done is done to some of these tracks; to any, where none is named."""
    if not isinstance(reading, Doing):
        return isinstance(reading, Problem)
    return not tracks or all(getattr(action, "track", None) in tracks for action in reading.actions)


def _ends(tokens: Sequence[Token]) -> Iterator[int]:
    yield len(tokens)
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].text in _JOINS and not tokens[at].quoted:
            yield at


def _clause(ground: Ground, tokens: Sequence[Token], before: Sequence[Token]) -> Reading | None:
    """One clause as it stands, or with what it leaves out."""
    best: Reading | None = None
    if not ground.spend():
        return None
    for variant in _variants(ground, trimmed(tokens, _JOINS), before):
        reading = read_clause(ALL_RULES, Clause(ground, variant, KINDS))
        if reading is not None and not isinstance(reading, Problem):
            return reading
        best = best or reading
    return _meant(ground, trimmed(tokens, _JOINS)) or best if ground.loose else best


def _meant(ground: Ground, tokens: Sequence[Token]) -> Reading | None:
    """One clause by the plain sentence that it comes to."""
    plain = plainly(ground, tokens)
    if plain is None:
        return None
    found = _sentence(replace(ground, sentence=plain, loose=False), tokenize(plain))
    return Doing(found.actions, firm=False) if isinstance(found, Edits) else _asked(found)


def _asked(found: Understood | None) -> Problem | None:
    return found if isinstance(found, Problem) and (found.options or found.asks) else None


_IT = Token("it", "it", 0, 0)


def _variants(ground: Ground, tokens: Sequence[Token], before: Sequence[Token]) -> Iterator[Sequence[Token]]:
    yield tokens
    if before and ground.tracks:
        yield [tokens[0], _IT, *tokens[1:]]
    if before:
        verb = next((at for at, token in enumerate(before) if token.text not in FILLERS), 0)
        yield [before[verb], *tokens]


def _lenient(ground: Ground, tokens: Sequence[Token]) -> Problem | None:
    """The complaint about a name that nothing has, where all else of the sentence is understood."""
    readings = _clauses(ground, tokens, ())
    return readings[0] if readings and isinstance(readings[0], Problem) else None


def _mixed(ground: Ground, tokens: Sequence[Token]) -> Mixed | None:
    """Single edits at either end of a sentence of which the other end is none."""
    for end in _ends(tokens):
        if end == len(tokens):
            continue
        first, last = trimmed(tokens[:end], _JOINS), trimmed(tokens[end:], _JOINS)
        for edits, rest in ((first, last), (last, first)):
            readings = _clauses(ground, edits, ())
            if readings and all(isinstance(reading, Doing) for reading in readings) and len(rest) > 2:
                return Mixed(_said(ground, edits), _said(ground, rest))
    return None


def _said(ground: Ground, tokens: Sequence[Token]) -> str:
    return ground.sentence[tokens[0].start : tokens[-1].end]
