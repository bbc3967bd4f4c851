"""What a model gets wrong comes back to it as something it can put right, with what there is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from daw_bridges.actions import ACTIONS
from daw_bridges.references import find_track
from orbit.agent import Desk, Event, FellBack, ask
from tests.orbit.stand_in import Json, Part, StandIn, call, calling, raw_call, run_planned, say, told

MUTE = {"action": "set_mute", "track": "Kick", "on": True}
PLAN = call("plan_actions", actions=[MUTE])
END = (PLAN, run_planned, say("Muted."))
MISTAKES: dict[str, tuple[Part, str]] = {
    "a tool that is not there": (call("mute_track", track="Kick"), "Unknown tool name"),
    "no JSON": (raw_call("plan_actions", '{"actions": [{"action": "set_mu'), "JSON"),
    "a list for an object": (raw_call("plan_actions", "[1, 2]"), ""),
    "an argument left out": (call("plan_actions"), "actions"),
    "an action that is not there": (call("plan_actions", actions=[{"action": "mute"}]), "set_mute"),
    "a field that is not there": (
        call("plan_actions", actions=[{"action": "set_mute", "track": "Kick", "muted": True}]),
        "muted",
    ),
    "a track that is not there": (call("plan_actions", actions=[MUTE | {"track": "Kik"}]), "Kick"),
    "a track that is two": (call("plan_actions", actions=[MUTE | {"track": "Vox"}]), "Backing Vox"),
    "a value that cannot be": (
        call("plan_actions", actions=[{"action": "set_volume", "track": "Kick", "db": 400}]),
        "out_of_range",
    ),
    "a workflow that is not there": (call("plan_workflow", id="make-it-good"), "not_found"),
    "a plan that was never made": (call("run_plan", plan_id="p-1"), "not_found"),
    "no action": (call("plan_actions", actions=[]), ""),
}


@pytest.fixture
async def answered(desk: Desk, stand_in: StandIn) -> dict[str, tuple[list[Event], list[str]]]:
    """What came of each mistake, made once and then put right."""
    came: dict[str, tuple[list[Event], list[str]]] = {}
    for name, (mistake, _) in MISTAKES.items():
        stand_in.requests.clear()
        events: list[Event] = []
        answer = await ask("mute the kick", desk, model=stand_in.plays(mistake, *END), on_event=events.append)
        assert answer.ok, (name, answer.reply)
        assert find_track(await desk.session(), "Kick").mute, name
        came[name] = events, [message["content"] for message in stand_in.requests[1]["messages"][2:]]
        assert (await desk.undo()).run.ok, name
    return came


async def test_each_mistake_is_answered_with_what_is_wrong_and_then_put_right(
    answered: dict[str, tuple[list[Event], list[str]]],
) -> None:
    for name, (events, messages) in answered.items():
        assert not any(isinstance(event, FellBack) for event in events), name
        assert MISTAKES[name][1] in str(messages[-1]), (name, messages[-1])


@pytest.mark.parametrize(
    "arguments",
    [
        {"actions": json.dumps([MUTE])},
        {"actions": MUTE},
        {"actions": json.dumps(MUTE), "title": "Mute the kick"},
    ],
)
async def test_what_was_clearly_meant_is_taken_as_such(
    desk: Desk, stand_in: StandIn, arguments: dict[str, Any]
) -> None:
    """Small models write a list as text, and one object for a list of one."""
    model = stand_in.plays(call("plan_actions", **arguments), run_planned, say("Muted."))
    assert (await ask("mute the kick", desk, model=model)).ok
    assert len(stand_in.requests) == 3


async def test_slots_are_taken_in_whatever_form_they_come(desk: Desk, stand_in: StandIn) -> None:
    slots = {"target": "Bass", "source": "Kick", "threshold": -30}
    model = stand_in.plays(
        call("plan_workflow", id="sidechain-compression", slots=json.dumps(slots)), run_planned, say("Done.")
    )
    answer = await ask("duck the bass", desk, model=model)
    assert answer.ok, answer.reply
    assert answer.slots["threshold"] == "-30.0 dB"


async def test_the_whole_vocabulary_is_offered_in_one_small_schema(desk: Desk, stand_in: StandIn) -> None:
    await ask("hello", desk, model=stand_in.plays(say("Hello.")))
    [request] = stand_in.requests
    tools = {tool["function"]["name"]: tool["function"] for tool in request["tools"]}
    action = tools["plan_actions"]["parameters"]["properties"]["actions"]["items"]
    assert action["properties"]["action"]["enum"] == list(ACTIONS)
    fields = {field.alias or name for cls in ACTIONS.values() for name, field in cls.model_fields.items()}
    assert set(action["properties"]) == fields
    assert len(json.dumps(action)) < 4000
    # All that a request carries before anything is said: instructions, tools and their schemas.
    assert len(json.dumps(request)) < 24_000


async def test_two_calls_at_once_are_done_one_after_the_other(desk: Desk, stand_in: StandIn) -> None:
    def both(_: Json) -> Json:
        first = calling("plan_actions", json.dumps({"actions": [MUTE]}))
        second = calling("plan_actions", json.dumps({"actions": [MUTE | {"track": "Snare"}]}))
        return first | {"tool_calls": [*first["tool_calls"], *second["tool_calls"]]}

    def run_first(request: Json) -> Json:
        return calling("run_plan", json.dumps({"plan_id": told(request)[0]["plan_id"]}))

    answer = await ask("mute the kick", desk, model=stand_in.plays(both, run_first, say("Muted.")))
    assert answer.ok
    session = await desk.session()
    assert find_track(session, "Kick").mute
    assert not find_track(session, "Snare").mute


async def test_a_correction_within_a_request_takes_back_what_was_wrong(desk: Desk, stand_in: StandIn) -> None:
    wrong = call("plan_actions", actions=[MUTE | {"track": "Snare"}])
    model = stand_in.plays(wrong, run_planned, call("undo"), PLAN, run_planned, say("The kick it is."))
    answer = await ask("mute the kick", desk, model=model)
    assert answer.ok, answer.reply
    session = await desk.session()
    assert find_track(session, "Kick").mute
    assert not find_track(session, "Snare").mute


async def test_the_parameters_of_some_tracks_can_be_read_alone(desk: Desk, stand_in: StandIn) -> None:
    model = stand_in.plays(call("session", detail="full", tracks=["a-reverb"]), say("It is long."))
    answer = await ask("how long is the reverb?", desk, model=model)
    assert answer.ok
    [read] = told(stand_in.requests[-1])
    assert [track["name"] for track in read["tracks"]] == ["A-Reverb"]
    assert read["tracks"][0]["devices"][0]["parameters"]
