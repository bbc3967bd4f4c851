"""Making room: each strategy, thresholds, dry runs that do what they say, summaries; laws of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import NotFoundError
from orbit.memory.keyed import KeyedMemory, Policy
from orbit.memory.keyed.flushing import choose
from orbit.memory.store.keyed_rows import Entry
from orbit.workflows.memory_tasks.requests import Strategy
from tests.orbit.memory.keyed.holding import Ask, asking, contents, remembering

TEN = Policy(max_messages=10)


@pytest.fixture
def small(tmp_path: Path) -> KeyedMemory:
    return remembering(tmp_path, TEN)


@pytest.fixture
def ask_small(small: KeyedMemory) -> Ask:
    return asking(small)


def test_the_oldest_go_first(small: KeyedMemory, ask_small: Ask) -> None:
    ask_small("append", "a", payload=[str(n) for n in range(9)])
    flushed = ask_small("flush", "a")
    assert contents(small, "a") == ["4", "5", "6", "7", "8"]
    assert (flushed.messages_flushed, flushed.message_count, flushed.flushed_keys) == (4, 5, ["a"])
    assert (flushed.actual_strategy, flushed.summary_generated) == ("simple_fifo", False)
    assert (flushed.tokens_freed, flushed.memory_freed) == (4, 4)
    assert ask_small("stats", "a").last_flush is not None


def test_what_was_read_lately_stays(small: KeyedMemory, ask_small: Ask) -> None:
    ask_small("append", "a", payload=[str(n) for n in range(9)])
    ask_small("read", "a", limit=3)
    ask_small("flush", "a", strategy="lru")
    assert contents(small, "a") == ["0", "1", "2", "7", "8"]


def test_what_takes_much_room_goes_first(small: KeyedMemory, ask_small: Ask) -> None:
    sizes = [1, 400, 1, 1, 400, 1, 1, 1, 400]
    ask_small("append", "a", payload=[f"{n}" * size for n, size in enumerate(sizes)])
    ask_small("flush", "a", strategy="token_aware_lru")
    left = contents(small, "a")
    assert (len(left), max(map(len, left))) == (5, 1)


def test_a_summary_comes_to_the_place_of_what_went(small: KeyedMemory, ask_small: Ask) -> None:
    words = [f"Sentence {n} tells at length what was done to the bass. And more." for n in range(9)]
    ask_small("append", "a", payload=words)
    flushed = ask_small("flush", "a", strategy="hybrid_summary")
    left = ask_small("read", "a").messages
    assert (flushed.summary_generated, flushed.message_count, len(left)) == (True, 5, 5)
    [place] = [n for n, message in enumerate(left) if message.get("summary")]
    assert (place, left[place]["role"]) == (2, "system")
    assert left[place]["content"].startswith("Summary of 5 messages")
    assert [m["content"] for m in left[3:]] == words[7:]


def test_only_full_keys_are_flushed_unless_forced(small: KeyedMemory, ask_small: Ask) -> None:
    ask_small("append", "full", payload=[str(n) for n in range(8)])
    ask_small("append", "half", payload=[str(n) for n in range(5)])
    flushed = ask_small("flush", "*")
    assert (flushed.flushed_keys, flushed.remaining_keys) == (["full"], ["half"])
    assert ask_small("flush", "half").would_flush is False
    assert ask_small("flush", "half", threshold=0.9).would_flush is False
    assert ask_small("flush", "half", threshold=0.4, dry_run=True).would_flush is False  # at its target
    assert ask_small("flush", "half", force=True).messages_flushed == 2
    assert len(contents(small, "half")) == 3


def test_the_keys_used_longest_ago_go_first(small: KeyedMemory, ask_small: Ask) -> None:
    for key in "abc":
        ask_small("append", key, payload=[str(n) for n in range(9)])
    ask_small("read", "a")
    flushed = ask_small("flush", "*", max_keys=2)
    assert (flushed.flushed_keys, flushed.remaining_keys) == (["b", "c"], ["a"])


def test_a_dry_run_says_what_the_flush_then_does(small: KeyedMemory, ask_small: Ask) -> None:
    ask_small("append", "a", payload=[f"number {n}" for n in range(9)])
    before = contents(small, "a")
    said = ask_small("flush", "a", dry_run=True)
    assert (contents(small, "a"), said.dry_run, said.would_flush) == (before, True, True)
    done = ask_small("flush", "a")
    assert done.model_dump(exclude={"dry_run"}) == said.model_dump(exclude={"dry_run"})


def test_a_key_that_is_not_there_cannot_be_flushed(ask_small: Ask) -> None:
    with pytest.raises(NotFoundError):
        ask_small("flush", "a")
    assert ask_small("flush", "a*").would_flush is False


def test_a_full_key_makes_room_by_itself_where_the_rules_say_so(tmp_path: Path) -> None:
    memory = remembering(tmp_path, Policy(max_messages=4, auto_flush=True))
    ask = asking(memory)
    answers = [ask("append", "a", payload=str(n)) for n in range(6)]
    assert [answer.flushed for answer in answers] == [0, 0, 0, 0, 2, 0]
    assert contents(memory, "a") == ["2", "3", "4", "5"]


ENTRIES = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 300)), min_size=1, max_size=40
).map(
    lambda sizes: [
        Entry("user", "x" * size, -(-size // 4), used=f"{age:04}", created="2026-01-01", key="k", place=n)
        for n, (age, size) in enumerate(sizes, start=1)
    ]
)  # fmt: skip
POLICIES = st.builds(
    Policy,
    max_messages=st.integers(1, 50),
    max_tokens=st.integers(1, 3000),
    max_size=st.integers(1, 9000),
    target=st.floats(0.05, 1),
    keep_ends=st.integers(1, 10),
)


@given(ENTRIES, POLICIES, st.sampled_from(Strategy), st.booleans())
def test_a_flush_reaches_its_goal_and_invents_nothing(
    entries: list[Entry], policy: Policy, strategy: Strategy, force: bool
) -> None:
    choice = choose(entries, policy, strategy, force=force)
    assert sorted([*choice.gone, *choice.kept], key=_place) == entries
    assert list(choice.kept) == sorted(choice.kept, key=_place)
    if choice.summary is None:
        assert _within(choice.kept, policy)
        if force:
            assert len(choice.kept) <= len(entries) * 0.75
    else:
        assert choice.summary.place in {entry.place for entry in choice.gone}
        assert choice.tokens_freed > 0


def _place(entry: Entry) -> int:
    return entry.place


def _within(entries: Sequence[Any], policy: Policy) -> bool:
    return (
        len(entries) <= policy.max_messages * policy.target
        and sum(entry.tokens for entry in entries) <= policy.max_tokens * policy.target
        and sum(len(entry.content) for entry in entries) <= policy.max_size * policy.target
    )
