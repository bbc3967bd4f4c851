"""Where Live keeps things, on either system, and which folder is chosen of several."""

from __future__ import annotations

from pathlib import Path

import pytest

from daw_bridges.ableton.installing.choosing import choose
from daw_bridges.ableton.installing.places import (
    Machine,
    UserLibrary,
    live_preferences,
    remote_scripts_in,
    user_libraries,
)
from daw_bridges.errors import InstallError, UsageError
from tests.daw_bridges.ableton.installing.conftest import live_ran, preferences_of


def test_a_mac_has_its_library_where_the_preferences_say(mac: Machine, tmp_path: Path) -> None:
    moved = tmp_path / "Big & Loud" / "My Library"
    live_ran(mac, "12.3.5", moved)
    assert user_libraries(mac) == [UserLibrary(moved, ("12.3.5",))]


def test_windows_too(windows: Machine, tmp_path: Path) -> None:
    moved = tmp_path / "D" / "Ableton" / "User Library"
    live_ran(windows, "11.3.21", moved)
    assert user_libraries(windows) == [UserLibrary(moved, ("11.3.21",))]


def test_where_the_preferences_say_nothing_the_usual_place_counts(mac: Machine, windows: Machine) -> None:
    live_ran(mac, "12.1")
    live_ran(windows, "12.1")
    assert [library.folder for library in user_libraries(mac)] == [mac.home / "Music/Ableton/User Library"]
    assert [library.folder for library in user_libraries(windows)] == [
        windows.documents / "Ableton" / "User Library"
    ]


def test_without_preferences_the_usual_place_counts_if_it_is_there(mac: Machine) -> None:
    assert user_libraries(mac) == []
    (mac.home / "Music/Ableton/User Library").mkdir(parents=True)
    assert user_libraries(mac) == [UserLibrary(mac.home / "Music/Ableton/User Library")]


def test_on_a_system_without_live_there_is_none(home: Path) -> None:
    linux = Machine("linux", home, home / "Documents")
    (home / "Documents/Ableton/User Library").mkdir(parents=True)
    assert user_libraries(linux) == []


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "no xml",
        "<Ableton><UserLibrary></Ableton>",
        "<Ableton><UserLibrary/></Ableton>",
        '<A><UserLibrary><LibraryProject><ProjectPath Value=""/></LibraryProject></UserLibrary></A>',
        '<?xml version="1.0" encoding="UTF-9"?><Ableton/>',
    ],
)
def test_damaged_preferences_are_none(mac: Machine, damaged: str) -> None:
    live_ran(mac, "12.3.5", mac.home / "elsewhere" / "User Library")
    (preferences_of(mac, "12.3.5") / "Library.cfg").write_text(damaged, encoding="utf-8")
    assert [library.folder for library in user_libraries(mac)] == [mac.home / "Music/Ableton/User Library"]


def test_versions_are_ordered_as_numbers_and_a_beta_before_what_it_became(mac: Machine) -> None:
    for version in ("9.7.7", "12.3", "12.10.1", "12.10.1b4", "12.3.5"):
        live_ran(mac, version)
    preferences_of(mac, "Reports").mkdir()
    versions = [live.version for live in live_preferences(mac)]
    assert versions == ["12.10.1", "12.10.1b4", "12.3.5", "12.3", "9.7.7"]


def test_of_several_the_newest_lives_library_is_chosen_and_the_others_are_named(
    mac: Machine, tmp_path: Path
) -> None:
    old, new = (tmp_path / name / "User Library" for name in ("old", "new"))
    live_ran(mac, "11.3.21", old)
    live_ran(mac, "12.3.5", new)
    live_ran(mac, "12.1", new)
    choice = choose(None, tmp_path / "data", mac)
    assert choice.place == new / "Remote Scripts" / "Orbit"
    assert choice.library == UserLibrary(new, ("12.3.5", "12.1"))
    [note] = choice.notes
    assert "Live 12.3.5" in note
    assert f"Live 11.3.21: {old}" in note


def test_a_library_on_a_disk_that_is_not_there_is_said_and_no_other_is_taken(
    mac: Machine, tmp_path: Path
) -> None:
    live_ran(mac, "11.3.21", tmp_path / "old" / "User Library")
    live_ran(mac, "12.3.5", tmp_path / "unplugged" / "User Library", made=False)
    with pytest.raises(InstallError, match=r"Live 12\.3\.5 keeps.*unplugged.*Connect the disk"):
        choose(None, tmp_path / "data", mac)


def test_where_no_library_is_found_it_says_what_to_do(mac: Machine, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"No User Library.*--folder DIR"):
        choose(None, tmp_path / "data", mac)


@pytest.mark.parametrize(
    ("made", "given", "expected"),
    [
        ("User Library", "User Library", "User Library/Remote Scripts"),
        ("Mine/Presets", "Mine", "Mine/Remote Scripts"),
        ("Mine/Remote Scripts", "Mine", "Mine/Remote Scripts"),
        ("Mine/Remote Scripts", "Mine/Remote Scripts", "Mine/Remote Scripts"),
        ("anywhere/else", "anywhere", "anywhere"),
    ],
)
def test_a_given_folder_is_a_library_its_scripts_or_any_place(
    tmp_path: Path, made: str, given: str, expected: str
) -> None:
    (tmp_path / made).mkdir(parents=True)
    assert remote_scripts_in(tmp_path / given) == tmp_path / expected


def test_a_folder_that_is_none_is_wrong_usage(mac: Machine, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no folder"):
        choose(tmp_path / "nowhere", tmp_path / "data", mac)
