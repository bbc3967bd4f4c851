"""From what was found in a set to a session: names for numbers, and the units of a session."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from daw_bridges.ableton.displays import DAW
from daw_bridges.ableton.saved.automation import clip_envelopes, track_automation
from daw_bridges.ableton.saved.naming import chain_name, name_tracks
from daw_bridges.ableton.saved.numbers import decibels, finite, is_on
from daw_bridges.ableton.saved.parts import FoundChain, FoundClip, FoundDevice, FoundTrack
from daw_bridges.ableton.saved.routing import MASTER, Routing
from daw_bridges.ableton.saved.set_reader import KINDS_OF_TRACK, FoundSet
from daw_bridges.ableton.saved.settings import Setting
from daw_bridges.quantities import beats_to_bars
from daw_bridges.session import (
    ArrangementClip,
    Chain,
    Clip,
    Device,
    Locator,
    Loop,
    Monitor,
    Session,
    Track,
    TrackKind,
)

__all__ = ["Assembly"]

_MONITORS = {"0": Monitor.IN, "1": Monitor.AUTO, "2": Monitor.OFF}
_UNNAMED_SCENE = re.compile(r"^ \d+$")

# A set stores a time signature as one number: 99 numerators for each denominator, which are powers of two.
_NUMERATORS, _DENOMINATORS = 99, 5

_TEMPO, _SIGNATURE = 120.0, (4, 4)
_SLOWEST, _FASTEST = 20.0, 999.0


class Assembly:
    """Makes a session of one set; ``warnings`` says afterwards what had to be left out or made up."""

    def __init__(self, found: FoundSet) -> None:
        self.warnings: list[str] = []
        self._found = found
        name_tracks(found.tracks)
        if found.master is not None:
            found.master.name = MASTER
        names = {track.number: track.name for track in found.tracks if track.number}
        self._groups = {track.number: track.name for track in found.tracks if track.tag == "GroupTrack"}
        self._routing = Routing(names, self.warnings.append)
        self._returns = [track for track in found.tracks if track.tag == "ReturnTrack"]
        self._signature = self._time_signature()
        self._tempo = self._bpm()

    def session(self, name: str) -> Session:
        """The session, under a name."""
        found = self._found
        for tag in dict.fromkeys(found.unknown):
            self.warnings.append(f"“{tag}” is a kind of track this version of Orbit does not know; left out.")
        return Session(
            daw=DAW,
            name=name,
            tempo=self._tempo,
            time_signature=self._signature,
            metronome=is_on(found.transport.get("MetronomeOn"), default=False),
            loop=self._loop(),
            locators=self._locators(),
            scenes=tuple("" if _UNNAMED_SCENE.match(scene) else scene for scene in found.scenes),
            tracks=tuple(self._track(track) for track in self._in_order()),
        )

    def _in_order(self) -> list[FoundTrack]:
        ordinary = [track for track in self._found.tracks if track.tag != "ReturnTrack"]
        master = [self._found.master] if self._found.master is not None else []
        return ordinary + self._returns + master

    def _bpm(self) -> float:
        tempo = _number(self._master_setting("Tempo"))
        if tempo is None or not _SLOWEST <= tempo <= _FASTEST:
            self.warnings.append(f"The set says no tempo that Live can play; read as {_TEMPO:g} BPM.")
            return _TEMPO
        return round(tempo, 6)

    def _time_signature(self) -> tuple[int, int]:
        stored = _number(self._master_setting("TimeSignature"))
        if stored is None or not 0 <= stored < _NUMERATORS * _DENOMINATORS:
            self.warnings.append("The set says no time signature; read as 4/4.")
            return _SIGNATURE
        power, numerator = divmod(int(stored), _NUMERATORS)
        return numerator + 1, 2**power

    def _master_setting(self, name: str) -> Setting | None:
        return None if self._found.master is None else self._found.master.mixer.get(name)

    def _bar(self, beats: float) -> float:
        return round(beats_to_bars(beats, self._signature), 9)

    def _loop(self) -> Loop:
        transport = self._found.transport
        start, length = finite(transport.get("LoopStart")), finite(transport.get("LoopLength"))
        on = is_on(transport.get("LoopOn"), default=False)
        if start is None or length is None:
            return Loop(on=on)
        return Loop(on=on, start_bar=self._bar(start), end_bar=self._bar(start + length))

    def _locators(self) -> tuple[Locator, ...]:
        beats = [(finite(locator.get("Time")), locator.get("Name", "")) for locator in self._found.locators]
        known = [(beat, name) for beat, name in beats if beat is not None]
        known.sort(key=lambda locator: locator[0])
        return tuple(Locator(bar=self._bar(beat), name=name) for beat, name in known)

    def _track(self, found: FoundTrack) -> Track:
        kind = TrackKind(KINDS_OF_TRACK[found.tag])
        played = kind in (TrackKind.MIDI, TrackKind.AUDIO)
        channel = kind is not TrackKind.MASTER
        devices = tuple(self._device(device, found) for device in found.devices)
        returns = [other.name for other in self._returns]
        return Track(
            name=found.name,
            kind=kind,
            volume_db=_level(found.mixer.get("Volume"), 0.0),
            pan=_pan(found.mixer.get("Pan")),
            mute=channel and not _on(found.mixer.get("Speaker")),
            solo=channel and found.solo,
            arm=played and found.armed,
            monitor=_MONITORS.get(found.monitor, Monitor.AUTO) if played else Monitor.AUTO,
            color=found.color,
            group=self._group(found) if channel else None,
            input=self._routing.input_of(found) if channel else None,
            output=self._routing.output_of(found) if channel else None,
            sends=self._sends(found),
            devices=devices,
            clips=tuple(self._clips(found, devices, returns)) if played else (),
            arrangement_clips=tuple(map(self._arrangement_clip, found.arrangement_clips)) if played else (),
            automation=track_automation(found, devices, returns),
        )

    def _group(self, found: FoundTrack) -> str | None:
        if found.group in ("-1", ""):
            return None
        if found.group not in self._groups:
            self.warnings.append(f"“{found.name}” is in group {found.group}, which is not in the set.")
        return self._groups.get(found.group)

    def _sends(self, found: FoundTrack) -> dict[str, float]:
        levels = zip(self._returns, found.sends, strict=False)
        return {to.name: _level(send, -math.inf) for to, send in levels if to is not found}

    def _device(self, found: FoundDevice, track: FoundTrack) -> Device:
        update: dict[str, object] = {}
        if (source := self._routing.source_of(found, track)) is not None:
            update["sidechain"] = source
        if found.chains:
            update["chains"] = tuple(self._chain(chain, track) for chain in found.chains)
        return found.device.model_copy(update=update) if update else found.device

    def _chain(self, found: FoundChain, track: FoundTrack) -> Chain:
        return Chain(
            name=chain_name(found),
            devices=tuple(self._device(device, track) for device in found.devices),
            volume_db=_level(found.mixer.get("Volume"), 0.0),
            pan=_pan(found.mixer.get("Panorama")),
            mute=not _on(found.mixer.get("Speaker")),
            solo=found.solo,
        )

    def _clips(self, found: FoundTrack, devices: tuple[Device, ...], returns: list[str]) -> Iterable[Clip]:
        for clip in found.clips:
            # Checked already, and there may be thousands of notes.
            yield Clip.model_construct(
                slot=int(clip.place),
                name=clip.name,
                length_beats=round(clip.length * self._tempo / 60, 6) if clip.in_seconds else clip.length,
                notes=len(clip.notes),
                note_list=clip.notes,
                sample=clip.sample,
                envelopes=clip_envelopes(clip.envelopes, found, devices, returns),
            )

    def _arrangement_clip(self, clip: FoundClip) -> ArrangementClip:
        return ArrangementClip.model_construct(
            name=clip.name,
            start_bar=self._bar(clip.place),
            length_beats=clip.length,
            notes=len(clip.notes),
            note_list=clip.notes,
            sample=clip.sample,
        )


def _number(setting: Setting | None) -> float | None:
    return None if setting is None else finite(setting.value)


def _on(setting: Setting | None) -> bool:
    return _number(setting) != 0.0


def _level(setting: Setting | None, default: float) -> float:
    amplitude = _number(setting)
    return default if amplitude is None else decibels(amplitude)


def _pan(setting: Setting | None) -> float:
    pan = _number(setting)
    return 0.0 if pan is None else round(min(max(pan, -1.0), 1.0), 6)
