"""Installing, upgrading and changing the script: what is put there, what is kept, what is told."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from daw_bridges.ableton.installing.backups import KEPT
from daw_bridges.ableton.installing.install import install
from daw_bridges.ableton.installing.places import Machine
from daw_bridges.ableton.installing.running import live_name
from daw_bridges.ableton.script import REMOTE_SCRIPT, fingerprint, script_files
from daw_bridges.ableton.token import find_token, token_file
from daw_bridges.errors import InstallError, UsageError
from daw_bridges.installer import InstallRequest, Outcome
from daw_bridges.simulated.live import LiveHost, practice_set
from orbit import __version__
from tests.daw_bridges.ableton.installing.conftest import Install, contents, live_ran
from tests.daw_bridges.ableton.raw import RawClient


def _config(place: Path) -> dict[str, object]:
    return json.loads((place / "config.json").read_text(encoding="utf-8"))


def _make_older(place: Path) -> None:
    """Turn what is installed into what an earlier Orbit would have installed."""
    about = place / "about.py"
    about.write_text(about.read_text("utf-8").replace(f'"{__version__}"', '"0.0.9"'), encoding="utf-8")
    note = json.loads((place / "installed.json").read_text("utf-8"))
    note |= {"orbit": "0.0.9", "fingerprint": fingerprint(place)}
    (place / "installed.json").write_text(json.dumps(note), encoding="utf-8")


def test_the_script_is_of_this_orbits_version() -> None:
    namespace: dict[str, object] = {"__file__": str(REMOTE_SCRIPT / "about.py")}
    exec((REMOTE_SCRIPT / "about.py").read_text("utf-8"), namespace)
    assert namespace["VERSION"] == __version__
    assert namespace["FINGERPRINT"] == fingerprint(REMOTE_SCRIPT)


def test_the_whole_script_is_there_and_nothing_else(orbit_install: Install, place: Path) -> None:
    report = orbit_install()
    assert (report.outcome, report.folder, report.version) == (Outcome.INSTALLED, place, __version__)
    assert set(contents(place)) == {*script_files(REMOTE_SCRIPT), "installed.json"}
    assert fingerprint(place) == fingerprint(REMOTE_SCRIPT)
    assert [path.name for path in place.parent.iterdir()] == ["Orbit"]


def test_live_loads_it_and_orbit_greets_it_with_the_token_it_made(
    orbit_install: Install, place: Path
) -> None:
    orbit_install(port=_free_port())
    token = token_file().read_text("utf-8")
    with LiveHost(practice_set(), place) as live, RawClient(live.script.port) as client:
        assert live.script.port == _config(place)["port"]
        about = json.loads(client.greet(find_token()).arguments[0])
    assert token_file().read_text("utf-8") == token
    assert (about["script"], about["fingerprint"]) == (__version__, fingerprint(REMOTE_SCRIPT))


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def test_a_second_time_there_is_nothing_to_do(orbit_install: Install, place: Path) -> None:
    orbit_install()
    before = contents(place)
    report = orbit_install()
    assert (report.outcome, report.backup) == (Outcome.UNCHANGED, None)
    assert contents(place) == before


def test_an_upgrade_says_from_what_to_what_and_keeps_a_copy_and_the_settings(
    orbit_install: Install, place: Path, data_dir: Path
) -> None:
    orbit_install(reply_port=11001)
    (place / "config.json").write_text('{ "reply_port": 11001, "port": 12345 }', encoding="utf-8")
    _make_older(place)
    before = contents(place)
    report = orbit_install()
    assert (report.outcome, report.previous, report.version) == (Outcome.UPGRADED, "0.0.9", __version__)
    assert fingerprint(place) == fingerprint(REMOTE_SCRIPT)
    assert contents(place)["config.json"] == before["config.json"]
    assert report.backup is not None
    assert contents(report.backup) == before
    assert report.backup.is_relative_to(data_dir)


def test_going_back_to_an_older_orbit_is_told(orbit_install: Install, place: Path) -> None:
    orbit_install()
    about = place / "about.py"
    about.write_text(about.read_text("utf-8").replace(f'"{__version__}"', '"99.10"'), encoding="utf-8")
    report = orbit_install()
    assert report.previous == "99.10"
    assert any("belongs to a newer Orbit" in note for note in report.notes)


def test_on_windows_it_goes_into_the_documents_wherever_they_are(windows: Machine, data_dir: Path) -> None:
    library = windows.documents / "Ableton" / "User Library"
    live_ran(windows, "11.3.21")
    library.mkdir(parents=True)
    report = install(InstallRequest(data_dir=data_dir), machine=windows)
    assert report.folder == library / "Remote Scripts" / "Orbit"
    assert report.facts["used_by"] == "Live 11.3.21"
    assert any("Preferences → Link/Tempo/MIDI → Control Surface" in step for step in report.next_steps)


@pytest.mark.parametrize(
    ("name", "executable", "live"),
    [
        ("Live", "/Applications/Ableton Live 12 Suite.app/Contents/MacOS/Live", "Ableton Live 12 Suite"),
        ("Ableton Live 11 Standard.exe", "C:\\Live.exe", "Ableton Live 11 Standard"),
        ("Ableton Live 12 Suite", "", "Ableton Live 12 Suite"),
        ("Ableton Index", "/Applications/Ableton Live 12 Suite.app/Contents/Helpers/Ableton Index", ""),
        ("Live", "/usr/local/bin/Live", ""),
        ("python", "", ""),
    ],
)
def test_a_live_is_known_by_its_name(name: str, executable: str, live: str) -> None:
    assert live_name(name, executable) == live


def test_a_script_that_was_copied_by_hand_is_taken_over(orbit_install: Install, place: Path) -> None:
    shutil.copytree(REMOTE_SCRIPT, place)
    assert orbit_install().outcome is Outcome.UPGRADED
    assert (place / "installed.json").is_file()


def test_changes_made_by_hand_are_told_of_and_are_in_the_copy(orbit_install: Install, place: Path) -> None:
    orbit_install()
    (place / "surface.py").write_text("print('mine')\n", encoding="utf-8")
    report = orbit_install()
    assert report.outcome is Outcome.UPGRADED
    assert any("changed by hand" in note for note in report.notes)
    assert report.backup is not None
    assert (report.backup / "surface.py").read_text("utf-8") == "print('mine')\n"


def test_only_the_last_copies_are_kept(orbit_install: Install, place: Path, data_dir: Path) -> None:
    orbit_install()
    for number in range(KEPT + 3):
        (place / "surface.py").write_text(f"# {number}\n", encoding="utf-8")
        orbit_install()
    copies = sorted((data_dir / "ableton" / "backups").iterdir())
    kept = [(copy / "Orbit" / "surface.py").read_text("utf-8") for copy in copies]
    assert kept == [f"# {number}\n" for number in range(3, KEPT + 3)]


def test_a_dry_run_tells_all_and_does_nothing(
    orbit_install: Install, library: Path, home: Path, data_dir: Path
) -> None:
    report = orbit_install(dry_run=True, reply_port=11001)
    assert (report.outcome, report.dry_run) == (Outcome.INSTALLED, True)
    assert not (library / "Remote Scripts").exists()
    assert not (home / ".orbit").exists()
    assert not data_dir.exists()


def test_settings_are_changed_without_touching_the_others(orbit_install: Install, place: Path) -> None:
    orbit_install()
    (place / "config.json").write_text('{"port": 12345}', encoding="utf-8")
    assert orbit_install(reply_port=11001).outcome is Outcome.CHANGED
    assert _config(place) == {"port": 12345, "reply_port": 11001}
    orbit_install(reply_port=0, port=11000)
    assert _config(place) == {"port": 11000, "reply_port": 0}


def test_settings_that_are_no_json_are_carried_over_but_not_changed(
    orbit_install: Install, place: Path
) -> None:
    orbit_install()
    (place / "config.json").write_text("{port: 1", encoding="utf-8")
    with pytest.raises(InstallError, match=r"config\.json is not JSON"):
        orbit_install(reply_port=11001)
    _make_older(place)
    assert orbit_install().outcome is Outcome.UPGRADED
    assert (place / "config.json").read_text("utf-8") == "{port: 1"


def test_what_the_script_would_ignore_of_its_settings_is_told(orbit_install: Install, place: Path) -> None:
    orbit_install()
    (place / "config.json").write_text('{"prot": 12345, "port": "high"}', encoding="utf-8")
    notes = " ".join(orbit_install().notes)
    assert "no setting “prot”" in notes
    assert "“port” is 'high'" in notes


def test_what_to_click_is_said_for_the_live_there_is(orbit_install: Install, place: Path) -> None:
    steps = " ".join(orbit_install().next_steps)
    assert "Settings → Link, Tempo & MIDI → Control Surface: choose “Orbit”" in steps
    assert "orbit doctor --daw ableton" in steps


def test_a_live_that_runs_has_to_be_restarted(orbit_install: Install, place: Path, tmp_path: Path) -> None:
    program = tmp_path / "Ableton Live 12 Suite"
    shutil.copy(shutil.which("sleep") or "", program)
    with subprocess.Popen([str(program), "60"]) as live:
        try:
            steps = orbit_install().next_steps
        finally:
            live.kill()
    assert steps[0].startswith("Restart Live: it is running (Ableton Live 12 Suite)")


def test_a_given_folder_is_where_the_next_upgrade_goes(
    orbit_install: Install, place: Path, tmp_path: Path
) -> None:
    other = tmp_path / "Other" / "User Library"
    other.mkdir(parents=True)
    assert orbit_install(other).folder == other / "Remote Scripts" / "Orbit"
    _make_older(other / "Remote Scripts" / "Orbit")
    report = orbit_install()
    assert (report.folder, report.outcome) == (other / "Remote Scripts" / "Orbit", Outcome.UPGRADED)
    assert any("--folder" in note for note in report.notes)
    orbit_install(uninstall=True)
    assert orbit_install().folder == place


def test_the_folder_that_holds_the_user_library_may_be_given(orbit_install: Install, tmp_path: Path) -> None:
    library = tmp_path / "Ableton" / "User Library"
    library.mkdir(parents=True)
    assert orbit_install(library.parent).folder == library / "Remote Scripts" / "Orbit"


def test_the_scripts_own_folder_may_be_given(orbit_install: Install, place: Path) -> None:
    orbit_install()
    assert orbit_install(place).folder == place
    assert not (place / "Orbit").exists()


def test_an_option_that_live_does_not_have_is_wrong_usage(data_dir: Path) -> None:
    with pytest.raises(UsageError, match="no option “midi_port”"):
        install(InstallRequest(data_dir=data_dir, options={"midi_port": 1}))


def test_the_token_is_for_this_user_alone(orbit_install: Install, library: Path) -> None:
    orbit_install()
    assert token_file().stat().st_mode & 0o777 == 0o600
    assert token_file().parent.stat().st_mode & 0o777 == 0o700
    token_file().chmod(0o644)
    orbit_install()
    assert token_file().stat().st_mode & 0o777 == 0o600


def test_a_token_that_is_there_stays_and_a_new_one_is_made_when_asked(
    orbit_install: Install, place: Path
) -> None:
    orbit_install()
    token = find_token()
    orbit_install(reply_port=11001)
    assert find_token() == token
    assert orbit_install(new_token=True).outcome is Outcome.CHANGED
    assert find_token() not in ("", token)


def test_a_token_in_the_scripts_settings_is_the_one_orbit_finds(orbit_install: Install, place: Path) -> None:
    orbit_install()
    (place / "config.json").write_text('{"token": "chosen by hand"}', encoding="utf-8")
    assert orbit_install().outcome is Outcome.CHANGED
    assert find_token() == "chosen by hand"
    orbit_install(new_token=True)
    assert find_token() != "chosen by hand"
    assert not (place / "config.json").exists()


def test_the_installer_runs_where_only_the_standard_library_of_live_is(tmp_path: Path) -> None:
    """What is installed must load without the project on the path: Live has nothing of it."""
    shutil.copytree(REMOTE_SCRIPT, tmp_path / "Orbit", ignore=shutil.ignore_patterns("__pycache__"))
    code = "from Orbit import about; print(about.FINGERPRINT)"
    (tmp_path / "Orbit" / "__init__.py").write_text("", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == fingerprint(tmp_path / "Orbit")
