"""Input and output routing of a track."""

from __future__ import annotations

from daw_bridges.simulated.live.routing import (
    ALL_INS,
    EXT_IN,
    EXT_OUT,
    GROUP,
    NO_INPUT,
    RoutingChannel,
    RoutingType,
    checked_choice,
    default_channel,
    input_channels,
    input_types,
    of_track,
    output_channels,
    output_types,
)
from daw_bridges.simulated.live.track_part import TrackPart

__all__ = ["TrackRouting"]

_NAMES = ("input_routing_type", "input_routing_channel", "output_routing_type", "output_routing_channel")


class TrackRouting(TrackPart):
    """Types and channels; writing what is not on offer raises ValueError."""

    _observable = (*_NAMES, *(f"available_{name}s" for name in _NAMES))

    @property
    def available_input_routing_types(self) -> tuple[RoutingType, ...]:
        return input_types(self.track_)

    @property
    def available_output_routing_types(self) -> tuple[RoutingType, ...]:
        return output_types(self.track_)

    @property
    def available_input_routing_channels(self) -> tuple[RoutingChannel, ...]:
        return input_channels(self.input_routing_type, midi=self.track_.has_midi_input)

    @property
    def available_output_routing_channels(self) -> tuple[RoutingChannel, ...]:
        return output_channels(self.output_routing_type)

    @property
    def input_routing_type(self) -> RoutingType:
        kind = self.track_.kind_
        default = {"midi": ALL_INS, "audio": EXT_IN}.get(kind, NO_INPUT)
        return self._stored("input_routing_type", default, NO_INPUT)

    @input_routing_type.setter
    def input_routing_type(self, value: RoutingType) -> None:
        checked_choice(value, RoutingType, self.available_input_routing_types, "input_routing_type")
        with self.doc_.change():
            self.assign_("input_routing_type", value)
            self.assign_("input_routing_channel", default_channel(self.available_input_routing_channels))

    @property
    def input_routing_channel(self) -> RoutingChannel:
        return self.get_("input_routing_channel") or default_channel(self.available_input_routing_channels)

    @input_routing_channel.setter
    def input_routing_channel(self, value: RoutingChannel) -> None:
        checked_choice(value, RoutingChannel, self.available_input_routing_channels, "input_routing_channel")
        self.assign_("input_routing_channel", value)

    @property
    def output_routing_type(self) -> RoutingType:
        track = self.track_
        if track.kind_ == "master":
            return self._stored("output_routing_type", EXT_OUT, EXT_OUT)
        master = of_track(track.song_.master_track)
        default = master if track.get_("group_track") is None else GROUP
        return self._stored("output_routing_type", default, master)

    @output_routing_type.setter
    def output_routing_type(self, value: RoutingType) -> None:
        checked_choice(value, RoutingType, self.available_output_routing_types, "output_routing_type")
        with self.doc_.change():
            self.assign_("output_routing_type", value)
            self.assign_("output_routing_channel", default_channel(self.available_output_routing_channels))

    @property
    def output_routing_channel(self) -> RoutingChannel:
        return self.get_("output_routing_channel") or default_channel(self.available_output_routing_channels)

    @output_routing_channel.setter
    def output_routing_channel(self, value: RoutingChannel) -> None:
        checked_choice(
            value, RoutingChannel, self.available_output_routing_channels, "output_routing_channel"
        )
        self.assign_("output_routing_channel", value)

    def _stored(self, name: str, default: RoutingType, lost: RoutingType) -> RoutingType:
        found: RoutingType | None = self.get_(name)
        if found is None:
            return default
        return lost if found.is_lost else found

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name in ("input_routing_type", "output_routing_type"):
            self.doc_.changed(self, f"available_{name.removesuffix('type')}channels")

    def _copy_routing(self, other: TrackRouting) -> None:
        for name in _NAMES:
            self.__dict__[f"={name}"] = other.get_(name)
