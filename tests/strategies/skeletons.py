"""Small sessions to start from: some furniture, and some of what no action can make."""

from __future__ import annotations

import math
from typing import Any

from daw_bridges.catalog import catalog
from daw_bridges.session import (
    ArrangementClip,
    Chain,
    Clip,
    Device,
    Envelope,
    Locator,
    Note,
    Parameter,
    Session,
    Track,
    TrackKind,
)
from tests.strategies.picking import KINDS, NAMES, RECORDABLE, RETURNS, SCENES, Pick

__all__ = ["skeleton"]


def skeleton(pick: Pick, *, rebuildable: bool, racks: bool | None = None) -> Session:
    """A session to start from; racks with chains are in it unless it has to be rebuildable."""
    kinds = [TrackKind.MIDI, *(pick.of(RECORDABLE) for _ in range(pick.number(0, 2)))]
    sends: dict[str, float] = dict.fromkeys(RETURNS[: pick.number(0, 2)], -math.inf)
    scenes = tuple(SCENES[: pick.number(1, 4)])
    tracks = [_ordinary(kind, NAMES[place], sends) for place, kind in enumerate(kinds)]
    tracks[0] = _furnished(pick, tracks[0], racks=not rebuildable if racks is None else racks)
    if not rebuildable:
        scenes = (*scenes, "") if pick.flag() else scenes
        tracks = [_with_what_cannot_be_made(pick, track, len(scenes)) for track in tracks]
        if pick.rarely():
            tracks += _group(sends)
    tracks += [_return(name, sends) for name in sends]
    master = Track(name="Master", kind=TrackKind.MASTER)
    locators = (Locator(bar=9.0, name="Drop"),)
    return Session(daw="ableton", name="Set", scenes=scenes, tracks=(*tracks, master), locators=locators)


_FADE = Envelope(device="mixer", parameter="volume", points=((0.0, 0.0), (8.0, -12.0), (8.0, 0.0)))


def _furnished(pick: Pick, track: Track, *, racks: bool) -> Track:
    """The track with some of what actions work on: devices, clips with notes, a fade."""
    what = pick.number(0, 31)
    notes = (Note(60, 0.0, 1.0, 100.0), Note(62, 1.0, 0.5, 80.0))
    devices = [catalog().new_device("ableton", KINDS[place]) for place in (0, 1, 0) if what & 1 << place]
    devices += _racks(pick.number(0, 7)) if racks else []
    clip = Clip(slot=1, name="Loop", length_beats=4.0, note_list=notes)
    placed = ArrangementClip(name="Loop", start_bar=2.0, length_beats=4.0, note_list=notes)
    return track.model_copy(
        update={
            "devices": tuple(devices),
            "clips": (clip,) if what & 4 else (),
            "arrangement_clips": (placed,) if what & 8 else (),
            "playing_slot": 1 if what & 20 == 20 else None,
            "pan": -0.5 if what & 1 else 0.0,
            "automation": (_FADE,) if what & 2 else (),
        }
    )


_KNOBS = {"macro_1": Parameter(name="Macro 1", value=0.0, text="0", range=(0.0, 127.0))}


def _rack(*chains: Chain) -> Device:
    return Device(name="Audio Effect Rack", kind="audio_effect_rack", parameters=_KNOBS, chains=chains)


def _racks(which: int) -> list[Device]:
    """Nothing, as a rule; else a rack, one in another, or two that are alike but for what is in them."""
    inside = tuple(catalog().new_device("ableton", kind) for kind in ("utility", "gate"))
    plain = _rack(Chain(name="Chain 1", devices=inside))
    match which:
        case 4:
            return [plain]
        case 5:
            return [
                _rack(Chain(name="Chain"), Chain(name="Chain"), Chain(name="Utility", devices=inside[:1]))
            ]
        case 6:
            return [_rack(Chain(name="#1", devices=(plain, *inside[1:])), Chain(name="Dry > wet", pan=0.5))]
        case 7:
            return [plain, _rack(Chain(name="Chain 1", devices=(*inside, _PLUG_IN)))]
        case _:
            return []


def _ordinary(kind: TrackKind, name: str, sends: dict[str, float]) -> Track:
    source = "All Ins" if kind is TrackKind.MIDI else "Ext. In"
    return Track(name=name, kind=kind, input=source, output="Master", sends=sends)


def _return(name: str, sends: dict[str, float]) -> Track:
    others = {to: level for to, level in sends.items() if to != name}
    return Track(name=name, kind=TrackKind.RETURN, output="Master", sends=others)


def _group(sends: dict[str, float]) -> list[Track]:
    group = Track(name="Band", kind=TrackKind.GROUP, output="Master", sends=sends)
    inside = Track(
        name="Guitar", kind=TrackKind.AUDIO, group="Band", input="Ext. In", output="Group", sends=sends
    )
    return [group, inside]


_PLUG_IN = Device(
    name="Pro-Q",
    parameters={"tilt": Parameter(name="Tilt", value=0.25, text="25 %", range=(0.0, 1.0))},
)


def _with_what_cannot_be_made(pick: Pick, track: Track, slots: int) -> Track:
    """The track with audio, notes the host does not tell, a plug-in: what no action makes from nothing."""
    what = pick.number(0, 7)
    changes: dict[str, Any] = {}
    if what & 1:
        changes["devices"] = (*track.devices, _PLUG_IN)
    if what & 2 and track.kind is TrackKind.AUDIO:
        changes["clips"] = tuple(
            Clip(slot=slot, name=name, length_beats=length, sample=sample)
            for slot, name, length, sample in ((1, "Take", 8.0, "take.wav"), (2, "", 4.0, None))
            if slot <= slots
        )
    if what & 4 and track.kind is TrackKind.AUDIO:
        changes["arrangement_clips"] = (
            ArrangementClip(
                name="Take", start_bar=3.0, length_beats=8.0, sample=pick.of(("take.wav", "b.wav"))
            ),
        )
    if what & 2 and track.kind is TrackKind.MIDI:
        changes |= {"clips": (Clip(slot=1, name="Part", length_beats=4.0, notes=5),), "playing_slot": None}
    return track.model_copy(update=changes)
