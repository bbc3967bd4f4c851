"""A request that needs no understanding, carried out with the same plan, consent and reading back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daw_bridges.errors import OrbitError
from orbit.agent.answers import Answer, Question, take_back
from orbit.agent.approval import Approve, agreed
from orbit.agent.desk import Desk, Missing, Undone
from orbit.agent.telling import told_nothing_left, told_run, told_undone
from orbit.workflows import Plan, Run, slot_texts

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.agent.events import OnEvent
    from orbit.agent.wanted import Wanted

__all__ = ["carry_out"]


async def carry_out(
    wanted: Wanted,
    desk: Desk,
    *,
    goal: str = "",
    approve: Approve | None = None,
    session: Session | None = None,
    dry_run: bool = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Do what is wanted, or say why not; ``goal`` is what the library keeps it under.

    Raises what planning raises, and BridgeError when the DAW is lost. What did not come to a run is
    remembered as refused.
    """
    goal = goal or wanted.describe()
    taken_back: list[str | None] = []
    try:
        answer = (
            await _undo(desk, wanted.title or None, approve, taken_back, dry_run=dry_run, on_event=on_event)
            if wanted.undo
            else await _do(wanted, desk, goal, approve, session, dry_run=dry_run, on_event=on_event)
        )
    except OrbitError as error:
        if not dry_run:
            desk.refuse(goal, error, workflow=wanted.workflow)
        raise
    desk.context.noted(goal, answer, took_back=taken_back)
    return answer


async def _do(
    wanted: Wanted,
    desk: Desk,
    goal: str,
    approve: Approve | None,
    session: Session | None,
    *,
    dry_run: bool,
    on_event: OnEvent | None,
) -> Answer:
    made = (
        await desk.plan_workflow(wanted.workflow, wanted.slots, session=session, on_event=on_event)
        if wanted.workflow is not None
        else await desk.plan_actions(wanted.actions, wanted.title, session=session, on_event=on_event)
    )
    if isinstance(made, Missing):
        return _open(made)
    slots = slot_texts(desk.workflow(made.workflow), made.slots) if made.workflow else {}
    if dry_run:
        return Answer(ok=True, reply=_planned(made), plan=made, workflow=made.workflow, slots=slots)
    if desk.needs_approval(made) and not await agreed(approve, made):
        return _denied(made, slots)
    run = await desk.run(made.id, approved=True, goal=goal, on_event=on_event)
    return _ran(desk, made, run, slots)


async def _undo(
    desk: Desk,
    request: str | None,
    approve: Approve | None,
    taken_back: list[str | None],
    *,
    dry_run: bool,
    on_event: OnEvent | None,
) -> Answer:
    if dry_run:
        plan = await desk.plan_undo(request)
        return Answer(ok=True, reply=_planned(plan), plan=plan)
    undone = await desk.undo(request=request, on_event=on_event)
    if undone.run.code == "changed_since" and approve is not None:
        plan = await desk.plan_undo(request)
        if not await agreed(approve, plan):
            return _denied(plan, {})
        undone = await desk.undo(request=request, consent=_consented, on_event=on_event)
    if undone.nothing_left:
        return _nothing_left(undone)
    if not undone.run.ok:
        return Answer(ok=False, reply=told_run(None, undone.run), run=undone.run, code=undone.run.code)
    taken_back.append(undone.request)
    reply = told_undone(undone.title, undone.run, undone.beside)
    return Answer(ok=True, reply=" ".join(filter(None, (reply, desk.not_kept))), run=undone.run)


def _nothing_left(undone: Undone) -> Answer:
    before = undone.before_it
    reply = told_nothing_left(undone.title, undone.beside, before.title if before else None)
    question = take_back(reply, before.request) if before and before.request else None
    return Answer(ok=False, reply=reply, run=undone.run, question=question, code=undone.run.code)


def _consented(_: Sequence[str]) -> bool:
    return True  # the user was asked for this very undo


def _open(missing: Missing) -> Answer:
    """Ask for the first slot that is still open."""
    first, workflow = missing.questions[0], missing.workflow
    slots = slot_texts(workflow, missing.slots)
    reason = f" {first.reason}" if first.reason else ""
    question = Question(
        question=f"{first.question}{reason}",
        options=tuple(first.options or ()),
        request=workflow.title,
        workflow=workflow.workflow_name,
        slot=first.slot,
        slots=slots,
    )
    options = f" ({', '.join(question.options)})" if question.options else ""
    return Answer(
        ok=False,
        reply=f"{question.question}{options}",
        workflow=workflow.workflow_name,
        slots=slots,
        question=question,
    )


def _planned(plan: Plan) -> str:
    count = len(plan.steps)
    return f"{plan.title}: {count} {'step' if count == 1 else 'steps'}, nothing changed yet."


def _denied(plan: Plan, slots: dict[str, str]) -> Answer:
    return Answer(
        ok=False,
        reply=f"The user did not agree to “{plan.title}”. Nothing was changed.",
        plan=plan,
        workflow=plan.workflow,
        slots=slots,
        code="declined",
    )


def _ran(desk: Desk, plan: Plan, run: Run, slots: dict[str, str]) -> Answer:
    reply = " ".join(filter(None, (told_run(plan, run), desk.not_kept)))
    return Answer(
        ok=run.ok, reply=reply, plan=plan, run=run, workflow=plan.workflow, slots=slots, code=run.code
    )
