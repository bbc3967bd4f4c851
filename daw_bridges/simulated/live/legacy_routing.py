"""Routing by name, as Live had it before there were routing objects; scripts of that age still use it."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.simulated.live.lom import strict
from daw_bridges.simulated.live.routing import RoutingChannel, RoutingType
from daw_bridges.simulated.live.track_routing import TrackRouting

__all__ = ["LegacyRouting"]


class LegacyRouting(TrackRouting):
    """Names instead of objects; a name that is not on offer raises RuntimeError."""

    _observable = (
        "current_input_routing", "current_input_sub_routing", "current_output_routing",
        "current_output_sub_routing", "input_routings", "input_sub_routings", "output_routings",
        "output_sub_routings",
    )  # fmt: skip

    @property
    def input_routings(self) -> tuple[str, ...]:
        return _names(self.available_input_routing_types)

    @property
    def input_sub_routings(self) -> tuple[str, ...]:
        return _names(self.available_input_routing_channels)

    @property
    def output_routings(self) -> tuple[str, ...]:
        return _names(self.available_output_routing_types)

    @property
    def output_sub_routings(self) -> tuple[str, ...]:
        return _names(self.available_output_routing_channels)

    @property
    def current_input_routing(self) -> str:
        return self.input_routing_type.display_name

    @current_input_routing.setter
    def current_input_routing(self, name: str) -> None:
        self.input_routing_type = self.available_input_routing_types[_place(name, self.input_routings)]

    @property
    def current_input_sub_routing(self) -> str:
        return self.input_routing_channel.display_name

    @current_input_sub_routing.setter
    def current_input_sub_routing(self, name: str) -> None:
        place = _place(name, self.input_sub_routings)
        self.input_routing_channel = self.available_input_routing_channels[place]

    @property
    def current_output_routing(self) -> str:
        return self.output_routing_type.display_name

    @current_output_routing.setter
    def current_output_routing(self, name: str) -> None:
        self.output_routing_type = self.available_output_routing_types[_place(name, self.output_routings)]

    @property
    def current_output_sub_routing(self) -> str:
        return self.output_routing_channel.display_name

    @current_output_sub_routing.setter
    def current_output_sub_routing(self, name: str) -> None:
        place = _place(name, self.output_sub_routings)
        self.output_routing_channel = self.available_output_routing_channels[place]

    def changed_(self, name: str) -> None:
        super().changed_(name)
        old = _OLD_NAMES.get(name)
        if old is not None:
            self.doc_.changed(self, old)


_OLD_NAMES = {
    "input_routing_type": "current_input_routing",
    "input_routing_channel": "current_input_sub_routing",
    "output_routing_type": "current_output_routing",
    "output_routing_channel": "current_output_sub_routing",
}


def _names(choices: Sequence[RoutingType | RoutingChannel]) -> tuple[str, ...]:
    return tuple(choice.display_name for choice in choices)


def _place(name: str, names: Sequence[str]) -> int:
    if strict(str, name, "routing") not in names:
        raise RuntimeError(f"'{name}' is not one of the available routings")
    return names.index(name)
