"""Tracks, returns and the master, from the elements that hold them."""

from __future__ import annotations

from daw_bridges.ableton.saved.attributes import attributes_of
from daw_bridges.ableton.saved.clip_reader import ClipReader
from daw_bridges.ableton.saved.colors import color_of
from daw_bridges.ableton.saved.cursor import Cursor, Handler, Handlers
from daw_bridges.ableton.saved.device_reader import DeviceReader
from daw_bridges.ableton.saved.envelope_reader import EnvelopeReader
from daw_bridges.ableton.saved.numbers import is_on
from daw_bridges.ableton.saved.parts import FoundTrack, Route
from daw_bridges.ableton.saved.settings import Setting, SettingReader

__all__ = ["TrackReader"]

_ROUTINGS = ("AudioInputRouting", "MidiInputRouting", "AudioOutputRouting", "MidiOutputRouting")
_CLIPS = ("<MidiClip", "<AudioClip")
_STRIP = ("Volume", "Pan", "Speaker", "Tempo", "TimeSignature")


class TrackReader:
    """Reads one track after another."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        wanted: set[str] = set()
        self._settings = SettingReader(cursor)
        self._envelopes = EnvelopeReader(cursor, wanted)
        self._clips = ClipReader(cursor, self._envelopes)
        self._devices = DeviceReader(cursor, wanted)

    def read(self, tag: str, attributes: str) -> FoundTrack:
        """The track of an element whose start tag was the last thing read."""
        track = FoundTrack(tag, attributes_of(attributes).get("Id", ""))
        names: dict[str, str] = {}
        envelopes = {"Envelopes": self._envelopes.into(track.envelopes)}
        chain = self._chain(track)
        leaves = self._cursor.read(
            tag,
            {
                "Name": self._cursor.gathering("Name", names),
                "AutomationEnvelopes": self._cursor.reading("AutomationEnvelopes", envelopes),
                "DeviceChain": self._cursor.reading("DeviceChain", chain),
                "MasterChain": self._cursor.reading("MasterChain", chain),
            },
        )
        track.name, track.user_name = names.get("EffectiveName", ""), names.get("UserName", "")
        track.color = color_of(color=leaves.get("Color"), color_index=leaves.get("ColorIndex"))
        track.group = leaves.get("TrackGroupId", "-1")
        return track

    def _chain(self, track: FoundTrack) -> Handlers:
        """What is in the chain of a track: its mixer, its clips, and another chain that holds its devices."""
        devices = {"Devices": self._devices.into(track.devices)}
        return {
            **{name: self._routing(track, name) for name in _ROUTINGS},
            "Mixer": self._mixer(track),
            "MainSequencer": self._sequencer(track),
            "DeviceChain": self._cursor.reading("DeviceChain", devices),
        }

    def _routing(self, track: FoundTrack, name: str) -> Handler:
        def read(_: str) -> None:
            leaves = self._cursor.read(name)
            track.routes[name] = Route(leaves.get("Target", ""), leaves.get("UpperDisplayString", ""))

        return read

    def _mixer(self, track: FoundTrack) -> Handler:
        keep = track.mixer.__setitem__
        handlers = {"Sends": self._sends(track), **self._settings.single(_STRIP, keep)}
        in_rows = self._settings.in_rows(keep)

        def read(_: str) -> None:
            leaves = self._cursor.read("Mixer", handlers, setting=in_rows)
            track.solo = is_on(leaves.get("SoloSink"), default=False)

        return read

    def _sends(self, track: FoundTrack) -> Handler:
        def keep(_: str, setting: Setting) -> None:
            track.sends.append(setting)

        single, in_rows = self._settings.single(("Send",), keep), self._settings.in_rows(keep)
        holder = self._cursor.reading("TrackSendHolder", single, setting=in_rows)
        return self._cursor.reading("Sends", {"TrackSendHolder": holder})

    def _sequencer(self, track: FoundTrack) -> Handler:
        recorder: dict[str, str] = {}
        events = self._cursor.reading("Events", other=self._clips.on_timeline(track.arrangement_clips))
        automation = {"ArrangerAutomation": self._cursor.reading("ArrangerAutomation", {"Events": events})}
        handlers = {
            "ClipSlotList": self._slots(track),
            "ClipTimeable": self._cursor.reading("ClipTimeable", automation),
            "Sample": self._cursor.reading("Sample", automation),
            "Recorder": self._cursor.gathering("Recorder", recorder),
        }

        def read(_: str) -> None:
            track.monitor = self._cursor.read("MainSequencer", handlers).get("MonitoringEnum", "")
            track.armed = is_on(recorder.get("IsArmed"), default=False)

        return read

    def _slots(self, track: FoundTrack) -> Handler:
        """A handler for a column of slots, counted from 1; each is a ``ClipSlot`` with another inside."""
        slot = 0

        def value(_: str) -> None:
            self._cursor.read("Value", other=self._clips.in_slot(slot, track.clips))

        inner = {"ClipSlot": self._cursor.reading("ClipSlot", {"Value": value})}

        def one(_: str) -> None:
            nonlocal slot
            slot += 1
            self._cursor.read("ClipSlot", inner)

        def column(_: str) -> None:
            if not self._cursor.skip_unless("ClipSlotList", _CLIPS):
                self._cursor.read("ClipSlotList", {"ClipSlot": one})

        return column
