"""Plans and runs as the agent's tools give them, and the one way from a plan to its run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orbit.agent.bounds import edits_of, goes_too_far
from orbit.agent.desk import Missing, Undone
from orbit.agent.overview import quoted
from orbit.agent.telling import told_run
from orbit.agent.turn import Called, ConsentNeededError, Turn
from orbit.workflows import Plan, Run, own_plan, slot_texts

__all__ = ["DONE_ALREADY", "as_now", "asked_as", "carried_out", "missing", "planned", "ran", "undone_result"]

DONE_ALREADY = "This was already done in this request, and is not done again. Say so, or go on."


def asked_as(workflow_id: str, slots: Mapping[str, Any] | None) -> tuple[str | None, ...]:
    """What a workflow was asked for with, for telling whether it was before: its second plan is another."""
    given = slots or {}
    return (workflow_id, *(f"{name}={given[name]}" for name in sorted(given)))


def missing(made: Missing) -> dict[str, Any]:
    """What has to be asked before a plan can be made."""
    asked = [question.model_dump(mode="json") for question in made.questions]
    slots = slot_texts(made.workflow, made.slots)
    return {"missing": asked, "workflow": made.workflow.workflow_name, "part": made.part, "slots": slots}


def planned(turn: Turn, plan: Plan, *asked: str | None) -> dict[str, Any]:
    """A plan, which is what the request is about from now on; ``asked`` as ``asked_as`` gives it."""
    turn.plan = plan
    turn.asked_as[plan.id] = asked or edits_of(plan)
    turn.made_after[plan.id] = len(turn.runs)
    turn.workflow = plan.workflow
    steps = [
        {
            "step_number": step.step_number,
            "do": step.describe(),
            "change": step.change,
            "warning": step.warning,
        }
        for step in plan.steps
    ]
    return {
        "plan_id": plan.id, "title": plan.title, "risk": plan.risk.value,
        "steps": [{key: value for key, value in step.items() if value} for step in steps],
        **({"memory": [each.describe() for each in plan.memory]} if plan.memory else {}),
        "warnings": list(plan.warnings), "result": plan.result,
        **({"result_by_hand": plan.result_by_hand} if plan.result_by_hand else {}),
    }  # fmt: skip


async def as_now(turn: Turn, plan: Plan) -> Plan:
    """Give a plan on the session that the runs since have led to. Raises what planning raises."""
    # The calls of one message are planned beside each other, and carried out one after the other.
    if turn.runs and turn.made_after.get(plan.id, 0) < len(turn.runs):
        plan = await turn.desk.plan_again(plan, turn.runs[-1].after)
        turn.made_after[plan.id] = len(turn.runs)
    return plan


async def carried_out(ctx: Called, plan: Plan) -> dict[str, Any]:
    """Carry a plan out, with the user's consent where it needs it, and say how it went.

    What was carried out in this request already is not done again: a model that lost its thread would.
    Raises ConsentNeededError, NotPossibleError.
    """
    turn = ctx.deps
    same = {edits_of(plan), turn.asked_as.get(plan.id, edits_of(plan))}
    if same & turn.carried:
        open_ends: dict[str, Any] = {"rolled_back": False, "reason": None, "failed_step": None, "results": []}
        return {"ok": True, "note": DONE_ALREADY} | open_ends
    # The user agrees to a plan, not to a call: whatever bears a call's id is not thereby agreed to.
    asks = turn.desk.needs_approval(plan) or goes_too_far(turn.runs, plan)
    if asks and plan.id not in turn.agreed:
        turn.awaited[ctx.tool_call_id or ""] = plan
        raise ConsentNeededError(plan_id=plan.id, title=plan.title, risk=plan.risk.value)
    run = await turn.desk.run(plan.id, approved=True, goal=turn.request, on_event=turn.on_event)
    turn.runs.append(run)
    turn.ran.append(own_plan(plan) if run.ok else plan)
    turn.told.append(told_run(plan, run))
    turn.taken_back += plan.instead_of.values() if run.ok else ()
    if run.ok and plan.actions:
        turn.carried |= same
    turn.note(turn.desk.not_kept)
    return ran(run)


def undone_result(undone: Undone) -> dict[str, Any]:
    """How an undo went."""
    document = {"undone": quoted(undone.title), "nothing_left": undone.nothing_left} | ran(undone.run)
    if undone.beside:
        document["beside"] = undone.beside
    if undone.before_it is not None:
        document["before_it"] = {
            "title": quoted(undone.before_it.title),
            "request": undone.before_it.request,
        }
    return document


def ran(run: Run) -> dict[str, Any]:
    """How a run went, step by step."""
    results = [
        {
            "do": result.action.describe(),
            "status": result.status.value,
            "reason": result.reason,
            "code": result.code,
        }
        for result in run.results
    ]
    return {
        "ok": run.ok, "rolled_back": run.rolled_back, "reason": run.reason, "failed_step": run.failed_step,
        "results": [{key: value for key, value in result.items() if value} for result in results],
    }  # fmt: skip
