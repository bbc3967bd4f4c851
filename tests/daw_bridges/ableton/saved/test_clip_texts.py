"""What a clip is called and which audio it plays: not what stands deeper in it is called."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daw_bridges.ableton.saved import read_set
from tests.daw_bridges.ableton.saved.conftest import RealSet
from tests.daw_bridges.ableton.saved.sets import (
    LIVE_9,
    LIVE_12,
    Layout,
    clip,
    el,
    live_set,
    track,
    values,
    written,
)


def _file(**leaves: object) -> ET.Element:
    original = el(
        "SourceContext", el("OriginalFileRef", el("FileRef", *values(Name="other.wav", Path="/other.wav")))
    )
    return el("SampleRef", el("FileRef", *values(**leaves)), el("SourceContext", original))


def _saved(folder: Path, layout: Layout, audio: ET.Element) -> Path:
    deeper = [
        el("ScaleInformation", *values(RootNote=0, Name="Major")),
        el("Grid", *values(FixedNumerator=1, Name="Grid")),
        el("FollowAction", *values(FollowTime=4, Name="Follow", Loop="no")),
        el("TimeSignature", el("TimeSignatures", el("RemoteableTimeSignature", *values(Name="Time"), Id=0))),
    ]
    audio.extend(deeper)
    tracks = [track(layout, "AudioTrack", 1, "Vox", slots=[audio], timeline=[audio])]
    return written(folder, live_set(layout, tracks, track(layout, layout.master, 9), scenes=("",)))


@pytest.mark.parametrize("name", ["", "Take & more"])
@pytest.mark.parametrize(
    ("layout", "leaves", "sample"),
    [
        (LIVE_9, {"Name": "take.wav"}, "take.wav"),
        (LIVE_12, {"RelativePath": "Samples/take.wav", "Path": "/somewhere/Samples/take.wav"}, "take.wav"),
        (LIVE_12, {"RelativePath": "", "Path": r"C:\Samples\take.wav"}, "take.wav"),
        (LIVE_12, {"RelativePath": "../take & more.wav", "Path": ""}, "take & more.wav"),
        (LIVE_12, {"RelativePath": "", "Path": ""}, None),
    ],
)
def test_a_clip_says_its_name_and_its_audio(
    tmp_path: Path, layout: Layout, leaves: dict[str, object], sample: str | None, name: str
) -> None:
    audio = clip("AudioClip", name, length=8.0)
    audio.append(_file(**leaves))
    vox = read_set(_saved(tmp_path, layout, audio)).session.tracks[0]
    for found in (*vox.clips, *vox.arrangement_clips):
        assert (found.name, found.sample) == (name, sample)
    assert [len(vox.clips), len(vox.arrangement_clips)] == [1, 1]


def test_clips_of_real_sets_are_called_what_their_xml_says(real_set: RealSet) -> None:
    slots = list(real_set.live_set.iter("MainSequencer"))
    names = [
        name for kind in ("MidiClip", "AudioClip") for at in slots for name in at.iterfind(f".//{kind}/Name")
    ]
    tracks = real_set.saved.session.tracks
    found = [each.name for track in tracks for each in (*track.clips, *track.arrangement_clips)]
    assert sorted(found) == sorted(name.get("Value", "") for name in names)
