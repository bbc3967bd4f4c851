"""The conversation of docs/chat.md, typed at a terminal: each turn leads to the session that it should."""

from __future__ import annotations

import json
import secrets
from collections.abc import Generator
from pathlib import Path

import pytest

from daw_bridges.discovery import open_bridge
from daw_bridges.session import Session
from docs.recording import CONVERSATION, Turn, converse, environment
from docs.terminal import ORBIT, Terminal
from orbit.hosts import script_port, simulated_live

DOCS = Path(__file__).parents[4] / "docs"


class Reached:
    """A Live, and a chat at a terminal that speaks to it."""

    def __init__(self, folder: Path, port: int, token: str) -> None:
        self._port, self._token = port, token
        self.terminal = Terminal([*ORBIT, "chat"], environment(folder, port, token))

    async def read(self) -> Session:
        """Read the session past Orbit."""
        async with await open_bridge("ableton", port=self._port, token=self._token) as bridge:
            return await bridge.snapshot()


@pytest.fixture
def reached(tmp_path: Path) -> Generator[Reached]:
    token = secrets.token_urlsafe(16)
    with simulated_live(token=token) as live:
        reached = Reached(tmp_path, script_port(live), token)
        with reached.terminal:
            yield reached


@pytest.mark.anyio
async def test_each_turn_leads_to_what_it_should(reached: Reached, tmp_path: Path) -> None:
    shown = await converse(reached.terminal, CONVERSATION, reached.read)
    assert len(shown) == len(CONVERSATION) >= 10
    wrong = Turn("mute the kick", does=({"action": "set_mute", "track": "Snare", "on": True},))
    with pytest.raises(AssertionError, match="not as it should be"):
        await converse(reached.terminal, [wrong], reached.read)
    reached.terminal.write("\x04")
    assert reached.terminal.ended() == 0
    reached.terminal.cast(tmp_path / "a.cast", "a conversation")
    header, *events = map(json.loads, (tmp_path / "a.cast").read_text(encoding="utf-8").splitlines())
    assert (header["version"], header["width"]) == (2, 100)
    assert [at for at, _, _ in events] == sorted(at for at, _, _ in events)
    assert "Bass now ducks under Kick." in "".join(text for _, _, text in events)


def test_it_holds_what_it_is_there_to_show() -> None:
    says = [turn.says for turn in CONVERSATION]
    assert sum(text.startswith("no, ") for text in says) >= 2
    assert any(turn.agrees for turn in CONVERSATION)
    assert any("undo" in text for text in says)


def test_the_page_and_the_recording_show_this_conversation() -> None:
    page = (DOCS / "chat.md").read_text(encoding="utf-8")
    typed = [line.removeprefix("› ") for line in page.splitlines() if line.startswith("› ")]
    assert typed == [turn.says for turn in CONVERSATION], "run `python -m docs.recording`"
    header, *events = (DOCS / "chat.cast").read_text(encoding="utf-8").splitlines()
    assert json.loads(header)["version"] == 2
    assert "Bass now ducks under Kick." in "".join(json.loads(event)[2] for event in events)
