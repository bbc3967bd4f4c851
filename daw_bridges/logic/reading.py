"""The whole mixer read through the surface, and put together as a session.

Faders, lamps and panning come with each bank; inputs, outputs, sends and plug-ins from Mixer views over the
banks; kinds and whole names are read when the strips are others than before. Nothing of it is pushed while
it is out of sight, so each reading asks for all of it again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from daw_bridges.logic.aims import from_units, level_of
from daw_bridges.logic.banking import ChangedError, MovingError
from daw_bridges.logic.columns import Column
from daw_bridges.logic.insert_rows import read_inserts
from daw_bridges.logic.inserts import Slot
from daw_bridges.logic.kinds import read_kinds
from daw_bridges.logic.naming import fits
from daw_bridges.logic.routing import Sent, plain_port, read_ports, read_sends
from daw_bridges.logic.scanning import scan
from daw_bridges.logic.strip import Strip, StripKind
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.whole_names import read_whole_names
from daw_bridges.session import Device, Track, TrackKind

__all__ = ["Reading", "glance", "is_return", "read_mixer", "tracks_of"]

_ATTEMPTS = 5
_MASTER = "Master"
_TRACKS = (StripKind.AUDIO, StripKind.INSTRUMENT)


@dataclass
class Reading:
    """What was read besides the strips, by the strip's place."""

    sends: Mapping[int, Sequence[Sent]] = field(default_factory=dict[int, list[Sent]])
    inserts: Mapping[int, Mapping[int, Slot]] = field(default_factory=dict[int, dict[int, Slot]])


async def read_mixer(desk: Desk) -> Reading:
    """Read everything; the desk has the strips and the tracks then, and is in the base view.

    Raises MovingError where the mixer does not keep still; and as ``Pulse.send`` does.
    """
    for _ in range(_ATTEMPTS):
        try:
            return await _read_once(desk)
        except ChangedError:
            desk.bank.shorts = ()
    raise MovingError("The tracks in Logic change faster than they can be read.")


async def glance(desk: Desk) -> bool:
    """Read faders, lamps and panning alone; False when the strips are others than those that were read."""
    columns = await scan(desk)
    if [column.short for column in columns] != [strip.short for strip in desk.strips]:
        return False
    desk.learn_all(columns)
    await desk.park()
    return True


async def _read_once(desk: Desk) -> Reading:
    columns = await scan(desk)
    await _identify(desk, columns)
    inputs, outputs = await read_ports(desk)
    sends, inserts = await read_sends(desk), await read_inserts(desk)
    desk.strips = tuple(
        replace(
            strip,
            input=plain_port(inputs.get(strip.place, "")),
            output=plain_port(outputs.get(strip.place, "")),
        )
        for strip in desk.strips
    )
    desk.tracks = order(desk.strips)
    await desk.park()
    return Reading(sends, inserts)


async def _identify(desk: Desk, columns: Sequence[Column]) -> None:
    """Know the strips by what they are and are called; ask where they are others than before."""
    if [column.short for column in columns] == [strip.short for strip in desk.strips]:
        desk.learn_all(columns)
        return
    named = _names_that_stay(desk.strips, columns)
    desk.strips = tuple(
        Strip(place, named.get(place, column.short), column) for place, column in enumerate(columns)
    )
    kinds = await read_kinds(desk)
    desk.strips = tuple(replace(strip, kind=kind) for strip, kind in zip(desk.strips, kinds, strict=True))
    unknown = [strip.place for strip in desk.strips if strip.place not in named]
    whole = await read_whole_names(desk, unknown)
    desk.strips = tuple(replace(strip, name=whole.get(strip.place, strip.name)) for strip in desk.strips)


def _names_that_stay(before: Sequence[Strip], columns: Sequence[Column]) -> dict[int, str]:
    """The whole names of strips that were moved: those whose short name there is once, before and now."""
    old = [strip.short for strip in before]
    now = [column.short for column in columns]
    names = {strip.short: strip.name for strip in before if old.count(strip.short) == 1}
    return {
        place: names[short] for place, short in enumerate(now) if short in names and now.count(short) == 1
    }


def order(strips: Sequence[Strip]) -> tuple[int, ...]:
    """The strip's place of each of a session's tracks: tracks, auxes that a bus feeds, the main output."""
    tracks = [s.place for s in strips if s.kind in _TRACKS or (s.kind is StripKind.AUX and not is_return(s))]
    returns = [strip.place for strip in strips if is_return(strip)]
    outputs = [strip.place for strip in strips if strip.kind in (StripKind.OUTPUT, StripKind.MASTER)]
    return (*tracks, *returns, *outputs[:1])


def is_return(strip: Strip) -> bool:
    """Whether a strip is an aux that a bus feeds."""
    return strip.kind is StripKind.AUX and (strip.input or "").casefold().startswith("bus")


def tracks_of(desk: Desk, reading: Reading, devices: Mapping[int, tuple[Device, ...]]) -> tuple[Track, ...]:
    """The session's tracks; ``devices`` by the strip's place."""
    strips = [desk.strips[place] for place in desk.tracks]
    master = next((strip for strip in strips if strip.kind is StripKind.OUTPUT), None)
    returns = {strip.input or "": strip.name for strip in strips if is_return(strip)}
    return tuple(
        _track(strip, strip is master, master, _sends(strip, reading, returns), devices.get(strip.place, ()))
        for strip in strips
    )


def _sends(strip: Strip, reading: Reading, returns: Mapping[str, str]) -> dict[str, float]:
    """The level of the send to each return; −∞ where the strip has none yet."""
    if strip.kind is StripKind.OUTPUT:
        return {}
    levels = {plain_port(sent.to): sent.db for sent in reading.sends.get(strip.place, ())}
    return {name: levels.get(bus, -math.inf) for bus, name in returns.items() if name != strip.name}


def _track(
    strip: Strip,
    is_master: bool,
    master: Strip | None,
    sends: dict[str, float],
    devices: tuple[Device, ...],
) -> Track:
    shown = strip.shown
    return Track(
        name=_MASTER if is_master else strip.name,
        kind=TrackKind.RETURN if is_return(strip) else _KINDS[strip.kind],
        volume_db=level_of(shown),
        pan=round(from_units(shown.pan or 0), 4),
        mute=shown.mute,
        solo=shown.solo,
        arm=shown.arm,
        input=None if is_master else strip.input,
        output=_output(strip, master),
        sends=sends,
        devices=devices,
    )


def _output(strip: Strip, master: Strip | None) -> str | None:
    if strip is master:
        return None
    to_master = master is not None and strip.output is not None and fits(strip.output, master.name)
    return _MASTER if to_master else strip.output


_KINDS = {
    StripKind.AUDIO: TrackKind.AUDIO,
    StripKind.INSTRUMENT: TrackKind.MIDI,
    StripKind.AUX: TrackKind.AUDIO,
    StripKind.OUTPUT: TrackKind.MASTER,
    StripKind.MASTER: TrackKind.MASTER,
    StripKind.OTHER: TrackKind.AUDIO,
}
