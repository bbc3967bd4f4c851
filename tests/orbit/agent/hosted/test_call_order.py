"""The calls of one message are done in their order, and what was done is told of every run."""

from __future__ import annotations

import json
from typing import Any

import pytest

from daw_bridges.references import find_track
from orbit.agent import Desk, ask
from orbit.server import Outcome
from orbit.workflows import Plan
from tests.orbit.stand_in import Json, Part, StandIn, call, calling, run_planned, say, told

Calls = tuple[str, dict[str, Any]]


class User:
    """Answers each question alike, and remembers what was asked."""

    def __init__(self, *, agrees: bool) -> None:
        self.agrees, self.asked = agrees, list[str]()

    def __call__(self, plan: Plan) -> bool:
        self.asked.append(plan.title)
        return self.agrees


def at_once(*calls: Calls) -> Part:
    """One message with several calls."""
    made = [calling(tool, json.dumps(arguments))["tool_calls"][0] for tool, arguments in calls]
    return lambda _: {"role": "assistant", "content": None, "tool_calls": made}


def planning(*actions: Json) -> Part:
    """One message that plans each of the edits for itself."""
    return at_once(*(("plan_actions", {"actions": [action]}) for action in actions))


def run_each(request: Json) -> Json:
    """One message that runs each plan that was told of, in order."""
    plans = [result["plan_id"] for result in told(request) if "plan_id" in result]
    answer = at_once(*(("run_plan", {"plan_id": plan}) for plan in plans))
    assert callable(answer)
    return answer(request)


def last_plan(request: Json) -> Json:
    return {"plan_id": told(request)[-1]["plan_id"]}


DELETE_PAD = {"action": "delete_track", "track": "Pad"}
KEYS_TO_PAD = {"action": "rename_track", "track": "Keys", "name": "Pad"}
MUTE_KICK = {"action": "set_mute", "track": "Kick", "on": True}


async def test_what_follows_a_plan_that_needs_consent_is_done_behind_it(
    desk: Desk, stand_in: StandIn
) -> None:
    user, before = User(agrees=True), (await desk.session()).track_names
    model = stand_in.plays(planning(DELETE_PAD, KEYS_TO_PAD), run_each, say("Pad is what Keys was."))
    answer = await ask("delete Pad, then rename Keys to Pad", desk, model=model, approve=user)
    assert answer.ok, answer.reply
    assert user.asked == ["Delete the track Pad"]
    names = (await desk.session()).track_names
    assert names == tuple("Pad" if name == "Keys" else name for name in before if name != "Pad")
    assert [result["ok"] for result in told(stand_in.requests[-1])[-2:]] == [True, True]


async def test_what_was_planned_in_one_message_is_done_in_that_order(desk: Desk, stand_in: StandIn) -> None:
    again = {"action": "rename_track", "track": "Keys", "name": "Chords"}
    back = {"action": "rename_track", "track": "Bass", "name": "Keys"}
    model = stand_in.plays(planning(again, back), run_each, say("Done."))
    assert (await ask("rename them", desk, model=model)).ok
    assert (await desk.session()).track_names[4:6] == ("Keys", "Chords")


async def test_every_run_is_told_of_and_not_only_the_last(desk: Desk, stand_in: StandIn) -> None:
    bass = {"action": "set_mute", "track": "Bass", "on": True}
    first = await desk.session()
    model = stand_in.plays(
        call("plan_actions", actions=[MUTE_KICK]), run_planned,
        call("plan_actions", actions=[bass, DELETE_PAD]), run_planned, say("Done."),
    )  # fmt: skip
    answer = await ask("mute kick and bass, delete pad", desk, model=model, approve=User(agrees=True))
    outcome = Outcome(answer, first, await desk.session())
    document = outcome.to_json()
    done = ["set_mute", "set_mute", "delete_track"]
    assert [(each["step_number"], each["action"]) for each in document["results"]] == [*enumerate(done, 1)]
    assert [(each["step_number"], each["action"]) for each in document["plan"]] == [*enumerate(done, 1)]
    assert {each["status"] for each in document["results"]} == {"verified"}
    assert [len(run.results) for run in outcome.runs] == [1, 2]


