"""Whether two sessions are the same to a person, and in which words they differ.

What the display prints, labels and ranges do not count; numbers count as equal within what a display
resolves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from daw_bridges.algebra.checks import number_text
from daw_bridges.quantities import Unit, format_pan, resolution
from daw_bridges.references import device_word
from daw_bridges.session import (
    ArrangementClip,
    Chain,
    Clip,
    Device,
    Envelope,
    Loop,
    Parameter,
    Session,
    Track,
)

__all__ = ["differences", "equivalent", "paired"]

_SAME_BAR = 1e-6
_PAN_RESOLUTION = 0.01001  # half of what one step of 50L … 50R is worth
_TEMPO_RESOLUTION = 0.00501
_PALETTE_RESOLUTION = 96.0  # Live's palette has 70 colours; what is asked for lies within this of one


def equivalent(one: Session, other: Session) -> bool:
    """Whether two sessions are the same but for display text, labels, ranges and the display's resolution."""
    return one is other or next(_sessions(one, other), None) is None


def differences(actual: Session, expected: Session) -> list[str]:
    """What is not as expected, one sentence each.

    ``Bass · Compressor · Threshold: −24.0 dB, expected −18.0 dB``
    """
    return list(_sessions(actual, expected))


def _sessions(actual: Session, expected: Session) -> Iterator[str]:
    if not _close(actual.tempo, expected.tempo, _TEMPO_RESOLUTION):
        yield _said("Tempo", f"{number_text(actual.tempo)} BPM", f"{number_text(expected.tempo)} BPM")
    signatures = ["/".join(map(str, session.time_signature)) for session in (actual, expected)]
    yield from _plain("Time signature", *signatures)
    yield from _plain("Metronome", actual.metronome, expected.metronome)
    yield from _plain("Playing", actual.playing, expected.playing)
    yield from _plain("Recording", actual.recording, expected.recording)
    yield from _loops(actual.loop, expected.loop)
    yield from _plain("Locators", _locators(actual), _locators(expected))
    yield from _plain("Scenes", _listed(actual.scenes), _listed(expected.scenes))
    yield from _track_lists(actual.tracks, expected.tracks)


def _close(one: float, other: float, tolerance: float) -> bool:
    return one == other or abs(one - other) <= tolerance


def _said(what: str, actual: object, expected: object) -> str:
    return f"{what}: {_word(actual)}, expected {_word(expected)}"


def _word(value: object) -> str:
    match value:
        case None | "" | ():
            return "none"
        case True:
            return "on"
        case False:
            return "off"
        case float() | int():
            return number_text(float(value))
        case _:
            return str(value)


def _plain(what: str, actual: object, expected: object) -> Iterator[str]:
    if actual != expected:
        yield _said(what, actual, expected)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(name or "unnamed" for name in names)


def _loops(actual: Loop, expected: Loop) -> Iterator[str]:
    yield from _plain("Loop", actual.on, expected.on)
    for end in ("start", "end"):
        bars: tuple[float, float] = (getattr(actual, f"{end}_bar"), getattr(expected, f"{end}_bar"))
        if not _close(*bars, _SAME_BAR):
            yield _said(f"Loop {end}", f"bar {number_text(bars[0])}", f"bar {number_text(bars[1])}")


def _locators(session: Session) -> str:
    return ", ".join(
        f"{locator.name} at bar {number_text(round(locator.bar, 6))}" for locator in session.locators
    )


def _track_lists(actual: Sequence[Track], expected: Sequence[Track]) -> Iterator[str]:
    names = [[track.name for track in tracks] for tracks in (actual, expected)]
    if names[0] != names[1]:
        yield _said("Tracks", _listed(names[0]), _listed(names[1]))
    for one, other in paired(actual, expected):
        if one is not other:
            yield from _tracks(one, other)


def paired(actual: Sequence[Track], expected: Sequence[Track]) -> Iterator[tuple[Track, Track]]:
    """Tracks of one name, the first with the first and so on."""
    waiting: dict[str, list[Track]] = {}
    for track in expected:
        waiting.setdefault(track.name, []).append(track)
    for track in actual:
        if waiting.get(track.name):
            yield track, waiting[track.name].pop(0)


