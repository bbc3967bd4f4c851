"""`orbit install logic`: what is found on a Mac, what is told, and that nothing is changed."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import InstallError, UsageError
from daw_bridges.installer import InstallReport, InstallRequest, Outcome, find_installer, installable
from daw_bridges.logic.installing import install as entry_point
from daw_bridges.logic.installing.install import install
from daw_bridges.logic.installing.looking import Found, Granted, look, midi_trouble, permissions, ports
from daw_bridges.logic.macos.application import BUNDLES, Mac, Running
from daw_bridges.logic.macos.permissions import Permission
from orbit.interfaces.cli import run
from tests.daw_bridges.logic.macos.test_application import put

Install = Callable[..., InstallReport]


@pytest.fixture
def mac(tmp_path: Path) -> Mac:
    return Mac("darwin", tmp_path / "home", tmp_path / "Applications")


@pytest.fixture
def logic(mac: Mac) -> Path:
    """The one Logic of this Mac."""
    return put(mac.applications, "Logic Pro", "12.3.1")


@pytest.fixture
def orbit_install(mac: Mac, tmp_path: Path) -> Install:
    def run_it(
        folder: Path | None = None, found: dict[str, Any] | None = None, **given: Any
    ) -> InstallReport:
        request = InstallRequest(data_dir=tmp_path / "data", folder=folder, **given)

        def looks(where: Mac, *, ask: bool) -> Found:
            seen = replace(look(where, ask=False), program="iTerm", midi="", running=())
            granted = tuple(Granted(each, given=True) for each in Permission) if ask else ()
            return replace(seen, **{"granted": granted, **(found or {})})

        return install(request, mac=mac, looks=looks)

    return run_it


def test_it_says_which_logic_there_is_and_what_to_click(orbit_install: Install, logic: Path) -> None:
    report = orbit_install()
    assert (report.outcome, report.folder) == (Outcome.UNCHANGED, logic)
    assert report.facts["logic"] == "12.3.1"
    assert report.facts["accessibility"] == report.facts["automation"] == "given"
    steps = "\n".join(report.next_steps)
    assert "Start Logic" in steps
    assert "Logic Pro > Control Surfaces > Setup…" in steps
    assert "Output Port “Orbit In” and Input Port “Orbit Out”" in steps
    assert "orbit doctor --daw logic" in steps
    assert "Privacy" not in steps
    assert "Nothing is copied into Logic" in report.notes[0]
    json.dumps(report.to_json())


def test_what_is_missing_is_told_with_whom_it_is_for(orbit_install: Install, logic: Path) -> None:
    granted = (Granted(Permission.AUTOMATION, given=False), Granted(Permission.ACCESSIBILITY, given=None))
    running = (Running(17, logic),)
    report = orbit_install(found={"granted": granted, "running": running, "ports": ("Orbit In",)})
    assert (report.facts["automation"], report.facts["accessibility"]) == ("missing", "unknown")
    assert report.facts["ports"] == "Orbit In"
    steps = "\n".join(report.next_steps)
    assert "Automation: under iTerm, switch on System Events" in steps
    assert "Accessibility: switch on iTerm" in steps
    assert "Start Logic" not in steps


def test_nothing_is_written_anywhere(orbit_install: Install, logic: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    for given in ({}, {"dry_run": True}, {"uninstall": True}, {"consent": True}):
        orbit_install(**given)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_dry_run_asks_macos_nothing(orbit_install: Install, logic: Path) -> None:
    report = orbit_install(dry_run=True)
    assert report.dry_run
    assert "accessibility" not in report.facts


def test_taking_it_away_says_what_to_take_away(orbit_install: Install, logic: Path) -> None:
    report = orbit_install(uninstall=True)
    assert report.outcome is Outcome.ABSENT
    assert "press Delete" in report.next_steps[0]
    assert "switch off iTerm" in report.next_steps[1]


def test_the_newest_of_several_is_meant_unless_one_is_given(
    orbit_install: Install, logic: Path, mac: Mac, tmp_path: Path
) -> None:
    older = put(mac.applications, "Logic Pro X", "10.6.3")
    elsewhere = put(tmp_path / "Disk", "Logic Pro Creator Studio", "12.4", BUNDLES[1])
    assert orbit_install().folder == logic
    report = orbit_install(older)
    assert report.folder == older
    assert any("older than 10.7" in note for note in report.notes)
    assert orbit_install(elsewhere).facts["bundle"] == BUNDLES[1]
    with pytest.raises(UsageError, match="is not Logic Pro: give the application itself"):
        orbit_install(mac.applications)


def test_two_logics_that_run_are_one_too_many(orbit_install: Install, logic: Path) -> None:
    report = orbit_install(found={"running": (Running(1, logic), Running(2, logic)), "midi": "No MIDI."})
    assert any("More than one Logic is running" in note for note in report.notes)
    assert "No MIDI." in report.notes


def test_without_logic_it_is_told_where_it_was_looked_for(orbit_install: Install) -> None:
    with pytest.raises(InstallError, match="No Logic Pro is in /Applications"):
        orbit_install()


def test_elsewhere_than_on_a_mac_it_says_what_there_is_instead(tmp_path: Path) -> None:
    mac = Mac("linux", tmp_path, tmp_path / "Applications")
    with pytest.raises(InstallError, match="orbit simulate logic"):
        install(InstallRequest(data_dir=tmp_path), mac=mac)


def test_what_only_live_has_is_refused(tmp_path: Path) -> None:
    request = InstallRequest(data_dir=tmp_path, options={"reply_port": 1, "port": 11000})
    with pytest.raises(UsageError, match="no option “port”"):
        install(request, mac=Mac("darwin", tmp_path, tmp_path))


def test_the_command_finds_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "logic" in installable()
    assert find_installer("logic") is entry_point
    if not Mac.here().is_mac:
        assert run(["install", "logic", "--data-dir", str(tmp_path), "--json"]) == 1
        assert "run on that same Mac" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("does", "given"),
    [
        ("print('Macintosh HD')", (True, True)),
        ("sys.exit('0:9: execution error: Not authorized to send Apple events. (-1743)')", (False, None)),
        ("'windows' in said and sys.exit('0:9: execution error: not allowed. (-25211)')", (True, False)),
        ("sys.exit('0:9: execution error: something else. (-50)')", (None, None)),
    ],
)
def test_permissions_are_what_a_script_that_needs_them_says(
    tmp_path: Path, does: str, given: tuple[bool | None, bool | None]
) -> None:
    program = tmp_path / "osascript"
    program.write_text(f"#!{sys.executable}\nimport sys\nsaid = sys.stdin.read()\n{does}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    granted = {each.permission: each.given for each in permissions(str(program))}
    assert (granted[Permission.AUTOMATION], granted[Permission.ACCESSIBILITY]) == given


def test_without_osascript_nothing_is_known_of_permissions(tmp_path: Path) -> None:
    assert {each.given for each in permissions(str(tmp_path / "nothing"))} == {None}


def test_the_midi_service_is_asked_and_its_trouble_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIDO_BACKEND", "mido.backends.no_such_backend")
    assert midi_trouble()
    assert ports() == ()
