"""After a plan: run it, describe it, ask what it needs, or say why not. After a run: say how it went."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, cast

from orbit.agent.answers import Decline, Question
from orbit.agent.offline.backwards import in_place_of, told_so_far
from orbit.agent.offline.conversation import Exchange, ToolResult
from orbit.agent.offline.moves import Call, Move, Reply
from orbit.agent.telling import told_failure, told_results

__all__ = ["follow_up"]

_MOST_STEPS_TOLD = 12


def follow_up(exchange: Exchange, tools: Collection[str]) -> Move | None:
    """The move that the tools' results ask for; None when nothing is planned yet."""
    latest = exchange.result(*_PLANNING, "run_plan", "undo")
    if latest is not None:
        return _after(latest, exchange, tools)
    if (usual := exchange.result("usual_device")) is not None and usual.error is None:
        call = Call("plan_actions", {"actions": usual.content["actions"]})
        return (in_place_of(call, usual.content["instead_of"]),)
    if (told := exchange.result(*_TELLING, "usual_device")) is not None:
        return Decline(reason=told.error) if told.error is not None else Reply(told.content["told"])
    return None


_PLANNING = ("plan_workflow", "plan_actions", "plan_parts")


def _after(latest: ToolResult, exchange: Exchange, tools: Collection[str]) -> Move | None:
    if latest.tool in _PLANNING:
        return _after_plan(latest, exchange, tools)
    return _after_run(latest, exchange) if latest.tool == "run_plan" else _after_undo(latest, exchange)


_TELLING = (
    "explain",
    "remember_name", "forget_name", "keep_note", "recall", "prefer", "forget_preference", "preferences",
)  # fmt: skip


def _after_undo(undone: ToolResult, exchange: Exchange) -> Move | None:
    """Why something could not be taken back; None where it was, or is gone, and the request may go on."""
    if undone.error is None and (undone.content["ok"] or undone.content["nothing_left"]):
        return None
    if undone.error is not None:
        return _declined(undone.error, exchange)
    reason = told_failure(undone.content["reason"], rolled_back=undone.content["rolled_back"])
    return _declined(f"“{undone.content['undone']}” cannot be taken back. {reason}", exchange)


def _declined(reason: str, exchange: Exchange) -> Decline:
    """A refusal, behind what was taken back before it came to that."""
    return Decline(reason=" ".join(filter(None, (told_so_far(exchange), reason))))


def _after_run(ran: ToolResult, exchange: Exchange) -> Move:
    if ran.error is not None:
        return _declined(ran.error, exchange)
    if not ran.content["ok"]:
        why = told_failure(ran.content["reason"], rolled_back=ran.content["rolled_back"])
        return _declined(why, exchange)
    planned = exchange.result(*_PLANNING)
    plan: Mapping[str, Any] = planned.content if planned else {"result": "Done."}
    told = told_results(plan["result"], ran.content["results"], by_hand=plan.get("result_by_hand", ""))
    return Reply(" ".join(filter(None, (told_so_far(exchange), told))))


def _after_plan(planned: ToolResult, exchange: Exchange, tools: Collection[str]) -> Move:
    if planned.error is not None:
        return _declined(planned.error, exchange)
    plan: Mapping[str, Any] = planned.content
    if "missing" in plan:
        return _ask_for(plan["missing"][0], planned, exchange)
    if "run_plan" not in tools:
        return Reply(_described(plan))
    return (Call("run_plan", {"plan_id": plan["plan_id"]}),)


def _ask_for(missing: Mapping[str, Any], planned: ToolResult, exchange: Exchange) -> Question:
    reason = f" {missing['reason']}" if missing.get("reason") else ""
    parts, slots = _others(planned)
    return Question(
        question=" ".join(filter(None, (told_so_far(exchange), f"{missing['question']}{reason}"))),
        options=tuple(missing.get("options") or ()),
        request=exchange.text,
        workflow=planned.content["workflow"],
        slot=missing["slot"],
        slots=slots,
        parts=parts,
    )


def _others(planned: ToolResult) -> tuple[tuple[dict[str, Any], ...], dict[str, str]]:
    """The parts of a request, the one in question empty, and the slots that it has."""
    parts = cast("list[dict[str, Any]]", planned.arguments.get("parts") or [])
    if not parts:
        return (), cast("dict[str, str]", planned.arguments.get("slots") or {})
    place = int(planned.content["part"]) - 1
    slots = cast("dict[str, str]", parts[place].get("slots") or {})
    return tuple({} if at == place else part for at, part in enumerate(parts)), slots


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
