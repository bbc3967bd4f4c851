"""Sets that Live saved, where the folder with them is there; each is read once for all tests of it."""

from __future__ import annotations

import gzip
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daw_bridges.ableton.saved import SavedSet, read_set

REAL_SETS = sorted((Path(__file__).resolve().parents[5] / "shared" / "als").rglob("*.als"))


class RealSet:
    """A set as Orbit reads it, and as the tree of the whole file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def saved(self) -> SavedSet:
        return read_set(self.path)

    @cached_property
    def live_set(self) -> ET.Element:
        with gzip.open(self.path) as file:
            return ET.parse(file).getroot()[0]

    @cached_property
    def tracks(self) -> list[ET.Element]:
        """The elements of the tracks in a session's order."""
        (row,) = self.live_set.findall("Tracks")
        returns = [track for track in row if track.tag == "ReturnTrack"]
        masters = self.live_set.findall("MasterTrack") + self.live_set.findall("MainTrack")
        return [track for track in row if track not in returns] + returns + masters


@pytest.fixture(scope="session", params=REAL_SETS, ids=lambda path: path.stem)
def real_set(request: pytest.FixtureRequest) -> RealSet:
    """One of them after the other; its trees go with it."""
    return RealSet(request.param)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist puts the groups into the names it deals out by
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of the real sets in one process, which parses each file once."""
    for item in items:
        if {"real_set", "real_devices"} & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.xdist_group("real sets"))
