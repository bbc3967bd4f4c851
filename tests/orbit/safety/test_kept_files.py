"""What Orbit keeps is its user's alone, and holds none of the keys that it was given."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from orbit.interfaces.cli import run
from orbit.interfaces.cli import session as session_command
from orbit.memory import Library
from orbit.secrets import known_secrets, without_secrets
from tests.orbit.interfaces.chat.conftest import play
from tests.orbit.stand_in import Fault, StandIn, call, run_planned, say
from workflows_seed import FOLDER

KEY = "kq7Lm2-echo+4711/aZ="
"""A key of no known form."""

COMMANDS = (
    ("do", "make the bass duck under the kick", "--yes"),
    ("memory", "write", "ideas", "a", "--payload", '"more hats"'),
    ("memory", "remember", "the vocal sits best dry"),
    ("install", "ableton", "--folder", "{home}/Library", "--yes"),
    ("install", "ableton", "--folder", "{home}/Library", "--new-token"),
)


@pytest.fixture
def home(tmp_path: Path, minilm_cache: Path) -> Path:
    (tmp_path / "Library" / "Remote Scripts").mkdir(parents=True)
    shutil.copytree(minilm_cache, tmp_path / "data" / "cache")
    return tmp_path


def _command(home: Path, *words: str, said: str = "") -> int:
    environment = dict(os.environ) | {"HOME": str(home), "ORBIT_DATA_DIR": str(home / "data")}
    program = [sys.executable, "-m", "orbit.interfaces.cli", *(word.format(home=home) for word in words)]
    ended = subprocess.run(
        program, env=environment, input=said, umask=0o022, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ended.stderr
    return ended.returncode


def _open_to_others(*places: Path) -> dict[str, str]:
    found = [path for place in places for path in (place, *place.rglob("*"))]
    modes = {path.name: stat.S_IMODE(path.lstat().st_mode) for path in found}
    return {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


def test_all_that_a_session_of_commands_leaves_is_its_users_alone(home: Path) -> None:
    for words in COMMANDS:
        _command(home, *words)
    (home / "data" / "workflows").mkdir(exist_ok=True)
    assert _command(home, "chat", said="mute the kick\nundo\n/quit\n") == 0
    kept = {path.name for path in (home / "data").rglob("*")}
    assert {"memory.db", "host.lock", "chat", "index", "ableton"} <= kept
    assert _open_to_others(home / "data") == {}


def test_what_an_earlier_orbit_left_open_is_closed(home: Path) -> None:
    data = home / "data"
    Library.open(data, seeds=FOLDER).close()
    (data / "orbit.log").write_text("earlier")
    for path in (data, *data.rglob("*")):
        path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044))
    Library.open(data).close()
    assert _open_to_others(data) == {}
    assert data.stat().st_mode & 0o700 == 0o700


def test_while_it_is_open_the_databases_own_files_are_closed_too(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        library = Library.open(tmp_path / "data", embedder="words")
        library.rebuild()
    finally:
        os.umask(before)
    assert {path.name for path in (tmp_path / "data").iterdir()} >= {"memory.db", "memory.db-wal"}
    assert _open_to_others(tmp_path / "data") == {}
    library.close()


def test_a_folder_in_which_other_things_lie_is_left_as_it_is(home: Path) -> None:
    mine = home / "data" / "index" / "mine.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("not Orbit's")
    (home / "data" / "song.als").write_text("not Orbit's")
    shared = (home / "data", mine.parent, mine)
    for path in shared:
        path.chmod(0o755)
    Library.open(home / "data").close()
    assert {stat.S_IMODE(path.stat().st_mode) for path in shared} == {0o755}
    assert _open_to_others(home / "data" / "memory.db") == {}


# -- keys ------------------------------------------------------------------------------------------------


@pytest.fixture
def keyed(stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """A provider that is reached with the key."""
    monkeypatch.setenv("OPENAI_BASE_URL", stand_in.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ORBIT_MODEL", "openai-chat:stand-in")
    monkeypatch.setenv("ORBIT_EMBEDDER", "words")
    monkeypatch.setenv("ORBIT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return stand_in


def _kept(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_a_key_that_a_provider_echoes_is_kept_nowhere(keyed: StandIn, tmp_path: Path) -> None:
    rename = call("plan_actions", actions=[{"action": "rename_track", "track": "Pad", "name": f"Pad {KEY}"}])
    keyed.script = [rename, run_planned, say(f"Your key is {KEY}.")]
    assert run(["do", f"call the pad {KEY}"]) == 0
    keyed.script = [Fault(401, f"Incorrect API key provided: {KEY}")]
    run(["do", "mute the kick"])
    assert run(["practice", "reset"]) == 0
    keyed.script = [rename, run_planned, say(f"Your key is {KEY}.")]
    assert play(f"call the pad {KEY}").status == 0
    kept = _kept(tmp_path / "data")
    assert b"rename_track" in kept
    assert b"[redacted]" in kept
    assert KEY.encode() not in kept


def test_a_key_in_an_unexpected_error_is_not_written_down(
    keyed: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise ValueError(f"401 for {KEY}")

    assert run(["workflows", "list"]) == 0  # from then on it is known where to write
    monkeypatch.setattr(session_command, "load_settings", fail)
    assert run(["session"]) == 1
    assert b"401 for [redacted]" in _kept(tmp_path / "data")
    assert KEY.encode() not in _kept(tmp_path / "data")
    assert KEY not in capsys.readouterr().err


def test_secrets_are_those_of_the_environment_and_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "orbit" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(
        'embedder_key = "from-the-file"\nstore_url = "postgresql://kim:hunter%402222@host/db"\n'
    )
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ANTHROPIC_API_KEY", 'odd"one\\here')
    monkeypatch.setenv("SHORT_KEY", "bass")
    known = known_secrets()
    assert {"from-the-file", "hunter@2222", "hunter%402222", 'odd"one\\here', 'odd\\"one\\\\here'} <= {*known}
    assert "bass" not in known
    assert without_secrets("a from-the-file b", known) == "a [redacted] b"
