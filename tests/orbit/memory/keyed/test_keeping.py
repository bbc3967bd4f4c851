"""Who sees what, and for how long: scopes, sessions, time to live, the rules of a data directory, health."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daw_bridges.errors import UsageError
from orbit.memory.keyed import KeyedMemory, Policies, Policy
from orbit.memory.store import Store
from orbit.workflows.memory_tasks.requests import seconds_of
from tests.orbit.memory.keyed.holding import OPENED, Ask, asking, contents, remembering


def test_another_user_or_project_sees_nothing_and_touches_nothing(tmp_path: Path) -> None:
    mine = remembering(tmp_path)
    asking(mine)("append", "a:1", payload="mine")
    for scope in ({"user": "other"}, {"project": "other"}):
        other = remembering(tmp_path, None, **scope)
        ask = asking(other)
        assert (other.refs(), contents(other, "*"), contents(other, "a:1")) == ([], [], [])
        assert ask("stats", "*").message_count == 0
        assert ask("delete", "*", confirm=True).deleted == 0
        assert ask("flush", "*", force=True).would_flush is False
        assert ask("append", "a:1", payload="theirs").total_count == 1
        assert ask("clear", "*", confirm=True).messages_cleared == 1
    assert contents(mine, "*") == ["mine"]


def test_a_session_keeps_to_itself(memory: KeyedMemory, ask: Ask) -> None:
    ask("append", "outside", payload="outside")
    one, two = memory.in_session("one"), memory.in_session("two:*")
    for session in (one, two):
        asking(session)("append", "note", payload=f"of {session._prefix}")
    assert contents(one, "*") == ["of session:one:"]
    answer = asking(one)("read", "*")
    assert (answer.key, answer.keys, answer.messages[0]["key"]) == ("*", ["note"], "note")
    assert asking(one)("stats", "*", group_by="key").groups.keys() == {"note"}
    assert asking(one)("health", "*").fullest_key == "note"
    assert asking(one)("delete", "*", confirm=True, backup=True).deleted == 1
    assert contents(two, "*") == ["of session:two%3A%2A:"]
    assert two.backups() == []
    one.restore(one.backups()[0].id)
    assert contents(one, "note") == ["of session:one:"]
    assert contents(memory, "*").count("outside") == 1
    for wrong in ("", " ", "x" * 260):
        with pytest.raises(UsageError):
            memory.in_session(wrong)


def test_a_key_lives_as_long_as_it_was_said(memory: KeyedMemory, ask: Ask) -> None:
    said = ask("append", "a", payload="x", ttl="2h")
    left = datetime.fromisoformat(said.expires) - datetime.now(UTC)
    assert timedelta(hours=1, minutes=50) < left <= timedelta(hours=2)
    assert ask("append", "a", payload="y").expires == said.expires
    assert ask("write", "a", payload="z").expires is None


def test_what_is_over_is_gone_for_every_reader(memory: KeyedMemory, ask: Ask) -> None:
    past = (datetime.now(UTC) - timedelta(seconds=1)).isoformat(timespec="microseconds")
    ask("append", "a", payload="old")
    ask("append", "b", payload="stays")
    memory._store.keyed.mark("mix", "a", expires=past)
    assert contents(memory, "*") == ["stays"]
    assert ask("stats", "*").key_count == 1
    fresh = ask("append", "a", payload="new", if_version=0)
    assert (fresh.total_count, fresh.version, fresh.expires) == (1, 1, None)
    memory._store.keyed.mark("mix", "a", expires=past)
    ask("health", "*")
    assert memory._store.keyed.there("mix", ["a", "b"]) == ["b"]


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("30m", 1800), ("12 h", 43_200), (5, 5), ("2W", 1_209_600)]
)
def test_times_are_read(text: str | int, seconds: int) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "-5", "0", "1.5h", "1y", 10**12])
def test_a_time_that_is_none_is_refused(text: str | int) -> None:
    with pytest.raises(UsageError, match="not a time to live"):
        seconds_of(text)


def test_the_rules_are_read_from_the_data_directory(tmp_path: Path) -> None:
    assert Policies.load(tmp_path) == Policies()
    (tmp_path / "memories.toml").write_text(
        '[default]\nmax_messages = 5\nttl = "7d"\n[memories.chat]\nmax_tokens = 9\n'
    )
    rules = Policies.load(tmp_path)
    assert (rules.of("mix").max_messages, rules.of("mix").max_tokens) == (5, 100_000)
    assert (rules.of("chat").max_messages, rules.of("chat").max_tokens) == (5, 9)
    OPENED.append(Store(tmp_path / "memory.db"))
    memory = KeyedMemory.open(OPENED[-1], tmp_path)
    assert asking(memory)("append", "a", payload="x").expires is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("default =", "cannot be read"),
        ("[default]\nmax_message = 5", "max_message"),
        ("[default]\ntarget = 2.0", "target"),
        ("[memories.a]\nttl = 'soon'", "not a time to live"),
        ("memories = 3", "memories"),
        ("[memories]\na = 3", "memories.a"),
    ],
)
def test_rules_that_are_wrong_are_refused_with_file_and_field(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "memories.toml").write_text(text)
    with pytest.raises(UsageError, match=words) as caught:
        Policies.load(tmp_path)
    assert "memories.toml" in str(caught.value)


def test_health_tries_and_leaves_nothing_behind(memory: KeyedMemory, ask: Ask) -> None:
    ask("append", "a", payload="x")
    health = ask("health", "*")
    assert health.healthy
    assert health.checks[0].name == "write, read back, delete"
    assert (health.key_count, health.message_count, health.fullest_key) == (1, 1, "a")
    assert memory.refs() == ["mix"]
    assert memory._store.keyed.keys("__health__") == []
    assert "write, read back, delete" not in [
        c.name for c in ask("health", "*", check_connectivity=False).checks
    ]


def test_health_warns_before_a_key_is_full(tmp_path: Path) -> None:
    ask = asking(remembering(tmp_path, Policy(max_messages=10)))
    ask("append", "a", payload=["x"] * 9)
    health = ask("health", "*")
    assert (health.healthy, health.fill) == (True, 0.9)
    assert health.warnings == ["“a” is 90% full: flush it, or raise its limits in memories.toml."]


@pytest.mark.local_files
@pytest.mark.parametrize("damage", ["DROP TABLE keyed_entries", "DELETE FROM keyed_keys", None])
def test_health_tells_what_does_not_work(tmp_path: Path, damage: str | None) -> None:
    memory = remembering(tmp_path)
    ask = asking(memory)
    ask("append", "a", payload="x")
    with closing(sqlite3.connect(tmp_path / "memory.db")) as database:
        if damage is None:
            database.execute(
                "CREATE TRIGGER t BEFORE INSERT ON keyed_entries BEGIN SELECT raise(fail, 'no'); END"
            )
        else:
            database.execute(damage)
        database.commit()
    health = ask("health", "*")
    assert not health.healthy
    assert any(check.detail for check in health.checks if not check.ok)
    memory._store.close()


def test_a_probe_that_finds_something_makes_it_unhealthy(tmp_path: Path) -> None:
    store = Store(tmp_path / "memory.db")
    memory = KeyedMemory(store, probes={"the search index is sound": lambda: "it is gone"})
    health = asking(memory)("health", "*")
    assert not health.healthy
    assert health.checks[-1].detail == "it is gone"
    store.close()
