"""What a conversation came to, held against what its task says is right.

A wrong edit is one that has to be made to get from what is there to what should be, and that was not simply
left to do: what was not done counts as failed, what was done wrongly as wrong. So what one turn of a
conversation set, and a later one would have set again had it done anything, is no wrong edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from daw_bridges.actions import Action, CreateTrack, DuplicateTrack, parse_action
from daw_bridges.algebra import apply_all, differences, nearest, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.references import track_index
from orbit.evaluation.talking import BROKEN, Talk
from orbit.workflows.conditions import holds
from orbit.workflows.touched import Touch, touched

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.evaluation.task import Ends, Task

__all__ = ["Verdict", "ending", "expected_session", "judge"]

_NO_EDIT = frozenset({"asked", "refused"})
_NEVER_EDITED = frozenset({"ambiguous", "impossible"})
_NEW, _TRANSPORT = "*", "transport"
_SHOWN = 4


@dataclass(frozen=True)
class Verdict:
    """Whether it was done right (None: the task does not say), why not, and the edits that were wrong."""

    passed: bool | None
    why: tuple[str, ...] = ()
    wrong_edits: tuple[Action, ...] = ()
    wrong: int = 0
    """How many wrong edits there are, with those that no action takes back."""


def expected_session(task: Task, before: Session) -> Session:
    """The session that is exactly right. Raises ActionError when the task's own edits cannot be done."""
    actions = [parse_action(action) for action in task.leads_to or ()]
    return apply_all(before, resolve_labels(before, actions))


def ending(talk: Talk) -> Ends | Literal["broken"]:
    """What the last turn came to."""
    outcome = talk.last.outcome
    if outcome.answer.code == BROKEN:
        return "broken"
    if outcome.answer.question is not None:
        return "asked"
    return "done" if outcome.ok else "refused"


def judge(task: Task, talk: Talk) -> Verdict:
    """Judge a conversation by everything its task says."""
    if not task.judged and task.category not in _NEVER_EDITED:
        return Verdict(None)
    wrong, why = _edits(task, talk)
    for condition in task.expect:
        if not (holding := holds(condition, talk.after)).ok:
            why.append(holding.why)
    came, wanted = ending(talk), task.ends or "done"
    if came == BROKEN or (task.judged and came != wanted):
        why.append(f"It ended {came}, and should have been {wanted}: {talk.last.outcome.reply[:200]}")
    if task.ends in _NO_EDIT:
        last, unsaid = nearest(talk.last.before, talk.last.after)
        if last or unsaid:
            why.append(f"It edited where it should have {task.ends}.")
            wrong = wrong if len(wrong) >= len(last) else _Wrong(last, len(last) or 1)
    return Verdict(not why, tuple(why), tuple(wrong.actions), wrong.number)


@dataclass(frozen=True)
class _Wrong:
    actions: Sequence[Action] = ()
    number: int = 0

    def __len__(self) -> int:
        return self.number


def _edits(task: Task, talk: Talk) -> tuple[_Wrong, list[str]]:
    if task.leads_to is not None:
        return _exactly(task, talk)
    if task.touches is not None:
        stray = list(_strays(task.touches, talk))
        return _Wrong(stray, len(stray)), [
            f"It touched what it should not: {_listed(stray)}."
        ] if stray else []
    if task.category in _NEVER_EDITED and not task.expect:
        actions, unsaid = nearest(talk.before, talk.after)
        edited = bool(actions or unsaid)
        said = [f"It edited: {_listed(actions) or unsaid[0]}."] if edited else []
        return _Wrong(actions, len(actions) or len(unsaid)), said
    return _Wrong(), []


def _exactly(task: Task, talk: Talk) -> tuple[_Wrong, list[str]]:
    try:
        expected = expected_session(task, talk.before)
    except OrbitError as error:
        return _Wrong(), [f"The task's own edits cannot be done: {error}"]
    missing = differences(talk.after, expected)
    if not missing:
        return _Wrong(), []
    known = (*nearest(expected, talk.before).actions, *map(parse_action, task.on_the_way))
    undone = {action.model_dump_json() for action in known}
    back = nearest(expected, talk.after)
    waiting = _waiting(talk) & {*touched(talk.before, nearest(talk.before, expected).actions)}
    wrong = [
        action
        for action in back.actions
        if action.model_dump_json() not in undone and not {*_places(talk.after, action)} <= waiting
    ]
    more = len(missing) - _SHOWN
    why = "; ".join(missing[:_SHOWN]) + (f" (and {more} more)" if more > 0 else "")
    untold = not back.actions and not differences(talk.before, expected)
    return _Wrong(wrong, len(wrong) or (len(back.unsaid) if untold else 0)), [why]


def _waiting(talk: Talk) -> set[Touch]:
    """The places that were set before a turn that did nothing, and were not set again."""
    waiting: set[Touch] = set()
    changed: set[Touch] = set()
    for turn in talk.turns:
        now = {*touched(turn.before, nearest(turn.before, turn.after).actions)}
        waiting = waiting - now if now or turn.outcome.ok else waiting | changed
        changed |= now
    return waiting


def _places(session: Session, action: Action) -> Iterator[Touch]:
    """The places that an edit touches; one that cannot be done there touches one that nothing else does."""
    try:
        yield from touched(session, [action])
    except OrbitError:
        yield Touch("", action.action)


def _strays(allowed: Sequence[str], talk: Talk) -> Iterator[Action]:
    """The edits of anything but the tracks that may read differently."""
    may = {name.casefold() for name in allowed}
    for action in nearest(talk.before, talk.after).actions:
        if not _may(action, may, talk):
            yield action


def _may(action: Action, may: set[str], talk: Talk) -> bool:
    names = {name.casefold() for name in _tracks_of(action, talk)}
    if isinstance(action, CreateTrack | DuplicateTrack):
        return _NEW in may or bool(names & may)
    if not names:
        return _TRANSPORT in may
    there = {track.name.casefold() for track in talk.before.tracks}
    return all(name in may or (name not in there and _NEW in may) for name in names)


def _tracks_of(action: Action, talk: Talk) -> Iterator[str]:
    if isinstance(action, CreateTrack | DuplicateTrack):
        yield action.name or ""
    elif (reference := getattr(action, "track", None)) is not None:
        yield _name(str(reference), talk)


def _name(reference: str, talk: Talk) -> str:
    for session in (talk.after, talk.before):
        try:
            return session.tracks[track_index(session, reference)].name
        except OrbitError:
            continue
    return reference


def _listed(actions: Sequence[Action]) -> str:
    more = len(actions) - _SHOWN
    return ", ".join(action.describe() for action in actions[:_SHOWN]) + (
        f" and {more} more" if more > 0 else ""
    )
