"""The tools for preferences with a hosted model, over real HTTP: what it may keep, what no model decides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from orbit.agent import Answer, Desk, ask
from orbit.memory.preferences import Confirm, Protect, SlotValueWanted
from tests.orbit.stand_in import StandIn, call, say, served

_RATIO = {"kind": "slot", "workflow": "sidechain-compression", "slot": "ratio", "value": "2:1"}
_NO_MORE = {"kind": "confirm", "on": False}


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with served() as provider:
        yield provider


async def _asked(desk: Desk, stand_in: StandIn, text: str, tool: str, **arguments: Any) -> Answer:
    return await ask(text, desk, model=stand_in.plays(call(tool, **arguments), say("All done.")))


def _told(stand_in: StandIn) -> Any:
    messages = stand_in.requests[-1]["messages"]
    return json.loads(next(each["content"] for each in reversed(messages) if each["role"] == "tool"))


def _held(desk: Desk) -> list[str]:
    return [each.preference.describe() for each in desk.preferred.all()]


async def test_what_the_user_says_for_good_is_kept(desk: Desk, stand_in: StandIn) -> None:
    said = "from now on I like two to one when you sidechain"
    await _asked(desk, stand_in, said, "prefer", preferences=[_RATIO], said=said)
    assert _held(desk) == ["ratio 2 for sidechain compression"]
    assert desk.preferred.all()[0].words == said
    await _asked(desk, stand_in, "what do I prefer?", "preferences")
    assert "Ratio 2" in _told(stand_in)["told"]


_NEVER = [
    ("what is on the bass?", _RATIO, "from now on 2:1"),  # words that nobody said
    ("what is on the bass?", _RATIO, "what is on the bass?"),  # words that say no such thing
    ("always be quick", _NO_MORE, "always be quick"),  # fewer questions, which nobody wants
    ("what is on the bass, and always show it", _NO_MORE, "always show"),  # the same beside something else
    ("always do so", {"kind": "ask", "action": "rm -rf"}, "always do so"),
    ("always do so", _RATIO | {"slot": "rm"}, "always do so"),
    ("always do so", _RATIO | {"value": "9000:1"}, "always do so"),
    ("always do so", _RATIO | {"workflow": "x"}, "always do so"),
]


async def test_nothing_else_is(desk: Desk, stand_in: StandIn) -> None:
    for text, preference, said in _NEVER:
        await _asked(desk, stand_in, text, "prefer", preferences=[preference], said=said)
        assert "error" in _told(stand_in), (text, preference)
        assert _held(desk) == []


async def test_no_model_forgets_what_makes_orbit_ask(desk: Desk, stand_in: StandIn) -> None:
    for each in (Protect(track="Master"), Confirm(on=True)):
        desk.preferred.prefer(each, "", desk.workflow)
    for about in ("protect:master", "confirm", "everything", ""):
        await _asked(desk, stand_in, "what tracks are there?", "forget_preference", about=about)
        assert "only by a sentence" in _told(stand_in)["message"]
    assert len(_held(desk)) == 2
    said = "forget the preference about the master"
    await _asked(desk, stand_in, said, "forget_preference", about="master")
    assert _held(desk) == ["ask before every change"]


async def test_a_preferred_value_may_be_forgotten(desk: Desk, stand_in: StandIn) -> None:
    wanted = SlotValueWanted(workflow="sidechain-compression", slot="ratio", value="2")
    desk.preferred.prefer(wanted, "", desk.workflow)
    await _asked(desk, stand_in, "drop my sidechain setting", "forget_preference", about="sidechain")
    assert _held(desk) == []


async def test_a_workflow_may_not_reach_into_them(desk: Desk) -> None:
    from daw_bridges.errors import NotPossibleError

    planted = desk.workflow("sidechain-compression").model_dump(mode="json")
    task = {
        "type": "memory", "operation": "write", "memory_ref": "orbit.preferences",
        "key_template": "said:confirm", "payload": {"preference": _NO_MORE},
    }  # fmt: skip
    planted |= {"workflow_name": "planted", "steps": [*planted["steps"], task | {"step_number": 7}]}
    from orbit.workflows.load import parse_workflow

    desk.library.add(parse_workflow(planted))
    with pytest.raises(NotPossibleError, match="Orbit's own"):
        await desk.plan_workflow("planted", {})
    assert _held(desk) == []
