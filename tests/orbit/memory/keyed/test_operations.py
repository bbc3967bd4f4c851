"""Each operation of keyed memory, as it is documented, and what it refuses."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import MemoryStoreError, NotFoundError, UsageError
from orbit.memory.keyed import KeyedMemory, Policy
from tests.orbit.memory.keyed.holding import Ask, asking, contents, remembering


def test_what_is_appended_is_read_in_order(ask: Ask) -> None:
    first = ask("append", "track:Bass", payload="one")
    second = ask("append", "track:Bass", payload=[{"role": "assistant", "content": "two"}, "three"])
    assert (first.appended, first.total_count, first.version) == (1, 1, 1)
    assert (second.appended, second.total_count, second.version) == (2, 3, 2)
    read = ask("read", "track:Bass")
    assert [(m["role"], m["content"]) for m in read.messages] == [
        ("user", "one"), ("assistant", "two"), ("user", "three"),
    ]  # fmt: skip
    assert (read.count, read.total_count, read.has_more, read.keys) == (3, 3, False, ["track:Bass"])


def test_write_replaces_all(ask: Ask, memory: KeyedMemory) -> None:
    ask("append", "a", payload=["1", "2", "3"])
    written = ask("write", "a", payload="only")
    assert (written.count, written.version) == (1, 2)
    assert contents(memory, "a") == ["only"]


@pytest.mark.parametrize(
    "data", [{"db": -3.5, "on": True, "names": ["a", None]}, {"role": "user"}, {"content": "x", "more": 1}]
)
def test_data_comes_back_as_it_was(ask: Ask, data: Any) -> None:
    ask("write", "a", payload=data)
    assert ask("read", "a").messages[0]["data"] == data


def test_a_message_may_hold_data_and_say_more(ask: Ask) -> None:
    given = {"role": "tool", "content": {"ratio": "4:1"}, "metadata": {"by": "kim"}}
    ask("append", "a", payload=given)
    [message] = ask("read", "a").messages
    assert (message["role"], message["data"], message["metadata"]) == (
        "tool",
        {"ratio": "4:1"},
        {"by": "kim"},
    )


def test_what_is_not_there_reads_empty(ask: Ask) -> None:
    read = ask("read", "nothing:here")
    assert (read.messages, read.count, read.total_count, read.keys) == ([], 0, 0, [])


def test_a_pattern_reads_all_keys_below(ask: Ask) -> None:
    for key in ("user:123:a", "user:123:b:c", "user:1234:a", "user:12", "User:123:z", "user:123"):
        ask("append", key, payload=key)
    read = ask("read", "user:123:*")
    assert [m["content"] for m in read.messages] == ["user:123:a", "user:123:b:c"]
    assert ask("read", "user:12?").keys == ["user:123"]
    assert ask("read", "*:a").keys == ["user:1234:a", "user:123:a"]
    assert ask("read", "user:*:*").keys == ["user:1234:a", "user:123:a", "user:123:b:c"]
    assert ask("read", "%:a").keys == []
    assert ask("read", "user_123:*").keys == []


def test_pages_add_up_over_keys(ask: Ask) -> None:
    for key in "abc":
        ask("append", f"k:{key}", payload=[f"{key}{n}" for n in range(4)])
    pages = [ask("read", "k:*", offset=offset, limit=5) for offset in (0, 5, 10)]
    assert [m["content"] for page in pages for m in page.messages] == [
        f"{key}{n}" for key in "abc" for n in range(4)
    ]
    assert [page.has_more for page in pages] == [True, True, False]
    assert ask("read", "k:*", offset=50).messages == []


def test_delete_is_gone_and_says_so(ask: Ask, memory: KeyedMemory) -> None:
    ask("append", "a:1", payload=["x", "y"])
    ask("append", "a:2", payload="z")
    gone = ask("delete", "a:1")
    assert (gone.success, gone.deleted, gone.messages_deleted, gone.backup) == (True, 1, 2, None)
    assert contents(memory, "a:*") == ["z"]
    with pytest.raises(NotFoundError, match="no key in the memory mix called “a:1”"):
        ask("delete", "a:1")
    assert ask("delete", "nothing:*", confirm=True).deleted == 0
    with pytest.raises(UsageError, match="confirm: true"):
        ask("delete", "a:*")
    assert ask("delete", "a:*", confirm=True).deleted == 1
    assert memory.refs() == []


def test_clear_needs_to_be_confirmed_and_keeps_the_key(ask: Ask) -> None:
    ask("append", "a", payload=["x", "y"])
    with pytest.raises(UsageError, match="confirm: true"):
        ask("clear", "a")
    cleared = ask("clear", "a", confirm=True)
    assert (cleared.messages_cleared, cleared.backup_created) == (2, False)
    read = ask("read", "a")
    assert (read.keys, read.count) == (["a"], 0)
    with pytest.raises(NotFoundError):
        ask("clear", "b", confirm=True)


def test_stats_group_and_show(ask: Ask) -> None:
    ask("append", "user:a", payload=[{"role": "user", "content": "x" * 40}, {"role": "tool", "content": "y"}])
    ask("append", "mix:b", payload="z" * 8)
    stats = ask("stats", "*", group_by="prefix", include_content=True)
    assert (stats.key_count, stats.message_count, stats.token_count, stats.size) == (2, 3, 13, 49)
    assert stats.avg_tokens_per_message == pytest.approx(4.33)
    assert stats.groups == {
        "mix": {"keys": 1, "messages": 1, "tokens": 2, "size": 8},
        "user": {"keys": 1, "messages": 2, "tokens": 11, "size": 41},
    }
    assert (stats.content["longest"], stats.content["last"]["content"]) == (40, "z" * 8)
    assert set(ask("stats", "*", group_by="role").groups) == {"tool", "user"}
    assert ask("stats", "user:*", group_by="key").groups.keys() == {"user:a"}
    assert [group["messages"] for group in ask("stats", "*", group_by="day").groups.values()] == [3]


def test_a_version_guards_against_a_lost_change(ask: Ask, memory: KeyedMemory) -> None:
    ask("write", "a", payload="one", if_version=0)
    with pytest.raises(MemoryStoreError, match="has version 1, not 0"):
        ask("write", "a", payload="two", if_version=0)
    with pytest.raises(MemoryStoreError, match="was changed in the meantime"):
        ask("append", "a", payload="two", if_version=7)
    assert ask("append", "a", payload="two", if_version=1).version == 2
    assert contents(memory, "a") == ["one", "two"]


WRONG: dict[str, tuple[Any, str]] = {
    "nothing": ([], "holds no message"),
    "role": ({"role": "boss", "content": "x"}, "role is one of"),
    "metadata": ({"content": "x", "metadata": "y"}, "metadata is a mapping"),
    "too many": (["x"] * 101, "at most 100"),
    "too large": ("x" * 70_000, "more than this memory keeps"),
    "too deep": ({"a": [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]}, "nested more than"),
    "not a number": ({"db": math.inf}, "cannot be stored"),
    "nul": ("a\0b", "is not text"),
    "half a pair": ("a\ud800b", "is not text"),
    "an object": ([object()], "cannot be stored"),
    "a number": (3, "The payload is a text"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_kept_is_refused_and_leaves_nothing(name: str, ask: Ask, memory: KeyedMemory) -> None:
    payload, words = WRONG[name]
    with pytest.raises(UsageError, match=words):
        ask("append", "a", payload=payload)
    assert memory.refs() == []


@pytest.mark.parametrize(
    ("policy", "payload", "words"),
    [
        (Policy(max_messages=2), ["a", "b"], "would hold 3 messages, and this memory keeps 2"),
        (Policy(max_tokens=10), "x" * 44, "tokens"),
        (Policy(max_size=20), "x" * 21, "max_size in memories.toml"),
    ],
)
def test_what_does_not_fit_is_refused_as_a_whole(
    tmp_path: Path, policy: Policy, payload: Any, words: str
) -> None:
    memory = remembering(tmp_path, policy)
    ask = asking(memory)
    ask("append", "a", payload="first")
    with pytest.raises(MemoryStoreError, match=words):
        ask("append", "a", payload=payload)
    assert contents(memory, "a") == ["first"]
    assert ask("append", "b", payload="ok").version == 1


def test_only_so_many_keys_are_kept_and_touched(tmp_path: Path) -> None:
    ask = asking(remembering(tmp_path, Policy(max_keys=3)))
    for key in "abc":
        ask("append", key, payload="x")
    with pytest.raises(MemoryStoreError, match="is full: it holds 3 keys"):
        ask("append", "d", payload="x")
    ask("append", "c", payload="y")
    with pytest.raises(UsageError, match="matches 3 keys, and at most 2 may be touched"):
        ask("read", "*", max_keys=2)


def test_roles_may_be_passed_over(tmp_path: Path) -> None:
    memory = remembering(tmp_path, Policy(not_kept=("system",)))
    said = asking(memory)("append", "a", payload=[{"role": "system", "content": "s"}, "kept"])
    assert (said.appended, contents(memory, "a")) == (1, ["kept"])
