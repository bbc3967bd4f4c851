"""User Library, script, its settings, its token, Live's versions and log: files as they may be found."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from daw_bridges.ableton.installing.places import Machine
from daw_bridges.ableton.script import REMOTE_SCRIPT, fingerprint
from daw_bridges.ableton.token import token_file
from orbit import __version__
from orbit.doctor.ableton import log, script, token
from tests.daw_bridges.ableton.installing.conftest import live_ran, preferences_of
from tests.orbit.doctor.conftest import MakeAround, do, orbit, told


@pytest.fixture
def mac(home: Path) -> Machine:
    return Machine("darwin", home, home / "Documents")


@pytest.fixture
def installed(library: Path, place: Path) -> Path:
    """The script, put there by the command."""
    orbit("install", "ableton", "--folder", str(library), "--json")
    return place


# -- the User Library ------------------------------------------------------------------------------------


def test_no_sign_of_live(around: MakeAround, library: Path) -> None:
    assert told(script.library(around()))[0] == "ok"
    assert script.installed(around()) is None
    assert token.token(around()) is None
    status, _, fix = told(script.library(around(daw="ableton")))
    assert (status, fix) == ("problem", "orbit install ableton --folder DIR")
    do(fix.replace("DIR", f"'{library}'"))
    assert told(script.library(around(daw="ableton")))[0] == "ok"


def test_the_newest_lives_library(around: MakeAround, mac: Machine, tmp_path: Path) -> None:
    live_ran(mac, "12.3.5", tmp_path / "User Library")
    found = told(script.library(around(machine=mac)))
    assert found == ("ok", f"{tmp_path / 'User Library'} (of Live 12.3.5)", "")


def test_a_library_that_is_not_connected(around: MakeAround, mac: Machine, tmp_path: Path) -> None:
    live_ran(mac, "12.3.5", tmp_path / "disk" / "User Library", made=False)
    status, detail, fix = told(script.library(around(machine=mac)))
    assert (status, fix) == ("problem", "Connect the disk it is on, or start Live once.")
    assert str(tmp_path / "disk" / "User Library") in detail
    (tmp_path / "disk" / "User Library").mkdir(parents=True)
    assert told(script.library(around(machine=mac)))[0] == "ok"


# -- the script ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("daw", "status"), [("practice", "warning"), ("ableton", "problem")])
def test_a_script_that_is_not_there(
    around: MakeAround, mac: Machine, tmp_path: Path, daw: str, status: str
) -> None:
    live_ran(mac, "12.3.5", tmp_path / "User Library")
    found = told(script.installed(around(machine=mac, daw=daw)))
    assert (found[0], found[2]) == (status, "orbit install ableton")


def test_a_script_that_is_as_it_should_be(around: MakeAround, installed: Path) -> None:
    assert told(script.installed(around())) == ("ok", f"{__version__}, the one of this Orbit", "")
    assert told(script.config(around(ableton_port=11000))) == ("ok", "port 11000", "")


def _older(place: Path) -> None:
    about = place / "about.py"
    about.write_text(about.read_text("utf-8").replace(f'"{__version__}"', '"0.0.9"'), encoding="utf-8")
    note = json.loads((place / "installed.json").read_text("utf-8")) | {"fingerprint": fingerprint(place)}
    (place / "installed.json").write_text(json.dumps(note), encoding="utf-8")


def _without_version(place: Path) -> None:
    (place / "installed.json").unlink()
    (place / "about.py").unlink()


def _edited(place: Path) -> None:
    (place / "surface.py").write_text("# mine\n", encoding="utf-8")


def _other_build(place: Path) -> None:
    (place / "installed.json").unlink()
    (place / "surface.py").write_text("# another build\n", encoding="utf-8")


def _cut_short(place: Path) -> None:
    place.rename(place.with_name(".Orbit.old-0123abcd"))
    place.with_name(".Orbit.new-0123abcd").mkdir()


@pytest.mark.parametrize(
    ("spoil", "status", "words"),
    [
        (_older, "problem", f"It is 0.0.9; this Orbit's is {__version__}."),
        (_without_version, "problem", "of an unknown early version"),
        (_edited, "warning", "changed by hand"),
        (_other_build, "problem", "with other files than this Orbit's"),
        (_cut_short, "problem", "was cut short"),
    ],
)
def test_a_script_that_is_not_as_it_should_be_is_mended_by_what_the_fix_says(
    around: MakeAround, installed: Path, spoil: object, status: str, words: str
) -> None:
    assert callable(spoil)
    spoil(installed)
    found = told(script.installed(around()))
    assert found[0] == status
    assert words in found[1]
    assert found[2].startswith("orbit install ableton")
    assert found[2].endswith("then restart Live")
    do(found[2])
    assert told(script.installed(around()))[0] == "ok"


def test_a_script_of_a_newer_orbit(around: MakeAround, installed: Path) -> None:
    about = installed / "about.py"
    about.write_text(about.read_text("utf-8").replace(f'"{__version__}"', '"99.10"'), encoding="utf-8")
    status, detail, fix = told(script.installed(around()))
    assert status == "problem"
    assert "99.10, of a newer Orbit" in detail
    assert fix.startswith("Update Orbit")


def test_somebody_elses_folder(around: MakeAround, mac: Machine, tmp_path: Path) -> None:
    live_ran(mac, "12.3.5", tmp_path / "User Library")
    place = tmp_path / "User Library" / "Remote Scripts" / "Orbit"
    place.mkdir(parents=True)
    (place / "synth.py").write_text("", encoding="utf-8")
    status, detail, fix = told(script.installed(around(machine=mac)))
    assert (status, detail) == ("problem", f"{place} is not Orbit's script.")
    assert fix.startswith("orbit install ableton --yes")
    orbit("install", "ableton", "--yes", "--folder", str(tmp_path / "User Library"))
    assert told(script.installed(around(machine=mac)))[0] == "ok"


def test_a_link(around: MakeAround, mac: Machine, tmp_path: Path) -> None:
    live_ran(mac, "12.3.5", tmp_path / "User Library")
    scripts = tmp_path / "User Library" / "Remote Scripts"
    scripts.mkdir()
    (scripts / "Orbit").symlink_to(REMOTE_SCRIPT)
    assert told(script.installed(around(machine=mac)))[0] == "ok"
    (scripts / "Orbit").unlink()
    (scripts / "Orbit").symlink_to(tmp_path)
    assert told(script.installed(around(machine=mac)))[::2] == ("warning", "orbit install ableton --yes")


# -- its settings ----------------------------------------------------------------------------------------


def test_a_port_that_orbit_does_not_look_at(around: MakeAround, installed: Path) -> None:
    (installed / "config.json").write_text('{"port": 12345, "reply_port": 11001}', encoding="utf-8")
    status, detail, fix = told(script.config(around(ableton_port=12346)))
    assert (status, fix) == ("problem", "orbit install ableton --port 12346, then restart Live")
    assert "12345" in detail
    do(fix)
    status, detail, _ = told(script.config(around(ableton_port=12346)))
    assert (status, detail) == ("ok", "port 12346; AbletonOSC's addresses are answered to port 11001")


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("{", "problem", "is not JSON"),
        ("[]", "problem", "not a JSON object"),
        ('{"prot": 1}', "warning", "no setting “prot”"),
        ('{"port": 70000}', "warning", "should be a number from 0 to 65535"),
        ('{"reply_port": true}', "warning", "“reply_port” is True"),
        ('{"token": ""}', "warning", "“token” is not a text"),
    ],
)
def test_settings_of_no_use(around: MakeAround, installed: Path, text: str, status: str, words: str) -> None:
    (installed / "config.json").write_text(text, encoding="utf-8")
    found = told(script.config(around()))
    assert found[0] == status
    assert words in found[1]
    assert "restart Live" in found[2]
    (installed / "config.json").unlink()
    assert told(script.config(around(ableton_port=11000))) == ("ok", "port 11000", "")


# -- the token -------------------------------------------------------------------------------------------


def test_a_token_for_this_user(around: MakeAround, installed: Path) -> None:
    assert told(token.token(around())) == ("ok", str(token_file()), "")


def test_no_token_yet(around: MakeAround, installed: Path) -> None:
    token_file().unlink()
    status, _, fix = told(token.token(around()))
    assert (status, fix) == ("problem", "orbit install ableton, then restart Live")
    do(fix)
    assert told(token.token(around()))[0] == "ok"


@pytest.mark.parametrize("spoilt", ["bytes", "a folder"])
def test_a_token_that_cannot_be_read(around: MakeAround, installed: Path, spoilt: str) -> None:
    token_file().unlink()
    if spoilt == "bytes":
        token_file().write_bytes(b"\xff\xfe")
    else:
        token_file().mkdir()
    status, detail, fix = told(token.token(around()))
    assert (status, fix) == ("problem", "orbit install ableton --new-token, then restart Live")
    assert str(token_file()) in detail
    if spoilt == "bytes":
        do(fix)
        assert told(token.token(around()))[0] == "ok"


def test_a_token_that_others_may_read(around: MakeAround, installed: Path) -> None:
    token_file().chmod(0o644)
    status, _, fix = told(token.token(around()))
    assert (status, fix) == ("warning", f"chmod 600 {token_file()}")
    subprocess.run(fix, shell=True, check=True)
    assert told(token.token(around()))[0] == "ok"


def test_another_token_in_the_scripts_settings(around: MakeAround, installed: Path) -> None:
    (installed / "config.json").write_text('{"token": "another"}', encoding="utf-8")
    status, _, fix = told(token.token(around()))
    assert (status, fix) == ("problem", "orbit install ableton")
    do(fix)
    assert told(token.token(around()))[0] == "ok"


def test_another_token_in_the_environment(
    around: MakeAround, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_ABLETON_TOKEN", "stale")
    status, _, fix = told(token.token(around()))
    assert (status, fix.split(",")[0]) == ("problem", "Remove ORBIT_ABLETON_TOKEN")
    monkeypatch.delenv("ORBIT_ABLETON_TOKEN")
    assert told(token.token(around()))[0] == "ok"


# -- Live and its log ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "status"), [("12.3.5", "ok"), ("11.0", "ok"), ("10.1.43", "problem"), ("9.7.7", "problem")]
)
def test_lives_version(around: MakeAround, mac: Machine, version: str, status: str) -> None:
    live_ran(mac, version)
    found = told(script.live(around(machine=mac)))
    assert found[0] == status
    assert version in found[1]


def test_a_live_that_runs(around: MakeAround, tmp_path: Path) -> None:
    program = tmp_path / "Ableton Live 12 Suite"
    shutil.copy(shutil.which("sleep") or "", program)
    assert script.live(around()) is None
    with subprocess.Popen([str(program), "60"]) as live:
        try:
            assert told(script.live(around())) == ("ok", "12, running (Ableton Live 12 Suite)", "")
        finally:
            live.kill()


def _table(*surfaces: str) -> str:
    rows = (
        f'  MidiRemoteScript {number} [Control Surface="{name}" Input="None" Output="None"]\n'
        for number, name in enumerate(surfaces, start=1)
    )
    return f"2026-09-12T13:49:32.914214: info: AMidiIO: Midi Remote Scripts:\n{''.join(rows)}"


def test_whether_orbit_is_chosen_is_read_from_the_last_table_of_lives_log(
    around: MakeAround, mac: Machine, installed: Path
) -> None:
    live_ran(mac, "12.3.5")
    text = preferences_of(mac, "12.3.5") / "Log.txt"
    assert log.chosen(around(machine=mac)) is None
    end = '2026-09-12T13:49:33.000000: info: AMidiIO: Takeover Mode: None, [Control Surface="Orbit"\n'
    text.write_text("Started\n" + _table("Orbit", "None") + _table("Push2", "None", "None") + end, "utf-8")
    status, detail, fix = told(log.chosen(around(machine=mac)))
    assert (status, detail.partition("(")[2]) == ("warning", "chosen: Push2).")
    assert "Settings → Link, Tempo & MIDI → Control Surface: choose “Orbit”" in fix
    with text.open("a", encoding="utf-8") as file:
        file.write(_table("Push2", "Orbit"))
    assert told(log.chosen(around(machine=mac)))[0] == "ok"
