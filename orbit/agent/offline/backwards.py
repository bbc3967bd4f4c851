"""Taking back: one thing after the other, each read back, and only then what is to be done instead."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from orbit.agent.answers import Decline, Question
from orbit.agent.offline.conversation import Exchange, ToolResult
from orbit.agent.offline.moves import Back, Call, Move, Reply, Then
from orbit.agent.telling import told_taken_back

__all__ = ["back_and_then", "told_so_far"]


def back_and_then(back: Back, now: Exchange, tools: Collection[str]) -> Move:
    """The next move on the way back, by what was taken back for this request so far."""
    if "undo" not in tools:
        return back.then or Reply(_would(back))
    undone = [result for result in now.results if result.tool == "undo"]
    if len(undone) < len(back.requests):
        request = back.requests[len(undone)]
        return (Call("undo", {"request": request} if request is not None else {}),)
    if not back.then:
        return Reply(told_back(now))
    if isinstance(back.then, tuple) and _older(now, undone[-1]):
        # What is planned next stands on what was just taken back.
        return (Call("session", {"detail": "full"}),)
    return _said_behind(told_so_far(now), back.then)


def _would(back: Back) -> str:
    count = len(back.requests)
    what = "the last thing" if count == 1 else f"the last {count} things"
    return f"Undo would take back {what} done in this DAW; nothing changed yet."


def _older(now: Exchange, undone: ToolResult) -> bool:
    """Whether the session was last read before something was taken back."""
    read = [place for place, result in enumerate(now.results) if result.tool == "session"]
    return read[-1] < now.results.index(undone)


def _said_behind(told: str, then: Then) -> Then:
    match then:
        case Reply(text):
            return Reply(f"{told} {text}")
        case Decline(reason=reason):
            return Decline(reason=f"{told} {reason}")
        case Question():
            return then.model_copy(update={"question": f"{told} {then.question}"})
        case tuple():
            return then
        case _:
            assert_never(then)


def told_so_far(now: Exchange) -> str:
    """Say what was taken back for this request before it goes on; nothing where nothing was."""
    return told_back(now).replace(" The session is as it was before.", "")


def told_back(now: Exchange) -> str:
    """Say what was taken back for this request; nothing where nothing was."""
    undone = [result for result in now.results if result.tool == "undo" and _is_done(result)]
    if len(undone) == 1:
        return told_taken_back(undone[0].content["undone"], undone[0].content["results"])
    titles = "; ".join(str(result.content["undone"]) for result in undone)
    results = [each for result in undone for each in result.content["results"]]
    return told_taken_back(titles, results) if undone else ""


def _is_done(result: ToolResult) -> bool:
    return result.error is None and bool(result.content["ok"])
