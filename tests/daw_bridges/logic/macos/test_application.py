"""Logic on a Mac's disk and among its processes."""

from __future__ import annotations

import plistlib
from pathlib import Path

import pytest

from daw_bridges.logic.macos.application import BUNDLES, Mac, _bundle_folder, installed, known, names
from daw_bridges.logic.macos.permissions import _application, host_program


def put(applications: Path, name: str, version: str, bundle: str = BUNDLES[0]) -> Path:
    """A Logic as it is on the disk, as far as Orbit looks."""
    folder = applications / f"{name}.app" / "Contents"
    folder.mkdir(parents=True)
    info = {"CFBundleIdentifier": bundle, "CFBundleShortVersionString": version}
    (folder / "Info.plist").write_bytes(plistlib.dumps(info, fmt=plistlib.FMT_BINARY))
    return folder.parent


@pytest.fixture
def mac(tmp_path: Path) -> Mac:
    return Mac("darwin", tmp_path / "home", tmp_path / "Applications")


def test_every_logic_is_found_the_newest_first(mac: Mac) -> None:
    put(mac.applications, "Logic Pro X", "10.7.9")
    put(mac.applications, "Logic Pro", "11.10")
    put(mac.home / "Applications", "Logic Pro Creator Studio", "12.3.1", BUNDLES[1])
    put(mac.applications, "Logic Remote", "3.0", "com.apple.logicremote")
    assert [logic.version for logic in installed(mac)] == ["12.3.1", "11.10", "10.7.9"]
    assert names(installed(mac)).startswith("Logic Pro Creator Studio 12.3.1, Logic Pro 11.10")


def test_what_cannot_be_read_is_no_logic(mac: Mac) -> None:
    whole = put(mac.applications, "Logic Pro", "12.0")
    (put(mac.applications, "Logic Pro X", "11.0") / "Contents" / "Info.plist").write_bytes(
        b"bplist00nonsense"
    )
    (mac.applications / "Logic Pro Y.app").mkdir()
    (put(mac.applications, "Logic Pro Z", "11.0") / "Contents" / "Info.plist").write_bytes(
        plistlib.dumps(["no", "dictionary"])
    )
    assert [logic.folder for logic in installed(mac)] == [whole]


def test_there_is_none_elsewhere_than_on_a_mac(mac: Mac) -> None:
    put(mac.applications, "Logic Pro", "12.0")
    assert installed(Mac("linux", mac.home, mac.applications)) == []
    assert installed(Mac.here()) == [] or Mac.here().is_mac


@pytest.mark.parametrize("version", ["10.7", "10.8.1", "11.0", "12.4.1"])
def test_versions_whose_menus_are_known(version: str) -> None:
    assert known(version) is None


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("10.6.3", "older than 10.7"),
        ("9.1.8", "older"),
        ("13.0", "may work"),
        ("", "cannot be read"),
        ("x", "read"),
    ],
)
def test_other_versions_are_told(version: str, said: str) -> None:
    assert said in (known(version) or "")


@pytest.mark.parametrize(
    ("executable", "folder"),
    [
        ("/Applications/Logic Pro.app/Contents/MacOS/Logic Pro", "/Applications/Logic Pro.app"),
        ("/Applications/Logic Pro X.app/Contents/MacOS/Logic Pro X", "/Applications/Logic Pro X.app"),
        ("/Applications/Logic Pro.app/Contents/XPCServices/A.xpc/Contents/MacOS/A", None),
        ("/Applications/Logic Remote.app/Contents/MacOS/Logic Remote", None),
        ("/usr/bin/logic", None),
        ("", None),
    ],
)
def test_a_process_is_known_by_its_bundle(executable: str, folder: str | None) -> None:
    assert _bundle_folder(executable) == (Path(folder) if folder else None)


def test_permissions_are_given_to_the_outermost_application() -> None:
    path = (
        "/Applications/Visual Studio Code.app/Contents/Frameworks/Code Helper.app/Contents/MacOS/Code Helper"
    )
    assert _application(path) == "Visual Studio Code"
    assert _application("/bin/zsh") == ""
    assert isinstance(host_program(), str)
