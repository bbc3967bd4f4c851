"""Sets that Live saved: levels, sends, groups, names and side chains, against the tree of the whole file."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

import pytest

from daw_bridges.session import Device, Session
from tests.daw_bridges.ableton.saved.conftest import RealSet

_SILENT = 0.00031623
_WITH_SIDE_CHAINS = {"alsparser-michelle-live11": 2, "dawtool-live8-markers": 4}


def test_real_mixers_stand_where_their_xml_says(real_set: RealSet) -> None:
    session = real_set.saved.session
    for found, track in zip(session.tracks, real_set.tracks, strict=True):
        mixer = _only(track, "*/Mixer")
        assert found.volume_db == _level(_only(mixer, "Volume")), found.name
        assert found.pan == pytest.approx(float(_stored(_only(mixer, "Pan"))), abs=1e-5)
        assert found.mute == (_stored(_only(mixer, "Speaker")) == "false")
        assert found.solo == (_value(mixer, "SoloSink") == "true")
        own = [_level(send) for send in mixer.iterfind("Sends/TrackSendHolder/Send")]
        returns = [each.name for each in session.returns]
        assert found.sends == {
            to: level for to, level in zip(returns, own, strict=bool(own)) if to != found.name
        }


def test_real_groups_are_those_their_numbers_say(real_set: RealSet) -> None:
    names = _names(real_set)
    numbers = [_value(track, "TrackGroupId") for track in real_set.tracks]
    groups = [None if number == "-1" else names[number] for number in numbers]
    assert [track.group for track in real_set.saved.session.tracks] == groups


def test_real_side_chains_listen_to_the_tracks_their_numbers_say(real_set: RealSet) -> None:
    names = _names(real_set)
    expected: list[str] = []
    for target in _each(real_set.tracks, "SideChain/RoutedInput/Routable/Target"):
        number = re.search(r"Track\.(\d+)", target.get("Value", ""))
        expected += [names[number[1]]] if number else []
    # Some devices have no side chain at all, and are not in the XML's list.
    sources = [device.sidechain for device in _all_devices(real_set.saved.session) if device.sidechain]
    assert sources == expected
    assert len(sources) >= _WITH_SIDE_CHAINS.get(real_set.path.stem, 0)


def test_real_names_are_those_that_live_showed_in_its_choosers(real_set: RealSet) -> None:
    """Live 8 stores no made-up names, but where another track listens to one, it keeps what it showed."""
    names = _names(real_set)
    for track, found in zip(real_set.tracks[:-1], real_set.saved.session.tracks, strict=False):
        shown = track.find("Name/EffectiveName")
        assert shown is None or shown.get("Value") == found.name
    for track in real_set.tracks:
        for route in (each for each in track.iter() if each.find("Target") is not None):
            number = re.search(r"/Track\.(\d+)/", _value(route, "Target"))
            if number:
                assert names[number[1]] == _value(route, "UpperDisplayString")


def _names(real_set: RealSet) -> dict[str | None, str]:
    """What the tracks are called, by their numbers in the file."""
    pairs = zip(real_set.tracks, real_set.saved.session.tracks, strict=True)
    return {track.get("Id"): found.name for track, found in pairs}


def _each(tracks: Iterable[ET.Element], path: str) -> Iterator[ET.Element]:
    for track in tracks:
        for element in track.iter():
            if (found := element.find(path)) is not None:
                yield found


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
