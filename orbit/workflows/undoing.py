"""Taking a run back, minutes or days later, without taking back what the user did since."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import NamedTuple

from daw_bridges.actions import TRACK_FIELDS, Action
from daw_bridges.algebra import apply, apply_all, differences, equivalent
from daw_bridges.bridge import Bridge, OnResult
from daw_bridges.errors import ActionError, AmbiguousError, BridgeError
from daw_bridges.references import counterparts, is_numbered, track_index, track_reference
from daw_bridges.session import Session
from orbit.workflows.detail import looked_into
from orbit.workflows.execution import OnBegin, replay
from orbit.workflows.plan import Plan, PlanError
from orbit.workflows.planning import plan_actions
from orbit.workflows.run import Run
from orbit.workflows.touched import come_and_go, count, part, touched
from orbit.workflows.way_back import Passage

__all__ = ["NOTHING_LEFT", "Consent", "plan_back", "undo_run"]

NOTHING_LEFT = "nothing_left"
"""The code of an undo that found nothing of what it was to take back."""

Consent = Callable[[Sequence[str]], bool | Awaitable[bool]]
"""Shown what the user changed since, says whether that may go too."""


async def undo_run(
    inverse: Sequence[Action],
    expected_after: Session,
    bridge: Bridge,
    *,
    elsewhere: str = "",
    consent: Consent | None = None,
    on_begin: OnBegin | None = None,
    on_progress: OnResult | None = None,
) -> Run:
    """Take a run back: ``inverse`` and the session it left, as the run says them.

    What would be taken back is compared with how the run left it. Where the user changed it since, or
    ``elsewhere`` says why this may be another set, it is taken back only with ``consent``, and as far as it
    still can be. Where nothing of it is left there is nothing to do, and the code is ``NOTHING_LEFT``. Never
    raises for what the host or the session does.
    """
    try:
        now = await looked_into(bridge, await bridge.snapshot(), inverse)
    except BridgeError as error:
        return Run(title=_TITLE, ok=False, reason=str(error), code=error.code, before=expected_after)
    left = _Left.of(inverse, expected_after, now, bridge, elsewhere)
    if inverse and not left.way:
        return Run(title=_TITLE, ok=True, code=NOTHING_LEFT, before=now, after=now)
    if left.changed and not await _agreed(consent, left.changed):
        reason = f"{left.doubt} Orbit takes it back only if you agree; nothing was done."
        return _refused(reason, "changed_since", now)
    return await _perform(left.way, now, bridge, on_begin, on_progress)


def plan_back(
    inverse: Sequence[Action], expected_after: Session, now: Session, bridge: Bridge, elsewhere: str = ""
) -> Plan:
    """Plan to take a run back on the session as it is; of no steps where nothing of it is left.

    ``consent`` says where more goes than the run brought. Raises PlanError.
    """
    left = _Left.of(inverse, expected_after, now, bridge, elsewhere)
    plan = plan_actions(left.way, now, _TITLE, bridge.capabilities)
    return plan.model_copy(update={"consent": (left.doubt,) if left.changed else ()})


class _Left(NamedTuple):
    """What is left of a run: what takes it back, and what the user would lose beside it."""

    way: tuple[Action, ...]
    changed: tuple[str, ...] = ()
    doubt: str = ""
    """The same in a sentence."""

    @classmethod
    def of(
        cls, inverse: Sequence[Action], expected: Session, now: Session, bridge: Bridge, elsewhere: str
    ) -> _Left:
        changed: Sequence[str] = ()
        try:
            inverse, expected = _where_they_are(inverse, expected, now)
            passage = Passage.through(expected, inverse, bridge.capabilities.shown)
            way = _still_to_do(passage, now)
            changed = _changed_since(passage, now) if way is None else ()
        except ActionError as error:
            way, changed = None, [str(error)]
            if expected.track_names != now.track_names:
                inverse = [action for action in inverse if not any(_numbered(action))]
        if way is None:
            way = _possible(inverse, now)
            if equivalent(now, apply_all(now, way)):
                way = ()
        if elsewhere:
            return cls(way, (elsewhere,), elsewhere)
        return cls(way, tuple(changed), f"It has changed since then ({'; '.join(changed[:5])}).")


_TITLE = "Undo"


def _refused(reason: str, code: str, now: Session) -> Run:
    return Run(title=_TITLE, ok=False, reason=reason, code=code, before=now, after=now)


def _where_they_are(
    inverse: Sequence[Action], left: Session, now: Session
) -> tuple[Sequence[Action], Session]:
    """The way back and the session it begins in, with each track that is said by its place where it is now.

    A track is the same one where as many are called so as before: the second of two is the second still.
    Raises ActionError where that cannot be told.
    """
    if left.track_names == now.track_names or not any(any(_numbered(action)) for action in inverse):
        return inverse, left
    tracks = tuple(was or track for track, was in counterparts(now, left))
    start = there = left.model_copy(update={"tracks": tracks})
    found: list[Action] = []
    for action in inverse:
        moved = {field: _now_at(number, left, there) for field, number in _numbered(action)}
        found.append(action.model_copy(update=moved))
        left, there = apply(left, action), apply(there, found[-1])
    return found, start


def _numbered(action: Action) -> Iterator[tuple[str, str]]:
    for field in TRACK_FIELDS:
        value = getattr(action, field, None)
        if isinstance(value, str) and is_numbered(value):
            yield field, value


def _now_at(reference: str, before: Session, now: Session) -> str:
    index = track_index(before, reference)
    name = before.tracks[index].name
    was, here = (
        [place for place, other in enumerate(session.track_names) if other == name]
        for session in (before, now)
    )
    if len(was) != len(here):
        raise AmbiguousError("track", name, [f"#{place + 1} {name}" for place in here])
    return track_reference(now, here[was.index(index)])


def _still_to_do(passage: Passage, now: Session) -> tuple[Action, ...] | None:
    """What of the inverse is left to do: all, or the rest where a lost host had not got as far as feared.

    None when the session is at none of the places on the way, as far as the way touches it.
    """
    places = touched(passage.states[0], passage.actions)
    here, names = part(passage.shown(now), places), come_and_go(passage.states)
    for done, state in enumerate(passage.states):
        there = part(passage.shown(state), places)
        if equivalent(here, there) and count(now, names) == count(state, names):
            return passage.actions[done:]
    return None


def _changed_since(passage: Passage, now: Session) -> list[str]:
    places = touched(passage.states[0], passage.actions)
    return differences(part(passage.shown(now), places), part(passage.shown(passage.states[0]), places))


async def _agreed(consent: Consent | None, changed: Sequence[str]) -> bool:
    if consent is None:
        return False
    answer = consent(changed)
    return bool(await answer) if inspect.isawaitable(answer) else bool(answer)


def _possible(inverse: Sequence[Action], now: Session) -> tuple[Action, ...]:
    """Those of the actions that can still be done; what the user has removed need not be removed again."""
    possible: list[Action] = []
    for action in inverse:
        try:
            now = apply(now, action)
        except ActionError:
            continue
        possible.append(action)
    return tuple(possible)


async def _perform(
    actions: Sequence[Action],
    now: Session,
    bridge: Bridge,
    on_begin: OnBegin | None,
    on_progress: OnResult | None,
) -> Run:
    try:
        plan = plan_actions(actions, now, _TITLE)
    except PlanError as error:
        return _refused(str(error), error.code, now)
    return await replay(plan, bridge, approve=_yes, on_begin=on_begin, on_progress=on_progress)


def _yes(_plan: Plan) -> bool:
    # Whoever asks for undo has agreed to what it removes: it was not there before the run.
    return True
