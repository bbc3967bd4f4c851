"""Questions in many people's words: answered from the session and the memory, and never acted on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, differences, resolve_labels
from daw_bridges.session import Session
from orbit.agent import Desk, ask
from orbit.agent.reader.questions import is_question
from orbit.hosts import fresh_practice
from orbit.memory import Library
from orbit.settings import Settings
from tests.orbit.workflows.memory_bridge import MemoryBridge
from workflows_seed import FOLDER

Row = dict[str, Any]
ROWS: list[Row] = [
    json.loads(line) for line in (Path(__file__).parent / "questions.jsonl").read_text("utf-8").splitlines()
]
QUESTIONS = [row for row in ROWS if row["kind"] == "question"]
EDITS = [row for row in ROWS if row["kind"] == "edit"]
by_words = pytest.mark.parametrize


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(data_dir=tmp_path_factory.mktemp("questions"))


@pytest.fixture(scope="module")
def shared(settings: Settings) -> Iterator[Library]:
    library = Library.open(settings.data_dir, seeds=FOLDER, embedder="words")
    yield library
    library.close()


@pytest.fixture(scope="module")
def live() -> Session:
    """The practice session as the simulated Live has it."""

    async def read() -> Session:
        async with fresh_practice() as bridge:
            return await bridge.snapshot()

    return asyncio.run(read())


def _after(session: Session, actions: list[Row]) -> Session:
    return apply_all(session, resolve_labels(session, [parse_action(each) for each in actions]))


async def _said(row: Row, live: Session, shared: Library, settings: Settings) -> tuple[Session, Session, str]:
    """The session before and after the last turn, and what that was answered."""
    bridge = MemoryBridge(_after(live, row["setup"]))
    desk = Desk(bridge, shared, settings, place=f"practice:{row['id']}")
    history: Any = ()
    before, reply = bridge.session, ""
    for turn in row["say"]:
        before = bridge.session
        answer = await ask(turn, desk, message_history=history, approve=lambda _: True)
        history, reply = answer.messages, answer.reply
    return before, bridge.session, reply


@by_words("row", QUESTIONS, ids=[row["id"] for row in QUESTIONS])
async def test_a_question_is_answered_and_changes_nothing(
    row: Row, live: Session, shared: Library, settings: Settings
) -> None:
    before, after, reply = await _said(row, live, shared, settings)
    told = f"“{row['say'][-1]}” was answered “{reply}”"
    assert differences(before, after) == [], told
    assert [part for part in row["holds"] if part not in reply] == [], told


@by_words("row", EDITS, ids=[row["id"] for row in EDITS])
async def test_what_only_looks_like_a_question_is_done(
    row: Row, live: Session, shared: Library, settings: Settings
) -> None:
    _, after, reply = await _said(row, live, shared, settings)
    assert differences(_after(live, row["leads_to"]), after) == [], f"“{row['say'][0]}”: “{reply}”"


async def test_the_answer_is_that_of_a_fresh_snapshot(desk: Desk) -> None:
    assert (await ask("is the bass muted?", desk)).reply == "Bass is not muted."
    await desk.bridge.perform([parse_action({"action": "set_mute", "track": "Bass", "on": True})])
    assert (await ask("is the bass muted?", desk)).reply == "Bass is muted."


@by_words(
    "text", ["mute the bass", "can you mute the bass?", "why don't you solo the kick", "what about the pad"]
)
def test_what_asks_for_something_is_no_question(text: str) -> None:
    assert not is_question(text)


def test_there_are_enough_of_them() -> None:
    assert len({json.dumps([row["say"], row["setup"]]) for row in QUESTIONS}) == len(QUESTIONS) >= 80
