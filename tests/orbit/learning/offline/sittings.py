"""Sittings of one producer, as trajectory files have them: two routines, and other things between."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

__all__ = ["BEGUN", "sitting", "sittings", "write_lines"]

BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)
_VOICES = ("Lead Vox", "Vox 2", "Singer", "Choir", "Main Vocal")
_BASSES = ("Bass", "Sub", "Low End")


def sitting(number: int, *, origin: str = "user", **fields: Any) -> dict[str, Any]:
    """One: a voice goes through saturator and reverb, a bass ducks under the kick.

    The one comes first, or the other. Not every time both, and with other things before, between and after.
    """
    vox, bass = _VOICES[number % 5], _BASSES[number % 3]
    voice = [
        {"action": "insert_device", "track": vox, "device": "saturator"},
        {"action": "set_parameter", "track": vox, "device": "saturator", "parameter": "drive", "value": 6.0},
        {"action": "insert_device", "track": vox, "device": "reverb"},
        {"action": "set_parameter", "track": vox, "device": "reverb", "parameter": "dry_wet", "value": 25.0},
    ]
    ducked = [
        {"action": "insert_device", "track": bass, "device": "compressor"},
        {
            "action": "set_parameter",
            "track": bass,
            "device": "compressor",
            "parameter": "threshold",
            "value": -30.0,
        },
        {"action": "set_sidechain", "track": bass, "device": "compressor", "source": "Kick"},
    ]
    others = [
        {"action": "set_tempo", "bpm": 90.0 + number},
        {"action": "set_mute", "track": f"Idea {number}", "on": True},
        {"action": "create_scene", "name": f"Part {number}"},
        {"action": "set_metronome", "on": True},
        {"action": "add_locator", "bar": 5.0 + number, "name": f"Part {number}"},
    ]
    others = [others[(number * step) % 5] for step in (1, 2, 3)]
    both = [voice if number % 4 != 3 else [], ducked if number % 4 != 2 else []]
    first, second = both if number % 2 else both[::-1]
    done = [others[0], *first, others[1], *second, others[2]]
    told = {
        "id": f"sitting-{number}",
        "session": f"session-{number}",
        "project": f"Song {number}",
        "daw": "ableton",
        "goal": None,
        "outcome": "success",
        "started": (BEGUN + timedelta(hours=number)).isoformat(),
        "actions": [{"t": 5.0 * place, "origin": origin, **each} for place, each in enumerate(done)],
    }
    return told | fields


def sittings(count: int, *, first: int = 0) -> list[dict[str, Any]]:
    """Several, one after the other."""
    return [sitting(number) for number in range(first, first + count)]


def write_lines(path: Path, lines: Iterable[dict[str, Any] | str]) -> Path:
    """A file with a document or a text a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts: Sequence[str] = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path
