"""Devices as real sets store them, and what Live stores at the ends of each parameter."""

from __future__ import annotations

import gzip
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from daw_bridges.ableton.displays import DAW
from daw_bridges.ableton.saved.devices.slots import plans
from daw_bridges.catalog import catalog
from tests.daw_bridges.ableton.saved.conftest import REAL_SETS

Ranges = dict[str, dict[str, list[float]]]
Stored = tuple[str, dict[str, str]]

_SAVED_ALONE = sorted((catalog()._folders.all[0] / DAW / "saved").glob("*.yaml"))

CLASSES = [
    *(tag for name in catalog().devices(DAW) if plans(tag := catalog().head(DAW, name).class_name)),
    *(yaml.safe_load(path.read_text(encoding="utf-8"))["class_name"] for path in _SAVED_ALONE),
]
"""Every class that is read by a table, those that saved sets alone have last."""

_INSIDE = ("Branches", "ReturnBranches", "DeviceChain")


@pytest.fixture(scope="session")
def stored_ranges() -> Ranges:
    return yaml.safe_load(Path(__file__).with_name("stored_ranges.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def real_devices() -> list[Stored]:
    """Each device of the real sets once, as its class and its stored texts; none where there are no sets."""
    found: dict[tuple[str, frozenset[tuple[str, str]]], Stored] = {}
    for path in REAL_SETS:
        for tag, values in _devices(path):
            found[tag, frozenset(values.items())] = tag, values
    return list(found.values())


def _devices(path: Path) -> Iterator[Stored]:
    with gzip.open(path) as file:
        root = ET.parse(file).getroot()
    for row in root.iter("Devices"):
        for device in row:
            values: dict[str, str] = {}
            _collect(device, "", values)
            yield device.tag, values


def _collect(element: ET.Element, stem: str, values: dict[str, str]) -> None:
    for child in element:
        if child.tag in _INSIDE:
            continue
        path = stem + child.tag
        while path in values or f"{path}/" in values:
            path += "'"
        text = _stored(child)
        if text is None:
            _collect(child, f"{path}/", values)
        else:
            values[path] = text


def _stored(element: ET.Element) -> str | None:
    manual = element.find("Manual")
    if manual is not None:
        return manual.get("Value")
    # Live 8 keeps the value as the event from before all times.
    event = element.find("ArrangerAutomation/Events/*[@Time='-63072000']")
    return None if event is None else event.get("Value")
