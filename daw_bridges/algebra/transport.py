"""Edits of the transport and the timeline: tempo, signature, metronome, loop, recording, locators."""

from __future__ import annotations

from daw_bridges.actions import (
    AddLocator,
    Play,
    Record,
    RemoveLocator,
    SetLoop,
    SetMetronome,
    SetTempo,
    SetTimeSignature,
    Stop,
)
from daw_bridges.algebra.checks import check_bar, check_within, number_text
from daw_bridges.algebra.editing import Edits, edited
from daw_bridges.errors import NotFoundError, NotPossibleError, OutOfRangeError
from daw_bridges.quantities import bars_to_beats, beats_to_bars
from daw_bridges.session import Locator, Session

__all__ = ["EDITS", "SAME_BAR"]

SAME_BAR = 1e-6
"""Two positions nearer than this, in bars, are one: what is left of converting between bars and beats."""

_TICKS_PER_BEAT = 960


def _set_tempo(session: Session, action: SetTempo) -> Session:
    if not 20.0 <= action.bpm <= 999.0:
        raise OutOfRangeError(
            f"The tempo goes from 20 to 999 BPM; {number_text(action.bpm)} BPM is out of range."
        )
    return edited(session, tempo=action.bpm)


def _set_time_signature(session: Session, action: SetTimeSignature) -> Session:
    check_within("The upper number of a time signature", action.numerator, 1, 99)
    if action.denominator not in (1, 2, 4, 8, 16):
        raise OutOfRangeError(
            f"The lower number of a time signature is 1, 2, 4, 8 or 16, not {action.denominator}."
        )
    old, new = session.time_signature, (action.numerator, action.denominator)
    return session if old == new else _with_bars_counted_anew(session, new)


def _with_bars_counted_anew(session: Session, signature: tuple[int, int]) -> Session:
    """The session under another signature: what is on the timeline stays at its beat, so its bar changes."""

    def bar(before: float) -> float:
        return _counted_anew(before, session.time_signature, signature)

    loop = edited(session.loop, start_bar=bar(session.loop.start_bar), end_bar=bar(session.loop.end_bar))
    locators = tuple(edited(locator, bar=bar(locator.bar)) for locator in session.locators)
    tracks = tuple(
        edited(
            track,
            arrangement_clips=tuple(
                edited(clip, start_bar=bar(clip.start_bar)) for clip in track.arrangement_clips
            ),
        )
        if track.arrangement_clips
        else track
        for track in session.tracks
    )
    return edited(session, time_signature=signature, loop=loop, locators=locators, tracks=tracks)


def _counted_anew(bar: float, old: tuple[int, int], new: tuple[int, int]) -> float:
    # A third of a bar is no finite decimal: rounding to the tick keeps there-and-back exact.
    beats = bars_to_beats(bar, old)
    on_tick = round(beats * _TICKS_PER_BEAT) / _TICKS_PER_BEAT
    return round(beats_to_bars(on_tick if abs(on_tick - beats) < SAME_BAR else beats, new), 9)


def _set_metronome(session: Session, action: SetMetronome) -> Session:
    return edited(session, metronome=action.on)


def _set_loop(session: Session, action: SetLoop) -> Session:
    start = session.loop.start_bar if action.start_bar is None else action.start_bar
    end = session.loop.end_bar if action.end_bar is None else action.end_bar
    for given in (action.start_bar, action.end_bar):
        if given is not None:
            check_bar(given)
    if start >= end:
        raise OutOfRangeError(
            f"The loop has to end after its start; it would go from bar {number_text(start)} to "
            f"bar {number_text(end)}. Give both ends."
        )
    return edited(session, loop=edited(session.loop, on=action.on, start_bar=start, end_bar=end))


def _play(session: Session, action: Play) -> Session:
    if action.from_bar is not None:
        check_bar(action.from_bar)
    return edited(session, playing=True)


def _stop(session: Session, _action: Stop) -> Session:
    return edited(session, playing=False, recording=False)


def _record(session: Session, action: Record) -> Session:
    return edited(session, recording=action.on)


def _add_locator(session: Session, action: AddLocator) -> Session:
    check_bar(action.bar)
    there = _locator_at(session, action.bar)
    if there is not None:
        raise NotPossibleError(
            f"There is already a locator at bar {number_text(action.bar)}, “{session.locators[there].name}”. "
            "Remove it first or choose another bar."
        )
    locators = (*session.locators, Locator(bar=action.bar, name=action.name))
    return edited(session, locators=tuple(sorted(locators, key=lambda locator: locator.bar)))


def _remove_locator(session: Session, action: RemoveLocator) -> Session:
    there = _locator_at(session, action.bar)
    if there is None:
        known = [f"{locator.name} at bar {number_text(locator.bar)}" for locator in session.locators]
        raise NotFoundError("locator", f"bar {number_text(action.bar)}", known)
    return edited(session, locators=session.locators[:there] + session.locators[there + 1 :])


def _locator_at(session: Session, bar: float) -> int | None:
    places = [index for index, locator in enumerate(session.locators) if abs(locator.bar - bar) < SAME_BAR]
    return places[0] if places else None


EDITS: Edits = {
    SetTempo: _set_tempo,
    SetTimeSignature: _set_time_signature,
    SetMetronome: _set_metronome,
    SetLoop: _set_loop,
    Play: _play,
    Stop: _stop,
    Record: _record,
    AddLocator: _add_locator,
    RemoveLocator: _remove_locator,
}
