"""A provider that fails, in each way they do: the offline model goes on, and nothing is done twice."""

from __future__ import annotations

import json
import socket

from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from daw_bridges.references import find_track
from orbit.agent import Desk, Event, FellBack, Limits, Started, ask
from orbit.workflows import Plan
from tests.orbit.stand_in import (
    Cut,
    Fault,
    Part,
    Raw,
    StandIn,
    call,
    raw_call,
    run_planned,
    say,
)

QUICK = Limits(request_seconds=5.0, requests=6, retries=0, rest_seconds=0)
MUTE = call("plan_actions", actions=[{"action": "set_mute", "track": "Kick", "on": True}])
FAILURES: dict[str, tuple[tuple[Part, ...], str]] = {
    "a fault": ((500,), "on fire"),
    "no service": ((Fault(503, "down for a while"),), "down for a while"),
    "too often": ((Fault(429, "slow down", "rate_limit_exceeded"),), "too many requests"),
    "no credit": ((Fault(429, "pay first", "insufficient_quota"),), "no credit"),
    "a wrong key": ((Fault(401, "who are you"),), "refused the API key"),
    "too long": ((Fault(400, "maximum context length", "context_length_exceeded"),), "too long"),
    "cut before it answers": ((Cut(),), "cannot be reached"),
    "a body that is none": ((Raw(b"<html>hello</html>"),), ""),
    "an answer with nothing in it": ((say(""),), "made no sense"),
    "a tool that is not there, for ever": ((call("make_coffee"),), "made no sense"),
    "no JSON, for ever": ((raw_call("plan_actions", '{"actions": '),), "made no sense"),
    "no end": ((call("session"),), "limit for one request"),
    "a plan, and then a fault": ((call("session"), MUTE, 500), "on fire"),
}


async def test_whichever_way_a_provider_fails_the_request_is_done_once(desk: Desk, stand_in: StandIn) -> None:
    for name, (script, why) in FAILURES.items():
        events: list[Event] = []
        answer = await ask(
            "mute the kick", desk, model=stand_in.plays(*script), limits=QUICK, on_event=events.append
        )
        fallen = [each for each in events if isinstance(each, FellBack)]
        assert answer.ok, (name, answer.reply)
        assert [each.model for each in fallen] == ["openai:stand-in"], name
        assert why in fallen[0].reason, (name, fallen[0].reason)
        assert answer.reply.count(fallen[0].reason) == 1, name
        assert not set(fallen[0].reason) & set("{}"), name
        assert "Orbit handles this request offline" in answer.reply, name
        assert sum(isinstance(each, Started) for each in events) == 1, name
        assert find_track(await desk.session(), "Kick").mute, name
        assert answer.usage is not None, name
        assert (await desk.undo()).run.ok, name


async def test_nobody_listens_where_the_model_should_be(desk: Desk) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        model = OpenAIChatModel("gone", provider=OpenAIProvider(base_url=url, api_key="none"))
        answer = await ask("mute the kick", desk, model=model)
    assert answer.ok
    assert "cannot be reached" in answer.reply
    assert answer.usage is not None
    assert answer.usage.requests == 0


async def test_a_slow_provider_is_not_waited_for_for_ever(desk: Desk, stand_in: StandIn) -> None:
    limits = Limits(request_seconds=0.2)
    answer = await ask("mute the kick", desk, model=stand_in.plays(30.0), limits=limits)
    assert answer.ok
    assert "took too long" in answer.reply
    assert len(stand_in.requests) == 1
    # Nor by the next request, for a while.
    answer = await ask("unmute the kick", desk, model=stand_in.plays(30.0), limits=limits)
    assert answer.ok
    assert "asks it again in" in answer.reply
    assert len(stand_in.requests) == 1
    assert not find_track(await desk.session(), "Kick").mute


async def test_a_busy_provider_is_asked_again_after_the_wait_it_asks_for(
    desk: Desk, stand_in: StandIn
) -> None:
    busy = Fault(429, "slow down", headers={"retry-after-ms": "20"})
    limits = Limits(wait_seconds=0.05)
    answer = await ask(
        "mute the kick",
        desk,
        model=stand_in.plays(busy, busy, MUTE, run_planned, say("Muted.")),
        limits=limits,
    )
    assert answer.ok
    assert answer.reply.startswith("Muted.")
    assert answer.usage is not None
    assert answer.usage.requests == 3
    # Who asks for longer than anybody would sit there is left alone.
    stand_in.requests.clear()
    later = Fault(429, "come back tomorrow", headers={"retry-after": "86400"})
    answer = await ask("unmute the kick", desk, model=stand_in.plays(later), limits=limits)
    assert answer.ok
    assert len(stand_in.requests) == 1


