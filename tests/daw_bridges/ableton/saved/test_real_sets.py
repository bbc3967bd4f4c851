"""Sets that Live saved, where the folder with them is there: read whole, and nothing in them missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from daw_bridges.ableton.saved import read_set
from daw_bridges.session import Device, Session
from tests.daw_bridges.ableton.saved.conftest import REAL_SETS, RealSet


def test_real_sets_are_read_without_a_warning_and_hold_what_their_xml_holds(real_set: RealSet) -> None:
    assert real_set.saved.warnings == ()
    assert real_set.saved.live_version
    assert _counted(real_set.saved.session) == _in_xml(real_set)


@pytest.mark.parametrize("size", [1000, 7919])
def test_real_sets_read_the_same_in_small_pieces(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    small = [path for path in REAL_SETS if path.stat().st_size < 300_000]
    whole = [read_set(path) for path in small]
    monkeypatch.setattr("daw_bridges.ableton.saved.pieces.PIECE", size)
    assert [read_set(path) for path in small] == whole


def _counted(session: Session) -> Counter[str]:
    clips = Counter(
        session_clips=sum(len(track.clips) for track in session.tracks),
        arrangement_clips=sum(len(track.arrangement_clips) for track in session.tracks),
        notes=sum(
            len(clip.note_list)
            for track in session.tracks
            for clip in (*track.clips, *track.arrangement_clips)
        ),
        tracks=len(session.tracks),
        scenes=len(session.scenes),
        locators=len(session.locators),
    )
    devices = Counter(device.name for track in session.tracks for device in _all(track.devices))
    return clips + Counter(devices=devices.total())


def _all(devices: Iterable[Device]) -> Iterable[Device]:
    for device in devices:
        yield device
        for chain in device.chains:
            yield from _all(chain.devices)


def _in_xml(real_set: RealSet) -> Counter[str]:
    """The same numbers, counted in the tree of the whole file."""
    live_set = real_set.live_set
    masters = live_set.findall("MasterTrack") + live_set.findall("MainTrack")
    tracks = [*live_set.iterfind("Tracks/*"), *masters]

    def count(*paths: str) -> int:
        return sum(len(track.findall(place)) for track in tracks for place in paths)

    main = "DeviceChain/MainSequencer"
    slots = f"{main}/ClipSlotList/ClipSlot/ClipSlot/Value/"
    lanes = (f"{main}/ClipTimeable/ArrangerAutomation/Events/", f"{main}/Sample/ArrangerAutomation/Events/")
    notes = "/Notes/KeyTracks/KeyTrack/Notes/MidiNoteEvent"
    clips = [f"{place}{kind}" for place in (slots, *lanes) for kind in ("MidiClip", "AudioClip")]
    muted = sum(
        note.get("IsEnabled") == "false"
        for track in tracks
        for place in clips
        for note in track.iterfind(place + notes)
    )
    return Counter(
        session_clips=count(*clips[:2]),
        arrangement_clips=count(*clips[2:]),
        notes=count(*(place + notes for place in clips)) - muted,
        tracks=len(tracks),
        scenes=len(live_set.findall("Scenes/Scene")) + len(live_set.findall("SceneNames/Scene")),
        locators=len(live_set.findall("Locators/Locators/Locator")),
        devices=count(".//Devices/*"),
    )
