"""A run that was cut short, as the next command tells of it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from daw_bridges.actions import parse_action
from orbit.agent.recovery import NotedRun
from orbit.hosts import connected, script_port, simulated_live
from orbit.interfaces.mcp import Allow
from orbit.interfaces.mcp.mount import opened
from orbit.memory import Library
from orbit.settings import Settings
from orbit.workflows import plan_actions
from tests.orbit.interfaces.conftest import Orbit
from tests.orbit.interfaces.mcp.talking import called, talking

TOKEN = "a-token-of-the-tests"
CUT = "Mute Kick and Snare was cut short at step 2 of 2. “undo” takes it back."


@pytest.fixture
def cut_short(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave a run behind whose process is gone."""
    with simulated_live(token=TOKEN) as live:
        monkeypatch.setenv("ORBIT_DAW", "ableton")
        monkeypatch.setenv("ORBIT_ABLETON_PORT", str(script_port(live)))
        monkeypatch.setenv("ORBIT_ABLETON_TOKEN", TOKEN)
        asyncio.run(_cut(Settings.load(data_dir=data_dir)))
        yield


async def _cut(settings: Settings) -> None:
    library = Library.open(settings.data_dir, embedder="words")
    async with connected(settings) as bridge:
        both = [parse_action({"action": "set_mute", "track": name, "on": True}) for name in ("Kick", "Snare")]
        plan = plan_actions(both, await bridge.snapshot(), "Mute Kick and Snare")
        with NotedRun(library, settings.daw) as noted:
            noted.begin(plan, plan.before)
            [done] = await bridge.perform(plan.actions[:1])
            noted.confirm(0, done)
            await asyncio.sleep(0)  # it is written with the next turn of the loop
    library.close()


@pytest.mark.usefixtures("cut_short")
def test_the_session_is_shown_with_it_beside(orbit: Orbit) -> None:
    shown = orbit("session", "--json")
    assert shown.document["tracks"][0]["mute"]
    assert " ".join(shown.err.split()) == CUT
    assert "cut short" not in orbit("session").err
    undone = orbit("do", "undo", "--json").document
    assert (undone["ok"], undone["after"]["tracks"][0]["mute"]) == (True, False)


@pytest.mark.usefixtures("cut_short")
@pytest.mark.parametrize("words", ["undo", "solo the bass", "delete the FX track"])
def test_it_stands_before_the_reply(orbit: Orbit, words: str) -> None:
    assert orbit("do", words, "--json").document["reply"].startswith(CUT)


@pytest.mark.usefixtures("cut_short")
def test_a_chat_says_it_too(orbit: Orbit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\n"))
    assert f"{CUT} Taken back" in " ".join(orbit("chat").out.split())


@pytest.mark.anyio
@pytest.mark.usefixtures("cut_short")
async def test_another_assistant_is_told(data_dir: Path) -> None:
    settings = Settings.load(data_dir=data_dir)
    async with opened(settings, Allow.EDITS) as service, talking(service, "2026-07-28") as client:
        assert (await called(client, "session"))["cut_short"] == CUT
        assert (await called(client, "undo"))["ok"]
