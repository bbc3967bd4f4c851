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

from daw_bridges.actions import Action, Risk, action_json
from daw_bridges.algebra import differences
from daw_bridges.bridge import Bridge, OnResult, Result
from daw_bridges.errors import BridgeError, MemoryStoreError, NotPossibleError, OrbitError, UsageError
from daw_bridges.session import Session
from orbit.agent.bounds import bounded, held_to, unnoted
from orbit.agent.context import Context, KeptShelf
from orbit.agent.events import OnEvent, Planned, Ran, Started, Stepped
from orbit.agent.familiar import Familiar
from orbit.agent.keeping import keep_run
from orbit.agent.memories import Memories
from orbit.agent.parts import Part
from orbit.agent.planning import Missing, Planner
from orbit.agent.preferred import Preferred
from orbit.agent.records import (
    failure_of,
    record_of,
    refusal_of,
    refused_failure,
    trajectory_of,
)
from orbit.agent.recovery import NotedRun, Recovery
from orbit.agent.undo_history import UndoHistory, Undone
from orbit.workflows import (
    NOTHING_LEFT,
    Consent,
    Plan,
    Run,
    Workflow,
    looked_into,
    own_plan,
    own_run,
    plan_back,
    replay,
    undo_run,
)

if TYPE_CHECKING:
    from orbit.memory import Decision, Hit, Library, Trajectory
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
        # None of these holds the desk: with it goes the library, and with that an embedder, at once.
        memories = self.memories
        self.learn_from = partial(self.preferred.learn_from, library.definition)
        """Takes what a request corrected of those before it for evidence of how the user wants it."""
        self.context = Context(
            KeptShelf(lambda: memories.keyed, self.place),
            desk=self.id,
            watch=self.learn_from if self.place == bridge.daw else None,
        )
        """What was asked here lately, and what came of it."""
        self.history = UndoHistory(bridge, library, self.memories, self.context, self.recovery, self.place)
        """What can be taken back."""
        self.planner = Planner(
            bridge, library, self.familiar, self.memories, self.preferred, self.history, self.place
        )
        """What makes the plans."""

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
        request: str = "",
        session: Session | None = None,
        on_event: OnEvent | None = None,
    ) -> Plan | Missing:
        """Plan a workflow on the session as it is now, or say what has to be asked first.

        Where an earlier run did the same and it holds, that is asked too (``ONCE_MORE``). ``request``: the
        user's words, if it was not called by its id; ``session``: a reading a moment old, if there is one.
        Raises NotFoundError, SlotError, PreconditionError, ActionError or BridgeError.
        """
        session = session or await self.session()
        made = await self.planner.workflow(workflow_id, slots or {}, session)
        return made if isinstance(made, Missing) else self._keep(made, on_event, request)

    async def plan_actions(
        self,
        actions: Sequence[Action | Mapping[str, Any]],
        title: str = "",
        *,
        session: Session | None = None,
        on_event: OnEvent | None = None,
    ) -> Plan:
        """Plan single actions, ``session`` as in ``plan_workflow``. Raises ActionError or BridgeError."""
        plan = await self.planner.actions(actions, title, session or await self.session())
        return self._keep(plan, on_event)

    async def plan_parts(
        self,
        parts: Sequence[Part],
        title: str = "",
        *,
        request: str = "",
        instead_of: Sequence[str | None] = (),
        session: Session | None = None,
        on_event: OnEvent | None = None,
    ) -> Plan | Missing:
        """Plan several workflows and edits as one, each on what the one before leads to.

        ``instead_of`` are the requests that it takes back first, latest first; None is whatever came last.
        Raises what planning the parts raises, UsageError or NotPossibleError where they cannot be joined.
        """
        now = session or await self.session()
        backs = self.history.latest(instead_of, now.name)
        made = await self.planner.parts(parts, title, now, backs)
        return made if isinstance(made, Missing) else self._keep(made, on_event, request)

    async def without(self, requests: Sequence[str | None], session: Session) -> Session:
        """The session as it would read without the latest requests. Raises NotPossibleError."""
        backs = self.history.latest(requests, session.name)
        return await self.planner.without(backs, session)

    async def plan_again(self, plan: Plan, left: Session | None) -> Plan:
        """Plan the same edits on the session that a run has just left; the plan as it was where that is open.

        So where a workflow made it, it takes something back, a place may be another's by now, or the session
        is not as it was ``left``. Raises as ``plan_actions``.
        """
        placed = any("#" in str(each) for action in plan.actions for each in action_json(action).values())
        if plan.workflow is not None or plan.instead_of or plan.memory or placed or left is None:
            return plan
        now = await self.session()
        if differences(left, now):
            return plan
        made = await self.planner.actions(plan.actions, plan.title, now)
        return self._keep(made.model_copy(update={"id": plan.id}), None)

    def _keep(self, plan: Plan, on_event: OnEvent | None, request: str = "") -> Plan:
        plan = held_to(request, plan, self.workflow, self.familiar.nicknames)
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
            raise UsageError(f"There is no plan “{plan_id}”. Make one first, and use its id.")
        return self._plans[plan_id]

    def needs_approval(self, plan: Plan) -> bool:
        """Whether the user has to agree before the plan is carried out."""
        if plan.untrusted or plan.wider or plan.consent or plan.risk is Risk.DESTRUCTIVE:
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
            raise NotPossibleError(f"“{plan.title}” needs your consent. Nothing was changed.")
        if (moved := self.memories.moved(plan)) is not None:
            raise NotPossibleError(moved)
        _tell(on_event, Started(plan))
        with NotedRun(self.library, self.place, goal) as noted:
            tell = _steps(plan, noted, on_event)
            whole = await replay(plan, self.bridge, approve=_yes, on_begin=noted.begin, on_progress=tell)
            del self._plans[plan_id]
            run = self._remember(plan, whole, noted.id, goal)
        self.familiar.did(run)
        _tell(on_event, Ran(plan, whole))
        return run

    def _remember(self, plan: Plan, whole: Run, run_id: str, goal: str | None) -> Run:
        """Keep a run, and that what it took back first is gone; give what is its own."""
        own, run = (own_plan(plan), own_run(plan, whole)) if whole.ok else (plan, whole)
        self.last_trajectory = trajectory = trajectory_of(own, run, goal, self.id)
        record = record_of(self.place, own, run, goal).model_copy(update={"id": run_id})
        failure = failure_of(own, run, goal)
        gone = plan.instead_of if run.ok else ()

        def keep() -> str | None:
            # Both or neither: killed in between, the next undo would not know how to lead back.
            with self.library.store.transaction():
                stayed = self.history.take_back(gone, whole)
                why = self.memories.remember(
                    own,
                    run,
                    run_id,
                    lambda: keep_run(self.library, self.bridge, run, record, trajectory, failure),
                )
            return " ".join(filter(None, (stayed, why))) or None

        if not self._keep_in_mind(
            keep, "This could not be saved to the memory, so “undo” works only until Orbit is closed."
        ):
            self.history.hold(record)
        self.history.spend(gone)
        return run.model_copy(update={"memory": self.memories.answers})

    def refuse(
        self, goal: str | None, reason: OrbitError | str, *, workflow: str | None = None, project: str = ""
    ) -> None:
        """Remember an attempt that ended before anything was changed."""
        refusal = refusal_of(self.place, goal, reason, workflow=workflow, project=project)
        failure = refused_failure(goal, reason)
        self._keep_in_mind(
            lambda: self.library.record(refusal, None, failure), "This could not be saved to the memory."
        )

    def _keep_in_mind(self, write: Callable[[], str | None], means: str) -> bool:
        """Write to the library; when that fails, the DAW is as it is, and the user is told what it means."""
        self.not_kept = None
        try:
            self.not_kept = write()
        except MemoryStoreError as error:
            self.not_kept = f"{means} {error}"
            return False
        return True

    async def undo(
        self,
        *,
        request: str | None = None,
        consent: Consent | None = None,
        on_event: OnEvent | None = None,
    ) -> Undone:
        """Take back the last run on this DAW that can be taken back.

        ``request`` is what it must have been asked with, where nothing else is meant; later ones must be
        gone. ``consent`` is asked before what the user changed since goes too, or what another set may be.
        Where nothing of it is left, it stands. Raises NotPossibleError when there is nothing to take back.
        """
        song = await self._song()
        last = await self.history.of(request, song)
        title, elsewhere = f"Undo “{last.title}”", last.elsewhere(song)
        with NotedRun(self.library, self.place, title=title, undoes=last.id) as noted:
            run = await undo_run(
                last.inverse,
                last.left,
                self.bridge,
                elsewhere=elsewhere,
                consent=consent,
                on_begin=noted.begin,
                on_progress=noted.confirm,
            )
            gone = run.code == NOTHING_LEFT
            if run.ok and (last.cut_short or not gone):
                self._keep_in_mind(
                    lambda: self.history.take_back([last.id], run),
                    "The undo could not be saved to the memory: do not undo this again.",
                )
                self.history.spend([last.id])
            noted.end()
        if gone:
            run = run.model_copy(update={"ok": False, "reason": "There is nothing left of it to take back."})
        _tell(on_event, Ran(None, run))
        if gone:
            return Undone(last.title, run, last.request, elsewhere, self.history.before(last, song))
        beside = self.history.passed_over(last) if request is None else ""
        return Undone(last.title, run, last.request, beside)

    async def plan_undo(self, request: str | None = None) -> Plan:
        """Plan the undo that ``undo`` would do, over what was changed there since.

        Raises NotPossibleError when there is nothing to take back, PlanError when it cannot be any more.
        """
        now = await self.session()
        last = await self.history.of(request, now.name)
        now = await looked_into(self.bridge, now, last.inverse)
        plan = plan_back(last.inverse, last.left, now, self.bridge, last.elsewhere(now.name))
        since = ", and what was changed there since" if plan.consent else ""
        elsewhere = f", which was done in “{last.song}”" if last.elsewhere(now.name) else ""
        title = f"Undo “{last.title}”{elsewhere or since}"
        return plan.model_copy(update={"title": title, "consent": (), "notes": plan.consent})

    async def _song(self) -> str:
        """The name of the set that is open; empty where the DAW does not answer."""
        try:
            return (await self.session()).name
        except BridgeError:
            return ""  # the undo itself says so


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
