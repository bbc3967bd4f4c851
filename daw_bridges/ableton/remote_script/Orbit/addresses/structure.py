"""The set as a JSON file in the system's folder for temporary files, where AbletonOSC puts it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any, Dict, List

from ..live import place_of
from .area import Answer
from .desk import Desk

__all__ = ["FILE_NAME", "export", "folder"]

FILE_NAME = "abletonosc-song-structure.json"


def folder() -> str:
    """Where the file goes; on a Mac the folder all programs share, not the one of this program alone."""
    return "/tmp" if sys.platform == "darwin" else tempfile.gettempdir()  # noqa: S108 - where clients look


def export(desk: Desk, _arguments: List[Any]) -> Answer:
    """Write tracks, clips, devices and parameters; answers 1."""
    tracks = list(desk.song.tracks)
    with open(os.path.join(folder(), FILE_NAME), "w", encoding="utf-8") as file:
        json.dump({"tracks": [_track(index, track, tracks) for index, track in enumerate(tracks)]}, file)
    return [1]


def _track(index: int, track: Any, tracks: List[Any]) -> Dict[str, Any]:
    group = track.group_track
    return {
        "index": index,
        "name": track.name,
        "is_foldable": track.is_foldable,
        "group_track": None if group is None else place_of(group, tracks),
        "clips": [
            {"index": place, "name": slot.clip.name, "length": slot.clip.length}
            for place, slot in enumerate(track.clip_slots)
            if slot.has_clip
        ],
        "devices": [_device(device) for device in track.devices],
    }


def _device(device: Any) -> Dict[str, Any]:
    return {
        "class_name": device.class_name,
        "type": int(device.type),
        "name": device.name,
        "parameters": [
            {
                "name": parameter.name,
                "value": parameter.value,
                "min": parameter.min,
                "max": parameter.max,
                "is_quantized": parameter.is_quantized,
            }
            for parameter in device.parameters
        ],
    }
