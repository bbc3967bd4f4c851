from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp.types import ElicitResult, ErrorData, InputRequiredResult

from orbit.interfaces.mcp import Allow, consent
from orbit.interfaces.mcp.mount import opened
from orbit.interfaces.mcp.tools import Tools
from orbit.settings import Settings
from tests.orbit.interfaces.mcp.talking import YES, User, called, same, talking, told

pytestmark = pytest.mark.anyio

DELETE = {"edits": [{"action": "delete_track", "track": "Hats"}]}
NOES = {
    "declined": ElicitResult(action="decline"),
    "cancelled": ElicitResult(action="cancel"),
    "not ticked": ElicitResult(action="accept", content={"do_it": False}),
    "another form": ElicitResult(action="accept", content={"yes": True}),
    "no form": ElicitResult(action="accept"),
}


async def names(service: Tools) -> list[str]:
    return [track.name for track in (await service.engine.session()).tracks]


async def test_what_destroys_is_asked_of_the_user_with_its_plan(service: Tools, mode: str) -> None:
    user = User()
    async with talking(service, mode, user) as client:
        done = await called(client, "edit", **DELETE)
        assert done["steps"][0]["status"] == "verified"
        assert "Hats" not in await names(service)
        [asked] = user.asked
        assert "Delete the track Hats" in asked
        assert "can take it back" in asked
        await called(client, "undo")
        assert "Hats" in await names(service)
        assert len(user.asked) == 1


@pytest.mark.parametrize("answer", NOES.values(), ids=NOES)
async def test_anything_but_a_yes_is_a_no(service: Tools, mode: str, answer: ElicitResult) -> None:
    before = await service.engine.session()
    user = User(answer)
    async with talking(service, mode, user) as client:
        result = await client.call_tool("do", {"text": "delete the hats track"})
    assert result.is_error
    assert "Nothing was changed" in told(result)
    assert len(user.asked) == 1
    assert same(before, await service.engine.session())


async def test_a_client_that_cannot_ask_is_refused_and_told_what_to_do(service: Tools, mode: str) -> None:
    before = await service.engine.session()
    async with talking(service, mode) as client:
        for tool, arguments in (("edit", DELETE), ("do", {"text": "delete the hats track"})):
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            assert "--allow everything" in told(result)
        await called(client, "do", text="mute the hats")  # what can be taken back needs nobody
        await called(client, "undo")
    assert same(before, await service.engine.session())


async def test_a_client_that_fails_to_ask_is_a_no(service: Tools) -> None:
    user = User(ErrorData(code=-32603, message="the window is gone"))
    async with talking(service, "legacy", user) as client:
        result = await client.call_tool("edit", DELETE)
    assert result.is_error
    assert "the window is gone" in told(result)
    assert "Hats" in await names(service)


async def test_the_level_is_the_users(settings: Settings) -> None:
    user = User(ElicitResult(action="decline"))
    async with opened(settings, Allow.ASK) as service, talking(service, "legacy", user) as client:
        assert (await client.call_tool("do", {"text": "mute the kick"})).is_error
        assert (await client.call_tool("remember", {"text": "dry"})).is_error
        assert len(user.asked) == 2


async def test_who_may_only_look_has_no_tool_that_changes(settings: Settings) -> None:
    async with opened(settings, Allow.LOOK) as service, talking(service, "2026-07-28", User()) as client:
        tools = (await client.list_tools()).tools
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
        assert "plan" in {tool.name for tool in tools}
        assert (await client.call_tool("do", {"text": "mute the kick"})).is_error
        assert (await called(client, "plan", text="mute the kick"))["planned_only"]


async def test_consent_may_be_given_beforehand(settings: Settings) -> None:
    async with opened(settings, Allow.EVERYTHING) as service, talking(service, "legacy") as client:
        await called(client, "edit", **DELETE)
        assert "Hats" not in await names(service)


async def test_what_is_forgotten_is_asked_for_too(service: Tools, mode: str) -> None:
    user = User(ElicitResult(action="decline"))
    async with talking(service, mode, user) as client:
        note = await called(client, "remember", text="The client likes it dry.")
        await called(client, "write_memory", memory_ref="mix", key="track:Bass", payload="loud")
        assert (await client.call_tool("forget_note", {"id": note["id"]})).is_error
        emptied = {"memory_ref": "mix", "key": "track:*", "operation": "clear"}
        assert (await client.call_tool("clear_memory", emptied)).is_error
        assert [len(user.asked), "dry" in user.asked[0], "track:*" in user.asked[1]] == [2, True, True]
        user.answer = YES
        assert (await called(client, "clear_memory", **emptied))["response"]["messages_cleared"] == 1


# -- asked by returning: the request waits, and nothing else may answer for it ------------------------------


