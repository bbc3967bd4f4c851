"""Libraries of small sets, as a producer has them, with habits in them; and what the files themselves say."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.daw_bridges.ableton.saved.sets import (
    LIVE_12,
    device,
    live_set,
    setting,
    side_chain,
    track,
    written,
    xml_of,
)

__all__ = ["KINDS", "chains_in", "ducked", "library", "plain", "recurring", "write_song"]

KINDS = {
    "Eq8": "eq",
    "Compressor2": "compressor",
    "GlueCompressor": "glue_compressor",
    "Reverb": "reverb",
    "Delay": "delay",
    "Saturator": "saturator",
    "Limiter": "limiter",
    "Gate": "gate",
    "AutoFilter": "auto_filter",
    "StereoGain": "utility",
    "InstrumentGroupDevice": "instrument_rack",
    "AudioEffectGroupDevice": "audio_effect_rack",
    "MultibandDynamics": "multiband_dynamics",
}
"""How a set's file writes a device, and which kind of device that is."""


def plain(*tags: str) -> list[ET.Element]:
    """Devices as they are when they are put in."""
    return [device(LIVE_12, tag) for tag in tags]


def ducked(source: int) -> ET.Element:
    """A compressor whose side chain is fed by the track of this number."""
    threshold = setting(LIVE_12, "Threshold", 0.1)
    return device(
        LIVE_12, "Compressor2", threshold, side_chain(LIVE_12, f"AudioIn/Track.{source}/PostFxOut", on=True)
    )


def write_song(path: Path, tracks: Sequence[tuple[str, Iterable[ET.Element]]]) -> Path:
    """A set of MIDI tracks, each a name and its devices; their numbers count from 10."""
    rows = [
        track(LIVE_12, "MidiTrack", number, name, name, devices=devices)
        for number, (name, devices) in enumerate(tracks, start=10)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    song = live_set(LIVE_12, rows, track(LIVE_12, LIVE_12.master, 99, "Main"))
    return written(path.parent, xml_of(song), path.name)


def library(folder: Path, songs: int = 6) -> list[Path]:
    """Some songs by one producer: voices through EQ, compressor and reverb, a bass that ducks under the kick.

    What else is on their tracks is another thing each time.
    """
    others = [("Delay",), ("Limiter", "Gate"), ("AutoFilter",), ("Gate", "Delay"), ("Saturator",), ()]
    return [
        write_song(
            folder / f"Song {number} Project" / f"Song {number}.als",
            [
                ("Kick", plain(*others[number % 6])),
                (("Bass", "Sub", "Low")[number % 3], [*plain("Saturator"), ducked(10)]),
                ("Lead Vox", plain("Eq8", "Compressor2", "Reverb")),
                (f"Idea {number}", plain(*others[(number + 3) % 6])),
            ],
        )
        for number in range(songs)
    ]


def chains_in(path: Path) -> list[tuple[str, ...]]:
    """The chains of devices on a set's tracks, by the names that the file itself gives, read from its XML."""
    [song] = ET.fromstring(gzip.decompress(path.read_bytes())).iter("LiveSet")
    tracks = [*song.iterfind("Tracks/*"), *song.iterfind("MasterTrack"), *song.iterfind("MainTrack")]
    chains = (track.find("*/DeviceChain/Devices") for track in tracks)
    return [tuple(child.tag for child in devices) for devices in chains if devices is not None]


def recurring(paths: Iterable[Path], *, least: int) -> Counter[tuple[str, ...]]:
    """The chains of two devices and more that so many tracks of these sets have."""
    counted = Counter(chain for path in paths for chain in chains_in(path) if len(chain) > 1)
    return Counter({chain: count for chain, count in counted.items() if count >= least})
