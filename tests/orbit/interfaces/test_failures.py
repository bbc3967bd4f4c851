from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import (
    NotFoundError,
    OrbitError,
    OutOfRangeError,
    RefusedError,
    TimedOutError,
    UnreachableError,
    UsageError,
)
from orbit.interfaces.cli import session as session_command
from orbit.interfaces.cli.failures import status_of


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotFoundError("track", "Bas", ["Bass"]), 1),
        (OutOfRangeError("too much"), 1),
        (RefusedError("no"), 1),
        (ValueError("a mistake of ours"), 1),
        (UsageError("not like that"), 2),
        (UnreachableError("nobody"), 3),
        (TimedOutError("silence"), 3),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_an_error_has_its_exit_status(error: Exception, status: int) -> None:
    assert status_of(error) == status


def _raising(error: BaseException) -> Any:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


def test_an_error_of_orbits_is_told_in_its_own_words(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        session_command, "load_settings", _raising(UnreachableError("Nobody answers. Is Live running?"))
    )
    ended = orbit("session")
    assert (ended.status, ended.out, ended.err) == (3, "", "Nobody answers. Is Live running?\n")


def test_a_failure_is_one_document_in_the_shape_of_do(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_command, "load_settings", _raising(OrbitError("It cannot be.")))
    ended = orbit("session", "--json")
    assert ended.status == 1
    assert list(ended.document) == list(orbit("do", "mute the kick", "--json").document)
    assert ended.document["ok"] is False
    assert ended.document["reply"] == "It cannot be."


def test_a_mistake_of_ours_is_one_line_and_the_rest_is_in_the_log(
    orbit: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_command, "_read", _raising(ZeroDivisionError()))
    ended = orbit("session")
    log = data_dir / "orbit.log"
    assert ended.status == 1
    assert ended.err.count("\n") == 1
    assert str(log) in ended.err
    assert "Traceback" in log.read_text(encoding="utf-8")


def test_ctrl_c_ends_quietly(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_command, "load_settings", _raising(KeyboardInterrupt()))
    ended = orbit("session")
    assert ended.status == 130


@pytest.mark.parametrize(
    "arguments", [["dance"], ["do"], ["session", "--bogus"], ["workflows", "show"], ["simulate"]]
)
def test_a_wrong_command_line_is_wrong_usage(orbit: Any, arguments: list[str]) -> None:
    ended = orbit(*arguments)
    assert ended.status == 2
    assert ended.err


def test_a_wrong_command_line_is_answered_in_json_when_json_was_asked_for(orbit: Any) -> None:
    ended = orbit("do", "--json", "--bogus", "louder")
    assert ended.status == 2
    assert ended.document["code"] == "usage"


def test_a_setting_that_cannot_be_is_wrong_usage(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORBIT_ABLETON_PORT", "eleven")
    ended = orbit("session")
    assert ended.status == 2
    assert "ableton_port" in ended.err