async def pending(client: Any, arguments: dict[str, Any]) -> InputRequiredResult:
    result = await client.session.call_tool("edit", arguments, allow_input_required=True)
    assert isinstance(result, InputRequiredResult)
    return result


async def retried(client: Any, asked: InputRequiredResult, arguments: dict[str, Any]) -> Any:
    return await client.session.call_tool(
        "edit",
        arguments,
        input_responses={"consent": YES},
        request_state=asked.request_state,
        allow_input_required=True,
    )


async def test_an_answer_counts_once_and_for_its_own_request(service: Tools) -> None:
    async with talking(service, "2026-07-28", User()) as client:
        asked = await pending(client, DELETE)
        assert "Hats" in await names(service)
        with pytest.raises(MCPError, match="requestState"):
            await retried(client, asked, {"edits": [{"action": "delete_track", "track": "Bass"}]})
        assert (await retried(client, asked, DELETE)).is_error is False
        await called(client, "undo")
        again = await retried(client, asked, DELETE)
        assert again.is_error
        assert "no longer waits for an answer. Nothing was changed. Ask for it again." in told(again)
        assert {"Hats", "Bass"} <= set(await names(service))


async def test_a_state_that_was_made_up_is_refused(service: Tools) -> None:
    async with talking(service, "2026-07-28", User()) as client:
        asked = await pending(client, DELETE)
        made_up = asked.model_copy(update={"request_state": f"{asked.request_state}x"})
        with pytest.raises(MCPError):
            await retried(client, made_up, DELETE)
        assert "Hats" in await names(service)
        assert (await retried(client, asked, DELETE)).is_error is False  # the right one still counts
        await called(client, "undo")


async def test_while_the_user_is_asked_others_look_and_do_not_change(service: Tools) -> None:
    async with talking(service, "2026-07-28", User()) as client:
        asked = await pending(client, DELETE)
        async with talking(service, "legacy", User()) as other:
            result = await other.call_tool("do", {"text": "mute the kick"})
            assert result.is_error
            assert "being asked" in told(result)
            assert (await called(other, "session"))["session"]["tempo"] == 120
        assert (await retried(client, asked, DELETE)).is_error is False
        await called(client, "undo")


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_silence_is_a_no(service: Tools, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "WAIT_SECONDS", 0.05)
    patience = asyncio.Event()

    async def never(context: object, params: object) -> ElicitResult:
        await patience.wait()
        return YES

    async with talking(service, mode, never) as client:
        if mode == "legacy":
            result = await client.call_tool("edit", DELETE)
        else:
            asked = await pending(client, DELETE)
            await asyncio.sleep(0.2)
            result = await retried(client, asked, DELETE)
        patience.set()
        assert result.is_error
        assert "Nothing was changed" in told(result)
        await called(client, "do", text="mute the kick")
    assert "Hats" in await names(service)


async def test_who_leaves_leaves_nothing_waiting(settings: Settings) -> None:
    async with opened(settings, Allow.EDITS) as service, talking(service, "2026-07-28", User()) as client:
        await pending(client, DELETE)
    async with opened(settings, Allow.EDITS) as service:
        assert "Hats" in await names(service)


# -- what the user wants to be asked before -----------------------------------------------------------------


async def test_no_assistant_lets_go_of_what_the_user_wants_to_be_asked_before(
    service: Tools, mode: str
) -> None:
    user = User(ElicitResult(action="decline"))
    async with talking(service, mode, user) as client:
        await called(client, "do", text="never touch the master")
        told = (await called(client, "preferences"))["preferences"]
        assert len(told) == 1
        quieter = {"edits": [{"action": "set_volume", "track": "Master", "db": -3}]}
        assert (await client.call_tool("edit", quieter)).is_error
        assert "Master" in user.asked[0].splitlines()[2]  # the reason, beneath the one step
        user.asked.clear()
        said = await client.call_tool("do", {"text": "forget the preference about the master"})
        assert "stays as it was" in (said.structured_content or {})["reply"]
        assert (await called(client, "preferences"))["preferences"] == told
        assert len(user.asked) == 1
        user.answer = YES
        await called(client, "do", text="forget the preference about the master")
        assert (await called(client, "preferences"))["preferences"] == []


async def test_what_orbit_keeps_for_itself_is_no_assistants_to_write(service: Tools, mode: str) -> None:
    async with talking(service, mode, User()) as client:
        for memory_ref in ("orbit.preferences", "Orbit.Preferences"):
            written = {"memory_ref": memory_ref, "key": "said:confirm", "payload": "{}"}
            assert (await client.call_tool("write_memory", written)).is_error
            emptied = {"memory_ref": memory_ref, "key": "*", "operation": "delete"}
            assert (await client.call_tool("clear_memory", emptied)).is_error
