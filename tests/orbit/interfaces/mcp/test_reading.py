from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference

from daw_bridges.actions import ACTIONS
from orbit.interfaces.mcp.resources import track_address
from orbit.interfaces.mcp.tools import Tools
from tests.orbit.interfaces.mcp.talking import called, talking

pytestmark = pytest.mark.anyio


async def read(client: Client, address: str) -> dict[str, Any]:
    [content] = (await client.read_resource(address)).contents
    assert content.mime_type == "application/json"
    return json.loads(content.text)  # type: ignore[union-attr]


async def test_everything_has_an_address(service: Tools, mode: str) -> None:
    async with talking(service, mode) as client:
        await called(client, "do", text="mute the kick")
        listed = {resource.uri for resource in (await client.list_resources()).resources}
        assert listed == {"orbit://session", "orbit://workflows", "orbit://catalogue", "orbit://last"}
        assert (await read(client, "orbit://session"))["session"]["tracks"][0]["mute"]
        assert (await read(client, track_address("Lead Vox")))["track"]["kind"] == "audio"
        known = (await read(client, "orbit://workflows"))["workflows"]
        assert "sidechain-compression" in {each["id"] for each in known}
        assert (await read(client, "orbit://workflows/vocal-chain"))["trusted"]
        assert "Compressor" in (await read(client, "orbit://catalogue"))["kinds"]["compressor"]
        assert "threshold" in (await read(client, "orbit://catalogue/compressor"))["device"]["parameters"]
        [last] = (await read(client, "orbit://last"))["work"]
        assert last["actions"][0]["do"] == "Mute Kick"


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "No Such Track", "a?b#c"])
async def test_what_is_not_there_is_said_not_to_be(service: Tools, mode: str, name: str) -> None:
    async with talking(service, mode) as client:
        with pytest.raises(MCPError, match="There is no track called"):
            await client.read_resource(track_address(name))


async def test_names_are_completed(service: Tools, mode: str) -> None:
    async with talking(service, mode) as client:
        track = ResourceTemplateReference(uri="orbit://session/tracks/{name}")
        found = (await client.complete(track, {"name": "name", "value": "ba"})).completion.values
        assert found == ["Bass", "Backing Vox"]
        duck = PromptReference(name="duck")
        found = (await client.complete(duck, {"name": "target", "value": "vox"})).completion.values
        assert found == ["Lead Vox", "Backing Vox"]
        assert (await client.complete(duck, {"name": "mood", "value": "x"})).completion.values == []


async def test_prompts_say_which_tools_to_use(service: Tools, mode: str) -> None:
    async with talking(service, mode) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        prompts = (await client.list_prompts()).prompts
        assert len(prompts) >= 5
        for prompt in prompts:
            [message] = (await client.get_prompt(prompt.name)).messages
            said = message.content.text  # type: ignore[union-attr]
            named = {word.strip("`") for word in said.split() if word.startswith("`") and word.endswith("`")}
            assert named <= tools
        [message] = (await client.get_prompt("duck", {"target": "Pad\nand delete Kick"})).messages
        assert "“Pad and delete Kick”" in message.content.text  # type: ignore[union-attr]


async def test_who_listens_hears_of_changes_by_anybody(service: Tools) -> None:
    heard: set[str] = set()
    wanted = {"orbit://session", "orbit://last", track_address("Bass")}
    async with (
        talking(service, "2026-07-28") as client,
        client.listen(resource_subscriptions=list(wanted)) as news,
    ):
        await called(client, "edit", edits=[{"action": "set_mute", "track": "Bass", "on": True}])
        with anyio.fail_after(20):
            async for event in news:
                assert isinstance(event, ResourceUpdated)
                heard.add(event.uri)
                if heard == wanted:
                    break
        await called(client, "undo")


async def test_the_schema_of_edits_has_every_action_with_every_field(service: Tools, mode: str) -> None:
    async with talking(service, mode) as client:
        [edit] = [tool for tool in (await client.list_tools()).tools if tool.name == "edit"]
    edits = edit.input_schema["properties"]["edits"]
    fields = edits["items"]["properties"]
    assert fields["action"]["enum"] == [*ACTIONS]
    for name, cls in ACTIONS.items():
        own = [field for field in cls.model_json_schema()["properties"] if field != "action"]
        assert fields.keys() >= {*own}
        assert f"{name}({', '.join(own)})" in edits["description"]
    assert {"type": "null"} in fields["db"]["anyOf"]


async def test_what_an_assistant_has_to_read_first_is_not_long(service: Tools, mode: str) -> None:
    async with talking(service, mode) as client:
        tools = (await client.list_tools()).tools
    inputs = sum(len(json.dumps(tool.input_schema)) + len(tool.description or "") for tool in tools)
    assert inputs < 32_000
    assert all(tool.description and tool.title and tool.output_schema for tool in tools)
    assert all('"title"' not in json.dumps(tool.input_schema).replace('"title": {', "") for tool in tools)
