"""Conversations of several turns, each judged by what the session then reads; a few on the real wire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all
from daw_bridges.session import Session
from orbit.agent import Desk
from orbit.memory import Library
from orbit.settings import Settings
from tests.orbit.agent.offline.conversing import Conversation, conversations, hold
from tests.orbit.workflows.memory_bridge import MemoryBridge
from workflows_seed import FOLDER

ALL = conversations()


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(data_dir=tmp_path_factory.mktemp("conversations"))


@pytest.fixture(scope="module")
def shared(settings: Settings) -> Iterator[Library]:
    library = Library.open(settings.data_dir, seeds=FOLDER, embedder="words")
    yield library
    library.close()


@pytest.mark.parametrize("conversation", ALL, ids=[each.id for each in ALL])
async def test_each_turn_comes_to_what_was_meant(
    conversation: Conversation, shared: Library, settings: Settings, practice: Session
) -> None:
    start = apply_all(practice, [parse_action(action) for action in conversation.setup])
    desk = Desk(MemoryBridge(start), shared, settings, place=f"practice:{conversation.id}")
    await hold(conversation, desk)


def test_there_are_enough_of_them() -> None:
    assert len({each.id for each in ALL}) == len(ALL) >= 80
    assert all(len(each.turns) >= 3 for each in ALL)
