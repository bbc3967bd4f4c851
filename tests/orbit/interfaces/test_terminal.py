"""What someone at a terminal sees and is asked; run under a pseudo-terminal, as a terminal emulator would."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
LONGEST_SILENCE_SECONDS = 60.0


@pytest.fixture(autouse=True)
def _own_data(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "PYDANTIC_AI_NO_BANNER"):
        monkeypatch.delenv(name, raising=False)


def _at_a_terminal(arguments: list[str], *, prompt: str = "", answer: str = "") -> tuple[int, str]:
    """Run ``orbit``, answer its question once it stands there; give the exit status and what was shown."""
    terminal, theirs = pty.openpty()
    command = [sys.executable, "-m", "orbit.interfaces.cli", *arguments]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as process:
        os.close(theirs)
        shown, waiting = "", bool(prompt)
        while chunk := _read(terminal):
            shown += chunk
            if waiting and prompt in shown:
                os.write(terminal, f"{answer}\n".encode())
                waiting = False
        os.close(terminal)
    assert not waiting, shown
    return process.returncode, shown


def _read(terminal: int) -> str:
    ready, _, _ = select.select([terminal], [], [], LONGEST_SILENCE_SECONDS)
    try:
        return os.read(terminal, 65536).decode("utf-8", "replace") if ready else ""
    except OSError:  # on Linux this is how a terminal says that the other side is gone
        return ""


def test_an_ordinary_request_is_shown_and_not_asked_about_and_nothing_but_orbit_speaks() -> None:
    status, shown = _at_a_terminal(["do", "mute the kick"])
    assert status == 0
    assert "Done: muted Kick." in shown
    assert CONTROL.search(shown)
    assert "pydantic" not in shown


def test_a_request_says_at_once_that_it_works_and_takes_that_away_again() -> None:
    _, shown = _at_a_terminal(["do", "mute the kick"])
    assert re.match(r"Reading the session …(?:\x1b\[\?25l)?\r\x1b\[2K", shown)  # the cursor may hide before
    assert shown.count("Reading the session") == 1


def test_no_color_means_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    _, shown = _at_a_terminal(["do", "mute the kick"])
    colors = re.findall(r"\x1b\[(?:\d+;)*(?:3[0-7]|9[0-7])m", shown)
    assert colors == []


@pytest.mark.parametrize(("answer", "status"), [("n", 1), ("", 1), ("y", 0)], ids=["no", "enter", "yes"])
def test_what_destroys_is_asked_about_and_enter_is_no(answer: str, status: int) -> None:
    ended, shown = _at_a_terminal(["do", "delete the FX track"], prompt="Do it?", answer=answer)
    assert ended == status
    assert ("Done: deleted the track FX." in shown) == (status == 0)


def test_with_confirm_enter_is_yes() -> None:
    status, shown = _at_a_terminal(["do", "--confirm", "mute the kick"], prompt="Do it?")
    assert status == 0
    assert "Done: muted Kick." in shown


def test_what_orbit_asks_back_can_be_answered() -> None:
    status, shown = _at_a_terminal(
        ["do", "duplicate the clip to bar 17"], prompt="Which clip", answer="Bassline"
    )
    assert status == 0
    assert "Bassline" in shown
