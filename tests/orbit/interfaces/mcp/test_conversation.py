from __future__ import annotations

import pytest

from orbit.interfaces.mcp.tools import Tools
from tests.orbit.interfaces.mcp.talking import called, talking, told

pytestmark = pytest.mark.anyio


async def test_a_question_is_answered_in_its_conversation(service: Tools, mode: str) -> None:
    async with talking(service, mode) as client:
        asked = await called(client, "do", text="set up a reverb send")
        assert not asked["ok"]
        assert "Bass" in asked["question"]["options"]
        done = await called(client, "do", text="the bass", conversation=asked["conversation"])
        assert done["workflow"] == "reverb-send"
        assert {step["action"]["track"] for step in done["steps"]} == {"Bass"}
        assert done["conversation"] == asked["conversation"]
        await called(client, "undo")


async def test_a_conversation_that_is_not_known_is_no_new_one(service: Tools, mode: str) -> None:
    before = await service.engine.session()
    async with talking(service, mode) as client:
        result = await client.call_tool("do", {"text": "mute the kick", "conversation": "of another server"})
    assert result.is_error
    assert "conversation" in told(result)
    assert before == await service.engine.session()


async def test_a_plan_says_what_would_be_done_and_does_nothing(service: Tools, mode: str) -> None:
    before = await service.engine.session()
    async with talking(service, mode) as client:
        said = await called(client, "plan", text="turn the bass down to -6 dB and mute the hats")
        named = await called(client, "plan", workflow="vocal-chain", slots={"target": "Lead Vox"})
        for wrong in ({}, {"text": "mute the kick", "workflow": "vocal-chain"}):
            assert (await client.call_tool("plan", wrong)).is_error
    assert said["planned_only"]
    assert [step["change"] for step in said["steps"]] == ["0.0 dB → -6.0 dB", "off → on"]
    assert {step["status"] for step in [*said["steps"], *named["steps"]]} == {None}
    assert before == await service.engine.session()