_STRIP = (
    ("kind", "kind"),
    ("mute", "mute"),
    ("solo", "solo"),
    ("record arm", "arm"),
    ("monitoring", "monitor"),
    ("group", "group"),
    ("input", "input"),
    ("output", "output"),
    ("playing slot", "playing_slot"),
)


def _tracks(actual: Track, expected: Track) -> Iterator[str]:
    name = expected.name
    yield from _faders(name, actual, expected)
    for word, field in _STRIP:
        yield from _plain(f"{name} · {word}", getattr(actual, field), getattr(expected, field))
    if not _same_color(actual.color, expected.color):
        yield _said(f"{name} · colour", actual.color, expected.color)
    yield from _sends(actual, expected)
    yield from _along(name, actual, expected)
    yield from _slots(actual, expected)
    yield from _timelines(actual, expected)
    yield from _envelopes(name, actual.automation, expected.automation)


def _same_color(actual: str, expected: str) -> bool:
    """Whether two colours are as near as a host's palette allows; an open one is any."""
    if actual == expected or not actual or not expected:
        return True
    try:
        channels = [
            [int(color[place : place + 2], 16) for place in (1, 3, 5)] for color in (actual, expected)
        ]
    except ValueError:
        return False
    return math.dist(*channels) <= _PALETTE_RESOLUTION


def _levels(what: str, actual: float, expected: float) -> Iterator[str]:
    if not _close(actual, expected, resolution(Unit.DB, expected)):
        yield _said(what, number_text(actual, Unit.DB), number_text(expected, Unit.DB))


def _sends(actual: Track, expected: Track) -> Iterator[str]:
    for to in dict.fromkeys((*expected.sends, *actual.sends)):
        what = f"{expected.name} · send to {to}"
        if to not in actual.sends or to not in expected.sends:
            yield _said(what, *("there" if to in track.sends else None for track in (actual, expected)))
        else:
            yield from _levels(what, actual.sends[to], expected.sends[to])


def _along(where: str, actual: Track | Chain, expected: Track | Chain) -> Iterator[str]:
    chains = [[(device.kind, device.name) for device in holder.devices] for holder in (actual, expected)]
    if chains[0] != chains[1]:
        lists = [
            _listed(device_word(holder.devices, place) for place in range(len(holder.devices)))
            for holder in (actual, expected)
        ]
        yield _said(f"{where} · devices", *lists)
        return
    for one, other in zip(actual.devices, expected.devices, strict=True):
        if one is not other:
            yield from _devices(f"{where} · {other.name}", one, other)


def _racks(what: str, actual: Device, expected: Device) -> Iterator[str]:
    names = [[chain.name for chain in device.chains] for device in (actual, expected)]
    if names[0] != names[1]:
        yield _said(f"{what} · chains", *map(_listed, names))
        return
    for one, other in zip(actual.chains, expected.chains, strict=True):
        if one is not other:
            where = f"{what} · {other.name}"
            yield from _faders(where, one, other)
            yield from _plain(f"{where} · mute", one.mute, other.mute)
            yield from _plain(f"{where} · solo", one.solo, other.solo)
            yield from _along(where, one, other)


def _faders(where: str, actual: Track | Chain, expected: Track | Chain) -> Iterator[str]:
    yield from _levels(f"{where} · volume", actual.volume_db, expected.volume_db)
    if not _close(actual.pan, expected.pan, _PAN_RESOLUTION):
        yield _said(f"{where} · pan", format_pan(actual.pan), format_pan(expected.pan))


def _devices(what: str, actual: Device, expected: Device) -> Iterator[str]:
    yield from _plain(what, actual.enabled, expected.enabled)
    yield from _plain(f"{what} · side chain from", actual.sidechain, expected.sidechain)
    yield from _racks(what, actual, expected)
    if actual.kind is None and not (actual.parameters and expected.parameters):
        return  # what a plug-in shows is known only once the host has it
    for key in dict.fromkeys((*expected.parameters, *actual.parameters)):
        if key in actual.parameters and key in expected.parameters:
            yield from _parameters(what, actual.parameters[key], expected.parameters[key])
        else:
            yield _said(
                f"{what} · {key}", *("there" if key in d.parameters else None for d in (actual, expected))
            )


