"""The Compressor, the one stock device whose side-chain source the Live Object Model can set."""

from __future__ import annotations

from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.lom import LomObject
from daw_bridges.simulated.live.routing import (
    NO_INPUT,
    RoutingChannel,
    RoutingType,
    checked_choice,
    default_channel,
    input_channels,
    sidechain_types,
)

__all__ = ["CompressorDevice"]


class CompressorDevice(Device):
    """A Compressor with its side-chain input."""

    _observable = (
        "available_input_routing_types",
        "available_input_routing_channels",
        "input_routing_type",
        "input_routing_channel",
    )

    @property
    def available_input_routing_types(self) -> tuple[RoutingType, ...]:
        return sidechain_types(self.doc_.song)

    @property
    def available_input_routing_channels(self) -> tuple[RoutingChannel, ...]:
        return input_channels(self.input_routing_type)

    @property
    def input_routing_type(self) -> RoutingType:
        """The side-chain source; a track that is gone leaves no input."""
        found: RoutingType | None = self.get_("input_routing_type")
        return found if found is not None and not found.is_lost else NO_INPUT

    @input_routing_type.setter
    def input_routing_type(self, value: RoutingType) -> None:
        checked_choice(value, RoutingType, self.available_input_routing_types, "input_routing_type")
        with self.doc_.change():
            self.assign_("input_routing_type", value)
            self.assign_("input_routing_channel", default_channel(input_channels(value)))

    @property
    def input_routing_channel(self) -> RoutingChannel:
        return self.get_("input_routing_channel") or RoutingChannel("")

    @input_routing_channel.setter
    def input_routing_channel(self, value: RoutingChannel) -> None:
        checked_choice(value, RoutingChannel, self.available_input_routing_channels, "input_routing_channel")
        self.assign_("input_routing_channel", value)

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "input_routing_type":
            self.doc_.changed(self, "available_input_routing_channels")

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        for name in ("input_routing_type", "input_routing_channel"):
            self.__dict__[f"={name}"] = other.get_(name)
