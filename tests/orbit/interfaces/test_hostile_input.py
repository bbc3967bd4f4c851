"""Input that is too long, no text, or out of any range: it is told in words, and the next line is heard."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from orbit.interfaces.cli.conversation import Conversation
from orbit.settings import Settings
from tests.orbit.interfaces.chat.conftest import play

LONG = "x" * 300

LINES = (
    f"rename the bass to {LONG}",
    f"create a midi track called {LONG}",
    f"create a scene called {LONG}",
    f"name the Bassline clip {LONG}",
    f"add a locator called {LONG} at bar 5",
    f"mute {LONG}",
    f"when I say {LONG} I mean Bass",
    f"from now on call the bass {LONG}",
    "rename the bass to \x00",
    "set the bass to 1e999 dB",
    "set the time signature to 4/0",
    "(" * 2000,
    "a" * 100_000,
    "%s%n {{ 7*7 }} '; DROP TABLE runs; --",
    f"/plan rename the bass to {LONG}",
    f"/session {LONG}",
    f"/keep {LONG}",
    "/undo 99999999999999999999",
)


def _command(home: Path, *words: str | bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = dict(os.environ) | {"PYTHONUTF8": "1"} | options.pop("env", {})
    command = [sys.executable, "-m", "orbit.interfaces.cli", *words]
    return subprocess.run(command, cwd=home, env=environment, check=False, **options)


def test_no_line_ends_a_chat_or_loses_the_next(data_dir: Path) -> None:
    script = play(*LINES, "mute the kick", options=("--json",))
    assert [document["say"] for document in script.documents] == [*map(str.strip, LINES), "mute the kick"]
    assert script.documents[-1]["ok"]
    assert script.documents[-1]["reply"] == "Done: muted Kick."
    assert not (data_dir / "orbit.log").exists()
    for document in script.documents[:5]:
        assert (document["ok"], document["results"]) == (False, [])
        assert "at most 256 characters" in document["reply"]


def test_an_unexpected_error_costs_one_line(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    say = Conversation.say

    async def failing(self: Conversation, text: str, **options: Any) -> Any:
        if text == "mute the snare":
            raise RuntimeError("a mistake of ours")
        return await say(self, text, **options)

    monkeypatch.setattr(Conversation, "say", failing)
    script = play("mute the snare", "mute the kick", options=("--json",))
    first, second = script.documents
    assert (first["ok"], first["code"]) == (False, "unexpected")
    assert str(data_dir / "orbit.log") in first["reply"]
    assert "a mistake of ours" in (data_dir / "orbit.log").read_text()
    assert second["ok"]
    assert script.status == 1


def test_bytes_that_are_no_text_are_taken_and_what_was_done_is_remembered(data_dir: Path) -> None:
    lines = b"mute the \xff kick\n\xfe\xc3\nmute the snare\n"
    chat = _command(data_dir.parent, "chat", input=lines, capture_output=True)
    assert b"Done: muted Snare." in chat.stdout
    done = _command(data_dir.parent, "do", b"mute the \xff hats", capture_output=True)
    assert b"Done: muted Hats." in done.stdout
    assert (done.returncode, done.stderr) == (0, b"")
    shown = _command(data_dir.parent, "workflows", "show", b"\xff", capture_output=True)
    assert (shown.returncode, b"There is no workflow called" in shown.stderr) == (1, True)
    assert not (data_dir / "orbit.log").exists()


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ("set the bass to -999999999999 dB", "goes down to −70.0 dB, and then to −∞"),
        ("set the bass to -100 dB", "goes down to −70.0 dB, and then to −∞"),
        ("send the bass to A-Reverb at -99999999 dB", "goes down to −70.0 dB, and then to −∞"),
        ("put a compressor on the bass with the threshold at -99999999 dB", "goes down to −144.0 dB"),
        ("add a locator called Drop at bar 100000", "Bars go from 1 to 99999"),
    ],
)
def test_what_lies_outside_is_refused_before_anything_is_done(orbit: Any, request_: str, says: str) -> None:
    ended = orbit("do", request_, "--json")
    assert ended.status == 1
    assert (ended.document["code"], ended.document["results"]) == ("out_of_range", [])
    assert says in ended.document["reply"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [("session",), ("session", "--json"), ("--version",)], ids=" ".join)
def test_an_output_that_takes_nothing_is_told(data_dir: Path, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = _command(data_dir.parent, *words, stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == 1
    assert ended.stderr.decode().startswith("The output cannot be written: No space left on device.")
    assert len(ended.stderr.splitlines()) == 1


def test_an_empty_key_is_a_model_that_is_not_set_up(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    ended = orbit("do", "mute the kick", "--model", "openai:gpt-5", "--json")
    assert ended.status == 1
    assert ended.document["code"] == "model"
    assert "is not set up" in ended.document["reply"]
    assert "--model offline" in ended.document["reply"]


@pytest.mark.parametrize(
    "wrong",
    [
        "model_seconds = -5", "model_seconds = 0", "model_seconds = 1.5", "model_seconds = true",
        "request_tokens = -1", "ableton_port = 70000", "model = 5", 'daw = ["practice"]',
    ],
)  # fmt: skip
def test_a_wrong_value_in_the_settings_is_wrong_usage(orbit: Any, tmp_path: Path, wrong: str) -> None:
    settings = tmp_path / "config" / "orbit" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"{wrong}\n")
    ended = orbit("do", "mute the kick")
    assert ended.status == 2
    assert f"is not a value for the setting {wrong.partition(' ')[0]}." in ended.err


def test_right_values_are_taken(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORBIT_MODEL_SECONDS", "5")
    assert Settings.load(ableton_port=65535).model_seconds == 5
