"""The offline model: the agent's tools and consents, driven by rules instead of a language model.

Each move is a function of the conversation alone, so that can be stored, taken up by another process, or
handed over to a hosted model at any point. pydantic-ai, which takes half a second to import, is not needed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any, get_type_hints
from uuid import uuid4

from pydantic import TypeAdapter, ValidationError

from daw_bridges.errors import ModelError
from daw_bridges.problems import in_words
from daw_bridges.session import Session
from orbit.agent.answers import Decline, Output, Question
from orbit.agent.approval import Approve
from orbit.agent.concluding import Held
from orbit.agent.offline.backwards import back_and_then
from orbit.agent.offline.choosing import chosen
from orbit.agent.offline.conversation import Conversed, Exchange, ToolResult, exchanges, past_of
from orbit.agent.offline.deciding import WORKFLOW, Known, decide
from orbit.agent.offline.device_names import in_own_names
from orbit.agent.offline.dialogue.past import Past
from orbit.agent.offline.following import follow_up
from orbit.agent.offline.known import UnaskedError
from orbit.agent.offline.moves import Back, Call, Move, Reply
from orbit.agent.offline.preferring import wish_in
from orbit.agent.offline.understanding.rules.talk import ABLE_TO
from orbit.agent.tools import KEEPING, TOOLS, is_there, note_kept
from orbit.agent.turn import ConsentNeededError, Turn, denial

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

__all__ = ["held_offline", "next_move"]

_MOST_MOVES = 20
_HITS = 5
_LATEST = 12
"""So many requests are looked at for what is referred to."""


async def held_offline(turn: Turn, approve: Approve | None, history: Sequence[ModelMessage]) -> Held:
    """Hold a request by rules. Raises ModelError where that comes to no end."""
    before = exchanges(history)
    now = Exchange(turn.request)
    if turn.request.strip():
        turn.look_ahead()  # it always reads the session: the DAW may begin while the first step is made ready
    try:
        try:
            output = await _output(turn, approve, [*before, now])
        finally:
            await turn.let_go()
    except (OSError, ValidationError) as error:
        output = _broken_off(turn, in_words(error) if isinstance(error, ValidationError) else str(error))
    except asyncio.CancelledError:
        turn.stop()
        output = _broken_off(turn, "it was stopped")
    now.end(output)
    return Held(turn, output, Conversed(history, now))


async def _output(turn: Turn, approve: Approve | None, conversation: Sequence[Exchange]) -> Output:
    tools = {name for name in TOOLS if is_there(name, dry_run=turn.dry_run)}
    for _ in range(_MOST_MOVES):
        move = next_move(conversation, tools)
        if isinstance(move, Reply):
            return move.text
        if isinstance(move, Question | Decline):
            return move
        assert not isinstance(move, Back), "what is to be taken back is a call by now"
        for call in move:
            conversation[-1].results.append(await _result(call, turn, approve))
    return _broken_off(turn, "it goes in circles")


def _broken_off(turn: Turn, why: str) -> str:
    """What was done is told, whatever came after it."""
    if not turn.told:
        raise ModelError(f"Orbit could not work that out: {why}. Say it in smaller parts.")
    return " ".join(turn.told)


async def _result(call: Call, turn: Turn, approve: Approve | None) -> ToolResult:
    """Call a tool, with the user's consent where it needs it. Raises ValidationError."""
    tool, seen = TOOLS[call.tool], _Seen(turn)
    takes = _takes(tool)
    arguments = {name: takes[name].validate_python(value) for name, value in call.arguments.items()}
    while True:
        try:
            content: Any = await tool(seen, **arguments)
        except ConsentNeededError as needed:
            denied = await denial(turn, approve, seen.tool_call_id, needed.about)
            if denied is not None:
                return ToolResult(call.tool, call.arguments, denied, "denied")
            seen.tool_call_approved = True
        else:
            note_kept(turn, call.tool, content)
            return ToolResult(call.tool, call.arguments, content, "success")


@dataclass
class _Seen:
    """A call as its tool sees it."""

    deps: Turn
    tool_call_id: str = field(default_factory=lambda: uuid4().hex)
    tool_call_approved: bool = False
    messages: Sequence[ModelMessage] = ()


@cache
def _takes(tool: Callable[..., Any]) -> dict[str, TypeAdapter[Any]]:
    """What reads the arguments of a tool, by name."""
    hints = get_type_hints(tool, include_extras=True)
    return {name: TypeAdapter(hints[name]) for name in list(signature(tool).parameters)[1:]}


def next_move(conversation: Sequence[Exchange], tools: Collection[str]) -> Move:
    """What to do next in a conversation, with the tools there are."""
    now = conversation[-1]
    if not now.text.strip():
        return Decline(reason=f"Say what you would like done. {ABLE_TO}")
    if (move := follow_up(now, tools)) is not None:
        return move
    session, search, lately = now.result("session"), now.result("search_workflows"), now.result("lately")
    if session is None or (lately is None and "lately" in tools):
        return _look_up(tools)
    if (error := session.error or (search and search.error)) is not None:
        return Decline(reason=error)
    past = past_of(conversation, lately)
    known = _known(now, session, past)
    try:
        move = decide(in_own_names(now.text, known, session), past.question, known)
    except UnaskedError:
        return _search(now, conversation)
    except ValidationError as error:  # it reads as an edit that no DAW takes: a name of a thousand letters
        return Decline(reason=f"That cannot be done: {in_words(error)}.")
    return back_and_then(move, now, tools) if isinstance(move, Back) else _possible(move, tools)


def _known(now: Exchange, session: ToolResult, past: Past) -> Known:
    nicknames = dict(session.content).get("nicknames", {})
    reads = [result for result in now.results if result.tool == "session"]
    stands = _session_of(reads[0]) if session.arguments.get("without") else None
    searches = {
        str(result.arguments["text"]): (result.content["decision"], result.content["workflows"])
        for result in now.results
        if result.tool == "search_workflows" and result.error is None
    }
    first = next(iter(searches.values()), None)
    return Known(_session_of(session), first, nicknames, past, stands, searches)


def _session_of(read: ToolResult) -> Session:
    beside = ("nicknames", "device_names")
    return Session.model_validate({name: held for name, held in read.content.items() if name not in beside})


def _look_up(tools: Collection[str]) -> Move:
    session = Call("session", {"detail": "full"})
    return (session, Call("lately", {"k": _LATEST})) if "lately" in tools else (session,)


def _search(now: Exchange, conversation: Sequence[Exchange]) -> Move:
    # An answer ("the second one") finds nothing in the library; the request it belongs to does.
    pending = conversation[-2].question if len(conversation) > 1 else None
    answers = (
        pending is not None and pending.slot == WORKFLOW and chosen(now.text, pending.options) is not None
    )
    wanted = pending.request if pending is not None and answers else wish_in(now.text) or now.text
    return (Call("search_workflows", {"text": wanted, "k": _HITS}),)


def _possible(move: Move, tools: Collection[str]) -> Move:
    if isinstance(move, tuple) and (left_out := [call for call in move if call.tool in KEEPING - {*tools}]):
        rest = tuple(call for call in move if call not in left_out)
        return rest or Reply("That would be noted; nothing changed yet.")
    return move
