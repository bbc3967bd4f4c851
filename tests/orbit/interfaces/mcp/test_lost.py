"""The DAW goes while an assistant works: it is told plainly, and goes on when the DAW is back."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from orbit.hosts import script_port, simulated_live
from orbit.interfaces.mcp import Allow
from orbit.interfaces.mcp.mount import opened
from orbit.settings import Settings
from tests.orbit.interfaces.mcp.talking import called, talking, told

TOKEN = "a-token-of-the-tests"


LOST: dict[str, dict[str, Any]] = {
    "session": {},
    "edit": {"edits": [{"action": "set_mute", "track": "Kick", "on": True}]},
    "do": {"text": "mute the kick"},
}


@pytest.mark.anyio
async def test_a_daw_that_goes_is_told_of_and_found_again(tmp_path: Path) -> None:
    with ExitStack() as running:
        port = script_port(running.enter_context(simulated_live(token=TOKEN)))
        settings = Settings(
            daw="ableton",
            ableton_port=port,
            ableton_token=TOKEN,
            ableton_via="orbit",
            data_dir=tmp_path / "data",
            embedder="words",
        )
        async with opened(settings, Allow.EDITS) as service, talking(service, "legacy") as client:
            assert not (await called(client, "session"))["session"]["tracks"][0].get("mute")
            running.close()
            for tool, arguments in LOST.items():
                result = await client.call_tool(tool, arguments)
                assert result.is_error
                assert "Live" in told(result)
            assert (await called(client, "list_workflows"))["workflows"]  # what needs no DAW goes on
            running.enter_context(simulated_live(port=port, token=TOKEN))
            await called(client, "edit", **LOST["edit"])
            assert (await called(client, "session"))["session"]["tracks"][0]["mute"]
