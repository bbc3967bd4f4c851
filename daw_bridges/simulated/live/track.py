"""A track of any kind: MIDI, audio, group, return or master."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.clip_slot import ClipSlot
from daw_bridges.simulated.live.colored import Colored
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec
from daw_bridges.simulated.live.legacy_routing import LegacyRouting
from daw_bridges.simulated.live.lom import LomObject, Property, Since
from daw_bridges.simulated.live.mixer_device import MixerDevice
from daw_bridges.simulated.live.stored_data import StoredData
from daw_bridges.simulated.live.take_lane import TakeLane
from daw_bridges.simulated.live.track_clips import TrackClips
from daw_bridges.simulated.live.track_part import Kind
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
        device = self.one_("selected_device")
        return None if device == None else device  # noqa: E711 - what is deleted equals None

    def select_instrument(self) -> bool:
        """Select the instrument; whether there is one."""
        track = self.parent_
        found = (
            next((d for d in track.devices if d.is_instrument_()), None) if isinstance(track, Track) else None
        )
        if found is not None:
            self.assign_("selected_device", found, Undo.NONE)
        return found is not None


class Track(Colored, LegacyRouting, TrackClips, StoredData, DeviceChain):
    """A channel of the set with its mixer, devices and clips."""

    View = TrackView
    monitoring_states = MonitoringState

    name = Property(str, "", undo=Undo.OWN)
    mute = Property(bool, default=False, applies=lambda track: track.kind_ != "master", undo=Undo.OWN)
    solo = Property(bool, default=False, applies=lambda track: track.kind_ != "master")
    arm = Property(bool, default=False, applies=lambda track: track.can_be_armed)
    implicit_arm = Property(bool, default=False, applies=lambda track: track.can_be_armed, undo=Undo.NONE)
    fold_state = Property(
        bool, default=False, applies=lambda track: track.is_foldable, listen=False, undo=Undo.NONE
    )
    current_monitoring_state = Property(
        int,
        MonitoringState.AUTO,
        applies=lambda track: track.can_be_armed,
        check=lambda _, value: _monitoring(value),
    )
    is_showing_chains = Property(bool, default=False, undo=Undo.NONE)
    _observable = (
        "muted_via_solo", "has_audio_input", "has_audio_output", "has_midi_input", "has_midi_output",
        "is_frozen", "take_lanes", "performance_impact", "output_meter_level", "output_meter_left",
        "output_meter_right", "input_meter_level", "input_meter_left", "input_meter_right",
    )  # fmt: skip

    def __init__(self, song: Song, kind: Kind, name: str, color_index: int = 0) -> None:
        super().__init__(song.doc_, song)
        self.song_ = song
        self.kind_: Kind = kind
        self.launch_at_ = 0.0
        self.launched_ = 0.0
        self.__dict__.update({"=name": name, "=color_index": color_index})
        self.mixer_device = MixerDevice(self)
        self.view = TrackView(self.doc_, self)

    @property
    def has_midi_input(self) -> bool:
        return self.kind_ == "midi"

    @property
    def has_audio_input(self) -> bool:
        return self.kind_ in ("audio", "return", "master")

    @property
    def has_midi_output(self) -> bool:
        return self.kind_ == "midi" and not self._has_instrument()

    @property
    def has_audio_output(self) -> bool:
        return self.kind_ != "midi" or self._has_instrument()

    @property
    def can_be_armed(self) -> bool:
        return self.kind_ in ("midi", "audio")

    @property
    def can_be_frozen(self) -> bool:
        return self.kind_ in ("midi", "audio")

    @property
    def is_frozen(self) -> bool:
        return False

    @property
    def is_foldable(self) -> bool:
        return self.kind_ == "group"

    @property
    def can_show_chains(self) -> bool:
        return any(device.can_have_chains for device in self.devices)

    @property
    def is_grouped(self) -> bool:
        return self.group_track is not None

    @property
    def group_track(self) -> Track | None:
        """The group this track is in."""
        return self.one_("group_track")

    @property
    def is_visible(self) -> bool:
        """Whether no group around it is folded."""
        group = self.group_track
        return group is None or (not group.fold_state and group.is_visible)

    @property
    def is_part_of_selection(self) -> bool:
        return self.song_.view.selected_track == self

    @property
    def muted_via_solo(self) -> bool:
        """Whether it is silent because another track is soloed."""
        if self.kind_ not in ("midi", "audio", "group") or self.get_("solo"):
            return False
        return any(track.get_("solo") for track in self.song_.tracks)

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

    @property
    def input_meter_left(self) -> float:
        return 0.0

    @property
    def input_meter_right(self) -> float:
        return 0.0

    @property
    def performance_impact(self) -> float:
        return 0.0

    @property
    def take_lanes(self) -> tuple[TakeLane, ...]:
        return self.all_("take_lanes")

    @Since[TakeLane](12, 0)
    def create_take_lane(self) -> TakeLane:
        """Add a take lane; RuntimeError unless on a MIDI or audio track."""
        if not self.can_be_armed:
            raise RuntimeError("Take lanes are for MIDI and audio tracks")
        with self.doc_.change():
            lane = TakeLane(self, f"Take {len(self.take_lanes) + 1}")
            self.assign_("take_lanes", (*self.take_lanes, lane))
            return lane

    def parameters_(self) -> Iterable[DeviceParameter]:
        """Every parameter that can be automated on this track."""
        mixer = self.mixer_device
        yield from (mixer.volume, mixer.panning, *mixer.sends)
        yield from self.device_parameters_()

    def takes_(self, spec: DeviceSpec) -> bool:
        return spec.type == AUDIO_EFFECT or self.kind_ == "midi"

    def loaded_(self, device: Device) -> None:
        """Do what Live does once a device is on the track: select it, and arm under an instrument."""
        self.view.assign_("selected_device", device, Undo.NONE)
        if device.is_instrument_() and self.can_be_armed:
            self.arm = True

    def _has_instrument(self) -> bool:
        return any(device.is_instrument_() for device in self.devices)

    def set_activated_(self, value: float) -> None:
        self.assign_("mute", not value)

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "mute":
            self.mixer_device.activator_.changed_("value")
        elif name == "solo":
            for track in self.song_.tracks:
                self.doc_.changed(track, "muted_via_solo")
        elif name == "name":
            self.song_.track_renamed_(self)

    def children_(self) -> Iterable[LomObject]:
        return (
            self.mixer_device,
            self.view,
            *self.devices,
            *self.clip_slots,
            *self.arrangement_clips,
            *self.take_lanes,
        )

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, Track):
            self.__dict__["=arm"] = False
            self.mixer_device.take_from_(other.mixer_device)
            self.copy_devices_(other)
            self._copy_routing(other)
            self._copy_clips(other)
            self.copy_automation_(other, dict(zip(other.parameters_(), self.parameters_(), strict=True)))


def _monitoring(value: int) -> int:
    if not 0 <= value <= MonitoringState.OFF:
        raise RuntimeError("Invalid monitoring state: 0 (In), 1 (Auto) or 2 (Off) expected")
    return value


def new_slots(track: Track, count: int) -> tuple[ClipSlot, ...]:
    """Empty slots for a new track; return and master tracks have none."""
    return tuple(ClipSlot(track) for _ in range(count)) if track.kind_ in ("midi", "audio", "group") else ()
