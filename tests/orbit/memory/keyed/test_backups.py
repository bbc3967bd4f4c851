"""Backups are real: what was cleared or deleted comes back as it was, and damage is told."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from daw_bridges.errors import MemoryStoreError, NotFoundError, NotPossibleError
from orbit.memory.keyed import KeyedMemory
from tests.orbit.memory.keyed.holding import Ask, contents, remembering


@pytest.mark.parametrize("operation", ["clear", "delete"])
def test_what_was_taken_away_comes_back_as_it_was(operation: str, ask: Ask, memory: KeyedMemory) -> None:
    ask(
        "append",
        "a:1",
        payload=[{"role": "tool", "content": {"db": -3}, "metadata": {"m": 1}}, "x"],
        ttl="7d",
    )
    ask("append", "a:2", payload="y")
    before = ask("read", "a:*").messages
    expires = memory._store.keyed.key("mix", "a:1")
    taken = ask(operation, "a:*", confirm=True, backup=True)
    assert taken.backup_created
    assert contents(memory, "a:*") == []
    [backup] = memory.backups()
    assert (backup.id, backup.ref, backup.key) == (taken.backup, "mix", "a:*")
    restored = memory.restore(backup.id)
    assert (restored.keys, restored.messages_restored) == (["a:1", "a:2"], 3)
    assert ask("read", "a:*").messages == before
    again = memory._store.keyed.key("mix", "a:1")
    assert expires is not None
    assert again is not None
    assert again.expires == expires.expires


def test_nothing_new_is_written_over_unless_that_is_wanted(ask: Ask, memory: KeyedMemory) -> None:
    ask("append", "a:1", payload="old")
    ask("append", "a:2", payload="old too")
    backup = ask("clear", "a:*", confirm=True, backup=True).backup
    ask("append", "a:2", payload="new")
    with pytest.raises(NotPossibleError, match="holds 1 messages now"):
        memory.restore(backup)
    assert contents(memory, "a:*") == ["new"]
    memory.restore(backup, replace=True)
    assert contents(memory, "a:*") == ["old", "old too"]


def test_no_backup_is_made_of_nothing(ask: Ask, memory: KeyedMemory) -> None:
    assert ask("delete", "a:*", confirm=True, backup=True).backup_created is False
    assert memory.backups() == []


@pytest.mark.local_files
@pytest.mark.local_files
def test_a_backup_can_be_forgotten(ask: Ask, memory: KeyedMemory, tmp_path: Path) -> None:
    ask("append", "a", payload="a very private word")
    backup = ask("delete", "a", backup=True).backup
    assert memory.forget_backup(backup)
    for call in (memory.restore, memory.forget_backup):
        with pytest.raises(NotFoundError, match="no backup called"):
            call(backup)
    memory._store.close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as database:
        dump = "\n".join(database.iterdump())
    assert "private word" not in dump


@pytest.mark.local_files
def test_a_damaged_backup_is_not_brought_back(ask: Ask, memory: KeyedMemory, tmp_path: Path) -> None:
    ask("append", "a", payload="old")
    backup = ask("clear", "a", confirm=True, backup=True).backup
    with closing(sqlite3.connect(tmp_path / "memory.db")) as database:
        database.execute("UPDATE keyed_backups SET content = replace(content, 'old', 'new')")
        database.commit()
    with pytest.raises(MemoryStoreError, match="is damaged"):
        memory.restore(backup)
    assert contents(memory, "a") == []
    health = ask("health", "*")
    assert not health.healthy
    assert [check.detail for check in health.checks if not check.ok] == [f"damaged: {backup}"]


def test_a_backup_is_its_owner_s_alone(ask: Ask, memory: KeyedMemory, tmp_path: Path) -> None:
    ask("append", "a", payload="mine")
    backup = ask("delete", "a", backup=True).backup
    other = remembering(tmp_path, user="other")
    assert other.backups() == []
    with pytest.raises(NotFoundError):
        other.restore(backup)
    with pytest.raises(NotFoundError):
        other.forget_backup(backup)
    memory.restore(backup)
