"""Automation: what is drawn over time for a parameter, in a clip or on the timeline, and what it follows.

An envelope says whose parameter it is by reference: a device of the track, or ``mixer`` for the strip itself
(``volume``, ``pan``, a return's name for the send to it, and on the master ``tempo``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from daw_bridges.actions import AutomateParameter
from daw_bridges.algebra.checks import number_text
from daw_bridges.algebra.editing import Edits, edited, locate_device, locate_track, replaced, with_track
from daw_bridges.algebra.parameters import described, parameter_key, read_value
from daw_bridges.errors import AmbiguousError, NotFoundError, NotPossibleError, OutOfRangeError
from daw_bridges.quantities import Unit
from daw_bridges.references import (
    MIXER,
    DevicePath,
    clip_index,
    device_path,
    device_reference,
    is_arrangement_reference,
    is_mixer,
)
from daw_bridges.session import Envelope, Parameter, Session, Track, TrackKind

__all__ = ["EDITS", "Drawn", "drawn_before", "following_chain", "sends_renamed"]

_Points = tuple[tuple[float, float], ...]

_STRIP = {
    "volume": Parameter(name="Volume", value=0.0, unit=Unit.DB, range=(-math.inf, 6.0)),
    "pan": Parameter(name="Pan", value=0.0, range=(-1.0, 1.0)),
}
_TEMPO = Parameter(name="Tempo", value=120.0, range=(20.0, 999.0))
_SEND = Parameter(name="Send", value=-math.inf, unit=Unit.DB, range=(-math.inf, 0.0))


class Drawn(NamedTuple):
    """Whose parameter an action draws, as envelopes write it, and what was drawn there before."""

    device: str
    parameter: str
    points: _Points


class _Target(NamedTuple):
    device: str
    key: str
    what: str
    parameter: Parameter


def _target(session: Session, track: Track, action: AutomateParameter) -> _Target:
    if is_mixer(action.device):
        key = _strip_key(track, action.parameter)
        parameter = _strip(track)[key]
        return _Target(MIXER, key, f"{parameter.name} of “{track.name}”", parameter)
    place, device = locate_device(track, action)
    key = parameter_key(session.daw, device, action.parameter)
    parameter = described(session.daw, device, key)
    return _Target(device_reference(track, place), key, f"{parameter.name} of {device.name}", parameter)


def _strip(track: Track) -> dict[str, Parameter]:
    """What can be automated on a track's strip; where a return is called like a fader, the fader is meant."""
    tempo = {"tempo": _TEMPO} if track.kind is TrackKind.MASTER else {}
    return {**dict.fromkeys(track.sends, _SEND), **_STRIP, **tempo}


def _strip_key(track: Track, reference: str) -> str:
    strip = _strip(track)
    if reference in strip:
        return reference
    wanted = reference.strip().casefold()
    found = next((key for key in strip if key.casefold() == wanted), None)
    if found is None:
        raise NotFoundError("parameter", reference, strip, f"the mixer strip of {track.name}")
    return found


def _automate_parameter(session: Session, action: AutomateParameter) -> Session:
    index, track = locate_track(session, action)
    target = _target(session, track, action)
    _check(target, action.points)
    if action.clip is None:
        # Two points at one beat are a jump, so both are kept.
        points = tuple(sorted(action.points, key=lambda point: point[0]))
        return with_track(session, index, automation=_redrawn(track.automation, target, points))
    place = _clip_place(track, action.clip)
    clip = track.clips[place]
    points = tuple(sorted(dict(action.points).items()))
    redrawn = edited(clip, envelopes=_redrawn(clip.envelopes, target, points))
    return with_track(session, index, clips=replaced(track.clips, place, redrawn))


def _clip_place(track: Track, reference: str) -> int:
    place = clip_index(track, reference)
    if is_arrangement_reference(reference):
        raise NotPossibleError(
            "A clip on the timeline has no automation of its own: its track has. Leave out the clip and "
            "count the beats from the start of the song."
        )
    return place


