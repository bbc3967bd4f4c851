"""Whether two sessions are the same to a person, and in which words they differ.

What the display prints, labels and ranges do not count; numbers count as equal within what a display
resolves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from daw_bridges.algebra.checks import number_text
from daw_bridges.algebra.device_differences import device_differences
from daw_bridges.algebra.telling import close, faders, levels, listed, plain, said
from daw_bridges.session import (
    ArrangementClip,
    Clip,
    Envelope,
    Loop,
    Session,
    Track,
)

__all__ = ["differences", "equivalent", "paired"]

_SAME_BAR = 1e-6
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
    if not close(actual.tempo, expected.tempo, _TEMPO_RESOLUTION):
        yield said("Tempo", f"{number_text(actual.tempo)} BPM", f"{number_text(expected.tempo)} BPM")
    signatures = ["/".join(map(str, session.time_signature)) for session in (actual, expected)]
    yield from plain("Time signature", *signatures)
    yield from plain("Metronome", actual.metronome, expected.metronome)
    yield from plain("Playing", actual.playing, expected.playing)
    yield from plain("Recording", actual.recording, expected.recording)
    yield from _loops(actual.loop, expected.loop)
    yield from plain("Locators", _locators(actual), _locators(expected))
    yield from plain("Scenes", listed(actual.scenes), listed(expected.scenes))
    yield from _track_lists(actual.tracks, expected.tracks)


def _loops(actual: Loop, expected: Loop) -> Iterator[str]:
    yield from plain("Loop", actual.on, expected.on)
    for end in ("start", "end"):
        bars: tuple[float, float] = (getattr(actual, f"{end}_bar"), getattr(expected, f"{end}_bar"))
        if not close(*bars, _SAME_BAR):
            yield said(f"Loop {end}", f"bar {number_text(bars[0])}", f"bar {number_text(bars[1])}")


def _locators(session: Session) -> str:
    return ", ".join(
        f"{locator.name} at bar {number_text(round(locator.bar, 6))}" for locator in session.locators
    )


def _track_lists(actual: Sequence[Track], expected: Sequence[Track]) -> Iterator[str]:
    names = [[track.name for track in tracks] for tracks in (actual, expected)]
    if names[0] != names[1]:
        yield said("Tracks", listed(names[0]), listed(names[1]))
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
    yield from faders(name, actual, expected)
    for word, field in _STRIP:
        yield from plain(f"{name} · {word}", getattr(actual, field), getattr(expected, field))
    if not _same_color(actual.color, expected.color):
        yield said(f"{name} · colour", actual.color, expected.color)
    yield from _sends(actual, expected)
    yield from device_differences(name, actual, expected)
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


def _sends(actual: Track, expected: Track) -> Iterator[str]:
    for to in dict.fromkeys((*expected.sends, *actual.sends)):
        what = f"{expected.name} · send to {to}"
        if to not in actual.sends or to not in expected.sends:
            yield said(what, *("there" if to in track.sends else None for track in (actual, expected)))
        else:
            yield from levels(what, actual.sends[to], expected.sends[to])


def _slots(actual: Track, expected: Track) -> Iterator[str]:
    one, other = ({clip.slot: clip for clip in track.clips} for track in (actual, expected))
    for slot in sorted({*one, *other}):
        what = f"{expected.name} · slot {slot}"
        if slot not in one or slot not in other:
            yield said(what, *(_clip_word(clips.get(slot)) for clips in (one, other)))
        elif one[slot] is not other[slot]:
            yield from _clips(what, one[slot], other[slot])
            yield from _envelopes(what, one[slot].envelopes, other[slot].envelopes)


def _clip_word(clip: Clip | ArrangementClip | None) -> str | None:
    return None if clip is None else f"“{clip.name}”" if clip.name else "an unnamed clip"


def _clips(what: str, actual: Clip | ArrangementClip, expected: Clip | ArrangementClip) -> Iterator[str]:
    yield from plain(f"{what} · name", actual.name, expected.name)
    if not close(actual.length_beats, expected.length_beats, _SAME_BAR):
        lengths = [f"{number_text(clip.length_beats)} beats" for clip in (actual, expected)]
        yield said(f"{what} · length", *lengths)
    if actual.sample and expected.sample:
        yield from plain(f"{what} · audio", actual.sample, expected.sample)
    if actual.notes != expected.notes:
        yield said(f"{what} · notes", actual.notes, expected.notes)
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
            yield said(f"{what} · automation of {device} {parameter}", *counts)


def _same_points(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    return one == other or (
        len(one) == len(other)
        and all(
            close(a, b, max(1e-4, abs(b) * 0.00501) if math.isfinite(b) else 0.0)
            for p, q in zip(one, other, strict=True)
            for a, b in zip(p, q, strict=True)
        )
    )


def _timelines(actual: Track, expected: Track) -> Iterator[str]:
    for one, other in zip_longest(actual.arrangement_clips, expected.arrangement_clips):
        shown = other or one
        what = f"{expected.name} · bar {number_text(round(shown.start_bar, 6))}"
        if one is None or other is None:
            yield said(what, _clip_word(one), _clip_word(other))
        elif one is not other:
            if not close(one.start_bar, other.start_bar, _SAME_BAR):
                yield said(
                    f"{expected.name} · clip “{other.name}” at",
                    *(f"bar {number_text(c.start_bar)}" for c in (one, other)),
                )
            yield from _clips(what, one, other)
