"""The tool log: every call once, filtered in the store, whatever letters it holds."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pydantic import ValidationError

from orbit.memory.records import ToolCall
from orbit.memory.store import Store
from orbit.memory.store.tool_log import ToolFilter
from tests.orbit.memory.store.attempts import NOON

CALLS = [
    ToolCall(
        thread="evening", tool="set_volume", arguments={"track": "Bass", "db": -3}, status="verified",
        called_at=NOON,
    ),
    ToolCall(
        thread="evening", tool="set_mute", arguments={"track": "50 %_Kick"}, status="failed",
        result={"reason": "It is gelöscht"}, called_at=NOON + timedelta(minutes=1),
    ),
    ToolCall(
        thread="morning", tool="set_volume", arguments={"track": "Kick"}, status="verified",
        called_at=NOON + timedelta(minutes=2),
    ),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _kept(store: Store) -> None:
    assert store.tool_log.add(CALLS) == 3


def _found(store: Store, **fields: object) -> list[ToolCall]:
    return store.tool_log.search(ToolFilter(**fields))  # pyright: ignore[reportArgumentType]


def test_calls_come_back_as_they_were_newest_first(store: Store) -> None:
    assert store.tool_log.search() == CALLS[::-1]
    assert store.tool_log.search(limit=1, offset=1) == [CALLS[1]]


def test_a_call_kept_already_is_not_kept_twice(store: Store) -> None:
    assert store.tool_log.add([*CALLS, CALLS[0], CALLS[0]]) == 0
    assert store.tool_log.count() == 3


def test_calls_are_found_by_each_of_their_sides(store: Store) -> None:
    assert _found(store, thread="morning") == [CALLS[2]]
    assert _found(store, tool="set_volume", status="verified") == [CALLS[2], CALLS[0]]
    assert _found(store, since=NOON + timedelta(minutes=1), until=NOON + timedelta(minutes=1)) == [CALLS[1]]
    assert store.tool_log.count(ToolFilter(tool="set_volume")) == 2


@pytest.mark.parametrize(
    ("text", "places"),
    [("kick", [2, 1]), ("BASS", [0]), ("%_", [1]), ("gelöscht", [1]), ("5_", []), ('"', [])],
)
def test_a_text_is_found_as_it_is_in_arguments_and_result(store: Store, text: str, places: list[int]) -> None:
    # A quotation mark is only JSON's own here, and in no argument.
    assert _found(store, text=text) == [CALLS[place] for place in places]


def test_what_is_found_does_not_depend_on_how_much_is_newer(store: Store) -> None:
    newer = [ToolCall(tool="play", status="verified", thread="evening") for _ in range(1200)]
    assert store.tool_log.add(newer) == 1200
    assert _found(store, text="gelöscht") == [CALLS[1]]


def test_an_empty_filter_forgets_nothing(store: Store) -> None:
    assert store.tool_log.forget(ToolFilter()) == 0
    assert store.tool_log.forget(ToolFilter(thread="evening")) == 2
    assert store.tool_log.search() == [CALLS[2]]


def test_a_call_without_a_tool_or_a_status_is_none() -> None:
    with pytest.raises(ValidationError):
        ToolCall(tool="", status="verified")
    with pytest.raises(ValidationError):
        ToolCall(tool="play", status="")