async def test_what_follows_a_plan_that_is_refused_is_not_done(desk: Desk, stand_in: StandIn) -> None:
    user, before = User(agrees=False), await desk.session()
    model = stand_in.plays(planning(DELETE_PAD, KEYS_TO_PAD), run_each, say("Then not."))
    answer = await ask("delete Pad, then rename Keys to Pad", desk, model=model, approve=user)
    assert (answer.ok, answer.code) == (False, "declined")
    assert user.asked == ["Delete the track Pad"]
    assert (await desk.session()).track_names == before.track_names
    *_, second = [message["content"] for message in stand_in.requests[-1]["messages"]]
    assert "before this in the same message was not done" in second


@pytest.mark.parametrize("wrong", [{"plan_id": "none"}, {"plan": 5}, {}], ids=str)
async def test_what_follows_a_call_that_failed_is_not_done(
    desk: Desk, stand_in: StandIn, wrong: dict[str, Any]
) -> None:
    def run_wrong(request: Json) -> Json:
        answer = at_once(("run_plan", wrong), ("run_plan", last_plan(request)))
        assert callable(answer)
        return answer(request)

    def run_right(request: Json) -> Json:
        [plan] = [each["plan_id"] for each in told(request) if "plan_id" in each]
        return calling("run_plan", json.dumps({"plan_id": plan}))

    model = stand_in.plays(planning(MUTE_KICK), run_wrong, run_right, say("Done."))
    answer = await ask("mute the kick", desk, model=model)
    assert told(stand_in.requests[2])[-1]["error"] == "not_done"
    # It is not lost: the model may call for it again.
    assert answer.ok, answer.reply
    assert find_track(await desk.session(), "Kick").mute


async def test_a_workflows_own_tool_waits_too(desk: Desk, stand_in: StandIn) -> None:
    def run_and_play(request: Json) -> Json:
        answer = at_once(("run_plan", last_plan(request)), ("wf_vocal-chain", {"target": "Pad"}))
        assert callable(answer)
        return answer(request)

    model = stand_in.plays(
        call("search_workflows", text="a vocal chain"),
        call("plan_actions", actions=[DELETE_PAD, {**KEYS_TO_PAD, "track": "Lead Vox"}]),
        run_and_play,
        say("Done."),
    )
    user = User(agrees=True)
    answer = await ask("delete pad and put a vocal chain on it", desk, model=model, approve=user)
    assert answer.ok, answer.reply
    assert [len(run.results) > 2 for _, run in answer.earlier] == [False]
    assert find_track(await desk.session(), "Pad").kind == "audio"  # what was Lead Vox
    assert find_track(await desk.session(), "Pad").devices


async def test_an_undo_that_waited_is_not_agreed_to_by_that(desk: Desk, stand_in: StandIn) -> None:
    def run_and_undo(request: Json) -> Json:
        answer = at_once(("run_plan", last_plan(request)), ("undo", {}))
        assert callable(answer)
        return answer(request)

    user, before = User(agrees=True), (await desk.session()).track_names
    model = stand_in.plays(planning(DELETE_PAD), run_and_undo, say("There and back."))
    answer = await ask("delete Pad and take it back", desk, model=model, approve=user)
    assert answer.ok, answer.reply
    assert user.asked == ["Delete the track Pad"]
    assert (await desk.session()).track_names == before


async def test_a_place_counted_before_another_track_went_is_not_taken_for_what_stands_there_now(
    desk: Desk, stand_in: StandIn
) -> None:
    model = stand_in.plays(
        planning(DELETE_PAD, {"action": "set_mute", "track": "#8", "on": True}), run_each, say("Done.")
    )
    answer = await ask("delete Pad, mute the eighth", desk, model=model, approve=User(agrees=True))
    assert not answer.ok
    assert answer.code == "changed"
    assert not any(track.mute for track in (await desk.session()).tracks)
