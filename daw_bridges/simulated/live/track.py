"""A track of any kind: MIDI, audio, group, return or master."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.clip_slot import ClipSlot
from daw_bridges.simulated.live.colored import Colored
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec
from daw_bridges.simulated.live.lom import LomObject, Property
from daw_bridges.simulated.live.mixer_device import MixerDevice
from daw_bridges.simulated.live.stored_data import StoredData
from daw_bridges.simulated.live.track_clips import TrackClips
from daw_bridges.simulated.live.track_part import Kind
from daw_bridges.simulated.live.track_routing import TrackRouting
from daw_bridges.simulated.live.undo import Undo

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song

__all__ = ["Kind", "Track", "TrackView"]


class MonitoringState(IntEnum):
    """Track.monitoring_states."""

    IN = 0
    AUTO = 1
    OFF = 2


class TrackView(LomObject):
    """What is selected and shown of a track."""

    is_collapsed = Property(bool, default=False, undo=Undo.NONE)
    device_insert_mode = Property(int, 0, undo=Undo.NONE)
    _observable = ("selected_device",)

    @property
    def selected_device(self) -> Device | None:
        """The device the user works on; None if it is gone."""
        device = self._get("selected_device")
        return None if device == None else device  # noqa: E711 - what is deleted equals None

    def select_instrument(self) -> bool:
        """Select the instrument; whether there is one."""
        track = self._parent
        found = next((d for d in track.devices if d._is_instrument()), None) if isinstance(track, Track) else None
        if found is not None:
            self._assign("selected_device", found, Undo.NONE)
        return found is not None


class Track(Colored, TrackRouting, TrackClips, StoredData, DeviceChain):
    """A channel of the set with its mixer, devices and clips."""

    View = TrackView
    monitoring_states = MonitoringState

    name = Property(str, "", undo=Undo.OWN)
    mute = Property(bool, default=False, applies=lambda track: track._kind != "master", undo=Undo.OWN)
    solo = Property(bool, default=False, applies=lambda track: track._kind != "master")
    arm = Property(bool, default=False, applies=lambda track: track.can_be_armed)
    implicit_arm = Property(bool, default=False, applies=lambda track: track.can_be_armed, undo=Undo.NONE)
    fold_state = Property(int, 0, applies=lambda track: track.is_foldable, listen=False, undo=Undo.NONE)
    current_monitoring_state = Property(
        int, MonitoringState.AUTO, applies=lambda track: track.can_be_armed, check=lambda _, value: _monitoring(value)
    )
    is_showing_chains = Property(bool, default=False, undo=Undo.NONE)
    back_to_arranger = Property(bool, default=False, undo=Undo.NONE)
    _observable = (
        "muted_via_solo", "has_audio_input", "has_audio_output", "has_midi_input", "has_midi_output", "can_be_armed",
        "is_frozen", "output_meter_level", "output_meter_left", "output_meter_right", "input_meter_level",
    )  # fmt: skip

    def __init__(self, song: Song, kind: Kind, name: str, color_index: int = 0) -> None:
        super().__init__(song._doc, song)
        self._song = song
        self._kind: Kind = kind
        self._launch_at = 0.0
        self._launched = 0.0
        self.__dict__.update({"=name": name, "=color_index": color_index})
        self.mixer_device = MixerDevice(self)
        self.view = TrackView(self._doc, self)

    @property
    def has_midi_input(self) -> bool:
        return self._kind == "midi"

    @property
    def has_audio_input(self) -> bool:
        return self._kind in ("audio", "return", "master")

    @property
    def has_midi_output(self) -> bool:
        return self._kind == "midi" and not self._has_instrument()

    @property
    def has_audio_output(self) -> bool:
        return self._kind != "midi" or self._has_instrument()

    @property
    def can_be_armed(self) -> bool:
        return self._kind in ("midi", "audio")

    @property
    def can_be_frozen(self) -> bool:
        return self._kind in ("midi", "audio")

    @property
    def is_frozen(self) -> bool:
        return False

    @property
    def is_foldable(self) -> bool:
        return self._kind == "group"

    @property
    def can_show_chains(self) -> bool:
        return any(device.can_have_chains for device in self.devices)

    @property
    def is_grouped(self) -> bool:
        return self.group_track is not None

    @property
    def group_track(self) -> Track | None:
        """The group this track is in."""
        return self._get("group_track")

    @property
    def is_visible(self) -> bool:
        """Whether no group around it is folded."""
        group = self.group_track
        return group is None or (not group.fold_state and group.is_visible)

    @property
    def is_part_of_selection(self) -> bool:
        return self._song.view.selected_track is self

    @property
    def muted_via_solo(self) -> bool:
        """Whether it is silent because another track is soloed."""
        if self._kind not in ("midi", "audio", "group") or self._get("solo"):
            return False
        return any(track._get("solo") for track in self._song.tracks)

    @property
    def output_meter_level(self) -> float:
        return 0.0

    @property
    def output_meter_left(self) -> float:
        return 0.0

    @property
    def output_meter_right(self) -> float:
        return 0.0

    @property
    def input_meter_level(self) -> float:
        return 0.0

    def _takes(self, spec: DeviceSpec) -> bool:
        return spec.type == AUDIO_EFFECT or self._kind == "midi"

    def _loaded(self, device: Device) -> None:
        """Do what Live does once a device has been put on the track: select it, and arm under an instrument."""
        self.view._assign("selected_device", device, Undo.NONE)
        if device._is_instrument() and self.can_be_armed:
            self.arm = True

    def _has_instrument(self) -> bool:
        return any(device._is_instrument() for device in self.devices)

    def _set_activated(self, value: float) -> None:
        self._assign("mute", not value)

    def _changed(self, name: str) -> None:
        super()._changed(name)
        if name == "mute":
            self.mixer_device._activator._changed("value")
        elif name == "solo":
            for track in self._song.tracks:
                self._doc.changed(track, "muted_via_solo")
        elif name == "name":
            self._song._track_renamed(self)

    def _children(self) -> Iterable[LomObject]:
        return (self.mixer_device, self.view, *self.devices, *self.clip_slots, *self.arrangement_clips)

    def _take_from(self, other: LomObject) -> None:
        super()._take_from(other)
        if isinstance(other, Track):
            self.__dict__["=arm"] = False
            self.mixer_device._take_from(other.mixer_device)
            self._copy_devices(other)
            self._copy_routing(other)
            self._copy_clips(other)


def _monitoring(value: int) -> int:
    if not 0 <= value <= MonitoringState.OFF:
        raise RuntimeError("Invalid monitoring state: 0 (In), 1 (Auto) or 2 (Off) expected")
    return value


def new_slots(track: Track, count: int) -> tuple[ClipSlot, ...]:
    """Empty slots for a new track: group, return and master tracks differ in that they hold no clips of their own."""
    return tuple(ClipSlot(track) for _ in range(count)) if track._kind in ("midi", "audio", "group") else ()
