"""The desk: what can be done with a DAW and the library, for the agent and for any face alike.

``plan_workflow`` and ``plan_actions`` touch nothing; ``run`` carries a plan out, reads every step back and
remembers the attempt; ``undo`` takes the last one back, also one that an earlier process did.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from daw_bridges.actions import Action, Risk, action_json, parse_action
from daw_bridges.algebra import differences
from daw_bridges.bridge import Bridge, OnResult, Result
from daw_bridges.errors import MemoryStoreError, NotPossibleError, OrbitError, UsageError
from daw_bridges.session import Session
from orbit.agent.bounds import bounded, unnoted
from orbit.agent.context import Context, KeptShelf, Record, corrections_in
from orbit.agent.events import OnEvent, Planned, Ran, Started, Stepped
from orbit.agent.familiar import Familiar
from orbit.agent.keeping import keep_run
from orbit.agent.memories import Memories
from orbit.agent.overview import quoted
from orbit.agent.parts import Part
from orbit.agent.planning import Missing, Planner
from orbit.agent.preferred import Preferred
from orbit.agent.records import (
    answers_of,
    failure_of,
    record_of,
    refusal_of,
    refused_failure,
    trajectory_of,
)
from orbit.agent.recovery import NotedRun, Recovery
from orbit.workflows import (
    Consent,
    Plan,
    Run,
    Workflow,
    looked_into,
    plan_actions,
    replay,
    undo_run,
)

if TYPE_CHECKING:
    from orbit.memory import Decision, Hit, Library, RunRecord, Trajectory
    from orbit.settings import Settings

__all__ = ["Desk", "Found", "Missing", "Undone", "search_library"]

_PLANS_KEPT = 16


@dataclass(frozen=True)
class Found:
    """What a search came to.

    The hits, best first, and whether the best may be taken, asked about or passed over.
    """

    decision: Decision
    hits: tuple[Hit, ...]


@dataclass(frozen=True)
class Undone:
    """What undo took back."""

    title: str
    run: Run


class Desk:
    """The operations on one DAW with one library.

    ``place`` is where runs are remembered, and looked for by ``undo``: the bridge's, unless it is given.
    """

    def __init__(
        self, bridge: Bridge, library: Library, settings: Settings, *, place: str | None = None
    ) -> None:
        self.bridge, self.library, self.settings = bridge, library, settings
        self.id = uuid4().hex
        """The session of work that trajectories belong to."""
        self.place = place or bridge.place
        self.last_trajectory: Trajectory | None = None
        """What the last run did, as the library keeps it."""
        self.not_kept: str | None = None
        """Why the last thing done is not in the library, for the user; None when it is."""
        self._plans: dict[str, Plan] = {}
        self.familiar = Familiar(library, learning=self.place == bridge.daw)
        """What is known of the user's own things: names, habits."""
        self.memories = Memories(library, settings)
        """What workflows keep and read under keys."""
        self.recovery = Recovery(library, bridge, self.place, self.memories)
        """What is known of runs that were cut short."""
        self.preferred = Preferred(self.memories)
        """What the user wants done their way."""
        self.planner = Planner(bridge, library, self.familiar, self.memories, self.preferred, self.place)
        """What makes the plans."""
        # None of these holds the desk: with it goes the library, and with that an embedder, at once.
        memories = self.memories
        self.learn_from = partial(_learn_from, library, self.preferred)
        """Takes what a request corrected of those before it for evidence of how the user wants it."""
        self.context = Context(
            KeptShelf(lambda: memories.keyed, self.place),
            desk=self.id,
            watch=self.learn_from if self.place == bridge.daw else None,
        )
        """What was asked here lately, and what came of it."""

    async def session(self) -> Session:
        """Read the session from the DAW. Raises BridgeError when it does not answer."""
        session = await self.bridge.snapshot()
        await self.recovery.look(session)
        return session

    def search(self, text: str, k: int = 5, *, session: Session | None = None) -> Found:
        """Find the workflows for a request; the session's own names do not count against one."""
        nicknames = self.familiar.nicknames(session) if session is not None else ()
        return search_library(self.library, text, k, session, nicknames)

    def workflow(self, workflow_id: str) -> Workflow:
        """The workflow of that id. Raises NotFoundError."""
        return self.library.definition(workflow_id)

    async def plan_workflow(
        self,
        workflow_id: str,
        slots: Mapping[str, Any] | None = None,
        *,
        session: Session | None = None,
        on_event: OnEvent | None = None,
    ) -> Plan | Missing:
        """Plan a workflow on the session as it is now, or say what has to be asked first.

        ``session`` is a reading a moment old, where there is one; ``run`` looks again before it begins.
        Raises NotFoundError, SlotError, PreconditionError, ActionError or BridgeError.
        """
        session = session or await self.session()
        made = await self.planner.workflow(workflow_id, slots or {}, session)
        return made if isinstance(made, Missing) else self._keep(made, on_event)

    async def plan_actions(
        self,
        actions: Sequence[Action | Mapping[str, Any]],
        title: str = "",
        *,
        session: Session | None = None,
        on_event: OnEvent | None = None,
    ) -> Plan:
        """Plan single actions on the session as it is now; ``session`` as in ``plan_workflow``.

        Raises ActionError or BridgeError.
        """
        plan = await self.planner.actions(actions, title, session or await self.session())
        return self._keep(plan, on_event)

    async def plan_parts(
        self,
        parts: Sequence[Part],
        title: str = "",
        *,
        session: Session | None = None,
        on_event: OnEvent | None = None,
    ) -> Plan | Missing:
        """Plan several workflows and edits as one, each on what the one before leads to.

        Says what has to be asked first where a part is open. Raises what planning the parts raises, and
        UsageError or NotPossibleError where they cannot be joined.
        """
        made = await self.planner.parts(parts, title, session or await self.session())
        return made if isinstance(made, Missing) else self._keep(made, on_event)

    async def plan_again(self, plan: Plan, left: Session | None) -> Plan:
        """Plan the same edits on the session that a run has just left; the plan as it was where that is open.

        It is where a workflow made it, where a place is meant that may be another's by now, and where the
        session is not as it was ``left``. Raises as ``plan_actions``.
        """
        placed = any("#" in str(each) for action in plan.actions for each in action_json(action).values())
        if plan.workflow is not None or plan.memory or placed or left is None:
            return plan
        now = await self.session()
        if differences(left, now):
            return plan
        made = await self.planner.actions(plan.actions, plan.title, now)
        return self._keep(made.model_copy(update={"id": plan.id}), None)

    def _keep(self, plan: Plan, on_event: OnEvent | None) -> Plan:
        plan = unnoted(bounded(self.preferred.guarded(plan, self.familiar.nicknames)), self.library)
        self._plans[plan.id] = plan
        while len(self._plans) > _PLANS_KEPT:
            del self._plans[next(iter(self._plans))]
        if on_event is not None:
            on_event(Planned(plan))
        return plan

    def plan(self, plan_id: str) -> Plan:
        """A plan made before. Raises UsageError when there is none of that id, or it is long gone."""
        if plan_id not in self._plans:
            raise UsageError(f"There is no plan “{plan_id}”. Make one first, and use the id it is given.")
        return self._plans[plan_id]

    def needs_approval(self, plan: Plan) -> bool:
        """Whether the user has to agree before the plan is carried out."""
        if plan.untrusted or plan.consent or plan.risk is Risk.DESTRUCTIVE:
            return True
        return plan.risk is not Risk.READ and self.preferred.confirms(self.settings.confirm)

    async def run(
        self,
        plan_id: str,
        *,
        approved: bool = False,
        goal: str | None = None,
        on_event: OnEvent | None = None,
    ) -> Run:
        """Carry out a plan and remember how it went, whatever happens.

        What is done stays done when the library cannot be written any more: ``not_kept`` says so then. Raises
        NotPossibleError without the consent it needs, UsageError when there is no such plan, and
        MemoryStoreError when it cannot even be noted that it begins; nothing is changed then.
        """
        plan = self.plan(plan_id)
        if self.needs_approval(plan) and not approved:
            raise NotPossibleError(
                f"“{plan.title}” needs your consent and did not get it. Nothing was changed."
            )
        if (moved := self.memories.moved(plan)) is not None:
            raise NotPossibleError(moved)
        _tell(on_event, Started(plan))
        with NotedRun(self.library, self.place, goal) as noted:
            on_progress = _steps(plan, noted, on_event)
            run = await replay(plan, self.bridge, approve=_yes, on_begin=noted.begin, on_progress=on_progress)
            del self._plans[plan_id]
            self._remember(plan, run, noted.id, goal)
        run = run.model_copy(update={"memory": self.memories.answers})
        self.familiar.did(run)
        _tell(on_event, Ran(plan, run))
        return run

    def _remember(self, plan: Plan, run: Run, run_id: str, goal: str | None) -> None:
        self.last_trajectory = trajectory = trajectory_of(plan, run, goal, self.id)
        record = record_of(self.place, plan, run, goal).model_copy(update={"id": run_id})
        failure = failure_of(plan, run, goal)
        self._keep_in_mind(
            lambda: self.memories.remember(
                plan,
                run,
                run_id,
                lambda: keep_run(self.library, self.bridge, run, record, trajectory, failure),
            ),
            "This could not be remembered, so Orbit cannot take it back later.",
        )

    def refuse(
        self, goal: str | None, reason: OrbitError | str, *, workflow: str | None = None, project: str = ""
    ) -> None:
        """Remember an attempt that ended before anything was changed."""
        refusal = refusal_of(self.place, goal, reason, workflow=workflow, project=project)
        failure = refused_failure(goal, reason)
        self._keep_in_mind(
            lambda: self.library.record(refusal, None, failure), "This could not be remembered."
        )

    def _keep_in_mind(self, write: Callable[[], str | None], means: str) -> None:
        """Write to the library; when that fails, the DAW is as it is, and the user is told what it means."""
        self.not_kept = None
        try:
            self.not_kept = write()
        except MemoryStoreError as error:
            self.not_kept = f"{means} {error}"

    async def undo(
        self,
        *,
        request: str | None = None,
        consent: Consent | None = None,
        on_event: OnEvent | None = None,
    ) -> Undone:
        """Take back the last run on this DAW that can be taken back.

        ``request`` is what it must have been asked with, where nothing else is meant. ``consent`` is asked
        before what the user changed since goes too. Raises NotPossibleError when there is nothing to take
        back.
        """
        last = self._last()
        if request is not None and last.goal != request:
            raise NotPossibleError(
                f"“{quoted(request)}” cannot be taken back: other things were done here since."
            )
        inverse = [parse_action(action) for action in last.inverse or ()]
        left = Session.model_validate(last.after)
        title = self._title(last.workflow_id, last.goal)
        with NotedRun(self.library, self.place, title=f"Undo “{title}”", undoes=last.id) as noted:
            run = await undo_run(
                inverse,
                left,
                self.bridge,
                consent=consent,
                on_begin=noted.begin,
                on_progress=noted.confirm,
            )
            if run.ok:
                self._keep_in_mind(
                    lambda: self.memories.take_back(
                        last.id, lambda: self.library.mark_undone(last.id, list(answers_of(run)))
                    ),
                    "That it was taken back could not be remembered: do not take it back twice.",
                )
            noted.end()
        _tell(on_event, Ran(None, run))
        return Undone(title, run)

    async def plan_undo(self) -> Plan:
        """Plan the undo of the last run on the session as it is now, over what was changed there since.

        Raises NotPossibleError when there is nothing to take back, PlanError when it cannot be any more.
        """
        last = self._last()
        inverse = [parse_action(action) for action in last.inverse or ()]
        title = f"Undo “{self._title(last.workflow_id, last.goal)}”, and what was changed there since"
        session = await looked_into(self.bridge, await self.session(), inverse)
        return plan_actions(inverse, session, title, self.bridge.capabilities)

    def _last(self) -> RunRecord:
        if (alone := self.memories.last_alone(self.place)) is not None:
            return alone
        last = self.library.last_undoable(self.place)
        if (why := self.recovery.instead_of_undo(last and last.started)) is not None:
            raise NotPossibleError(why)
        if last is None or not last.inverse or last.after is None:
            raise NotPossibleError(
                "There is nothing to take back: Orbit has changed nothing here that it can undo."
            )
        return last

    def _title(self, workflow_id: str | None, goal: str | None) -> str:
        """What a request came to, where that is still known: "same on the pad" says little by itself."""
        lately = self.context.lately(_PLANS_KEPT).done
        if known := next((done.title for done in lately if done.request == goal and done.title), None):
            return known
        try:
            return self.workflow(workflow_id).title if workflow_id else goal or "the last change"
        except OrbitError:
            return goal or "the last change"


def search_library(
    library: Library, text: str, k: int, session: Session | None, nicknames: Collection[str] = ()
) -> Found:
    """Search as the desk does, with no DAW at hand.

    What was clearly meant and cannot work on this session counts as found: its plan says why it cannot.
    """
    from orbit.memory import Abstain, Match

    decision, hits = library.find(text, k, names=nicknames, session=session)
    if isinstance(decision, Abstain) and decision.nearest is not None and decision.nearest.blocked:
        return Found(Match(decision.nearest), (decision.nearest, *hits)[:k])
    return Found(decision, tuple(hits))


def _learn_from(library: Library, preferred: Preferred, new: Record, earlier: tuple[Record, ...]) -> None:
    for correction in corrections_in(new, earlier, library.definition):
        preferred.corrected(correction, new.sitting)


def _tell(on_event: OnEvent | None, event: Any) -> None:
    if on_event is not None:
        on_event(event)


def _yes(_: Plan) -> bool:
    return True  # whoever calls ``run`` has seen to consent already


def _steps(plan: Plan, noted: NotedRun, on_event: OnEvent | None) -> OnResult:
    def tell(place: int, result: Result) -> None:
        noted.confirm(place, result)
        _tell(on_event, Stepped(plan, place + 1, result))

    return tell
