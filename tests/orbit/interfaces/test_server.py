"""Commands side by side on one data directory, each a process as from a shell."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "orbit.interfaces.cli"]
DUCK = ["do", "make the bass duck under the kick", "--json"]
IMPATIENT = (
    "import orbit.server.client as c, sys; c.PATIENCE_SECONDS = 0.1\n"
    "from orbit.interfaces.cli import run; sys.exit(run(['session', '--json']))"
)


@pytest.fixture(autouse=True)
def _own_data(data_dir: Path) -> None:
    """Every process of a test keeps its things in the test's own folder."""


@contextmanager
def watching(folder: Path) -> Generator[subprocess.Popen[str]]:
    """A command that stays: while it runs, the others are served by it."""
    folder.mkdir()
    with subprocess.Popen(
        [*COMMAND, "watch", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert "Watching" in process.stdout.readline()
            yield process
        finally:
            process.kill()


def orbit(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=120)


def owner_pid(data_dir: Path) -> int:
    return json.loads((data_dir / "server" / "host.json").read_text())["pid"]


def test_commands_beside_one_that_stays_are_served_by_it(tmp_path: Path, data_dir: Path) -> None:
    with watching(tmp_path / "sets") as owner:
        assert owner_pid(data_dir) == owner.pid
        done = orbit(*DUCK)
        document = json.loads(done.stdout)
        assert (done.returncode, document["ok"]) == (0, True)
        assert document["after"] != document["before"]
        hits = json.loads(orbit("workflows", "search", "duck the bass", "--json").stdout)
        assert hits[0]["id"] == "sidechain-compression"
        refused = orbit("do", "delete the FX track", "--json")
        assert refused.returncode == 1
        assert "--yes" in json.loads(refused.stdout)["reply"]
        assert owner_pid(data_dir) == owner.pid
        owner.send_signal(signal.SIGINT)
        assert owner.wait(60) == 0
    assert not (data_dir / "server" / "host.json").exists()
    runs = json.loads(orbit("workflows", "show", "sidechain-compression", "--json").stdout)["provenance"]
    assert (runs["runs"], runs["verified"]) == (1, 1)


def test_what_is_shown_is_imported_once_the_host_was_asked(tmp_path: Path) -> None:
    with watching(tmp_path / "sets"):
        command = [sys.executable, "-X", "importtime", *COMMAND[1:], "do", "turn the bass down 3 dB"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    imported = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines()]
    asked = imported.index("orbit.server.request_tracker")
    assert not {"rich", "daw_bridges.actions", "daw_bridges.session"} & set(imported[:asked])
    assert {"rich", "daw_bridges.actions", "daw_bridges.session"} < set(imported[asked:])


def test_one_that_was_killed_leaves_the_next_command_free(tmp_path: Path, data_dir: Path) -> None:
    with watching(tmp_path / "sets") as owner:
        owner.kill()
        owner.wait()
    assert (data_dir / "server" / "host.json").exists()
    assert orbit(*DUCK).returncode == 0


@pytest.mark.timeout(240)
def test_four_at_once_all_end_well(data_dir: Path) -> None:
    tracks = ["Kick", "Snare", "Hats", "Keys"]
    together = [
        subprocess.Popen(
            [*COMMAND, "do", f"mute {track}", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for track in tracks
    ]
    ended = [(process.communicate(timeout=200), process.returncode) for process in together]
    assert [(said, status) for said, status in ended if status != 0] == []
    for (out, err), _ in ended:
        document = json.loads(out)
        assert (document["ok"], err) == (True, "")
        assert {result["status"] for result in document["results"]} == {"verified"}
    session = json.loads(orbit("session", "--json").stdout)
    assert [track["name"] for track in session["tracks"] if track["mute"]] == tracks


def test_a_command_alone_does_not_pay_for_company(data_dir: Path) -> None:
    timed = [sys.executable, "-X", "importtime", "-m", "orbit.interfaces.cli", "session", "--json"]
    done = subprocess.run(timed, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "filelock" in imported
    assert imported & {"uvicorn", "starlette", "httpx", "websockets", "chromadb"} == set()


def test_a_command_beside_a_host_imports_no_more_than_it_shows(tmp_path: Path, data_dir: Path) -> None:
    timed = [sys.executable, "-X", "importtime", "-m", "orbit.interfaces.cli", "do", "mute the kick"]
    with watching(tmp_path / "sets"):
        done = subprocess.run(timed, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "orbit.server.remote" in imported
    packages = {name.partition(".")[0] for name in imported}
    assert (
        packages & {"sqlalchemy", "pydantic_ai", "chromadb", "httpx", "starlette", "jinja2", "yaml"} == set()
    )
    assert imported & {"orbit.agent.recovery", "orbit.workflows.planning", "daw_bridges.algebra"} == set()
    assert imported & {"orbit.interfaces.cli.chat.command", "orbit.interfaces.cli.memory"} == set()


def test_a_panel_beside_another_orbit_says_whose_it_is(tmp_path: Path, data_dir: Path) -> None:
    with watching(tmp_path / "sets"):
        told = orbit("panel", "--no-browser")
        assert (told.returncode, "Another Orbit is open already" in told.stderr) == (0, True)
        assert re.search(r"http://127\.0\.0\.1:\d+/\?ticket=", told.stderr)
        refused = orbit("panel", "--no-browser", "--port", "8765")
        assert (refused.returncode, "leave out --port" in refused.stderr) == (2, True)


def test_a_panel_is_at_the_port_it_is_asked_for(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = orbit("panel", "--no-browser", "--port", port)
    assert (refused.returncode, "another with --port" in refused.stderr) == (2, True)
    command = [*COMMAND, "panel", "--no-browser", "--port", port]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert f"http://127.0.0.1:{port}/?ticket=" in process.stderr.readline()
        process.terminate()
        assert process.wait(60) == 0


def test_an_owner_that_does_not_answer_is_named(tmp_path: Path, data_dir: Path) -> None:
    with watching(tmp_path / "sets") as owner:
        owner.send_signal(signal.SIGSTOP)
        told = subprocess.run(
            [
                sys.executable,
                "-c",
                IMPATIENT,
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    document = json.loads(told.stdout)
    assert (told.returncode, document["ok"], document["code"]) == (1, False, "engine")
    assert re.search(rf"Process {owner.pid} runs Orbit on .* does not answer", document["reply"])
    assert os.environ["ORBIT_DATA_DIR"] in document["reply"]
