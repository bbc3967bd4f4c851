"""Names for slots, from what they are used for; each with others to fall back on where it is taken."""

from __future__ import annotations

from types import MappingProxyType

__all__ = ["track_names", "value_names"]

_OTHER_TRACKS = MappingProxyType(
    {
        ("set_sidechain", "source"): "source", ("set_input", "source"): "source",
        ("set_output", "to"): "bus", ("set_send", "to"): "send",
    }
)  # fmt: skip

_VALUES = MappingProxyType(
    {
        ("set_volume", "db"): "volume", ("set_send", "db"): "send_level", ("set_tempo", "bpm"): "tempo",
        ("rename_track", "name"): "new_name", ("create_clip", "name"): "clip",
        ("rename_clip", "name"): "new_clip_name", ("create_scene", "name"): "scene",
        ("rename_scene", "name"): "new_scene_name", ("add_locator", "name"): "locator",
        ("set_monitor", "mode"): "monitoring", ("create_track", "kind"): "track_kind",
        ("create_clip", "length_beats"): "length", ("move_device", "to"): "position",
        ("set_output", "to"): "output", ("set_input", "source"): "input",
        ("enable_device", "on"): "device_on",
    }
)  # fmt: skip


def track_names(action: str, field: str, role: str | None, *, first: bool) -> list[str]:
    """Names for a track's slot, best first."""
    if (action, field) in _OTHER_TRACKS:
        return [_OTHER_TRACKS[action, field], role or "other", "other"]
    return ["target", role or "other", "other"] if first else [role or "other", "other"]


def value_names(action: str, field: str, parameter: str | None, device: str) -> list[str]:
    """Names for a value's slot, best first."""
    if parameter:
        return [parameter, f"{device}_{parameter}"]
    if field == "on":
        return [action.removeprefix("set_")]
    return [_VALUES.get((action, field), field)]
