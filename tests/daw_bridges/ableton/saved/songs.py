"""One song, written as each version of Live writes it: a bit of everything that a set can hold."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from tests.daw_bridges.ableton.saved.sets import (
    Layout,
    chain,
    clip,
    device,
    el,
    envelope,
    live_set,
    routing,
    setting,
    side_chain,
    track,
    values,
)

__all__ = ["HALF", "SILENT", "song", "strip"]

SILENT = 0.0003162277571
"""The lower end of a fader, as stored."""

HALF = 0.5011872336
"""The amplitude of −6 dB."""

_RAMP = [(0.0, 1.0), (8.0, HALF), (8.0, SILENT)]
_SWEEP = [(0.0, 100.0), (4.0, 1000.0)]


def song(layout: Layout) -> ET.Element:
    """Kick and Bass in a group, a return, a side chain in a rack, clips in both views, automation."""
    automation = not layout.automation_inside
    return live_set(
        layout,
        [_group(layout), _kick(layout), _bass(layout, envelopes=automation), _vox(layout), _reverb(layout)],
        _master(layout),
        scenes=["Intro" if automation else " 1", "Drop & more"],
        locators=[(64.0, "Drop"), (16.0, "Verse <1>")],
        loop=(True, 16.0, 8.0),
    )


def strip(layout: Layout, volume: float = 1.0, pan: float = 0.0, *, on: bool = True) -> list[ET.Element]:
    """The mixer of a track."""
    return [
        setting(layout, "Speaker", on),
        setting(layout, "Pan", pan),
        setting(layout, "Volume", volume, 11),
    ]


def _group(layout: Layout) -> ET.Element:
    mixer = strip(layout, on=False)
    routes = [routing("AudioOutputRouting", f"AudioOut/{_main(layout)}")]
    sends = [setting(layout, "Send", SILENT)]
    return track(
        layout,
        "GroupTrack",
        3,
        "Low",
        "Low",
        mixer=mixer,
        sends=sends,
        routes=routes,
        color=_color(layout, 0),
    )


def _kick(layout: Layout) -> ET.Element:
    notes = [
        (36, 1.0, 0.25, 100, True),
        (36, 0.0, 0.25, 127, True),
        (38, 1.0, 0.5, 64.5, True),
        (36, 2.0, 1, 9, False),
    ]
    return track(
        layout,
        "MidiTrack",
        7,
        "2-Kick",
        "#-Kick",
        mixer=strip(layout, HALF, -0.5),
        sends=[setting(layout, "Send", HALF)],
        color=_color(layout, 1),
        group=3,
        routes=[
            routing("MidiInputRouting", "MidiIn/External.All/-1", "Ext: All Ins"),
            routing("MidiOutputRouting", "MidiOut/None", "None"),
            routing("AudioOutputRouting", "AudioOut/GroupTrack", "stale"),
        ],
        devices=[device(layout, "OriginalSimpler", user_name="Thump")],
        slots=[None, clip("MidiClip", "Four", length=4.0, notes=notes)],
        timeline=[clip("MidiClip", "Four", start=16.0, length=16.0, notes=notes)],
    )


def _bass(layout: Layout, *, envelopes: bool) -> ET.Element:
    inside = [] if envelopes else _SWEEP
    compressor = device(
        layout,
        "Compressor2",
        setting(layout, "Threshold", HALF),
        side_chain(layout, "AudioIn/Track.7/PostFxOut", on=True),
        on=False,
    )
    auto_filter = device(
        layout, "AutoFilter", setting(layout, "Cutoff", 60.0), setting(layout, "Resonance", 0.5, 22)
    )
    strange = device(layout, "Strange", setting(layout, "Amount", 3.5, 23, inside))
    rack = el(
        "AudioEffectGroupDevice",
        setting(layout, "On", True),
        *values(UserName="Pump"),
        el("Branches", chain(layout, "AudioEffect", "Wet", compressor, strange, volume=HALF)),
        setting(layout, "MacroControls.0", 64),
        Id=0,
    )
    volume = setting(layout, "Volume", 1.0, 21, [] if envelopes else _RAMP)
    drawn = [envelope(21, _RAMP), envelope(23, _SWEEP), envelope(99, _SWEEP)] if envelopes else []
    in_clip = [envelope(23, _SWEEP, "ClipEnvelope")] if envelopes else []
    return track(
        layout,
        "MidiTrack",
        8,
        "Bass",
        "Bass",
        mixer=[setting(layout, "Speaker", True), setting(layout, "Pan", 0), volume],
        sends=[setting(layout, "Send", SILENT)],
        solo=True,
        armed=True,
        monitor=0,
        color=_color(layout, 69),
        group=3,
        routes=[
            routing("MidiInputRouting", "MidiIn/Track.7/TrackOut", "old name"),
            routing("MidiOutputRouting", "MidiOut/Track.7/TrackIn"),
            routing("AudioOutputRouting", "AudioOut/GroupTrack"),
        ],
        devices=[auto_filter, rack],
        slots=[clip("MidiClip", "Line", length=8.0, envelopes=in_clip)],
        envelopes=drawn,
    )


def _vox(layout: Layout) -> ET.Element:
    return track(
        layout,
        "AudioTrack",
        9,
        "Vox “ä”",
        "Vox “ä”",
        mixer=strip(layout, SILENT),
        sends=[setting(layout, "Send", 1.0)],
        monitor=2,
        routes=[
            routing("AudioInputRouting", "AudioIn/External/S0", "Ext. In"),
            routing("AudioOutputRouting", "AudioOut/None"),
        ],
        slots=[clip("AudioClip", "Take", length=12.5)],
        timeline=[clip("AudioClip", "Take", start=32.0, length=12.5)],
    )


def _reverb(layout: Layout) -> ET.Element:
    devices = [device(layout, "Reverb")]
    sends = [setting(layout, "Send", SILENT)]
    routes = [routing("AudioOutputRouting", f"AudioOut/{_main(layout)}")]
    return track(
        layout, "ReturnTrack", 2, "A-Reverb", mixer=strip(layout), sends=sends, devices=devices, routes=routes
    )


def _master(layout: Layout) -> ET.Element:
    tempo = [(0.0, 120.5), (4.0, 130.0)]
    inside = tempo if layout.automation_inside else []
    envelopes = [envelope(8, tempo), envelope(10, [(0.0, 1.0)])] if not layout.automation_inside else []
    mixer = [
        *strip(layout),
        setting(layout, "Tempo", 120.5, 8, inside),
        setting(layout, "TimeSignature", 200, 10),
    ]
    return track(layout, layout.master, 0, "Main", mixer=mixer, envelopes=envelopes)


def _main(layout: Layout) -> str:
    return "Main" if layout.master == "MainTrack" else "Master"


def _color(layout: Layout, place: int) -> int:
    return place + 140 if layout.automation_inside else place
