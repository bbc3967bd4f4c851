"""The last conversation on disk: of one user's project, for that user's eyes, and never in the way."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart

from orbit.interfaces.cli.chat import keeping
from orbit.interfaces.cli.chat.keeping import keep_conversation, kept_conversation, private_file
from orbit.interfaces.cli.chat.remembering import LinesSaid
from orbit.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data")


def talk(text: str) -> list[ModelMessage]:
    return [ModelRequest(parts=[UserPromptPart(text)]), ModelResponse(parts=[TextPart("All right.")])]


def kept(settings: Settings) -> list[str]:
    found = kept_conversation(settings)
    parts = [part for each in found or () for part in each.parts]
    return [str(part.content) for part in parts if isinstance(part, UserPromptPart)]


def test_it_is_given_back(settings: Settings) -> None:
    keep_conversation(settings, talk("mute the kick"))
    assert kept(settings) == ["mute the kick"]
    keep_conversation(settings, [*talk("mute the kick"), *talk("undo")])
    assert kept(settings) == ["mute the kick", "undo"]


def test_nothing_is_kept_of_nothing(settings: Settings) -> None:
    keep_conversation(settings, ())
    assert kept_conversation(settings) is None


def test_each_user_project_and_daw_has_its_own(settings: Settings) -> None:
    others = [replace(settings, user="someone else"), replace(settings, project="another")]
    others.append(replace(settings, daw="ableton"))
    keep_conversation(settings, talk("mine"))
    assert [kept_conversation(other) for other in others] == [None] * 3
    for number, other in enumerate(others):
        keep_conversation(other, talk(f"of {number}"))
    assert [kept(each) for each in (settings, *others)] == [["mine"], ["of 0"], ["of 1"], ["of 2"]]


def test_only_its_user_may_read_it(settings: Settings) -> None:
    keep_conversation(settings, talk("mute the kick"))
    paths = [path for path in (settings.data_dir / "chat").rglob("*") if path.is_file()]
    assert [stat.S_IMODE(path.stat().st_mode) for path in paths] == [0o600]


@pytest.mark.parametrize("written", [b"", b"{", b"[1, 2]", b"\xff\xfe", b'[{"kind": "nonsense"}]'])
def test_what_cannot_be_read_is_no_conversation(settings: Settings, written: bytes) -> None:
    keep_conversation(settings, talk("mute the kick"))
    [path] = (settings.data_dir / "chat").rglob("conversation-*.json")
    path.write_bytes(written)
    assert kept_conversation(settings) is None


def test_one_that_is_too_long_is_not_kept(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "LONGEST", 2000)
    keep_conversation(settings, talk("short"))
    keep_conversation(settings, talk("long" * 1000))
    assert kept_conversation(settings) is None


def test_a_folder_that_cannot_be_written_stops_nobody(settings: Settings) -> None:
    settings.data_dir.mkdir()
    (settings.data_dir / "chat").write_text("in the way")
    keep_conversation(settings, talk("mute the kick"))
    assert kept_conversation(settings) is None


def test_secrets_are_not_kept(settings: Settings) -> None:
    keep_conversation(settings, talk("my password is hunter22, and -----BEGIN PRIVATE KEY----- abc"))
    [path] = (settings.data_dir / "chat").rglob("conversation-*.json")
    assert "hunter22" not in path.read_text(encoding="utf-8")
    assert len(kept(settings)) == 1


def test_lines_are_given_back_the_latest_first_without_secrets(tmp_path: Path) -> None:
    path = private_file(tmp_path / "history")
    lines = LinesSaid(path)
    for line in ("mute the kick", "my password is hunter22", "undo"):
        lines.store_string(line)
    assert list(LinesSaid(path).load_history_strings()) == [
        "undo",
        "my password is [redacted]",
        "mute the kick",
    ]


def test_the_oldest_lines_go(tmp_path: Path) -> None:
    path = private_file(tmp_path / "history")
    lines = LinesSaid(path)
    for number in range(400):
        lines.store_string(f"{number} {'x' * 1000}")
    kept_lines = list(LinesSaid(path).load_history_strings())
    assert path.stat().st_size < 256 * 1024
    assert [line.split()[0] for line in kept_lines[:3]] == ["399", "398", "397"]
    assert all(line.endswith("x" * 1000) for line in kept_lines)