async def test_what_was_done_before_it_failed_stays_done_and_is_told_as_it_was_read(
    desk: Desk, stand_in: StandIn
) -> None:
    events: list[Event] = []
    answer = await ask(
        "mute the kick and duck the bass under it",
        desk,
        model=stand_in.plays(MUTE, run_planned, 500),
        limits=QUICK,
        on_event=events.append,
    )
    assert answer.ok
    assert answer.reply.startswith("Done: muted Kick.")
    assert "failed before it finished" in answer.reply
    assert sum(isinstance(each, Started) for each in events) == 1
    assert find_track(await desk.session(), "Bass").devices == ()
    # What it left is a conversation that any provider takes.
    after = await ask(
        "is it muted?",
        desk,
        model=stand_in.plays(call("session"), say("Yes.")),
        message_history=answer.messages,
        limits=QUICK,
    )
    assert after.reply.startswith("Yes.")


async def test_a_note_that_was_kept_is_not_kept_twice(desk: Desk, stand_in: StandIn) -> None:
    noted = call("keep_note", text="the bass is too loud")
    answer = await ask("note that the bass is too loud", desk, model=stand_in.plays(noted, 500), limits=QUICK)
    assert answer.ok
    assert desk.familiar.recall("").count("the bass is too loud") == 1


async def test_whoever_said_no_is_not_asked_again_by_the_other_model(desk: Desk, stand_in: StandIn) -> None:
    asked: list[Plan] = []

    def no(plan: Plan) -> bool:
        asked.append(plan)
        return False

    delete = call("plan_actions", actions=[{"action": "delete_track", "track": "FX"}])
    answer = await ask(
        "delete fx", desk, model=stand_in.plays(delete, run_planned, 500), approve=no, limits=QUICK
    )
    assert (answer.ok, answer.code, len(asked)) == (False, "declined", 1)
    assert "FX" in (await desk.session()).track_names
    # Consent that the other model asks for is asked of the same user.
    answer = await ask("delete fx", desk, model=stand_in.plays(500), approve=no, limits=QUICK)
    assert (answer.ok, answer.code, len(asked)) == (False, "declined", 2)


async def test_what_the_offline_model_cannot_do_either_says_both(desk: Desk, stand_in: StandIn) -> None:
    before = await desk.session()
    answer = await ask("write me a string quartet", desk, model=stand_in.plays(500), limits=QUICK)
    assert not answer.ok
    assert "on fire" in answer.reply
    assert await desk.session() == before
    answer = await ask("mute the kick", desk, model=stand_in.plays(500), limits=QUICK, dry_run=True)
    assert answer.ok
    assert await desk.session() == before


async def test_a_conversation_goes_from_one_model_to_the_other_and_back(
    desk: Desk, stand_in: StandIn
) -> None:
    """Each takes up what the other has left, the question of one answered with the other."""
    ask_which = call("ask_back", question="Which vocal?", options=["Lead Vox", "Backing Vox"])
    first = await ask("mute the vocal", desk, model=stand_in.plays(ask_which))
    assert first.question is not None
    assert first.question.request == "mute the vocal"
    second = await ask(
        "mute the kick", desk, model=stand_in.plays(500), message_history=first.messages, limits=QUICK
    )
    assert second.ok
    seen: list[str] = []

    def look(request: dict[str, object]) -> dict[str, object]:
        seen.append(json.dumps(request["messages"]))
        return {"role": "assistant", "content": "You asked for the kick."}

    third = await ask(
        "what did I ask for?", desk, model=stand_in.plays(look), message_history=second.messages, limits=QUICK
    )
    assert "offline" not in third.reply
    assert "mute the kick" in seen[0]
    assert "muted Kick" in seen[0]
    fourth = await ask("unmute the kick", desk, message_history=third.messages)
    assert fourth.ok
