"""Every tool called once, in an order in which each finds what it needs."""

from __future__ import annotations

from typing import Any

from mcp import Client

from tests.orbit.interfaces.mcp.talking import called

__all__ = ["call_every_tool"]


async def call_every_tool(client: Client) -> set[str]:
    """Call them and see that each does what it says; give the names of those called."""
    names: set[str] = set()

    async def call(tool: str, **arguments: Any) -> dict[str, Any]:
        names.add(tool)
        return await called(client, tool, **arguments)

    await _see(call)
    await _edit(call)
    await _remember(call)
    # There is nothing on offer: that the tool is there and says so is what can be seen.
    for tool in ("keep_offer", "dismiss_offer"):
        names.add(tool)
        assert (await client.call_tool(tool, {"id": "none"})).is_error
    return names


async def _see(call: Any) -> None:
    assert len((await call("session"))["session"]["tracks"]) == 15
    assert (await call("session", track="#5"))["track"]["name"] == "Bass"
    assert (await call("devices", device="comp"))["device"]["kind"] == "compressor"
    assert (await call("doctor"))["checks"]
    assert (await call("search_workflows", text="duck the bass"))["workflows"][0][
        "id"
    ] == "sidechain-compression"
    assert len((await call("list_workflows"))["workflows"]) >= 10
    assert (await call("show_workflow", id="vocal-chain"))["workflow"]["title"] == "Vocal chain"
    assert (await call("offers"))["offers"] == []


async def _edit(call: Any) -> None:
    slots = {"target": "Bass", "source": "Kick"}
    planned = await call("plan", workflow="sidechain-compression", slots=slots)
    assert planned["planned_only"]
    ran = await call("run_workflow", workflow="sidechain-compression", slots=slots)
    assert [step["do"] for step in ran["steps"]] == [step["do"] for step in planned["steps"]]
    assert {step["status"] for step in ran["steps"]} == {"verified"}
    assert (await call("session", track="Bass"))["track"]["devices"][0]["sidechain"] == "Kick"
    await call("undo")
    assert (await call("session", track="Bass"))["track"]["devices"] == []
    first = await call("do", text="mute the kick")
    assert first["steps"][0]["action"] == {"action": "set_mute", "track": "Kick", "on": True}
    await call("edit", edits=[{"action": "set_volume", "track": "Bass", "db": None}], title="Bass off")
    assert (await call("what_was_done", k=1))["work"][0]["goal"] == "Bass off"
    [work] = (await call("what_was_done", trajectory=first["trajectory"]))["work"]
    assert work["goal"] == "mute the kick"
    assert (await call("what_failed"))["failures"] == []


async def _remember(call: Any) -> None:
    note = await call("remember", text="The client likes it dry.")
    assert (await call("recall", about="dry"))["notes"][0]["id"] == note["id"]
    assert (await call("preferences"))["preferences"] == []
    assert (await call("forget_note", id=note["id"]))["forgotten"] == [note["id"]]
    await call("learn_name", name="thumper", means="Kick")
    assert ["thumper"] in [thing["called"] for thing in (await call("names"))["things"]]
    assert (await call("forget_name", name="thumper"))["forgotten"] == ["Kick"]
    await call("write_memory", memory_ref="mix", key="track:Bass", payload={"db": -6})
    assert (await call("read_memory", memory_ref="mix", key="track:*"))["response"]["count"] == 1
    gone = await call("clear_memory", memory_ref="mix", key="track:Bass", operation="delete")
    assert gone["response"]["deleted"] == 1
