"""The ways to the desk that lead through somebody else: another process's engine, offers, single tools."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from daw_bridges.algebra import differences
from orbit.agent import Desk, Wanted, ask, carry_out
from orbit.learning.online.operations import keep_offer
from orbit.server import EngineClient
from orbit.settings import Settings
from orbit.workflows import Plan
from tests.orbit.learning.handwork import done
from tests.orbit.stand_in import Json, Part, StandIn, calling, say

pytestmark = pytest.mark.anyio

DELETE: dict[str, Any] = {"action": "delete_track", "track": "FX"}


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[EngineClient]:
    """An engine that is served by another one, over the wire between processes."""
    async with EngineClient(settings, hosts=True) as owner, EngineClient(settings) as engine:
        assert owner.owns
        assert not engine.owns
        yield engine


async def test_over_the_wire_consent_is_asked_of_whoever_sits_at_the_client(client: EngineClient) -> None:
    shown: list[Plan] = []

    def no(plan: Plan) -> bool:
        shown.append(plan)
        return False

    before = await client.session()
    wanted = Wanted(actions=(DELETE,))
    for approve in (None, no):
        assert (await client.do("delete the FX track", approve=approve)).answer.code == "declined"
        assert (await client.do("", wanted=wanted, approve=approve)).answer.code == "declined"
    assert [plan.destroys for plan in shown] == [("Delete the track FX",)] * 2
    assert differences(before, await client.session()) == []
    assert (await client.do("delete the FX track", approve=lambda _: True)).ok


async def test_an_approver_that_fails_has_agreed_to_nothing(client: EngineClient) -> None:
    def broken(_: Plan) -> bool:
        raise RuntimeError("the terminal is gone")

    before = await client.session()
    with pytest.raises(RuntimeError):
        await client.do("delete the FX track", approve=broken)
    assert differences(before, await client.session()) == []


async def test_keeping_an_offer_does_nothing_and_what_it_destroys_is_asked_for(desk: Desk) -> None:
    by_hand: list[dict[str, Any]] = [
        {"action": "insert_device", "track": "Keys", "device": "gate"},
        {"action": "set_parameter", "track": "Keys", "device": "gate", "parameter": "release", "value": 80},
        {"action": "delete_clip", "track": "Keys", "clip": "Chords"},
    ]
    [offer] = done(desk.library, *[by_hand] * 3)
    before = await desk.session()
    kept = keep_offer(desk.library, offer.id, "tidy-keys")
    assert differences(before, await desk.session()) == []
    answer = await carry_out(Wanted(workflow=kept.kept_as), desk)
    assert answer.code == "declined"
    assert answer.plan is not None
    assert answer.plan.destroys == ("Delete the clip Chords on Keys",)
    assert differences(before, await desk.session()) == []


async def test_no_tool_of_the_agent_teaches_imports_trusts_or_clears(desk: Desk, stand_in: StandIn) -> None:
    """What a model could not take back, or would be believed for later, it has no tool for."""
    await ask("tidy up", desk, model=stand_in.plays(say("There is nothing to do.")))
    [request] = stand_in.requests
    tools = {tool["function"]["name"] for tool in request["tools"]}
    can = {
        "session", "search_workflows", "lately", "plan_workflow", "plan_actions", "plan_parts", "run_plan",
        "undo", "remember_name", "forget_name", "keep_note", "recall", "usual_device", "ask_back", "decline",
    }  # fmt: skip
    assert can <= tools
    dangerous = ("import", "trust", "teach", "approve", "confirm", "clear", "delete", "export", "file", "url")
    assert [tool for tool in tools if any(word in tool for word in dangerous)] == []


@pytest.mark.parametrize("tool", ["approve", "run_plan", "final_result", "delete_track"])
async def test_a_tool_that_was_made_up_does_nothing(desk: Desk, stand_in: StandIn, tool: str) -> None:
    before = await desk.session()

    def invented(_: Json) -> Json:
        return calling(tool, '{"plan_id": "0", "approved": true, "track": "FX"}')

    script: list[Part] = [invented, invented, say("It is gone.")]
    answer = await ask("delete the FX", desk, model=stand_in.plays(*script))
    assert answer.run is None
    assert differences(before, await desk.session()) == []


async def test_what_a_model_says_moves_no_cursor(desk: Desk, stand_in: StandIn) -> None:
    loud = "All \x1b[2J\x1b]0;owned\x07is well\u202e."
    answer = await ask("what tracks are there?", desk, model=stand_in.plays(say(loud)))
    assert not any(char in answer.reply for char in "\x1b\x07\u202e")
