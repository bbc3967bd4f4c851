"""What a sentence means beside the workflows, read ever less strictly.

First word by word; then without the remarks in it; then in plainer joints; at last by what it names and says,
whatever its grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from daw_bridges.actions import Action
from daw_bridges.session import Session
from orbit.agent.offline.understanding.announcing import announced
from orbit.agent.offline.understanding.clauses import JOINS, clauses, ends
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import one_of
from orbit.agent.offline.understanding.overriding import without_overridden
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.remarks import cores, with_name
from orbit.agent.offline.understanding.repeating import said_once
from orbit.agent.offline.understanding.restating import restated
from orbit.agent.offline.understanding.rule import Aside, Doing
from orbit.agent.offline.understanding.run_on import separated
from orbit.agent.offline.understanding.smoothing import apart, smoothed
from orbit.agent.offline.understanding.sparing import read_spared
from orbit.agent.offline.understanding.the_song import with_its_name
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

_QUESTION = re.compile(
    (
        r"^\W*(?:what|why|who|when(?= (?:is|are|was|were|do|does|did|will|should|can|could))|where|which|"
        r"whose|is|are|was|were|does|did|should|how|do (?:you|we|i|"
        r"they))\b(?! about we)|^\W*you (?:think|reckon) (?:the|it|this|that|my)\b"
        r"|.*[,;:…–-]\s*how\W*$"
    ),
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"[,.;…-]\s*(?:no|nope|no wait|wait|i meant?|scratch that|or rather|make that|correction)\b[\s,:]+\S",
    re.IGNORECASE,
)
"""Who says something else in the middle of a sentence means that instead, and not as well."""
_NOT = re.compile(
    r"^\W*(?:please )?(?:do not|don't|dont|never|stop trying to|no need to|you must not)\b", re.IGNORECASE
)


def is_question(text: str) -> bool:
    """Whether it asks something rather than asks for something."""
    return _QUESTION.match(unwrapped(restated(text) or text)) is not None


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
    by_gist: bool = True,
) -> Understood | None:
    """What a sentence means beside the workflows; None when no rule accounts for it.

    ``tracks`` and ``device`` are those that were spoken of last: what "it" means. A Problem with ``firm``
    false may still be the wording of a workflow. Without ``by_gist`` it is read by its grammar alone.
    """
    text = apart(text)
    if (said := restated(text)) is not None:
        meant = _understood(said, Ground(session, "", tracks, device, nicknames))
        if isinstance(meant, Edits):
            return replace(meant, firm=False, loose=True)
    return _understood(text, Ground(session, "", tracks, device, nicknames), by_gist=by_gist)


def _understood(text: str, ground: Ground, *, by_gist: bool = True) -> Understood | None:
    sentence = unwrapped(text)
    tokens = tokenize(sentence)
    if not 0 < len(tokens) <= _MOST_WORDS:
        return None
    ground = replace(ground, sentence=sentence)
    if (named := _named_first(ground)) is not None:
        return named
    if (spared := read_spared(ground, tokens)) is not None:
        found = _sentence(replace(ground, tracks=spared.tracks), spared.rest)
        if isinstance(found, Edits):
            return _without(found, spared.tracks)
    found = _sentence(ground, tokens)
    if found is None and any(token.text in JOINS for token in tokens):
        found = _sentence(replace(ground, long_names=True), tokens)
    if found is not None and (not isinstance(found, Problem) or (found.firm and found.asks)):
        return found
    if (core := _without_remarks(ground, sentence)) is not None:
        return core
    if not by_gist:
        return found
    if (meant := _plainer(ground, unwrapped(smoothed(sentence)))) is not None:
        return meant
    lenient = _lenient(replace(ground, unknown=True), tokens)
    return found or lenient or _mixed(ground, tokens)


def _plainer(ground: Ground, plainer: str) -> Edits | Problem | None:
    """What a sentence comes to in plainer joints, then by what it names, at last with the commas it lacks."""
    taken_back = _TAKEN_BACK.search(ground.sentence) is not None
    joined = None if taken_back or plainer == ground.sentence else _in_plainer_joints(ground, plainer)
    if joined is not None:
        return replace(joined, loose=True)
    tokens = tokenize(plainer)
    if (meant := _loosely(replace(ground, sentence=plainer), tokens)) is not None:
        return meant
    if taken_back or (run := separated(ground, plainer, tokens)) is None:
        return None
    found = _loosely(replace(ground, sentence=run), tokenize(run))
    return found if isinstance(found, Edits) else None


def _named_first(ground: Ground) -> Edits | None:
    """The edits of a sentence that first announces them, or says what "it" is."""
    for say in (with_its_name, announced):
        if (said := say(ground, ground.sentence)) is None:
            continue
        found = _understood(said, ground)
        if isinstance(found, Edits):
            return replace(found, loose=True)
    return None


def _in_plainer_joints(ground: Ground, plainer: str) -> Edits | None:
    """The edits of a sentence without what people say between their requests."""
    ground = replace(ground, sentence=plainer)
    tokens = tokenize(plainer)
    if (spared := read_spared(ground, tokens)) is not None:
        found = _sentence(replace(ground, tracks=spared.tracks), spared.rest)
        left = _without(found, spared.tracks) if isinstance(found, Edits) else None
        return left if isinstance(left, Edits) else None
    found = _sentence(ground, tokens)
    return found if isinstance(found, Edits) else _without_remarks(ground, plainer)


def _loosely(ground: Ground, tokens: Sequence[Token]) -> Edits | Problem | None:
    """What a sentence comes to by what it names and says, whatever its grammar."""
    if is_question(ground.sentence) or _TAKEN_BACK.search(ground.sentence):
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
    return Problem(f"You said to leave {one_of(spared)} alone, and there is nothing else to do.")


def _sentence(ground: Ground, tokens: Sequence[Token]) -> Understood | None:
    readings = clauses(ground, tokens)
    if not readings:
        return None
    if len(readings) == 1 and isinstance(readings[0], Aside | Problem):
        return readings[0]
    problem = next((reading for reading in readings if isinstance(reading, Problem)), None)
    if problem is not None:
        return problem
    readings = said_once(readings, tokens)
    actions = tuple(
        action for reading in readings if isinstance(reading, Doing) for action in reading.actions
    )
    actions = without_overridden(actions)
    return Edits(actions, all(reading.firm for reading in readings if isinstance(reading, Doing)))


def _lenient(ground: Ground, tokens: Sequence[Token]) -> Problem | None:
    """The complaint about a name that nothing has, where all else of the sentence is understood."""
    readings = clauses(ground, tokens)
    return readings[0] if readings and isinstance(readings[0], Problem) else None


def _mixed(ground: Ground, tokens: Sequence[Token]) -> Mixed | None:
    """Single edits at either end of a sentence of which the other end is none."""
    for end in ends(tokens):
        if end == len(tokens):
            continue
        first, last = trimmed(tokens[:end], JOINS), trimmed(tokens[end:], JOINS)
        for edits, rest in ((first, last), (last, first)):
            readings = clauses(ground, edits)
            if readings and all(isinstance(reading, Doing) for reading in readings) and len(rest) > 2:
                return Mixed(_said(ground, edits), _said(ground, rest))
    return None


def _said(ground: Ground, tokens: Sequence[Token]) -> str:
    return ground.sentence[tokens[0].start : tokens[-1].end]
