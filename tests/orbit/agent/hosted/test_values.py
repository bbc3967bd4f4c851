"""Values as a model writes them: alike in every tool, and refused in words that name the field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orbit.agent import Desk, ask
from tests.orbit.stand_in import StandIn, call, say, told

VALUES = [
    ({"action": "set_volume", "track": "Bass", "db": "-6 dB"}, {"db": -6.0}),
    ({"action": "set_volume", "track": "Bass", "db": -30}, {"db": -30.0}),
    ({"action": "set_volume", "track": "Bass", "db": None}, {"db": float("-inf")}),
    ({"action": "set_tempo", "bpm": "128 bpm"}, {"bpm": 128.0}),
    ({"action": "set_pan", "track": "Bass", "pan": "L20"}, {"pan": -0.4}),
]
DUCK = {"target": "Bass", "source": "Kick"}
WAYS: list[tuple[str, dict[str, Any]]] = [
    ("plan_actions", {"actions": "$edits"}),
    ("plan_parts", {"parts": [{"actions": "$edits"}]}),
]
DUCKING: list[tuple[str, dict[str, Any]]] = [
    ("plan_workflow", {"id": "sidechain-compression", "slots": "$slots"}),
    ("plan_parts", {"parts": [{"workflow": "sidechain-compression", "slots": "$slots"}]}),
]


def filled(arguments: Any, name: str, value: Any) -> Any:
    return json.loads(json.dumps(arguments).replace(f'"${name}"', json.dumps(value)))


@pytest.mark.parametrize(("tool", "arguments"), WAYS, ids=[tool for tool, _ in WAYS])
async def test_an_edit_takes_a_value_with_its_unit(
    desk: Desk, stand_in: StandIn, tool: str, arguments: dict[str, Any]
) -> None:
    for edit, read in VALUES:
        model = stand_in.plays(call(tool, **filled(arguments, "edits", [edit])), say("Planned."))
        answer = await ask("as I say", desk, model=model, dry_run=True)
        assert answer.plan is not None, answer.reply
        [action] = answer.plan.actions
        assert {key: getattr(action, key) for key in read} == read


@pytest.mark.parametrize(("tool", "arguments"), DUCKING, ids=[tool for tool, _ in DUCKING])
async def test_a_slot_is_a_number_a_text_or_left_out(
    desk: Desk, stand_in: StandIn, tool: str, arguments: dict[str, Any]
) -> None:
    for given, read in ((-30, -30.0), ("-30", -30.0), ("-30 dB", -30.0), (None, -24.0)):
        slots = filled(arguments, "slots", DUCK | {"threshold": given})
        answer = await ask(
            "hm", desk, model=stand_in.plays(call(tool, **slots), say("Planned.")), dry_run=True
        )
        assert answer.plan is not None, answer.reply
        assert answer.plan.slots["threshold"] == read


async def test_a_workflows_own_tool_takes_them_too(desk: Desk, stand_in: StandIn) -> None:
    text = "duck the bass under the kick"
    for given, read in ((-30, -30.0), ("-30 dB", -30.0), (None, -24.0)):
        play = call("wf_sidechain-compression", **DUCK, threshold=given)
        answer = await ask(text, desk, model=stand_in.plays(play, say("Planned.")), dry_run=True)
        assert answer.plan is not None, answer.reply
        assert answer.plan.slots["threshold"] == read


async def test_a_question_may_say_a_slot_as_a_number(desk: Desk, stand_in: StandIn) -> None:
    slots = {"target": "Bass", "threshold": -30, "source": None}
    asking = call("ask_back", question="Under which track?", slots=slots, workflow="sidechain-compression")
    answer = await ask("duck the bass", desk, model=stand_in.plays(asking))
    assert answer.question is not None
    assert answer.question.slots == {"target": "Bass", "threshold": "-30"}
    assert len(stand_in.requests) == 1


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"action": "set_volume", "track": "Bass"}, "db is missing"),
        (
            {"action": "set_volume", "track": "Bass", "db": "30 ms"},
            "“30 ms” is not a valid number here",
        ),
        ({"action": "set_tempo", "bpm": None}, "bpm should be a number, not null"),
        ({"action": "set_mute", "track": "Bass", "on": "maybe"}, "on should be on or off, not “maybe”"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_wrong_value_is_told_in_words(
    desk: Desk, stand_in: StandIn, edit: dict[str, Any], said: str
) -> None:
    await ask("hm", desk, model=stand_in.plays(call("plan_actions", actions=[edit]), say("No.")))
    [answer] = told(stand_in.requests[-1])
    assert answer["error"] == "action"
    assert said in answer["message"]
    assert "pydantic" not in json.dumps(stand_in.requests[-1]["messages"])
