"""What is kept of a conversation: small, valid for any provider, and understood by the offline model."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.usage import RequestUsage

from orbit.agent import Desk, Limits, ask
from orbit.agent.hosted.spending import spent
from orbit.agent.hosted.thrift import kept
from orbit.agent.offline.conversation import exchanges
from tests.orbit.stand_in import StandIn, call, run_planned, say

ONCE = Limits(retries=0)


def said(messages: Any) -> int:
    """How many characters a provider is sent of them."""
    parts = [part for message in messages for part in message.parts]
    return sum(len(str(getattr(part, "content", getattr(part, "args", "")))) for part in parts)


async def test_a_long_conversation_stays_small_and_every_provider_takes_it(
    desk: Desk, stand_in: StandIn
) -> None:
    """Offline the session is read in full each time; the stand-in refuses what is not valid."""
    messages: Any = ()
    for turn in range(14):
        on = "mute" if turn % 2 == 0 else "unmute"
        answer = await ask(f"{on} the kick", desk, message_history=messages)
        assert answer.ok
        messages = answer.messages
    assert said(messages) < 10_000
    assert len(ModelMessagesTypeAdapter.dump_json(list(messages))) < 60_000
    model = stand_in.plays(call("session"), say("Fourteen times."))
    answer = await ask(
        "what did I do?", desk, model=model, message_history=messages, limits=Limits(retries=0)
    )
    assert answer.reply.startswith("Fourteen times.")
    sent = json.dumps(stand_in.requests[0]["messages"])
    assert len(sent) < 20_000
    assert "unmute the kick" in sent


async def test_a_workflow_called_by_name_is_kept_as_its_plan_and_its_run(
    desk: Desk, stand_in: StandIn
) -> None:
    play = call("wf_sidechain-compression", target="Bass", source="Kick")
    answer = await ask("duck the bass", desk, model=stand_in.plays(play, say("It ducks.")))
    assert answer.ok
    [exchange] = exchanges(answer.messages)
    planned, ran = exchange.result("plan_workflow"), exchange.result("run_plan")
    assert planned is not None
    assert ran is not None
    assert planned.arguments == {
        "id": "sidechain-compression",
        "slots": {"target": "Bass", "source": "Kick"},
    }
    assert ran.content["ok"]
    again = await ask("why?", desk, model=stand_in.plays(say("It pumps.")), message_history=answer.messages)
    assert "It pumps." in again.reply


async def test_the_offline_model_takes_up_what_a_hosted_one_did(desk: Desk, stand_in: StandIn) -> None:
    lower = call("plan_actions", actions=[{"action": "set_volume", "track": "Bass", "db": -6}])

    first = await ask("bass to -6", desk, model=stand_in.plays(lower, run_planned, say("Done.")))
    assert first.ok
    second = await ask("mute it", desk, message_history=first.messages)
    assert second.ok, second.reply
    assert second.plan is not None
    assert [action.model_dump()["track"] for action in second.plan.actions] == ["Bass"]
    third = await ask("undo that", desk, message_history=second.messages)
    assert third.ok


# -- any conversation ----------------------------------------------------------------------------------

_NAMES = st.sampled_from(["session", "plan_actions", "run_plan", "search_workflows", "wf_vocal-chain", "x"])
_CONTENTS = st.sampled_from(
    [
        "no",
        {"error": "not_found", "message": "no"},
        {"tracks": ["x" * 5000]},
        {"plan_id": "p", "steps": [{"do": "x" * 400}] * 50, "result": "Done."},
        {"plan": {"plan_id": "p", "steps": []}, "run": {"ok": True, "results": []}},
        {"decision": "none", "workflows": [{"id": "a", "title": "A", "phrases": ["p"] * 90}]},
        {"note": "done already"},
    ]
)
_OUTCOMES: st.SearchStrategy[Literal["success", "denied", "failed", "retried"] | None] = st.sampled_from(
    ["success", "denied", "failed", "retried", None]
)
_ARGS = st.sampled_from(['{"a": 1}', '{"a": ', "[1]", None, {"a": 1}])


@st.composite
def _conversations(draw: st.DrawFn) -> list[ModelMessage]:
    messages: list[ModelMessage] = []
    number = 0
    for turn in range(draw(st.integers(1, 16))):
        messages.append(ModelRequest([UserPromptPart(f"request {turn}")], instructions="be good"))
        for _ in range(draw(st.integers(0, 3))):
            calls: list[ToolCallPart] = []
            returns: list[ToolReturnPart] = []
            for _ in range(draw(st.integers(1, 3))):
                number += 1
                name, outcome = draw(_NAMES), draw(_OUTCOMES)
                calls.append(ToolCallPart(name, draw(_ARGS), f"c{number}"))
                if outcome is not None:
                    returns.append(ToolReturnPart(name, draw(_CONTENTS), f"c{number}", outcome=outcome))
            usage = RequestUsage(input_tokens=draw(st.integers(0, 999)), output_tokens=1)
            messages.append(ModelResponse(calls, usage=usage))
            messages += [ModelRequest(returns)] if returns else []
        messages.append(ModelResponse([TextPart(f"answer {turn}")], usage=RequestUsage(output_tokens=5)))
    return messages


def _problem(messages: list[ModelMessage]) -> str | None:
    open_calls: set[str] = set()
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolCallPart):
                part.args_as_dict(raise_if_invalid=True)
                open_calls.add(part.tool_call_id)
            elif isinstance(part, ToolReturnPart):
                if part.tool_call_id not in open_calls:
                    return f"{part.tool_call_id} answers nothing"
                open_calls.remove(part.tool_call_id)
        if isinstance(message, ModelRequest) and open_calls:
            return f"{open_calls} are not answered"
    return None


@pytest.mark.laws
@given(_conversations())
def test_whatever_happened_what_is_kept_is_small_valid_and_pays_for_all(
    messages: list[ModelMessage],
) -> None:
    small = kept(messages)
    assert _problem(small) is None
    assert said(small) <= 40_000 or len(exchanges(small)) == 1
    assert spent(small) == spent(messages)
    assert exchanges(small)[-1].text == exchanges(messages)[-1].text
    assert kept(small) == small
    assert not any("wf_" in str(getattr(part, "tool_name", "")) for each in small for part in each.parts)
