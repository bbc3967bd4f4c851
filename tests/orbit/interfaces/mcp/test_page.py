"""The page says what is so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from orbit.interfaces.mcp import Allow
from orbit.interfaces.mcp.tools import Tools
from tests.orbit.interfaces.mcp.talking import talking

PAGE = (Path(__file__).parents[4] / "docs" / "mcp.md").read_text(encoding="utf-8")
CONFIGS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def test_the_clients_files_start_a_server_or_go_to_one(orbit: Any) -> None:
    servers = [server for config in CONFIGS for group in config.values() for server in group.values()]
    assert len(servers) >= 4
    options = orbit("mcp", "--help").out
    for server in servers:
        if "url" in server:
            assert server["headers"]["Authorization"].startswith("Bearer ")
            continue
        assert (server["command"], server["args"][0]) == ("orbit", "mcp")
        assert all(word in options for word in server["args"] if word.startswith("--"))


def test_the_levels_are_those_there_are() -> None:
    named = re.findall(
        r"^\| `(\w+)`[^|]*\|", PAGE.partition("`--allow` | what")[2].partition("##")[0], re.MULTILINE
    )
    assert named == [*Allow]


@pytest.mark.anyio
async def test_everything_that_is_offered_is_on_the_page(service: Tools) -> None:
    async with talking(service, "legacy") as client:
        offered = {prompt.name for prompt in (await client.list_prompts()).prompts}
        offered |= {tool.name for tool in (await client.list_tools()).tools}
        offered |= {str(each.uri) for each in (await client.list_resources()).resources}
        offered |= {each.uri_template for each in (await client.list_resource_templates()).resource_templates}
    assert [name for name in sorted(offered) if f"`{name}`" not in PAGE] == []
