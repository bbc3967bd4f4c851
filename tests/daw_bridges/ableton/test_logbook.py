"""The script's own log: what happened is in a small file, and no file is never a reason to fail."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.actions import parse_action
from daw_bridges.errors import RefusedError
from daw_bridges.simulated.live import LiveHost, practice_set
from tests.daw_bridges.ableton.conftest import SCRIPT_OPTIONS, connected
from tests.daw_bridges.ableton.test_remote_script import part, script

__all__ = ["script"]


def _host(log: Path | str) -> LiveHost:
    return LiveHost(
        practice_set(), REMOTE_SCRIPT, script_options={**SCRIPT_OPTIONS, "ORBIT_ABLETON_LOG": str(log)}
    )


def _said(log: Path, words: str) -> bool:
    for _ in range(100):
        if words in log.read_text(encoding="utf-8"):
            return True
        time.sleep(0.02)
    return False


async def test_what_happens_is_in_the_file(tmp_path: Path) -> None:
    log = tmp_path / "kept" / "ableton.log"
    with _host(log) as live:
        async with await connected(live) as bridge:
            await bridge.snapshot()
        assert _said(log, "a client left, 0 now")
        with pytest.raises(RefusedError):
            await _with_a_wrong_token(live)
    lines = log.read_text(encoding="utf-8")
    for words in (
        "started, version",
        "in Live 12.",
        "listening on",
        "a client came, 1 now",
        "wrong token",
        "stopped",
    ):
        assert words in lines
    assert log.parent.stat().st_mode & 0o077 == 0


async def _with_a_wrong_token(live: LiveHost) -> None:
    from daw_bridges.ableton import open_bridge

    await open_bridge(port=live.script.port, token="wrong")


def test_what_is_raised_is_in_the_file_with_where(tmp_path: Path) -> None:
    log = tmp_path / "ableton.log"
    with _host(log) as live:

        def broken() -> None:
            raise LookupError("of all things")

        live.call(setattr, live.script._server, "pump", broken)
        assert _said(log, "LookupError: of all things")
        assert "Traceback" in log.read_text(encoding="utf-8")
        assert "in broken" in log.read_text(encoding="utf-8")


def test_a_slow_tick_is_told_and_not_every_one(tmp_path: Path) -> None:
    log = tmp_path / "ableton.log"
    with _host(log) as live:
        pump: Callable[[], None] = live.script._server.pump

        def slow() -> None:
            time.sleep(0.3)
            pump()

        live.call(setattr, live.script._server, "pump", slow)
        assert _said(log, "a tick took 3")
        time.sleep(0.7)
        assert log.read_text(encoding="utf-8").count("a tick took") == 1


@pytest.mark.parametrize("kind", ["none", "a folder", "below a file"])
async def test_without_a_file_the_script_works_all_the_same(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_text("in the way")
    place = {"none": "", "a folder": tmp_path, "below a file": tmp_path / "file" / "log"}[kind]
    with _host(place) as live:
        async with await connected(live) as bridge:
            results = await bridge.perform([parse_action({"action": "set_tempo", "bpm": 90})])
            assert [result.status.value for result in results] == ["verified"]
        assert any("log file" in line for line in live.log) == (kind != "none")


def test_the_file_stays_small_and_a_flood_is_cut(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logbook, heard = part(script, "logbook"), list[str]()
    monkeypatch.setenv("ORBIT_ABLETON_LOG", str(tmp_path / "log"))
    monkeypatch.setattr(logbook, "MOST_BYTES", 2000)
    monkeypatch.setattr(logbook.time, "monotonic", iter(range(10_000)).__next__)
    say = logbook.Logbook(heard.append)
    for number in range(500):
        say(f"line {number} of many")
    say("x" * 100_000)
    say.close()
    say("after the end")
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["log", "log.1"]
    assert sum(file.stat().st_size for file in files) < 2 * 2000 + 8100
    assert len(heard) == 502


def test_of_a_flood_in_one_second_the_beginning_is_kept(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logbook = part(script, "logbook")
    monkeypatch.setenv("ORBIT_ABLETON_LOG", str(tmp_path / "log"))
    monkeypatch.setattr(logbook.time, "monotonic", lambda: 7.5)
    say = logbook.Logbook(lambda _: None)
    for number in range(500):
        say(f"line {number}")
    say.close()
    assert len((tmp_path / "log").read_text().splitlines()) == 50