def _check(target: _Target, points: _Points) -> None:
    if target.parameter.unit is Unit.CHOICE:
        raise NotPossibleError(f"{target.what} is a choice, and only numbers can be automated.")
    for beat, value in points:
        if beat < 0:
            raise OutOfRangeError(f"Beats count from 0; there is no beat {number_text(beat)}.")
        read_value(target.what, target.parameter, value)


def _redrawn(envelopes: Iterable[Envelope], target: _Target, points: _Points) -> tuple[Envelope, ...]:
    others = [each for each in envelopes if (each.device, each.parameter) != (target.device, target.key)]
    drawn = [Envelope(device=target.device, parameter=target.key, points=points)] if points else []
    return _in_order((*others, *drawn))


def _in_order(envelopes: Iterable[Envelope]) -> tuple[Envelope, ...]:
    return tuple(sorted(envelopes, key=lambda envelope: (envelope.device, envelope.parameter)))


def drawn_before(session: Session, action: AutomateParameter) -> Drawn:
    """What an action draws over: the points that are there now. Raises as ``apply`` does."""
    _, track = locate_track(session, action)
    target = _target(session, track, action)
    there: Sequence[Envelope] = track.automation
    if action.clip is not None:
        there = track.clips[_clip_place(track, action.clip)].envelopes
    points = next((e.points for e in there if (e.device, e.parameter) == (target.device, target.key)), ())
    return Drawn(target.device, target.key, points)


def following_chain(
    track: Track, chain: Track, place: Callable[[DevicePath], DevicePath | None]
) -> Mapping[str, tuple[object, ...]]:
    """The clips and the timeline of a track whose devices become those of ``chain``, where they change.

    ``place`` gives each old device's new path, None if it is gone. Envelopes name their device as seen in
    the chain, so they follow it, and go when it goes.
    """
    changes: dict[str, tuple[object, ...]] = {}
    if any(clip.envelopes for clip in track.clips):
        changes["clips"] = tuple(
            edited(clip, envelopes=_following(clip.envelopes, track, chain, place))
            if clip.envelopes
            else clip
            for clip in track.clips
        )
    if track.automation:
        changes["automation"] = _following(track.automation, track, chain, place)
    return changes


def _following(
    envelopes: Iterable[Envelope],
    before: Track,
    after: Track,
    place: Callable[[DevicePath], DevicePath | None],
) -> tuple[Envelope, ...]:
    kept: list[Envelope] = []
    for envelope in envelopes:
        old = _place_of(before, envelope.device)
        new = None if old is None else place(old)
        if old is None:
            kept.append(envelope)
        elif new is not None:
            kept.append(edited(envelope, device=device_reference(after, new)))
    return _in_order(kept)


def _place_of(track: Track, reference: str) -> DevicePath | None:
    """The path to an envelope's device; None for the strip, and for what a file names and nobody finds."""
    if is_mixer(reference):
        return None
    try:
        return device_path(track, reference)
    except (NotFoundError, AmbiguousError):
        return None


def sends_renamed(track: Track, old: str, new: str | None) -> Mapping[str, tuple[object, ...]]:
    """The clips and the timeline of a track whose send has another name, or is gone, where they change."""
    if old in _STRIP:
        return {}  # the fader is meant, not the send of that name
    changes: dict[str, tuple[object, ...]] = {}
    if any(_automates(clip.envelopes, old) for clip in track.clips):
        changes["clips"] = tuple(
            edited(clip, envelopes=_resent(clip.envelopes, old, new)) for clip in track.clips
        )
    if _automates(track.automation, old):
        changes["automation"] = _resent(track.automation, old, new)
    return changes


def _automates(envelopes: Iterable[Envelope], send: str) -> bool:
    return any(envelope.parameter == send and envelope.device == MIXER for envelope in envelopes)


def _resent(envelopes: Iterable[Envelope], old: str, new: str | None) -> tuple[Envelope, ...]:
    # A send that comes to be called like a fader can no longer be told from it.
    gone = new is None or new in _STRIP
    kept: list[Envelope] = []
    for envelope in envelopes:
        if (envelope.device, envelope.parameter) != (MIXER, old):
            kept.append(envelope)
        elif not gone:
            kept.append(edited(envelope, parameter=new))
    return _in_order(kept)


EDITS: Edits = {AutomateParameter: _automate_parameter}
