"""Taking back: one thing after the other, each read back; or in one run with what is to be done instead."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from orbit.agent.answers import Decline, Question, take_back
from orbit.agent.offline.conversation import Exchange, ToolResult
from orbit.agent.offline.moves import Back, Call, Move, Reply
from orbit.agent.telling import told_nothing_left, told_taken_back

__all__ = ["back_and_then", "in_place_of", "told_so_far"]

_PLANNING = ("plan_workflow", "plan_actions", "plan_parts", "usual_device")
_LOOKING = ("search_workflows", "session")


def back_and_then(back: Back, now: Exchange, tools: Collection[str]) -> Move:
    """The next move on the way back, by what was taken back for this request so far.

    Nothing is taken back for what cannot be done instead, or is not clear yet.
    """
    then = back.then
    match then:
        case Decline():
            return then
        case Question():
            return then.model_copy(update={"instead_of": back.requests})
        case tuple() if any(call.tool in _PLANNING for call in then):
            return _planned_instead(then, back, now)
        case tuple() if all(call.tool in _LOOKING for call in then):
            return then
        case _:
            return _taken_back_first(back, now, tools)


def _planned_instead(then: tuple[Call, ...], back: Back, now: Exchange) -> Move:
    """The plans, made on the session as it is once what they are instead of is taken back."""
    read = now.result("session")
    if read is None or not read.arguments.get("without"):
        return (Call("session", {"detail": "full", "without": list(back.requests)}),)
    return tuple(in_place_of(call, back.requests) for call in then)


def _taken_back_first(back: Back, now: Exchange, tools: Collection[str]) -> Move:
    then = back.then
    if "undo" not in tools:
        return then or Reply(_would(back))
    undone = [result for result in now.results if result.tool == "undo"]
    if len(undone) < len(back.requests):
        request = back.requests[len(undone)]
        return (Call("undo", {"request": request} if request is not None else {}),)
    if isinstance(then, Reply):
        return Reply(" ".join(filter(None, (told_so_far(now), then.text))))
    return then or _told_back(undone)


def in_place_of(call: Call, requests: Sequence[str | None]) -> Call:
    """A call whose plan takes something back first."""
    given = call.arguments
    match call.tool:
        case "plan_workflow":
            parts: Any = [{"workflow": given["id"], "slots": given.get("slots") or {}}]
        case "plan_actions":
            parts = [{"actions": given["actions"]}]
        case "plan_parts":
            parts = given["parts"]
        case "usual_device":
            return Call(call.tool, given | {"instead_of": list(requests)})
        case _:
            return call
    return Call("plan_parts", {"parts": parts, "instead_of": list(requests)}) if requests else call


def _would(back: Back) -> str:
    count = len(back.requests)
    what = "the last thing" if count == 1 else f"the last {count} things"
    return f"Undo would take back {what} done in this DAW; nothing changed yet."


def told_so_far(now: Exchange) -> str:
    """Say what was taken back for this request before it goes on; nothing where nothing was."""
    undone = [result for result in now.results if result.tool == "undo"]
    done = [result for result in undone if _is_done(result)]
    return _told(done, _gone(undone)).replace(" The session is as it was before.", "")


def _told_back(undone: Sequence[ToolResult]) -> Reply | Decline | Question:
    """The end of a request that only took things back, or was to."""
    done, gone = [result for result in undone if _is_done(result)], _gone(undone)
    if done:
        return Reply(_told(done, gone))
    last = gone[-1].content
    before: dict[str, Any] = last.get("before_it") or {}
    if len(gone) == 1 and before.get("request"):
        told = told_nothing_left(last["undone"], last.get("beside", ""), before["title"])
        return take_back(told, before["request"])
    contents = [result.content for result in gone]
    return Decline(
        reason=" ".join(told_nothing_left(each["undone"], each.get("beside", "")) for each in contents)
    )


def _told(done: Sequence[ToolResult], gone: Sequence[ToolResult]) -> str:
    titles = "; ".join(str(result.content["undone"]) for result in done)
    results = [each for result in done for each in result.content["results"]]
    beside = [str(result.content["beside"]) for result in done if result.content.get("beside")]
    left = [f"There was nothing left of “{result.content['undone']}” to take back." for result in gone]
    return " ".join((*beside, *([told_taken_back(titles, results)] if done else ()), *left))


def _gone(undone: Sequence[ToolResult]) -> list[ToolResult]:
    """The undos that found nothing left to take back."""
    return [result for result in undone if result.error is None and result.content["nothing_left"]]


def _is_done(result: ToolResult) -> bool:
    return result.error is None and bool(result.content["ok"])
