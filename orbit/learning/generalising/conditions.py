"""What must be there before the steps, from what they use, and what holds after them, from what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

__all__ = ["Conditions"]

Fields = Mapping[str, Any]
_Lasting = tuple[tuple[str, ...], dict[str, Any]]
"""A condition, and what it is about: a later step about the same thing replaces it."""


@dataclass(slots=True)
class Conditions:
    """The conditions of a routine while its steps are gone through in order."""

    before: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    _after: dict[tuple[str, ...], dict[str, Any]] = field(
        default_factory=dict[tuple[str, ...], dict[str, Any]]
    )
    _first: dict[str, str] = field(default_factory=dict[str, str])
    """What a track was called before the steps, by what they rename it to."""

    def need(self, condition: dict[str, Any]) -> None:
        """Ask for something that a step uses and none of the steps makes, as it was called before them."""
        condition = {name: self._first.get(str(value), value) for name, value in condition.items()}
        if condition not in self.before:
            self.before.append(condition)

    def done(self, action: str, fields: Fields, device: str | None) -> None:
        """Note what a step, with its fields as written, leads to; ``device`` is what it calls its device."""
        match action:
            case "rename_track":
                self._renamed(str(fields["track"]), str(fields["name"]))
            case "delete_track":
                self._gone("track", str(fields["track"]))
            case "remove_device":
                self._gone("device", str(fields["device"]))
            case _:
                pass
        lasting = _lasting(action, fields, device)
        if lasting is not None:
            key, condition = lasting
            self._after.pop(key, None)
            self._after[key] = condition

    def after(self) -> list[dict[str, Any]]:
        """What holds in the end."""
        return list(self._after.values())

    def _renamed(self, old: str, new: str) -> None:
        self._first[new] = self._first.get(old, old)
        self._after = {
            tuple(new if part == old else part for part in key): {
                name: new if value == old else value for name, value in condition.items()
            }
            for key, condition in self._after.items()
        }

    def _gone(self, field: str, reference: str) -> None:
        self._after = {
            key: condition for key, condition in self._after.items() if condition.get(field) != reference
        }


def _lasting(action: str, fields: Fields, device: str | None) -> _Lasting | None:
    if action in _OF_TRACK:
        mine, asked = _OF_TRACK[action]
        return _track_condition(str(fields["track"]), asked, fields[mine])
    make = _OTHERS.get(action)
    return None if make is None else make(fields, device or str(fields.get("device", "")))


def _track_condition(track: str, asked: str, value: Any) -> _Lasting:
    return (track, asked), {"track": track, asked: value}


_OF_TRACK = MappingProxyType(
    {
        "set_volume": ("db", "volume_db"), "set_pan": ("pan", "pan"), "set_mute": ("on", "mute"),
        "set_solo": ("on", "solo"), "set_arm": ("on", "arm"), "set_monitor": ("mode", "monitor"),
        "set_color": ("color", "color"), "set_output": ("to", "output"), "set_input": ("source", "input"),
    }
)  # fmt: skip
"""Actions that set one property of a track: the field, and the property as conditions call it."""


def _sent(fields: Fields, _: str) -> _Lasting:
    track, to = str(fields["track"]), str(fields["to"])
    return (track, "send", to), {"track": track, "send": to, "equals": fields["db"]}


def _device(fields: Fields, device: str, **asked: Any) -> _Lasting:
    track = str(fields["track"])
    return (track, device, *asked), {"track": track, "device": device, **asked}


def _set(fields: Fields, device: str) -> _Lasting:
    track, parameter = str(fields["track"]), str(fields["parameter"])
    condition = {"track": track, "device": device, "parameter": parameter, "equals": fields["value"]}
    return (track, device, "parameter", parameter), condition


def _session(**asked: Any) -> _Lasting:
    return tuple(asked), asked


def _signature(fields: Fields, _: str) -> _Lasting | None:
    numbers = fields["numerator"], fields["denominator"]
    plain = all(isinstance(number, int) for number in numbers)
    return _session(time_signature=f"{numbers[0]}/{numbers[1]}") if plain else None


def _clip(fields: Fields, _: str) -> _Lasting | None:
    track, name = str(fields["track"]), fields.get("name")
    if name is None:
        return None
    return (track, "clip", str(name)), {"track": track, "clip": name, "exists": True}


def _at_bar(fields: Fields, _: str) -> _Lasting | None:
    if "to_bar" not in fields:
        return None
    track, bar = str(fields["track"]), fields["to_bar"]
    return (track, "at_bar", str(bar)), {"track": track, "at_bar": bar, "exists": True}


_OTHERS: Mapping[str, Callable[[Fields, str], _Lasting | None]] = MappingProxyType(
    {
        "set_send": _sent,
        "insert_device": lambda fields, device: _device(fields, device, exists=True),
        "enable_device": lambda fields, device: _device(fields, device, enabled=fields["on"]),
        "set_sidechain": lambda fields, device: _device(fields, device, sidechain=fields["source"]),
        "set_parameter": _set,
        "create_track": lambda fields, _: _track_condition(str(fields["name"]), "kind", fields["kind"]),
        "rename_track": lambda fields, _: _track_condition(str(fields["name"]), "exists", value=True),
        "delete_track": lambda fields, _: _track_condition(str(fields["track"]), "exists", value=False),
        "set_tempo": lambda fields, _: _session(tempo=fields["bpm"]),
        "set_metronome": lambda fields, _: _session(metronome=fields["on"]),
        "set_loop": lambda fields, _: _session(loop=fields["on"]),
        "set_time_signature": _signature,
        "create_clip": _clip,
        "rename_clip": _clip,
        "duplicate_clip": _at_bar,
        "create_scene": lambda fields, _: (
            ("scene", str(fields["name"])),
            {"scene": fields["name"], "exists": True},
        ),
        "add_locator": lambda fields, _: (
            ("locator", str(fields["name"])),
            {"locator": fields["name"], "exists": True},
        ),
    }
)
