"""After a plan: run it, describe it, ask what it needs, or say why not. After a run: say how it went."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from orbit.agent.answers import Decline, Question
from orbit.agent.offline.conversation import Exchange, ToolResult
from orbit.agent.offline.moves import Call, Move, Reply
from orbit.agent.telling import told_failure, told_results, told_taken_back

__all__ = ["follow_up"]

_MOST_STEPS_TOLD = 12


def follow_up(exchange: Exchange, tools: Collection[str]) -> Move | None:
    """The move that the tools' results ask for; None when nothing is planned yet."""
    if (ran := exchange.result("run_plan", "undo")) is not None:
        return _after_run(ran, exchange)
    if (planned := exchange.result("plan_workflow", "plan_actions")) is not None:
        return _after_plan(planned, exchange, tools)
    if (usual := exchange.result("usual_device")) is not None and usual.error is None:
        return (Call("plan_actions", {"actions": usual.content["actions"]}),)
    if (told := exchange.result(*_TELLING, "usual_device")) is not None:
        return Decline(reason=told.error) if told.error is not None else Reply(told.content["told"])
    return None


_TELLING = (
    "remember_name", "forget_name", "keep_note", "recall", "prefer", "forget_preference", "preferences",
)  # fmt: skip


def _after_run(ran: ToolResult, exchange: Exchange) -> Move:
    if ran.error is not None:
        return Decline(reason=ran.error)
    if not ran.content["ok"]:
        return Decline(reason=told_failure(ran.content["reason"], rolled_back=ran.content["rolled_back"]))
    if ran.tool == "undo":
        return Reply(told_taken_back(ran.content["undone"], ran.content["results"]))
    planned = exchange.result("plan_workflow", "plan_actions")
    result = planned.content["result"] if planned else "Done."
    return Reply(told_results(result, ran.content["results"]))


def _after_plan(planned: ToolResult, exchange: Exchange, tools: Collection[str]) -> Move:
    if planned.error is not None:
        return Decline(reason=planned.error)
    plan: Mapping[str, Any] = planned.content
    if "missing" in plan:
        return _ask_for(plan["missing"][0], planned, exchange)
    if "run_plan" not in tools:
        return Reply(_described(plan))
    return (Call("run_plan", {"plan_id": plan["plan_id"]}),)


def _ask_for(missing: Mapping[str, Any], planned: ToolResult, exchange: Exchange) -> Question:
    reason = f" {missing['reason']}" if missing.get("reason") else ""
    return Question(
        question=f"{missing['question']}{reason}",
        options=tuple(missing.get("options") or ()),
        request=exchange.text,
        workflow=planned.arguments["id"],
        slot=missing["slot"],
        slots=planned.arguments.get("slots") or {},
    )


def _described(plan: Mapping[str, Any]) -> str:
    steps = plan["steps"]
    lines = [
        f"{step['step_number']}. {step['do']} ({step['change']})"
        if step.get("change")
        else f"{step['step_number']}. {step['do']}"
        for step in steps[:_MOST_STEPS_TOLD]
    ]
    more = [f"… and {len(steps) - len(lines)} more"] if len(steps) > len(lines) else []
    return "\n".join(
        [
            f"{plan['title']}: {len(steps)} {'step' if len(steps) == 1 else 'steps'}, nothing changed yet.",
            *lines,
            *more,
        ]
    )
