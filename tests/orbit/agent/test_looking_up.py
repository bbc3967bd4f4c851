"""A request looks into the memory once for each thing, and sees all the same what another process changed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from daw_bridges.actions import SetMute
from daw_bridges.bridge import Status
from daw_bridges.session import Session
from orbit.agent import Desk, ask
from orbit.agent.events import Event, Planned
from orbit.agent.turn import Turn
from orbit.memory import Library
from orbit.memory.entities import Entities
from orbit.memory.keyed import KeyedMemory
from orbit.memory.preferences import DeviceName, Preferences

pytestmark = [pytest.mark.anyio, pytest.mark.local_files]


@pytest.fixture
def asked() -> Iterator[list[str]]:
    """The statements that the store is asked, with their values."""
    statements: list[str] = []

    def look(_connection: object, _cursor: object, statement: str, values: object, *_: object) -> None:
        statements.append(f"{statement} {values}")

    event.listen(Engine, "before_cursor_execute", look)
    yield statements
    event.remove(Engine, "before_cursor_execute", look)


@pytest.mark.parametrize("request_", ["mute the kick", "make the bass duck under the kick"])
async def test_nothing_is_looked_up_twice_on_the_way_to_a_plan(
    desk: Desk, asked: list[str], request_: str
) -> None:
    await ask(request_, desk, dry_run=True)
    asked.clear()
    planned: list[list[str]] = []

    def told(each: Event) -> None:
        if isinstance(each, Planned):
            planned.append([line for line in asked if line.startswith("SELECT")])

    await ask(request_, desk, dry_run=True, on_event=told)
    [looks] = planned
    assert any("keyed_keys" in look for look in looks)
    assert [look for look, times in Counter(looks).items() if times > 1] == []


async def test_a_session_that_was_learned_from_is_not_learned_from_again(
    desk: Desk, asked: list[str]
) -> None:
    def learned() -> int:
        return sum("FROM entities" in line for line in asked)

    await ask("mute the kick", desk, dry_run=True)
    first = learned()
    await ask("mute the hats", desk, dry_run=True)
    assert learned() == first > 0
    await ask("mute the hats", desk)
    ran = learned()
    done = await desk.bridge.perform([SetMute(track="Hats", on=False)])
    assert done[0].status is Status.VERIFIED
    await ask("mute the hats", desk, dry_run=True)  # the session is as it was, and was not in between
    assert learned() > ran


async def test_what_another_process_changed_holds_for_the_next_request(desk: Desk, tmp_path: Path) -> None:
    await ask("mute the kick", desk, dry_run=True)
    elsewhere = Library.open(tmp_path, embedder="words")
    Preferences(KeyedMemory(elsewhere.store)).prefer(DeviceName(name="squash", device="compressor"))
    Entities(elsewhere.store).learn("thump", "Kick")
    elsewhere.close()
    answer = await ask("put a squash on the thump", desk, dry_run=True)
    assert answer.plan is not None
    assert [action.describe() for action in answer.plan.actions] == ["Insert Compressor on Kick"]


async def test_the_session_is_read_once_and_for_nothing_said_not_at_all(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    snapshot = desk.bridge.snapshot

    async def counted() -> Session:
        read.append("begun")
        session = await snapshot()
        read.append("ended")
        return session

    monkeypatch.setattr(desk.bridge, "snapshot", counted)
    monkeypatch.setattr("orbit.agent.turn._FRESH_SECONDS", 600.0)  # however slow the machine is
    await ask("mute the kick", desk, dry_run=True)
    assert read == ["begun", "ended"]
    await ask("  ", desk, dry_run=True)
    assert read == ["begun", "ended"]


async def test_a_reading_that_nobody_asks_for_is_given_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[type[BaseException]] = []

    async def forever() -> Session:
        try:
            await asyncio.Event().wait()
        except BaseException as error:
            ended.append(type(error))
            raise
        raise AssertionError

    monkeypatch.setattr(desk.bridge, "snapshot", forever)
    turn = Turn(desk, "mute the kick")
    turn.look_ahead()
    await asyncio.sleep(0)
    await turn.let_go()
    assert ended == [asyncio.CancelledError]
    await turn.let_go()
