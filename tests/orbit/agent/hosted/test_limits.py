"""How far a request and a conversation may go, and what they took."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage

from daw_bridges.errors import UsageError
from orbit.agent import Answer, Desk, Event, FellBack, Limits, ask
from orbit.settings import Settings
from tests.orbit.stand_in import StandIn, call, run_planned, say

MUTE = call("plan_actions", actions=[{"action": "set_mute", "track": "Kick", "on": True}])


def fallen(answer: Answer, events: list[Event]) -> str:
    [event] = [event for event in events if isinstance(event, FellBack)]
    assert event.reason in answer.reply
    return event.reason


async def test_a_request_stops_at_its_limits_and_the_offline_model_ends_it(
    desk: Desk, stand_in: StandIn
) -> None:
    for limits, why in (
        (Limits(requests=3), "limit for one request"),
        (Limits(total_tokens=400), "limit for one request"),
        (Limits(tool_calls=2), "limit for one request"),
    ):
        stand_in.requests.clear()
        events: list[Event] = []
        model = stand_in.plays(call("session"))
        answer = await ask("mute the kick", desk, model=model, limits=limits, on_event=events.append)
        assert answer.ok
        assert why in fallen(answer, events)
        assert len(stand_in.requests) <= 3


async def test_the_limit_of_a_request_holds_over_all_its_consents(desk: Desk, stand_in: StandIn) -> None:
    delete = call("plan_actions", actions=[{"action": "delete_track", "track": "FX"}])
    events: list[Event] = []
    answer = await ask(
        "delete fx",
        desk,
        model=stand_in.plays(delete, run_planned, say("Gone."), say("Gone.")),
        approve=lambda _: True,
        limits=Limits(requests=2),
        on_event=events.append,
    )
    assert answer.ok
    assert "limit for one request" in fallen(answer, events)
    assert len(stand_in.requests) == 2
    assert "FX" not in (await desk.session()).track_names


async def test_a_conversation_has_a_limit_of_its_own_that_outlives_what_is_kept_of_it(
    desk: Desk, stand_in: StandIn
) -> None:
    limits = Limits(conversation_tokens=1000)
    messages: Sequence[ModelMessage] = ()
    for turn in range(6):
        answer = await ask(
            f"hello {turn}", desk, model=stand_in.plays(say("Hi.")), limits=limits, message_history=messages
        )
        messages = answer.messages
    assert len(stand_in.requests) == 6  # at 150 tokens each
    events: list[Event] = []
    model = stand_in.plays(say("Hi."))
    answer = await ask(
        "mute the kick", desk, model=model, limits=limits, message_history=messages, on_event=events.append
    )
    assert len(stand_in.requests) == 7
    messages = answer.messages
    events.clear()
    answer = await ask(
        "mute the kick", desk, model=model, limits=limits, message_history=messages, on_event=events.append
    )
    assert answer.ok
    assert len(stand_in.requests) == 7
    assert "conversation_tokens" in fallen(answer, events)
    # A new conversation begins anew.
    assert (await ask("hello", desk, model=model, limits=limits)).usage is not None
    assert len(stand_in.requests) == 8


async def test_what_a_request_took_is_told_with_its_price_where_that_is_known(
    desk: Desk, stand_in: StandIn
) -> None:
    script = (MUTE, run_planned, say("Muted."))
    answer = await ask("mute the kick", desk, model=stand_in.plays(*script))
    assert answer.usage is not None
    assert answer.usage.model_dump() == {
        "model": "openai:stand-in",
        "requests": 3,
        "input_tokens": 300,
        "output_tokens": 150,
        "cost_usd": None,
    }
    priced = await ask("mute the kick", desk, model=stand_in.plays(*script, model="gpt-4o"))
    assert priced.usage is not None
    assert priced.usage.cost_usd == pytest.approx((300 * 2.5 + 150 * 10) / 1e6)
    assert (await ask("mute the kick", desk)).usage is None


async def test_the_limits_are_settings(
    desk: Desk, stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_REQUEST_TOKENS", "200")
    settings = Settings.load(data_dir=tmp_path)
    assert Limits.of(settings) == Limits(total_tokens=200)
    frugal = Desk(desk.bridge, desk.library, settings)
    answer = await ask("mute the kick", frugal, model=stand_in.plays(call("session")))
    assert answer.ok
    assert "limit for one request" in answer.reply
    monkeypatch.setenv("ORBIT_REQUEST_TOKENS", "lots")
    with pytest.raises(UsageError, match="request_tokens"):
        Settings.load()
