"""Values as an assistant writes them: alike in every tool, and refused in words that name the field."""

from __future__ import annotations

from typing import Any

import pytest

from orbit.interfaces.mcp.tools import Tools
from tests.orbit.interfaces.mcp.talking import called, talking, told

DUCK = {"workflow": "sidechain-compression"}
PLACES = {"target": "Bass", "source": "Kick"}


@pytest.mark.parametrize("given", [-30, -30.0, "-30", "-30 dB"], ids=repr)
async def test_a_slot_is_a_number_or_a_text(service: Tools, mode: str, given: Any) -> None:
    async with talking(service, mode) as client:
        done = await called(client, "plan", **DUCK, slots=PLACES | {"threshold": given})
    assert done["slots"]["threshold"] == "-30.0 dB"


@pytest.mark.parametrize("more", [{"threshold": None}, {"threshold": ""}, {}], ids=repr)
async def test_a_slot_that_is_null_is_left_out(service: Tools, mode: str, more: dict[str, Any]) -> None:
    async with talking(service, mode) as client:
        left_out = await called(client, "plan", **DUCK, slots=PLACES | more)
    assert left_out["slots"]["threshold"] == "-24.0 dB"


@pytest.mark.parametrize(
    ("edit", "read"),
    [
        ({"action": "set_volume", "track": "Bass", "db": "-6 dB"}, {"db": -6.0}),
        ({"action": "set_volume", "track": "Bass", "db": -30}, {"db": -30.0}),
        ({"action": "set_volume", "track": "Bass", "db": None}, {"db": None}),
        ({"action": "set_send", "track": "Bass", "to": "A-Reverb", "db": "-12dB"}, {"db": -12.0}),
        ({"action": "set_tempo", "bpm": "128 bpm"}, {"bpm": 128.0}),
        ({"action": "set_pan", "track": "Bass", "pan": "L20"}, {"pan": -0.4}),
        ({"action": "play", "from_bar": "bar 17"}, {"from_bar": 17.0}),
    ],
    ids=lambda value: value.get("action", ""),
)
async def test_an_edit_takes_them_too(
    service: Tools, mode: str, edit: dict[str, Any], read: dict[str, Any]
) -> None:
    async with talking(service, mode) as client:
        done = await called(client, "plan", edits=[edit])
    [step] = done["steps"]
    assert {key: step["action"][key] for key in read} == read


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("run_workflow", {**DUCK, "slots": "Bass"}, "slots should be an object, not “Bass”"),
        ("run_workflow", {"slots": {}}, "workflow is missing"),
        ("plan", {"edits": "mute"}, "edits should be a list, not “mute”"),
        ("do", {"text": ""}, "text should be at least 1 long, not “”"),
        ("do", {"text": 5}, "text should be text, not 5"),
        ("do", {}, "text is missing"),
        ("search_workflows", {"text": "duck", "k": "many"}, "k should be a whole number, not “many”"),
    ],
)
async def test_an_argument_that_is_wrong_is_named_in_words(
    service: Tools, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async with talking(service, "legacy") as client:
        answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    assert told(answer) == f"{tool}: {said}"


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"action": "set_volume", "track": "Bass"}, "db is missing"),
        (
            {"action": "set_volume", "track": "Bass", "db": "30 ms"},
            "“30 ms” is not a valid number here",
        ),
        ({"action": "set_volume", "track": "Bass", "db": True}, "true is not a valid number"),
        ({"action": "set_tempo", "bpm": None}, "bpm should be a number, not null"),
        ({"action": "set_mute", "track": "Bass", "on": "maybe"}, "on should be on or off, not “maybe”"),
        ({"action": "set_volume", "track": "Bass", "db": 1, "loud": 2}, "loud is not a field here"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_an_edit_that_is_wrong_is_refused_in_words(
    service: Tools, edit: dict[str, Any], said: str
) -> None:
    async with talking(service, "legacy") as client:
        answer = await client.call_tool("plan", {"edits": [edit]})
    assert answer.is_error
    assert said in told(answer)
    assert "pydantic" not in told(answer)
    assert "Input should" not in told(answer)
