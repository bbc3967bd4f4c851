"""Plans, made on the session as it is and on the library; nothing is touched and nothing is kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Bridge
from daw_bridges.errors import UsageError
from daw_bridges.session import Session
from orbit.agent.familiar import Familiar
from orbit.agent.memories import Memories
from orbit.agent.parts import Part
from orbit.agent.preferred import Preferred
from orbit.agent.repetition import (
    AGAIN,
    ANOTHER,
    DEEPER,
    ONCE_MORE,
    Repetition,
    holds_already,
    same_devices,
)
from orbit.agent.summary import done, summary
from orbit.agent.undo_history import Standing, UndoHistory
from orbit.workflows import (
    DeviceCopy,
    Plan,
    SlotQuestion,
    Workflow,
    copied_devices,
    in_place_of,
    join_plans,
    looked_into,
    looked_into_for,
    looked_into_tracks,
    make_plan,
    plan_actions,
    plan_back,
)
from orbit.workflows.workflow import Source

if TYPE_CHECKING:
    from orbit.memory import Library

__all__ = ["Missing", "Planner"]

_WARNINGS = 3
_OWN_WORDS = (Source.SEED, Source.TAUGHT)
"""Whose words say what was done; of any other workflow the steps do."""


@dataclass(frozen=True)
class Missing:
    """A workflow that cannot be planned yet: what has to be asked first, and the slots that are filled."""

    workflow: Workflow
    questions: tuple[SlotQuestion, ...]
    slots: dict[str, Any]
    part: int = 1
    """Which part of the request it is, from 1."""


@dataclass(frozen=True)
class Planner:
    """Makes the plans of one desk. ``place`` is where what failed before is looked for."""

    bridge: Bridge
    library: Library
    familiar: Familiar
    memories: Memories
    preferred: Preferred
    history: UndoHistory
    place: str

    async def workflow(self, workflow_id: str, slots: Mapping[str, Any], session: Session) -> Plan | Missing:
        """Plan a workflow.

        Raises NotFoundError, SlotError, PreconditionError, ActionError or BridgeError.
        """
        return await self._one(workflow_id, slots, session)

    async def _one(
        self,
        workflow_id: str,
        slots: Mapping[str, Any],
        session: Session,
        *,
        title: str = "",
        passing: Collection[str] | None = None,
    ) -> Plan | Missing:
        """Plan a workflow alone, or as a part of more; ``passing`` are the runs that go before all of it."""
        alone = passing is None
        workflow = self.library.definition(workflow_id)
        wish, given = _wish(workflow, slots)
        # What an earlier part leads to is not there yet for the host to be looked at.
        made = await self._workflow(workflow, given, session, look=alone)
        if wish == ANOTHER or isinstance(made, Missing):
            return made
        repetition = self._repetition(workflow, made, alone=alone, passing=passing or ())
        if repetition is None:
            return made
        if wish == DEEPER and (edits := repetition.deeper()):
            return await self.actions(edits, title, session, look=alone)
        if wish == AGAIN and repetition.is_last:
            last = self.history.last(session.name)
            anew = Part(workflow=workflow_id, slots=given | {ONCE_MORE: ANOTHER})
            return await self.parts([anew], "", session, [last])
        return Missing(workflow, (repetition.question(),), dict(made.slots))

    async def _workflow(
        self, workflow: Workflow, slots: Mapping[str, Any], session: Session, *, look: bool
    ) -> Plan | Missing:
        """Plan a workflow; ``look`` into the devices it touches, where the host has them."""
        binding, told = self.preferred.filled(workflow, slots, session, self.familiar.nicknames(session))
        if not binding.complete:
            return Missing(workflow, binding.missing, dict(binding.slots))
        if look:
            session = await looked_into_for(self.bridge, session, workflow, binding.slots)
        port, capabilities = self.memories.port(workflow), self.bridge.capabilities
        plan = make_plan(workflow, binding, session, capabilities, port)
        plan = plan.model_copy(update={"notes": (*told, *plan.notes)})
        return self._cautioned(plan, workflow.workflow_name)

    def _repetition(
        self, workflow: Workflow, made: Plan, *, alone: bool, passing: Collection[str]
    ) -> Repetition | None:
        """What did the same before, where a plan would do it a second time."""
        if not holds_already(made):
            return None
        song = made.before.name
        runs = self.history.earlier(workflow.workflow_name, song, passing)
        earlier = next((run for run in runs if same_devices(made, run)), None)
        if earlier is None:
            return None
        return Repetition(workflow, made, earlier, alone and self.history.is_last(earlier.id, song))

    async def actions(
        self,
        actions: Sequence[Action | Mapping[str, Any]],
        title: str,
        session: Session,
        *,
        look: bool = True,
    ) -> Plan:
        """Plan single actions. Raises UsageError for none, ActionError or BridgeError."""
        if not actions:
            raise UsageError("A plan needs at least one action.")
        read = _read(actions)
        if look:
            session = await looked_into(self.bridge, session, read)
        plan = plan_actions(read, session, title, self.bridge.capabilities)
        return plan.model_copy(update={"title": title or summary(plan.steps), "result": done(plan.steps)})

    async def parts(
        self, parts: Sequence[Part], title: str, session: Session, backs: Sequence[Standing] = ()
    ) -> Plan | Missing:
        """Plan workflows and edits as one, each on what the one before leads to; ``backs`` go first.

        Raises what planning the parts raises, and UsageError or NotPossibleError where they cannot be
        joined.
        """
        now = await self._looked_into(parts, session)
        undo, runs = await self._undo(backs, now)
        now = undo.predicted if undo is not None else now
        plans: list[Plan] = []
        for number, part in enumerate(parts, 1):
            made = await self._part(part, now, [back.id for back in backs])
            if isinstance(made, Missing):
                return replace(made, part=number)
            plans.append(made)
            now = made.predicted
        plan = join_plans(plans, title)
        return plan if undo is None else in_place_of(undo, plan, runs)

    async def without(self, backs: Sequence[Standing], session: Session) -> Session:
        """The session as it reads once runs are taken back."""
        undo, _ = await self._undo(backs, session)
        return session if undo is None else undo.predicted

    async def _undo(
        self, backs: Sequence[Standing], session: Session
    ) -> tuple[Plan | None, dict[str, str | None]]:
        """Plan to take runs back, and say which; those of which nothing is left stand."""
        plans: list[Plan] = []
        runs: dict[str, str | None] = {}
        for back in backs:
            now = plans[-1].predicted if plans else await looked_into(self.bridge, session, back.inverse)
            undo = plan_back(back.inverse, back.left, now, self.bridge, back.elsewhere(now.name))
            runs |= {back.id: back.request} if undo.steps or not back.inverse else {}
            told = (
                f"Taken back: {back.title}."
                if undo.steps
                else f"There was nothing left of “{back.title}” to take back."
            )
            plans.append(undo.model_copy(update={"result": told, "notes": undo.consent}))
        if not plans:
            return None, runs
        consent = tuple(each for plan in plans for each in plan.consent)
        return join_plans(plans).model_copy(update={"consent": consent}), runs

    async def _part(self, part: Part, session: Session, passing: Collection[str]) -> Plan | Missing:
        if part.copy_devices is not None:
            return self._copy(part.copy_devices, part.title, session)
        if part.workflow is None:
            return await self.actions(part.actions, part.title, session, look=False)
        return await self._one(part.workflow, part.slots or {}, session, title=part.title, passing=passing)

    def _copy(self, copy: DeviceCopy, title: str, session: Session) -> Plan:
        """Plan to put the devices of a track on others. Raises ActionError, or UnsupportedError."""
        capabilities = self.bridge.capabilities
        copied = copied_devices(session, copy, capabilities)
        plan = plan_actions(copied.actions, session, title or f"Copy {copied.said}", capabilities)
        told = {"notes": copied.notes, "postconditions": copied.postconditions}
        return plan.model_copy(update=told | {"result": f"Done: copied {copied.said}."})

    async def _looked_into(self, parts: Sequence[Part], session: Session) -> Session:
        """The session with all that the parts touch of it read in full."""
        nicknames = self.familiar.nicknames(session)
        for part in parts:
            if (copy := part.copy_devices) is not None:
                session = await looked_into_tracks(self.bridge, session, [copy.source, *copy.targets])
            elif part.workflow is None:
                session = await looked_into(self.bridge, session, _read(part.actions))
            else:
                workflow = self.library.definition(part.workflow)
                binding, _ = self.preferred.filled(
                    workflow, _wish(workflow, part.slots or {})[1], session, nicknames
                )
                session = await looked_into_for(self.bridge, session, workflow, binding.slots)
        return session

    def _cautioned(self, plan: Plan, workflow_id: str) -> Plan:
        """Give a plan with what is to be told of its workflow, and to be asked, before it is carried out."""
        from orbit.memory.store.recording import daw_of
        from orbit.memory.trust.cautions import caution_of

        caution = caution_of(self.library.store, workflow_id)
        plan = _in_plain_words(plan, self.library.definition(workflow_id).provenance.source)
        failed = self.library.experience.warnings([workflow_id], daw=daw_of(self.place))
        notes = (*caution.notes, *plan.notes, *failed.get(workflow_id, ())[:_WARNINGS])
        return plan.model_copy(update={"notes": notes, "untrusted": caution.consent})


def _in_plain_words(plan: Plan, source: Source) -> Plan:
    """Have a plan say what its steps do, where its words are not Orbit's or the user's."""
    if source in _OWN_WORDS:
        return plan
    nothing = (
        "Everything is already set this way, so there is nothing to change."
        if plan.changes_nothing
        else "Done."
    )
    said: dict[str, Any] = {"result": done(plan.steps) or nothing}
    if source is Source.IMPORTED:
        said["steps"] = tuple(
            step.model_copy(update={"expected_output": f"{step.describe()}."}) for step in plan.steps
        )
    return plan.model_copy(update=said)


def _wish(workflow: Workflow, slots: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """What is wanted of a workflow that was done before, and its own slots."""
    given = dict(slots)
    wish = None if ONCE_MORE in workflow.slots else given.pop(ONCE_MORE, None)
    return None if wish is None else str(wish).strip().casefold(), given


def _read(actions: Sequence[Action | Mapping[str, Any]]) -> list[Action]:
    return [parse_action(dict(action)) if isinstance(action, Mapping) else action for action in actions]
