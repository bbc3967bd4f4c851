"""What was done lately, as far as a sentence can refer to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import ValidationError

from daw_bridges.actions import Action, parse_action
from daw_bridges.errors import ActionError
from daw_bridges.references import is_numbered
from daw_bridges.session import Session
from orbit.agent.answers import Question
from orbit.agent.context import Done, Lately
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.discourse_lexicon import listed, says
from orbit.agent.readings import aim

__all__ = ["Past", "edits_of", "is_joined", "named_in", "subjects", "was_relative"]

_MEANT = ("done", "unchanged", "planned", "declined", "failed", "taken_back")
"""The outcomes of what "again", "more" and "no" can be about."""
_TARGETS = ("target", "targets", "track", "tracks")
"""The slots that say what a workflow is done to, by the names they have."""


@dataclass(frozen=True)
class Past:
    """The latest requests, newest first, and the question that waits."""

    done: tuple[Done, ...] = ()
    question: Question | None = None

    @classmethod
    def of(cls, lately: Lately) -> Past:
        """What the tool told."""
        return cls(lately.done, lately.question)

    @cached_property
    def recent(self) -> tuple[Done, ...]:
        """What "it" can still mean."""
        return tuple(each for each in self.done if not each.stale)

    @cached_property
    def last(self) -> Done | None:
        """The last request that was about edits, whatever came of it."""
        about = (each for each in self.recent if each.outcome in _MEANT)
        return next((each for each in about if each.actions or each.slots), None)

    @cached_property
    def origin(self) -> Done | None:
        """The request that the last one goes back to, where that was only "again" or "on the pad too"."""
        about = [each for each in self.recent if each.outcome in _MEANT and each.actions]
        kinds = [action["action"] for action in about[0].actions[-1:]] if about else []
        alike = (each for each in about if [action["action"] for action in each.actions[-1:]] == kinds)
        return next((each for each in alike if not _is_echo(each.request)), about[0] if about else None)

    def before(self, done: Done) -> Past:
        """The past without a request and what came after it."""
        return Past(self.done[self.done.index(done) + 1 :])

    def standing(self) -> tuple[Done, ...]:
        """What was done and not taken back, newest first."""
        return tuple(each for each in self.recent if each.outcome == "done")

    def tracks(self, session: Session) -> tuple[str, ...]:
        """The tracks that "it" means now, as far as they are there."""
        for each in self.recent:
            if named := [name for name in _spoken_of(each, session) if _is_there(name, session)]:
                return tuple(named)
        return ()

    def device(self) -> str | None:
        """The device that was spoken of last."""
        return next((each.device for each in self.recent if each.device), None)


def _is_there(name: str, session: Session) -> bool:
    """Whether a track of that name is there; one said by its place is where it was, or all is forgotten."""
    return name in session.track_names or is_numbered(name)


def _is_echo(request: str) -> bool:
    """Whether a request takes its meaning from an earlier one."""
    tokens = tokenize(request)
    says_how_far = any(token.number is not None for token in tokens) or says(request, "relative")
    echoes = says(request, "echoes") or says(request, "begins an echo", first=True)
    return echoes or not says_how_far


def _spoken_of(done: Done, session: Session) -> Iterable[str]:
    """The tracks a request was about: of a workflow, what fills its first slot that takes tracks."""
    if done.workflow is not None:
        for name in sorted(done.slots, key=lambda name: name not in _TARGETS):
            if named := named_in(done.slots[name], session):
                return named
    actions = edits_of(done)
    if not actions:
        return done.tracks
    last = [action for action in actions if action.action == actions[-1].action]
    return subjects(last) or done.tracks


def is_joined(done: Done) -> bool:
    """Whether a request was one workflow and something else beside it."""
    return done.workflow is not None and ", then " in done.title


def named_in(value: str, session: Session) -> tuple[str, ...]:
    """The tracks that a slot's value names; nothing where it is no list of them."""
    if _is_there(value, session):
        return (value,)
    parts = [part for part in re.split(r"\s*,\s*(?:and )?|\s+and\s+", value) if part]
    return tuple(parts) if parts and all(_is_there(part, session) for part in parts) else ()


def edits_of(done: Done) -> list[Action]:
    """The edits of a request; none where they cannot be read any more."""
    try:
        return [parse_action(each) for each in done.actions]
    except (ActionError, ValidationError):
        return []


def subjects(actions: Iterable[Action]) -> tuple[str, ...]:
    """The tracks that edits are about, each by the name it then has."""
    found: list[str] = []
    for action in actions:
        new = action.action in ("create_track", "rename_track")
        name = getattr(action, "name" if new else "track", None)
        if isinstance(name, str):
            found.append(name)
    return tuple(dict.fromkeys(found))


def was_relative(request: str, actions: Sequence[Action]) -> bool:
    """Whether a request said how far ("down 3 dB") rather than where to ("to -9 dB")."""
    aims = [number for action in actions if (number := aim(action)) is not None]
    return bool(aims) and says(request, "relative") and not _names_one(request, aims)


def _names_one(request: str, aims: Sequence[float]) -> bool:
    """Whether a request names a number that was set; "up 1 dB" does not, though it led from 0 to 1."""
    tokens = tokenize(request)
    for at, token in enumerate(tokens):
        if token.number is not None and token.number in aims:
            before = tokens[at - 1].text if at else ""
            if before in listed("where to") or not says(request, "steps") or token.number < 0:
                return True
    return False
