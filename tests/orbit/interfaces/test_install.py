"""`orbit install` as a shell calls it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daw_bridges.installer import installable


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "User Library"
    folder.mkdir()
    return folder


def test_what_can_be_installed_is_an_extension_point(orbit: Any) -> None:
    assert "ableton" in installable()
    ended = orbit("install", "reaper")
    assert ended.status == 2
    assert f"nothing to install for “reaper”. Available: {', '.join(installable())}." in ended.err
    assert orbit("install").status == 2


def test_a_third_partys_installer_is_found_by_its_entry_point(
    orbit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "site" / "orbit_reaper-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: orbit-reaper\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[orbit.installers]\nreaper = orbit_reaper:install\n", "utf-8")
    (tmp_path / "site" / "orbit_reaper.py").write_text(
        "from daw_bridges.installer import InstallReport, Outcome\n"
        "def install(request):\n"
        "    return InstallReport(daw='reaper', title='A bridge', outcome=Outcome.INSTALLED,\n"
        "                         folder=request.folder or request.data_dir, version='1.0')\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert "A bridge is installed." in orbit("install", "reaper").out


def test_the_document(orbit: Any, library: Path, data_dir: Path) -> None:
    ended = orbit("install", "ableton", "--folder", str(library), "--json")
    document = ended.document
    assert ended.status == 0
    assert document["ok"] is True
    assert document["outcome"] == "installed"
    assert document["folder"] == str(library / "Remote Scripts" / "Orbit")
    assert (document["previous"], document["backup"], document["dry_run"]) == (None, None, False)
    assert any("Control Surface" in step for step in document["next_steps"])
    again = orbit("install", "ableton", "--json").document
    assert again["outcome"] == "unchanged"
    removed = orbit("install", "ableton", "--uninstall", "--json").document
    assert removed["outcome"] == "removed"
    assert Path(removed["backup"]).is_relative_to(data_dir)


def test_for_a_person_it_says_where_and_what_to_click(orbit: Any, library: Path) -> None:
    out = " ".join(orbit("install", "ableton", "--folder", str(library)).out.split())
    assert "Orbit's Remote Script for Ableton Live is installed." in out
    assert "Settings → Link, Tempo & MIDI → Control Surface: choose “Orbit”" in out
    assert "orbit doctor --daw ableton" in out


def test_a_dry_run_says_would(orbit: Any, library: Path) -> None:
    out = orbit("install", "ableton", "--folder", str(library), "--dry-run").out
    assert "would be installed" in out
    assert list(library.iterdir()) == []


def test_where_there_is_no_live_it_says_what_to_do(orbit: Any) -> None:
    ended = orbit("install", "ableton", "--json")
    assert ended.status == 1
    assert "--folder DIR" in ended.document["reply"]
    assert ended.document["code"] == "install"


def test_a_folder_that_is_none_is_wrong_usage(orbit: Any, tmp_path: Path) -> None:
    assert orbit("install", "ableton", "--folder", str(tmp_path / "nowhere")).status == 2


@pytest.mark.parametrize("port", ["0", "70000", "high"])
def test_a_port_that_is_none_is_wrong_usage(orbit: Any, library: Path, port: str) -> None:
    assert orbit("install", "ableton", "--folder", str(library), "--port", port).status == 2
    assert list(library.iterdir()) == []
