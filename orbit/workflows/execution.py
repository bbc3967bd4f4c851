"""Carrying a plan out: look again, ask, perform in one batch, read everything back, restore if it went wrong.

A run never claims what was not read: every step's result is the host's own reading, the whole session is
compared with the prediction at the end, and ``rolled_back`` is said only of a session that was read and is as
it was.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from daw_bridges.actions import Risk
from daw_bridges.algebra import differences
from daw_bridges.bridge import Bridge, OnResult, Result, Status
from daw_bridges.errors import ActionError, BridgeError, TimedOutError
from daw_bridges.readback import read_back
from daw_bridges.session import Session
from orbit.workflows.conditions import holds, is_parameter_shown
from orbit.workflows.plan import RISKS, Plan
from orbit.workflows.recordings import as_recorded
from orbit.workflows.restoring import Restored, restore
from orbit.workflows.run import Run
from orbit.workflows.touched import part, touched
from orbit.workflows.way_back import Passage

__all__ = ["Approve", "OnBegin", "moved_since", "replay"]

Approve = Callable[[Plan], bool | Awaitable[bool]]
"""Shown the plan, says whether it may be carried out."""

OnBegin = Callable[[Plan, Session], None]
"""Told of a plan and the session as it was read right before the first step."""

RETURN_SECONDS = 2.0
"""How long a host that was lost is waited for before the run is given up."""


async def replay(
    plan: Plan,
    bridge: Bridge,
    *,
    approve: Approve | None = None,
    ask_from: Risk = Risk.DESTRUCTIVE,
    on_begin: OnBegin | None = None,
    on_progress: OnResult | None = None,
    cancel: asyncio.Event | None = None,
) -> Run:
    """Carry a plan out and say what became of it; never raises for what the host or the session does.

    What ``on_begin`` raises ends the run before anything is sent.

    ``approve`` is asked when the plan's risk is ``ask_from`` or greater; a destructive plan that nobody
    approves is not done. Setting ``cancel`` at any moment stops the run and restores the session.
    """
    run = _Replay(plan, bridge, on_begin, on_progress, cancel or asyncio.Event())
    return await run.run(approve, ask_from)


class _Refused(Exception):  # noqa: N818 - it never leaves this module
    """The plan is not begun; nothing was changed."""

    def __init__(self, reason: str, code: str) -> None:
        super().__init__(reason)
        self.reason, self.code = reason, code


class _Replay:
    """One run: what it knows so far, and what it makes of it."""

    def __init__(
        self,
        plan: Plan,
        bridge: Bridge,
        on_begin: OnBegin | None,
        on_progress: OnResult | None,
        cancel: asyncio.Event,
    ) -> None:
        self._plan, self._bridge, self._cancel = plan, bridge, cancel
        self._on_begin, self._on_progress = on_begin, on_progress
        self._actions = plan.actions
        self._before = plan.before
        self._results: list[Result] = []
        self._times: list[float] = []
        self._started, self._clock = datetime.now(UTC), time.monotonic()

    async def run(self, approve: Approve | None, ask_from: Risk) -> Run:
        try:
            await self._look_again()
            if await self._asked(approve, ask_from):
                await self._look_again()  # people take their time to answer, and may go on working meanwhile
            if self._cancel.is_set():
                raise _Refused("Cancelled before it started; nothing was changed.", "cancelled")
        except _Refused as refusal:
            return self._end(ok=False, reason=refusal.reason, code=refusal.code, after=self._before)
        except BridgeError as error:
            return self._end(ok=False, reason=str(error), code=error.code)
        if not self._actions:
            return self._end(ok=True, after=self._before)
        if self._on_begin is not None:
            self._on_begin(self._plan, self._before)
        try:
            return await self._perform()
        except BaseException:
            # Whoever ends this task, or errs while it is told of its progress, must not leave it halfway
            # through somebody's session.
            await asyncio.shield(restore(self._bridge, self._passage, self._confirmed))
            raise

    async def _look_again(self) -> None:
        """Read the session and see whether the plan still says what it will change."""
        now = await self._bridge.snapshot()
        moved = moved_since(self._plan, now)
        self._before = now
        if moved:
            raise _Refused(
                f"The session has changed since this was planned ({'; '.join(moved[:5])}). Plan it again.",
                "changed",
            )
        failed = [why for ok, why in (holds(each, now) for each in self._plan.preconditions) if not ok]
        if failed:
            raise _Refused(f"{self._plan.title} can no longer be done. {' '.join(failed)}", "precondition")
        self._passage = Passage.through(now, self._actions, self._bridge.capabilities.shown)
        for step, state in zip(self._plan.steps, self._passage.states, strict=False):
            if (why := self._bridge.capabilities.refusal(step.action, state)) is not None:
                said = f"Orbit cannot do this in this DAW: {step.describe()}. {why} Nothing was changed."
                raise _Refused(said, "unsupported")

    async def _asked(self, approve: Approve | None, ask_from: Risk) -> bool:
        """Ask where it has to be asked, and say whether that was so."""
        if RISKS.index(self._plan.risk) < RISKS.index(ask_from):
            return False
        if approve is None:
            if self._plan.risk is Risk.DESTRUCTIVE:
                raise _Refused(
                    f"{_what_is_lost(self._plan)} Nothing was changed: it needs your consent.", "consent"
                )
            return False
        answer = approve(self._plan)
        if not (await answer if inspect.isawaitable(answer) else answer):
            raise _Refused("You did not agree; nothing was changed.", "declined")
        return True

    async def _perform(self) -> Run:
        try:
            await self._batch()
        except BridgeError as error:
            return await self._broken(error)
        if self._cancel.is_set():
            return await self._restored("Cancelled.", "cancelled")
        failed = next((n for n, result in enumerate(self._results) if result.status is Status.FAILED), None)
        if failed is not None:
            return await self._restored(self._said(failed), self._results[failed].code or "failed", failed)
        return await self._verify()

    async def _batch(self) -> None:
        """Let the bridge do all actions, until they are done or the run is cancelled."""
        work = asyncio.ensure_future(self._bridge.perform(self._actions, on_result=self._note))
        stop = asyncio.ensure_future(self._cancel.wait())
        try:
            await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            work.cancel()
            # The host is told to stop before it is asked anything else.
            await asyncio.wait({work})
        if not work.cancelled():
            self._results = list(work.result())

    def _note(self, place: int, result: Result) -> None:
        if result.status is not Status.SKIPPED:
            self._results.append(result)
            self._times.append(self._elapsed())
        if self._on_progress is not None:
            self._on_progress(place, result)

    def _said(self, failed: int) -> str:
        step, result = self._plan.steps[failed], self._results[failed]
        why = (result.reason or "it had no effect").rstrip(".")
        reads = read_back(result.observed)
        read = f" It now reads {reads}." if reads and reads not in why else ""
        return f"Step {failed + 1} ({step.describe()}) failed: {why}.{read}"

    async def _verify(self) -> Run:
        """Read the whole session and compare it with what was predicted."""
        try:
            after = await self._bridge.snapshot()
        except BridgeError as error:
            return await self._broken(error)
        if self._cancel.is_set():
            return await self._restored("Cancelled.", "cancelled")
        wrong = self._passage.astray(after, len(self._actions)) or self._unmet(after)
        if wrong:
            said = f"Every step was confirmed, but the session is not as planned ({'; '.join(wrong[:5])})."
            return await self._restored(said, "unexpected")
        own = self._passage.since(self._plan.taking_back)
        return self._end(ok=True, after=after, inverse=own.back(len(own.actions), after))

    def _unmet(self, after: Session) -> list[str]:
        """Why postconditions do not hold; one that the host could not show to hold is not asked."""
        best, planned = self._passage.expected(len(self._actions), after), self._passage.states[-1]
        asked = [
            condition
            for condition in self._plan.postconditions
            if holds(condition, best).ok
            # With which settings a device comes is only assumed, but here they are what the plan is for.
            or (is_parameter_shown(condition, after) and holds(condition, planned).ok)
        ]
        return [why for ok, why in (holds(condition, after) for condition in asked) if not ok]

    @property
    def _confirmed(self) -> int:
        done = (Status.VERIFIED, Status.UNVERIFIED)
        return next((n for n, r in enumerate(self._results) if r.status not in done), len(self._results))

    async def _restored(self, reason: str, code: str, failed: int | None = None) -> Run:
        """Put the session back, read it, and end the run."""
        confirmed = self._confirmed
        self._fill_results(reason if failed is None else "a step before it failed")
        restored = await restore(self._bridge, self._passage, confirmed)
        return self._ended(reason, code, restored, failed)

    def _ended(self, reason: str, code: str, restored: Restored, failed: int | None) -> Run:
        return self._end(
            ok=False,
            reason=f"{reason} {restored.said}",
            code=code,
            failed_step=None if failed is None else failed + 1,
            rolled_back=restored.complete,
            after=restored.session,
            expected_after=restored.expected if restored.session is None else None,
            inverse=restored.left,
        )

    async def _broken(self, error: BridgeError) -> Run:
        """Say what the host confirmed before the way to it broke; restore if the same set is still there."""
        confirmed, code = self._confirmed, error.code
        missing = confirmed if confirmed < len(self._actions) else None
        if missing is not None:
            del self._results[missing:]
            action = self._actions[missing]
            self._results.append(Result(action=action, status=Status.FAILED, reason=str(error), code=code))
        self._fill_results("the connection to the DAW was lost before it")
        where = "before the session could be read again" if missing is None else f"at step {missing + 1}"
        # A host that did not answer in time is not waited for a second time.
        restored = None if isinstance(error, TimedOutError) else await self._returned(confirmed)
        said = f"The connection to the DAW was lost {where}. {error}"
        return self._ended(said, code, restored or self._owed(confirmed), missing)

    async def _returned(self, confirmed: int) -> Restored | None:
        try:
            async with asyncio.timeout(RETURN_SECONDS):
                now = await self._bridge.snapshot()
        except (BridgeError, TimeoutError):
            return None
        if self._passage.place_of(now, confirmed) is None:
            return None
        return await restore(self._bridge, self._passage, confirmed)

    def _owed(self, confirmed: int) -> Restored:
        """What is to be taken back when the host returns: the step in flight may have been done or not."""
        reached = min(confirmed + 1, len(self._actions))
        inverse = self._passage.inverses(reached)
        said = "“undo” takes back what it had done once the DAW is back."
        return Restored(False, None, self._passage.states[reached], inverse, said)

    def _fill_results(self, reason: str) -> None:
        for action in self._actions[len(self._results) :]:
            self._results.append(Result(action=action, status=Status.SKIPPED, reason=reason))

    def _elapsed(self) -> float:
        return round(time.monotonic() - self._clock, 4)

    def _end(self, *, ok: bool, code: str | None = None, reason: str | None = None, **fields: Any) -> Run:
        self._fill_results(reason or "")
        return Run(
            plan_id=self._plan.id,
            workflow=self._plan.workflow,
            title=self._plan.title,
            slots=self._plan.slots,
            ok=ok,
            reason=reason,
            code=code,
            results=tuple(self._results),
            times=tuple(self._times),
            before=self._before,
            started=self._started,
            seconds=self._elapsed(),
            **fields,
        )


def _what_is_lost(plan: Plan) -> str:
    return f"This would delete or overwrite what is there: {', '.join(plan.destroys)}."


def moved_since(plan: Plan, now: Session) -> list[str]:
    """Say what changed since it was planned in the places that the plan touches; nothing: it holds."""
    try:
        places = touched(plan.before, plan.actions)
        if touched(now, plan.actions) != places:
            return ["tracks or devices have moved"]
    except ActionError as error:
        return [str(error)]
    return differences(part(now, places), part(as_recorded(plan.before, now), places))
