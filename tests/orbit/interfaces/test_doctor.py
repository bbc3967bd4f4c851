"""`orbit doctor` as a shell calls it, and the way from nothing to a Live that answers."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.simulated.live import LiveHost, practice_set
from orbit.doctor import CHECKS


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.fixture(autouse=True)
def _a_port_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free_port: int) -> None:
    config = tmp_path / "config" / "orbit"
    config.mkdir(parents=True)
    (config / "config.toml").write_text(f"ableton_port = {free_port}\n", encoding="utf-8")


def _found(ended: Any) -> dict[str, dict[str, str]]:
    """The findings of a run, by their checks."""
    return {check["id"]: check for check in ended.document["checks"]}


def test_the_document(orbit: Any) -> None:
    ended = orbit("doctor", "--json")
    document = ended.document
    assert ended.status == 0
    assert list(document) == ["ok", "checks"]
    assert document["ok"] is True
    for check in document["checks"]:
        assert list(check) == ["id", "title", "status", "detail", "fix"]
        assert check["status"] in ("ok", "warning")
        assert bool(check["fix"]) == (check["status"] != "ok")
    ids = [check["id"] for check in document["checks"]]
    assert ids == [check.id for check in CHECKS if check.id in ids]
    assert {"python", "packages", "settings", "data_dir", "store", "practice"} <= set(ids)


def test_a_live_that_is_asked_for_and_not_there_is_no_daw_reachable(orbit: Any) -> None:
    ended = orbit("doctor", "--daw", "ableton", "--json")
    assert ended.status == 3
    found = _found(ended)
    assert found["ableton.port"]["fix"] == "Start Live."
    assert found["ableton.library"]["fix"] == "orbit install ableton --folder DIR"


def test_only_what_is_asked_about(orbit: Any) -> None:
    ended = orbit("doctor", "--daw", "practice", "--json")
    assert ended.status == 0
    assert [check["id"] for check in ended.document["checks"] if check["id"].startswith("ableton")] == []


def test_wrong_settings_are_a_finding_and_the_rest_is_checked_all_the_same(
    orbit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_CONFIRM", "perhaps")
    ended = orbit("doctor", "--daw", "practice", "--json")
    found = _found(ended)
    assert ended.status == 1
    assert found["settings"]["status"] == "problem"
    assert found["practice"]["status"] == "ok"


def test_for_a_person_each_finding_has_a_mark_and_each_fix_an_arrow(orbit: Any) -> None:
    ended = orbit("doctor", "--daw", "ableton")
    assert "✓  Python" in ended.out
    assert "✗  Connection to Live" in ended.out
    assert "→ Start Live." in ended.out
    assert ended.out.rstrip().endswith("Do what the arrows say, then run this again.")


def test_from_nothing_to_a_live_that_answers(orbit: Any, tmp_path: Path, free_port: int) -> None:
    """Do what each fix says, until nothing is wrong."""
    library = tmp_path / "User Library"
    library.mkdir()
    first = _found(orbit("doctor", "--daw", "ableton", "--json"))
    assert first["ableton.library"]["status"] == "problem"
    assert orbit("install", "ableton", "--folder", str(library)).status == 0

    second = {
        check["id"]: check for check in orbit("doctor", "--daw", "ableton", "--json").document["checks"]
    }
    assert second["ableton.config"]["fix"] == f"orbit install ableton --port {free_port}, then restart Live"
    assert orbit("install", "ableton", "--port", str(free_port)).status == 0

    with LiveHost(practice_set(), library / "Remote Scripts" / "Orbit"):
        ended = orbit("doctor", "--daw", "ableton", "--json")
        assert orbit("session", "--daw", "ableton", "--json").status == 0
    found = {check["id"]: check["status"] for check in ended.document["checks"]}
    assert ended.status == 0, ended.document
    assert {
        found[f"ableton.{name}"] for name in ("library", "script", "config", "token", "port", "running")
    } == {"ok"}


def test_it_neither_starts_nor_makes_anything(orbit: Any, data_dir: Path) -> None:
    orbit("doctor", "--json")
    assert not data_dir.exists()


def test_it_can_look_while_another_process_has_the_store_and_the_index(orbit: Any, data_dir: Path) -> None:
    orbit("workflows", "list", "--json")
    hold = (
        "import sys, sqlite3, pathlib; from filelock import FileLock\n"
        "folder = pathlib.Path(sys.argv[1]); (folder / 'index').mkdir(exist_ok=True)\n"
        "lock = FileLock(folder / 'index' / 'writer.lock'); lock.acquire()\n"
        "db = sqlite3.connect(folder / 'memory.db', isolation_level=None); db.execute('BEGIN IMMEDIATE')\n"
        "print('held', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(data_dir)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        found = _found(orbit("doctor", "--json"))
        assert holder.stdin is not None
        holder.stdin.close()
    assert {found[name]["status"] for name in ("store", "library", "index")} == {"ok"}
