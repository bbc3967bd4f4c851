"""Sets that Live saved: levels, sends, groups, names and side chains, against the tree of the whole file."""

from __future__ import annotations

import gzip
import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daw_bridges.ableton.saved import read_set
from daw_bridges.session import Device, Session

_SETS = sorted((Path(__file__).resolve().parents[5] / "shared" / "als").rglob("*.als"))
_SILENT = 0.00031623


def test_real_mixers_stand_where_their_xml_says() -> None:
    for path in _SETS:
        session, tracks = read_set(path).session, _tracks(path)
        assert len(tracks) == len(session.tracks)
        for found, track in zip(session.tracks, tracks, strict=True):
            mixer = _only(track, "*/Mixer")
            assert found.volume_db == _level(_only(mixer, "Volume")), (path, found.name)
            assert found.pan == pytest.approx(float(_stored(_only(mixer, "Pan"))), abs=1e-5)
            assert found.mute == (_stored(_only(mixer, "Speaker")) == "false")
            assert found.solo == (_value(mixer, "SoloSink") == "true")
            own = [_level(send) for send in mixer.iterfind("Sends/TrackSendHolder/Send")]
            returns = [each.name for each in session.returns]
            assert found.sends == {
                to: level for to, level in zip(returns, own, strict=bool(own)) if to != found.name
            }


def test_real_groups_are_those_their_numbers_say() -> None:
    for path in _SETS:
        session, tracks = read_set(path).session, _tracks(path)
        names = {track.get("Id"): found.name for track, found in zip(tracks, session.tracks, strict=True)}
        groups = [None if (number := _value(t, "TrackGroupId")) == "-1" else names[number] for t in tracks]
        assert [track.group for track in session.tracks] == groups, path


def test_real_side_chains_listen_to_the_tracks_their_numbers_say() -> None:
    found_any = 0
    for path in _SETS:
        session, tracks = read_set(path).session, _tracks(path)
        names = {track.get("Id"): found.name for track, found in zip(tracks, session.tracks, strict=True)}
        expected: list[str | None] = []
        for track in tracks:
            for device in track.iter():
                target = device.find("SideChain/RoutedInput/Routable/Target")
                if target is not None:
                    number = re.search(r"Track\.(\d+)", target.get("Value", ""))
                    expected.append(names[number[1]] if number else None)
        sources = [device.sidechain for device in _all_devices(session)]
        # Some devices have no side chain at all, and are not in the XML's list.
        assert [name for name in sources if name] == [name for name in expected if name], path
        found_any += len([name for name in expected if name])
    assert found_any >= 8 or not _SETS


def test_real_names_are_those_that_live_showed_in_its_choosers() -> None:
    """Live 8 stores no made-up names, but where another track listens to one, it keeps what it showed."""
    for path in _SETS:
        session, tracks = read_set(path).session, _tracks(path)
        names = {track.get("Id"): found.name for track, found in zip(tracks, session.tracks, strict=True)}
        for track, found in zip(tracks[:-1], session.tracks, strict=False):
            shown = track.find("Name/EffectiveName")
            assert shown is None or shown.get("Value") == found.name
        for route in (each for track in tracks for each in track.iter() if each.find("Target") is not None):
            number = re.search(r"/Track\.(\d+)/", _value(route, "Target"))
            if number:
                assert names[number[1]] == _value(route, "UpperDisplayString"), path


def _tracks(path: Path) -> list[ET.Element]:
    """The tracks in a session's order."""
    with gzip.open(path) as file:
        live_set = ET.parse(file).getroot()[0]
    tracks = list(_only(live_set, "Tracks"))
    returns = [track for track in tracks if track.tag == "ReturnTrack"]
    masters = live_set.findall("MasterTrack") + live_set.findall("MainTrack")
    return [track for track in tracks if track not in returns] + returns + masters


def _only(element: ET.Element, path: str) -> ET.Element:
    (found,) = element.findall(path)
    return found


def _value(element: ET.Element, path: str) -> str:
    found = element.find(path)
    return "" if found is None else found.get("Value", "")


def _stored(setting: ET.Element) -> str:
    """The value of a setting; in Live 8 it is that of the first event."""
    manual = setting.find("Manual")
    return (manual if manual is not None else _only(setting, "ArrangerAutomation/Events")[0]).get("Value", "")


def _level(setting: ET.Element) -> float:
    amplitude = float(_stored(setting))
    return -math.inf if amplitude < _SILENT else round(20 * math.log10(amplitude), 3)


def _all_devices(session: Session) -> Iterator[Device]:
    for track in session.tracks:
        yield from _inside(track.devices)


def _inside(devices: Iterable[Device]) -> Iterator[Device]:
    for device in devices:
        yield device
        for chain in device.chains:
            yield from _inside(chain.devices)
