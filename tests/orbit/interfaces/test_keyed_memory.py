"""Keyed memory on the command line: every operation, JSON on request, and nothing gone without consent."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest


def test_what_is_written_is_read_back(orbit: Any) -> None:
    assert (
        orbit("memory", "write", "mix", "track:Bass", "a bit loud").out == "“track:Bass” holds 1 message.\n"
    )
    orbit("memory", "append", "mix", "track:Bass", "--role", "assistant", "--data", '{"db": -3}')
    document = orbit("memory", "read", "mix", "track:*", "--json").document
    assert [(m["role"], m["content"]) for m in document["messages"]] == [
        ("user", "a bit loud"),
        ("assistant", '{"db": -3}'),
    ]
    shown = orbit("memory", "read", "mix", "track:Bass", "--limit", "1").out
    assert "a bit loud" in shown
    assert "and 1 more" in shown
    assert "Nothing is kept" in orbit("memory", "read", "mix", "other").out


def test_a_secret_is_left_out_and_that_is_said(orbit: Any) -> None:
    said = orbit("memory", "append", "mix", "a", "mail kim@example.org")
    assert said.out == "“a” holds 1 message now. One secret was left out.\n"


def test_words_come_from_stdin(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("two\nlines\n"))
    orbit("memory", "append", "mix", "a", "-")
    assert orbit("memory", "read", "mix", "a", "--json").document["messages"][0]["content"] == "two\nlines"


def test_a_template_is_filled_in(orbit: Any) -> None:
    written = orbit(
        "memory",
        "write",
        "mix",
        "{{ user }}:{{ workflow.input.track }}",
        "x",
        "--input",
        "track=a:b",
        "--json",
    ).document
    assert written["key"] == "local:a%3Ab"


def test_a_template_may_look_at_the_session(orbit: Any) -> None:
    written = orbit("memory", "write", "mix", "{{ session.tracks[4].name }}:level", "x", "--json").document
    assert written["key"] == "Bass:level"


def test_a_session_keeps_to_itself(orbit: Any) -> None:
    orbit("memory", "append", "mix", "a", "mine", "--session", "one")
    assert orbit("memory", "read", "mix", "*", "--session", "two", "--json").document["count"] == 0
    assert orbit("memory", "read", "mix", "*", "--session", "one", "--json").document["keys"] == ["a"]


@pytest.mark.parametrize("operation", ["delete", "clear"])
def test_nothing_goes_without_consent_and_a_backup_brings_it_back(orbit: Any, operation: str) -> None:
    orbit("memory", "append", "mix", "a", "precious")
    refused = orbit("memory", operation, "mix", "a")
    assert refused.status == 1
    assert "1 message in 1 key (“a”). That needs your consent." in refused.err
    assert orbit("memory", operation, "mix", "a", "--json").document["ok"] is False
    assert orbit("memory", "read", "mix", "a", "--json").document["count"] == 1

    done = orbit("memory", operation, "mix", "a", "--yes", "--backup", "--json").document
    assert done["backup_created"] is True
    assert orbit("memory", "read", "mix", "a", "--json").document["count"] == 0
    [listed] = orbit("memory", "backups", "--json").document
    assert (listed["id"], listed["key"]) == (done["backup"], "a")
    assert orbit("memory", "backups", done["backup"]).out == "1 key with 1 message restored.\n"
    assert orbit("memory", "read", "mix", "a", "--json").document["messages"][0]["content"] == "precious"
    assert orbit("memory", "backups", done["backup"]).status == 1
    assert orbit("memory", "backups", done["backup"], "--forget").status == 1
    assert orbit("memory", "backups", done["backup"], "--forget", "--yes").status == 0
    assert orbit("memory", "backups").out == "There is no backup.\n"


def test_a_flush_says_first_what_would_go(orbit: Any, data_dir: Path) -> None:
    data_dir.mkdir()
    (data_dir / "memories.toml").write_text("[memories.mix]\nmax_messages = 4\n")
    for number in range(4):
        orbit("memory", "append", "mix", "a", str(number))
    assert orbit("memory", "append", "mix", "a", "5").status == 1
    assert orbit("memory", "flush", "mix", "a", "--dry-run").out == "2 messages of 1 key would go.\n"
    refused = orbit("memory", "flush", "mix", "a")
    assert (refused.status, "2 messages of 1 key would go. That needs" in refused.err) == (1, True)
    flushed = orbit("memory", "flush", "mix", "a", "--yes", "--strategy", "lru", "--json").document
    assert (flushed["actual_strategy"], flushed["message_count"]) == ("lru", 2)
    assert orbit("memory", "flush", "mix", "a").out == "Nothing is full enough to be flushed.\n"


def test_health_and_stats_with_and_without_a_memory(orbit: Any, data_dir: Path) -> None:
    empty = orbit("memory", "health", "--json")
    assert (empty.status, empty.document["healthy"]) == (0, True)
    assert orbit("memory", "stats").out == "Nothing is kept yet.\n"
    orbit("memory", "append", "mix", "a:1", "x")
    orbit("memory", "append", "chat", "b", "y")
    assert [each["memory_ref"] for each in orbit("memory", "stats", "--json").document["memories"]] == [
        "chat", "mix",
    ]  # fmt: skip
    grouped = orbit("memory", "stats", "mix", "--group-by", "prefix", "--json").document
    assert grouped["groups"].keys() == {"a"}
    assert "mix" in orbit("memory", "stats", "--group-by", "key").out
    names = [check["name"] for check in orbit("memory", "health", "mix", "--json").document["checks"]]
    assert "write, read back, delete" in names
    assert "the search index is sound" in names
    assert "✓ the database file is sound" in orbit("memory", "health").out

    (data_dir / "index").mkdir(exist_ok=True)
    (data_dir / "index" / "current.json").write_text("{")
    sick = orbit("memory", "health", "mix")
    assert sick.status == 1
    assert "✗ the search index is sound" in sick.out


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["read", "mix", "a::b"], 2, "cannot be a key"),
        (["read", "../x", "a"], 2, "cannot name a memory"),
        (["write", "mix", "a*", "x"], 2, "stands for several keys"),
        (["write", "mix", "a"], 2, "Give what to keep"),
        (["write", "mix", "a", "x", "--data", "1"], 2, "Give what to keep"),
        (["write", "mix", "a", "--data", "{"], 2, "not JSON"),
        (["write", "mix", "a", "x", "--ttl", "soon"], 2, "not a time to live"),
        (["write", "mix", "{{ workflow.input.x }}", "x"], 2, "there is no “x”"),
        (["write", "mix", "{{ user", "x"], 2, "cannot be read"),
        (["write", "mix", "{{ user }}", "x", "--input", "y"], 2, "“y” is not an input"),
        (["delete", "mix", "nothing", "--yes"], 1, "no key in the memory mix"),
        (["clear", "mix", "nothing", "--yes"], 1, "no key in the memory mix"),
        (["backups", "nothing"], 1, "no backup"),
        (["backups", "--forget"], 2, "Say which backup"),
        (["append", "mix", "a", "x", "--if-version", "4"], 1, "changed in the meantime"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    orbit: Any, arguments: list[str], status: int, words: str
) -> None:
    ended = orbit("memory", *arguments)
    assert ended.status == status
    assert words in ended.err