def _parameters(where: str, actual: Parameter, expected: Parameter) -> Iterator[str]:
    if actual.value != expected.value and not _same_value(actual, expected):
        values = [_valued(parameter) for parameter in (actual, expected)]
        yield _said(f"{where} · {expected.name}", *values)


def _same_value(actual: Parameter, expected: Parameter) -> bool:
    if isinstance(actual.value, str) or isinstance(expected.value, str) or actual.unit is not expected.unit:
        return False
    return _close(actual.value, expected.value, resolution(expected.unit, expected.value))


def _valued(parameter: Parameter) -> str:
    return (
        parameter.value if isinstance(parameter.value, str) else number_text(parameter.value, parameter.unit)
    )


def _slots(actual: Track, expected: Track) -> Iterator[str]:
    one, other = ({clip.slot: clip for clip in track.clips} for track in (actual, expected))
    for slot in sorted({*one, *other}):
        what = f"{expected.name} · slot {slot}"
        if slot not in one or slot not in other:
            yield _said(what, *(_clip_word(clips.get(slot)) for clips in (one, other)))
        elif one[slot] is not other[slot]:
            yield from _clips(what, one[slot], other[slot])
            yield from _envelopes(what, one[slot].envelopes, other[slot].envelopes)


def _clip_word(clip: Clip | ArrangementClip | None) -> str | None:
    return None if clip is None else f"“{clip.name}”" if clip.name else "an unnamed clip"


def _clips(what: str, actual: Clip | ArrangementClip, expected: Clip | ArrangementClip) -> Iterator[str]:
    yield from _plain(f"{what} · name", actual.name, expected.name)
    if not _close(actual.length_beats, expected.length_beats, _SAME_BAR):
        lengths = [f"{number_text(clip.length_beats)} beats" for clip in (actual, expected)]
        yield _said(f"{what} · length", *lengths)
    if actual.sample and expected.sample:
        yield from _plain(f"{what} · audio", actual.sample, expected.sample)
    if actual.notes != expected.notes:
        yield _said(f"{what} · notes", actual.notes, expected.notes)
    elif actual.note_list == expected.note_list:
        return
    elif actual.note_list and expected.note_list and not _same_notes(actual, expected):
        yield f"{what} · notes: not the ones expected"


def _same_notes(actual: Clip | ArrangementClip, expected: Clip | ArrangementClip) -> bool:
    pairs = zip(sorted(actual.note_list), sorted(expected.note_list), strict=True)
    return all(
        math.isclose(a, b, abs_tol=1e-4) for one, other in pairs for a, b in zip(one, other, strict=True)
    )


def _envelopes(what: str, actual: Sequence[Envelope], expected: Sequence[Envelope]) -> Iterator[str]:
    if actual is expected:
        return
    one, other = ({(e.device, e.parameter): e.points for e in drawn} for drawn in (actual, expected))
    for device, parameter in sorted({*one, *other}):
        points = [drawn.get((device, parameter), ()) for drawn in (one, other)]
        if not _same_points(*points):
            counts = [f"{len(each)} points" if each else None for each in points]
            yield _said(f"{what} · automation of {device} {parameter}", *counts)


def _same_points(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    return one == other or (
        len(one) == len(other)
        and all(
            _close(a, b, max(1e-4, abs(b) * 0.00501) if math.isfinite(b) else 0.0)
            for p, q in zip(one, other, strict=True)
            for a, b in zip(p, q, strict=True)
        )
    )


def _timelines(actual: Track, expected: Track) -> Iterator[str]:
    for one, other in zip_longest(actual.arrangement_clips, expected.arrangement_clips):
        shown = other or one
        what = f"{expected.name} · bar {number_text(round(shown.start_bar, 6))}"
        if one is None or other is None:
            yield _said(what, _clip_word(one), _clip_word(other))
        elif one is not other:
            if not _close(one.start_bar, other.start_bar, _SAME_BAR):
                yield _said(
                    f"{expected.name} · clip “{other.name}” at",
                    *(f"bar {number_text(c.start_bar)}" for c in (one, other)),
                )
            yield from _clips(what, one, other)
