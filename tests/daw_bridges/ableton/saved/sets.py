"""Small sets, written as Live 8, 9 and 12 write them: the same music in three layouts."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

__all__ = [
    "LAYOUTS",
    "LIVE_8",
    "LIVE_9",
    "LIVE_12",
    "Layout",
    "chain",
    "clip",
    "device",
    "el",
    "envelope",
    "live_set",
    "routing",
    "setting",
    "side_chain",
    "track",
    "values",
    "written",
    "xml_of",
]

Point = tuple[float, float]
BEFORE = -63072000


@dataclass(frozen=True)
class Layout:
    """What differs between versions of Live."""

    version: str
    master: str
    chain_of_master: str
    effective_names: bool
    automation_inside: bool
    manual: bool

    @property
    def ids(self) -> bool:
        return not self.automation_inside


LIVE_8 = Layout("8.1.4", "MasterTrack", "MasterChain", False, True, False)
LIVE_9 = Layout("9.7.1", "MasterTrack", "DeviceChain", True, True, True)
LIVE_12 = Layout("12.1.5", "MainTrack", "DeviceChain", True, False, True)
LAYOUTS = (LIVE_8, LIVE_9, LIVE_12)


def el(tag: str, *children: ET.Element, **attributes: object) -> ET.Element:
    """An element; its attributes are written as Live writes truths and numbers."""
    element = ET.Element(tag, {name: text_of(value) for name, value in attributes.items()})
    element.extend(children)
    return element


def text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def values(**leaves: object) -> list[ET.Element]:
    """Plain values, by name."""
    return [el(name, Value=value) for name, value in leaves.items()]


def events(points: Iterable[Point], before: object) -> ET.Element:
    kind = "BoolEvent" if isinstance(before, bool) else "FloatEvent"
    rows = [(BEFORE, before), *points]
    return el(
        "Events", *(el(kind, Id=place, Time=time, Value=value) for place, (time, value) in enumerate(rows))
    )


def setting(
    layout: Layout, name: str, value: object, target: int = 0, points: Sequence[Point] = ()
) -> ET.Element:
    """A setting; its automation stands inside it or, since Live 10, at the track."""
    element = el(name)
    if layout.automation_inside:
        element.append(el("ArrangerAutomation", events(points, value)))
    if layout.manual:
        element.extend(values(Manual=value))
        element.append(el("AutomationTarget", *values(LockEnvelope=0), Id=target))
    return element


def envelope(target: int, points: Sequence[Point], kind: str = "AutomationEnvelope") -> ET.Element:
    return el(
        kind,
        el("EnvelopeTarget", *values(PointeeId=target)),
        el("Automation", events(points, points[0][1])),
        Id=0,
    )


def names(layout: Layout, shown: str, typed: str = "") -> ET.Element:
    effective = values(EffectiveName=shown or typed) if layout.effective_names else []
    return el("Name", *effective, *values(UserName=typed, Annotation=""))


def routing(name: str, target: str, shown: str = "") -> ET.Element:
    return el(name, *values(Target=target, UpperDisplayString=shown, LowerDisplayString=""))


def clip(
    kind: str,
    name: str = "",
    *,
    start: float = 0.0,
    length: float = 4.0,
    notes: Iterable[tuple[int, float, float, float, bool]] = (),
    warped: bool = True,
    envelopes: Iterable[ET.Element] = (),
) -> ET.Element:
    """A clip; a note is pitch, beat, length, velocity and whether it is heard."""
    by_key: dict[int, list[ET.Element]] = {}
    for pitch, time, duration, velocity, on in notes:
        note = el(
            "MidiNoteEvent", Time=time, Duration=duration, Velocity=velocity, OffVelocity=64, IsEnabled=on
        )
        by_key.setdefault(pitch, []).append(note)
    keys = (
        el("KeyTrack", el("Notes", *rows), *values(MidiKey=pitch), Id=pitch) for pitch, rows in by_key.items()
    )
    return el(
        kind,
        *values(CurrentStart=start, CurrentEnd=start + length),
        el("Loop", *values(LoopStart=0, LoopEnd=length, StartRelative=0, LoopOn=True, OutMarker=length)),
        *values(Name=name),
        el("Envelopes", el("Envelopes", *envelopes)),
        *values(Disabled=False, IsWarped=warped),
        el("Notes", el("KeyTracks", *keys)),
        Id=0,
        Time=start,
    )


def device(layout: Layout, tag: str, *parts: ET.Element, user_name: str = "", on: bool = True) -> ET.Element:
    return el(
        tag, setting(layout, "On", on), *values(UserName=user_name, ShouldShowPresetName=False), *parts, Id=0
    )


def chain(layout: Layout, kind: str, name: str, *devices: ET.Element, volume: float = 1.0) -> ET.Element:
    return el(
        f"{kind}Branch",
        names(layout, name, name),
        el("DeviceChain", el("AudioToAudioDeviceChain", el("Devices", *devices), Id=0)),
        *values(IsSoloed=False),
        el(
            "MixerDevice",
            setting(layout, "On", True),
            setting(layout, "Speaker", True),
            setting(layout, "Volume", volume),
            setting(layout, "Panorama", 0),
        ),
        Id=0,
    )


def side_chain(layout: Layout, target: str, *, on: bool) -> ET.Element:
    routed = el("RoutedInput", el("Routable", *values(Target=target, UpperDisplayString="")))
    return el("SideChain", setting(layout, "OnOff", on), routed)


def track(
    layout: Layout,
    tag: str,
    number: int,
    shown: str = "",
    typed: str = "",
    *,
    mixer: Iterable[ET.Element] = (),
    sends: Iterable[ET.Element] = (),
    solo: bool = False,
    armed: bool = False,
    monitor: int = 1,
    color: int = 0,
    group: int = -1,
    routes: Iterable[ET.Element] = (),
    devices: Iterable[ET.Element] = (),
    slots: Iterable[ET.Element | None] = (),
    timeline: Iterable[ET.Element] = (),
    envelopes: Iterable[ET.Element] = (),
) -> ET.Element:
    """A track, return or master."""
    holders = [el("TrackSendHolder", send, *values(Active=True)) for send in sends]
    chain_tag = layout.chain_of_master if tag == layout.master else "DeviceChain"
    where = "Sample" if tag == "AudioTrack" else "ClipTimeable"
    slot_list = [
        el("ClipSlot", el("ClipSlot", el("Value", *([slot] if slot is not None else [])))) for slot in slots
    ]
    sequencer = el(
        "MainSequencer",
        el("ClipSlotList", *slot_list),
        *values(MonitoringEnum=monitor),
        el(where, el("ArrangerAutomation", el("Events", *timeline))),
        el("Recorder", *values(IsArmed=armed)),
    )
    chain_parts = [
        *routes,
        el("Mixer", setting(layout, "On", True), el("Sends", *holders), *mixer, *values(SoloSink=solo)),
        *([] if tag in (layout.master, "ReturnTrack", "GroupTrack") else [sequencer]),
        el("DeviceChain", el("Devices", *devices)),
    ]
    return el(
        tag,
        names(layout, shown, typed),
        *values(**{"ColorIndex" if layout.automation_inside else "Color": color}),
        *([] if layout.automation_inside else [el("AutomationEnvelopes", el("Envelopes", *envelopes))]),
        *values(TrackGroupId=group),
        el(chain_tag, *chain_parts),
        Id=number,
    )


def live_set(
    layout: Layout,
    tracks: Iterable[ET.Element],
    master: ET.Element,
    *,
    scenes: Sequence[str] = (),
    locators: Iterable[tuple[float, str]] = (),
    loop: tuple[bool, float, float] = (False, 0.0, 16.0),
) -> ET.Element:
    """A whole set; the loop is whether it is on, its start and its length in beats."""
    if layout.automation_inside:
        scene_list = el("SceneNames", *(el("Scene", *values(Annotation=""), Value=scene) for scene in scenes))
    else:
        scene_list = el("Scenes", *(el("Scene", *values(Name=scene), Id=i) for i, scene in enumerate(scenes)))
    marks = (el("Locator", *values(Time=time, Name=name)) for time, name in locators)
    on, start, length = loop
    return el(
        "Ableton",
        el(
            "LiveSet",
            el("Tracks", *tracks),
            master,
            el("PreHearTrack", el("Name")),
            scene_list,
            el("Transport", *values(LoopOn=on, LoopStart=start, LoopLength=length)),
            el("Locators", el("Locators", *marks)),
        ),
        MajorVersion=5,
        Creator=f"Ableton Live {layout.version}",
    )


def xml_of(root: ET.Element) -> bytes:
    """The XML, indented as Live indents it."""
    ET.indent(root, "\t")
    return (
        b'<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode").encode() + b"\n"
    )


def written(folder: Path, root: ET.Element | bytes, name: str = "Song.als") -> Path:
    """The set as a file."""
    path = folder / name
    path.write_bytes(gzip.compress(root if isinstance(root, bytes) else xml_of(root)))
    return path
