"""What a sentence means beside the workflows: by the rules, then by the frames, at last in plainer joints."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from daw_bridges.actions import Action
from daw_bridges.session import Session
from orbit.agent.offline.understanding.announcing import announced
from orbit.agent.offline.understanding.clauses import JOINS, clauses, ends
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import one_of
from orbit.agent.offline.understanding.politeness import unwrapped
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Aside, Doing
from orbit.agent.offline.understanding.run_on import separated
from orbit.agent.offline.understanding.smoothing import apart, smoothed
from orbit.agent.offline.understanding.sparing import read_spared
from orbit.agent.offline.understanding.tokens import Token, tokenize, trimmed
from orbit.agent.offline.understanding.tracks import read_tracks
from orbit.workflows.roles import NO_NICKNAMES, Nicknames

if TYPE_CHECKING:
    from orbit.agent.reader.decide import Decision

__all__ = [
    "Edits",
    "Mixed",
    "Understood",
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


_TAKEN_BACK = re.compile(
    r"[,.;…-]\s*(?:no|nope|no wait|wait|i meant?|scratch that|or rather|make that|correction)\b[\s,:]+\S",
    re.IGNORECASE,
)
"""Who says something else in the middle of a sentence means that instead, and not as well."""


def understand(
    text: str,
    session: Session,
    nicknames: Nicknames = NO_NICKNAMES,
    *,
    tracks: tuple[str, ...] = (),
    device: str | None = None,
    by_gist: bool = True,
    frames: Callable[[str], Decision] | None = None,
) -> Understood | None:
    """What a sentence means beside the workflows; None when no rule accounts for it.

    ``tracks`` and ``device`` are those that were spoken of last: what "it" means. A Problem with ``firm``
    false may still be the wording of a workflow. Without ``by_gist`` it is read by its grammar alone;
    ``frames`` reads a text by its gist.
    """
    ground = Ground(session, "", tracks, device, nicknames)
    said = apart(text)
    for token in (each for each in tokenize(said) if each.quoted and not each.text):
        asks = f"{said[: token.start]}{GAP}{said[token.end :]}"
        return Problem("There is nothing between the quotation marks. What should stand there?", asks=asks)
    found = _by_rules(said, ground)
    settled = found is not None and (not isinstance(found, Problem) or (found.firm and found.asks != ""))
    if not by_gist or settled:
        return found
    meant = _by_gist(text, ground, frames)
    if isinstance(meant, Edits):
        return meant
    return _plainer(said, ground) or found or _unread(said, ground) or meant


def _by_rules(text: str, ground: Ground) -> Understood | None:
    """What a sentence comes to word by word."""
    sentence = unwrapped(text)
    tokens = tokenize(sentence)
    if not 0 < len(tokens) <= _MOST_WORDS:
        return None
    ground = replace(ground, sentence=sentence)
    if (spared := read_spared(ground, tokens)) is not None:
        found = _sentence(replace(ground, tracks=spared.tracks), spared.rest)
        if isinstance(found, Edits):
            return _without(found, spared.tracks)
    found = _sentence(ground, tokens)
    if found is None and any(token.text in JOINS for token in tokens):
        found = _sentence(replace(ground, long_names=True), tokens)
    if found is not None and (not isinstance(found, Problem) or (found.firm and found.asks)):
        return found
    return _named_first(ground) or found


def _named_first(ground: Ground) -> Edits | None:
    """The edits of a sentence that begins with the tracks that it is about: "the keys, mute them"."""
    head, _, rest = ground.sentence.rpartition(", ")
    named = read_tracks(ground, tokenize(head))
    if named is None or isinstance(named, Problem):
        return None
    found = _by_grammar(replace(ground, tracks=named, spoken=named), rest)
    own = found is not None and all(getattr(each, "track", None) in named for each in found.actions)
    return found if own else None


def _by_gist(text: str, ground: Ground, frames: Callable[[str], Decision] | None) -> Edits | Problem | None:
    """The edits that the frames are sure of, whatever the grammar; or what has to be asked before."""
    if frames is None:
        from orbit.agent.reader.decide import read

        decision = read(replace(ground, sentence=text))
    else:
        decision = frames(text)
    if decision.verb == "act":
        return Edits(decision.actions, firm=False, loose=True)
    asked = decision.problem if decision.verb == "ask" else None
    return asked if asked is not None and (asked.options or asked.asks) else None


def _unread(text: str, ground: Ground) -> Understood | None:
    """The complaint about a sentence of which a word is not understood, or what of it is."""
    sentence = unwrapped(text)
    tokens = tokenize(sentence)
    if not 0 < len(tokens) <= _MOST_WORDS:
        return None
    ground = replace(ground, sentence=sentence)
    return _lenient(replace(ground, unknown=True), tokens) or _mixed(ground, tokens)


def _plainer(text: str, ground: Ground) -> Edits | None:
    """What a sentence comes to in plainer joints."""
    sentence = unwrapped(text)
    if _TAKEN_BACK.search(sentence):
        return None
    plainer = unwrapped(smoothed(sentence))
    ground = replace(ground, sentence=plainer)
    split = separated(ground, plainer, tokenize(plainer))
    for said in (announced(ground, sentence), plainer, split):
        found = _by_grammar(ground, said) if said is not None and said != sentence else None
        if found is not None:
            return replace(found, loose=True)
    return None


def _by_grammar(ground: Ground, text: str) -> Edits | None:
    """The edits of a text without what is said around its requests."""
    said = unwrapped(text)
    found = _sentence(replace(ground, sentence=said), tokenize(said))
    return found if isinstance(found, Edits) else None


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
    actions = [action for reading in readings if isinstance(reading, Doing) for action in reading.actions]
    last = {_sets(action): at for at, action in enumerate(actions)}
    left = tuple(action for at, action in enumerate(actions) if last[_sets(action)] == at)
    return Edits(left, all(reading.firm for reading in readings if isinstance(reading, Doing)))


_SETTINGS = {
    "set_volume": "db",
    "set_pan": "pan",
    "set_send": "db",
    "set_monitor": "mode",
    **dict.fromkeys(("set_mute", "set_solo", "set_arm"), "on"),
}


def _sets(action: Action) -> object:
    """What of the mixer an action sets, whatever to: the last one holds; for others the action alone."""
    if action.action not in _SETTINGS:
        return id(action)
    return action.action, str(action.model_dump(exclude={_SETTINGS[action.action]}))


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
