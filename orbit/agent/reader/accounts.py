"""Accounts of the session and of what was done to it: what each question is answered with."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from daw_bridges.quantities import Quantity, Unit, beats_per_bar, format_pan, format_quantity
from daw_bridges.session import Monitor, Track, TrackKind
from orbit.agent.offline.dialogue.past import Past
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import one_of

if TYPE_CHECKING:
    from orbit.agent.offline.known import Known

__all__ = [
    "Asked", "Frame", "audible", "automated", "both", "clip", "clips", "db", "keyed", "level", "louder",
    "monitored", "panned", "routed", "sends", "sent", "session", "song", "switched", "tracks",
]  # fmt: skip

_MOST = 6


@dataclass(frozen=True)
class Frame:
    """A question: what must be said, what fills its slots, and what answers it."""

    needs: tuple[frozenset[str], ...]
    """Each a choice of senses, of which one must be said."""
    slots: Mapping[str, str]
    """The kind of mention by the name of the slot; "?" behind it: may be left unsaid."""
    may: frozenset[str]
    answer: str
    """The function that does, by its module and name."""
    fixed: Mapping[str, Any]
    says: str
    """The answer where it is always the same."""
    strict: bool
    """Whether no word may be passed over."""


@dataclass(frozen=True)
class Asked:
    """A question as it was understood."""

    frame: Frame
    known: Known
    ground: Ground
    slots: Mapping[str, Any]
    """What was named, by slot."""
    senses: frozenset[str]
    """The senses of the other words."""
    words: frozenset[str]
    """All words."""

    def tracks(self, slot: str = "tracks") -> list[Track]:
        """The tracks that were named."""
        return [self.ground.track(name) for name in self.slots.get(slot, ())]

    def some(self, *, every: bool = False) -> list[Track]:
        """The tracks that were named, or all there are."""
        found = self.ground.session.tracks if every else self.ground.session.ordinary_tracks
        return self.tracks() or list(found)

    @property
    def past(self) -> Past:
        """What was done lately."""
        return self.known.past


def both(said: Iterable[str]) -> str:
    """Several things in a row."""
    *rest, last = said
    return f"{', '.join(rest)} and {last}" if rest else last


def db(level: float) -> str:
    """A level as it is written."""
    return format_quantity(Quantity(level, Unit.DB))


# -- the mixer --------------------------------------------------------------------------------------------


def switched(asked: Asked) -> str:
    """Muted, soloed, armed: those that were asked about, or all that are."""
    field, word = asked.slots["field"], asked.slots["word"]
    if len(named := asked.tracks()) and (
        len(named) < _MOST or not asked.words & {"any", "which", "anything"}
    ):
        told = (f"{track.name} is {'' if getattr(track, field) else 'not '}{word}" for track in named)
        return f"{', '.join(told)}."
    on = [track.name for track in asked.some(every=True) if getattr(track, field)]
    return f"{word.capitalize()}: {both(on)}." if on else f"Nothing is {word}."


def monitored(asked: Asked) -> str:
    """How tracks monitor their input."""
    if named := asked.tracks():
        return f"{', '.join(f'{t.name} monitors {t.monitor.value}' for t in named)}."
    others = [f"{t.name} ({t.monitor.value})" for t in asked.some() if t.monitor is not Monitor.AUTO]
    return f"Monitoring: {both(others)}; the others are on auto." if others else "All tracks monitor auto."


def panned(asked: Asked) -> str:
    """Where tracks are panned; those that are not in the center."""
    if named := asked.tracks():
        return f"{', '.join(f'{track.name} is panned to {format_pan(track.pan)}' for track in named)}."
    side = ("right" in asked.senses) - ("left" in asked.senses)
    aside = [t for t in asked.some(every=True) if t.pan * side > 0 or (not side and t.pan)]
    if not aside:
        return f"Nothing is panned{' left' if side < 0 else ' right' if side else ''}: all is in the center."
    return f"Panned: {both(f'{track.name} {format_pan(track.pan)}' for track in aside)}."


def level(asked: Asked) -> str:
    """The levels of tracks; the highest or lowest; all that are not at unity."""
    named, most = asked.tracks(), asked.slots.get("most", 0)
    if most:
        heard = [track for track in asked.some() if not track.mute]
        levels = [most * track.volume_db for track in heard]
        top = [track for track, level in zip(heard, levels, strict=True) if level == max(levels)]
        which = "highest" if most > 0 else "lowest"
        return f"By its fader, {which}: {both(t.name for t in top)} at {db(top[0].volume_db)}."
    if len(named) == 2 and "louder" in asked.senses:
        return _difference(*named)
    if not named:
        moved = [track for track in asked.some(every=True) if track.volume_db]
        told = both(f"{track.name} at {db(track.volume_db)}" for track in moved) if moved else ""
        return f"{told}; all others are at 0.0 dB." if moved else "All faders are at 0.0 dB."
    told = ", ".join(f"{track.name} is at {db(track.volume_db)}{_silent(track)}" for track in named)
    return f"{told}.{' Whether that is right is for your ears.' if 'too' in asked.senses else ''}"


def _silent(track: Track) -> str:
    return " and muted" if track.mute else ""


def louder(asked: Asked) -> str:
    """One track against another, whichever was named first."""
    one, other = asked.tracks(), asked.tracks("source")
    if len(one) != 1 or len(other) != 1:
        levels = [f"{track.name} is at {db(track.volume_db)}" for track in (*one, *other)]
        return f"{', '.join(levels)}."
    return _difference(one[0], other[0])


def _difference(one: Track, other: Track) -> str:
    apart = one.volume_db - other.volume_db
    both = f"{one.name} is at {db(one.volume_db)}{_silent(one)}, {other.name} at {db(other.volume_db)}"
    if math.isnan(apart) or not apart:
        return f"{both}{_silent(other)}: they are as loud, by their faders."
    by = "" if math.isinf(apart) else f" {db(abs(apart))}"
    return f"{both}{_silent(other)}: {one.name} is{by} {'louder' if apart > 0 else 'quieter'}, by the fader."


def audible(asked: Asked) -> str:
    """Whether a track can be heard, and what keeps it from that."""
    soloed = any(track.solo for track in asked.ground.session.tracks)
    return " ".join(_heard(track, soloed) for track in asked.tracks())


def _heard(track: Track, soloed: bool) -> str:
    reasons = ["muted"] * track.mute
    reasons += ["not among the soloed tracks"] * (soloed and not track.solo)
    reasons += ["turned all the way down"] * math.isinf(track.volume_db)
    if not reasons:
        return f"{track.name} is not muted, its fader is at {db(track.volume_db)}, and no solo shuts it out."
    return f"{track.name} is {both(reasons)}."


# -- sends and routing ------------------------------------------------------------------------------------


def sends(asked: Asked) -> str:
    """What tracks send, what a return gets, or every send that is open."""
    return sent(asked, [t.name for t in asked.tracks("to") or asked.tracks() if t.kind is TrackKind.RETURN])


def sent(asked: Asked, returns: Sequence[str]) -> str:
    """What the tracks that were named send to returns; without a track, what these get."""
    named = [track for track in asked.tracks() if track.kind is not TrackKind.RETURN]
    open_ = [
        (track, name, level)
        for track in named or asked.ground.session.tracks
        for name, level in track.sends.items()
        if not math.isinf(level) and name in (returns or track.sends)
    ]
    if named:
        told = {
            track.name: [f"{name} at {db(level)}" for t, name, level in open_ if t is track]
            for track in named
        }
        nowhere = f"nothing to {one_of(returns)}" if returns else "to no return"
        return " ".join(
            f"{name} sends {f'to {both(each)}' if each else nowhere}." for name, each in told.items()
        )
    if returns:
        fed = [f"{track.name} at {db(level)}" for track, _, level in open_]
        return f"{both(returns)} gets {both(fed) if fed else 'nothing'}."
    return (
        f"Sends: {', '.join(f'{t.name} to {n} at {db(level)}' for t, n, level in open_)}."
        if open_
        else "No send is open."
    )


def routed(asked: Asked) -> str:
    """Where tracks go out, come in, in which group or color they are."""
    field = asked.slots["field"]
    says = {
        "output": "goes out to",
        "input": "takes its input from",
        "color": "has the color",
        "group": "is in",
    }
    none = {"output": "nowhere", "input": "nowhere", "color": "none", "group": "no group"}
    told = (f"{t.name} {says[field]} {getattr(t, field) or none[field]}." for t in asked.tracks())
    return " ".join(told)


def automated(asked: Asked) -> str:
    """What is automated, in the arrangement and in clips."""
    found = [
        f"{envelope.parameter} of {envelope.device} on {track.name}"
        for track in asked.some(every=True)
        for envelope in (*track.automation, *(each for clip in track.clips for each in clip.envelopes))
    ]
    where = f" on {one_of([track.name for track in asked.tracks()])}" if asked.tracks() else ""
    return f"Automated: {both(found)}." if found else f"Nothing{where} is automated."


def keyed(asked: Asked) -> str:
    """What listens to what by its side chain."""
    listening = [
        f"{device.name} on {track.name} listens to {device.sidechain}"
        for track in asked.some(every=True)
        for device in track.devices
        if device.sidechain
    ]
    where = f" on {one_of([track.name for track in asked.tracks()])}" if asked.tracks() else ""
    return f"{both(listening)}." if listening else f"Nothing{where} is side-chained."


# -- the song ---------------------------------------------------------------------------------------------


def song(asked: Asked) -> str:
    """The tempo, the click, the loop, the markers, the scenes, the length."""
    session = asked.ground.session
    loop, over = session.loop, "/".join(map(str, session.time_signature))
    match asked.slots["what"]:
        case "tempo":
            return f"The tempo is {session.tempo:g} BPM, in {over}."
        case "click":
            return f"The metronome is {'on' if session.metronome else 'off'}."
        case "loop":
            bars = f"from bar {loop.start_bar:g} to bar {loop.end_bar:g}"
            return f"The loop is {'on' if loop.on else 'off'}, {bars}."
        case "markers":
            marks = [f"{mark.name or 'unnamed'} at bar {mark.bar:g}" for mark in session.locators]
            return f"Markers: {both(marks)}." if marks else "There are no markers."
        case "playing":
            state = "recording" if session.recording else "playing" if session.playing else "stopped"
            return f"It is {state}."
        case "scenes":
            names = [name or f"scene {nth}" for nth, name in enumerate(session.scenes, 1)]
            return f"There are {len(names)} scenes: {', '.join(names)}." if names else "There are no scenes."
        case _:
            return _length(asked)


def _length(asked: Asked) -> str:
    session = asked.ground.session
    bar = beats_per_bar(session.time_signature)
    ends = [c.start_bar + c.length_beats / bar for track in session.tracks for c in track.arrangement_clips]
    if not ends:
        return "There is nothing in the arrangement, so the song has no length yet."
    seconds = round((max(ends) - 1) * bar * 60 / session.tempo)
    time = f"{seconds // 60}:{seconds % 60:02} at {session.tempo:g} BPM"
    return f"The arrangement ends at bar {max(ends):g}: {time}."


def clip(asked: Asked) -> str:
    """How long a clip is, and how many notes it has."""
    said = asked.slots["clip"]
    session = asked.ground.session
    clip = next(c for c in asked.ground.track(said.track).clips if said.clip in (c.name, c.slot, str(c.slot)))
    bars = clip.length_beats / beats_per_bar(session.time_signature)
    notes = f", with {clip.notes} notes" if clip.notes else ""
    return f"{clip.name} on {said.track} is {bars:g} bar{'s' * (bars != 1)} long{notes}."


def clips(asked: Asked) -> str:
    """The clips of tracks, each with its slot."""
    told = [
        f"{track.name} has {', '.join(f'{c.name} ({c.slot})' for c in track.clips)}"
        for track in asked.some()
        if track.clips
    ]
    where = f" on {one_of([track.name for track in asked.tracks()])}" if asked.tracks() else ""
    return f"{'; '.join(told)}." if told else f"There are no clips{where}."


def tracks(asked: Asked) -> str:
    """The names of tracks, counted."""
    names = [track.name for track in asked.tracks()] or asked.ground.session.track_names
    return (
        f"There are {len(names)} tracks: {', '.join(names)}." if names[1:] else f"There is one: {names[0]}."
    )


def session(asked: Asked) -> str:
    """The session in four lines: its tracks, its time, and what is not as it comes."""
    session = asked.ground.session
    tracks = [track.name for track in session.ordinary_tracks]
    returns = f", and the returns {both(t.name for t in session.returns)}" if session.returns else ""
    first = f"{session.name or 'The session'}: {len(tracks)} tracks: {', '.join(tracks)}{returns}."
    time = [f"{session.tempo:g} BPM in {'/'.join(map(str, session.time_signature))}"]
    time += [f"{len(session.scenes)} scenes"] * bool(session.scenes)
    time += [f"markers {both(mark.name for mark in session.locators)}"] if session.locators else []
    devices = [f"{t.name}: {', '.join(d.name for d in t.devices)}" for t in session.tracks if t.devices]
    states = [_states(track) for track in session.tracks if _states(track)]
    lines = [first, f"{', '.join(time)}.", f"Devices: {'; '.join(devices)}." if devices else "No devices."]
    return "\n".join([*lines, f"{'; '.join(states)}."] if states else lines)


def _states(track: Track) -> str:
    told = [
        word
        for field, word in (("mute", "muted"), ("solo", "soloed"), ("arm", "armed"))
        if getattr(track, field)
    ]
    told += [f"at {db(track.volume_db)}"] * bool(track.volume_db) + [format_pan(track.pan)] * bool(track.pan)
    return f"{track.name} {', '.join(told)}" if told else ""
