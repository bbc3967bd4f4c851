"""Whether Orbit is chosen as a Control Surface, as Live's own log tells it.

Live writes the table of its Control Surfaces into ``Log.txt``, beside its preferences, each time it opens its
MIDI devices: at the start, and when a setting or a device changes. The last table is the one that counts.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from daw_bridges.ableton.installing.places import live_preferences
from daw_bridges.ableton.installing.script_folder import NAME
from daw_bridges.ableton.installing.telling import clicks
from orbit.doctor.ableton.around import Around
from orbit.doctor.finding import Finding, ok, warning

__all__ = ["chosen"]

_TABLE = "Midi Remote Scripts:"
_ROW = re.compile(r'MidiRemoteScript \d+ \[Control Surface="([^"]*)"')
_END_OF_LOG = 8 * 1024 * 1024


def chosen(around: Around) -> Finding | None:
    """Whether Orbit is chosen as a Control Surface, by the last table in Live's log."""
    preferences = live_preferences(around.machine)
    if not preferences or not around.has_script:
        return None
    surfaces = _last_table(preferences[0].folder / "Log.txt")
    if surfaces is None:
        return None
    if NAME in surfaces:
        return ok(f"{NAME} was chosen when Live was started last")
    others = ", ".join(name for name in surfaces if name != "None") or "none"
    return warning(
        f"{NAME} was not chosen when Live was started last (chosen: {others}).",
        clicks(preferences[0].version),
    )


def _last_table(log: Path) -> list[str] | None:
    with suppress(OSError), log.open("rb") as file:
        file.seek(max(log.stat().st_size - _END_OF_LOG, 0))
        _, found, after = file.read().decode("utf-8", "replace").rpartition(_TABLE)
        return _rows(after) if found else None
    return None


def _rows(text: str) -> list[str]:
    rows: list[str] = []
    for line in text.splitlines()[1:]:
        match = _ROW.match(line.strip())
        if match is None:
            break
        rows.append(match[1])
    return rows
