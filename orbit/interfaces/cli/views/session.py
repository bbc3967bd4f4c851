"""A session as a table: one row a track, as a mixer reads from left to right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity
from daw_bridges.session import Device, Session, Track

__all__ = ["session_view", "tracks_view"]

_INDENT = "  "
_MOST_CHAINS = 4
"""More would hide the mixer; ``--json`` has them all."""


def session_view(session: Session) -> RenderableType:
    """Show a whole session: the transport in a line, then the tracks."""
    return Group(_transport(session), Text(), tracks_view(session))


def tracks_view(session: Session, names: Collection[str] | None = None) -> RenderableType:
    """Show the tracks of a session, all or those of the given names."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("#", justify="right", style="dim")
    table.add_column("Track")
    table.add_column("Kind", style="dim")
    table.add_column("Volume", justify="right")
    table.add_column("Pan", justify="right")
    table.add_column("State")
    table.add_column("Devices and sends", overflow="fold")
    table.add_column("Clips", overflow="fold", style="dim")
    for number, track in enumerate(session.tracks, start=1):
        if names is None or track.name in names:
            table.add_row(*_row(number, track))
    return table


def _transport(session: Session) -> Text:
    above, below = session.time_signature
    parts = [
        session.name or "Untitled",
        session.daw,
        f"{session.tempo:g} BPM",
        f"{above}/{below}",
        "playing" if session.playing else "stopped",
    ]
    if session.loop.on:
        parts.append(f"loop bar {session.loop.start_bar:g} to {session.loop.end_bar:g}")
    parts += [f"{locator.name} at bar {locator.bar:g}" for locator in session.locators]
    line = Text(parts[0], style="bold")
    line.append(" · " + " · ".join(parts[1:]), style="not bold")
    return line


def _row(number: int, track: Track) -> tuple[str, ...]:
    return (
        str(number) if track.ordinary else "",
        f"[bold]{escape(track.name)}[/]",
        track.kind.value,
        format_quantity(Quantity(track.volume_db, Unit.DB)),
        format_pan(track.pan),
        _state(track),
        _listed(track),
        ", ".join(_counted(clip.name or "unnamed" for clip in (*track.clips, *track.arrangement_clips))),
    )


def _counted(names: Iterable[str]) -> Iterator[str]:
    """Say names that repeat once, with how often they do."""
    for name, times in Counter(names).items():
        yield escape(name if times == 1 else f"{name} × {times}")


def _state(track: Track) -> str:
    said = (("muted", track.mute, "yellow"), ("solo", track.solo, "cyan"), ("armed", track.arm, "red"))
    return " ".join(f"[{color}]{word}[/]" for word, on, color in said if on)


def _listed(track: Track) -> str:
    """Devices and sends in a row; what is in a rack stands below it, a line for each chain."""
    lines: list[str] = []
    row: list[str] = []
    for device in track.devices:
        row.append(_device(device))
        if device.chains:
            lines += [", ".join(row), *_inside(device)]
            row = []
    row += _sends(track)
    return "\n".join([*lines, ", ".join(row)] if row else lines)


def _inside(rack: Device) -> Iterator[str]:
    shown = rack.chains if len(rack.chains) == _MOST_CHAINS + 1 else rack.chains[:_MOST_CHAINS]
    for chain in shown:
        devices = ", ".join(map(_folded, chain.devices)) or "empty"
        state = " [yellow](muted)[/]" if chain.mute else ""
        yield f"{_INDENT}{escape(chain.name or 'unnamed')}{state}: {devices}"
    if more := len(rack.chains) - len(shown):
        yield f"{_INDENT}and {more} more chains"


def _folded(device: Device) -> str:
    """A device in a chain; a rack within a rack is told by how much is in it."""
    chains = len(device.chains)
    return _device(device) + (f" ({chains} chain{'s' if chains > 1 else ''})" if chains else "")


def _device(device: Device) -> str:
    source = f" ← {device.sidechain}" if device.sidechain else ""
    off = "" if device.enabled else " (off)"
    return escape(f"{device.name}{source}{off}")


def _sends(track: Track) -> list[str]:
    levels = {name: db for name, db in track.sends.items() if db != float("-inf")}
    return [escape(f"→ {name} {format_quantity(Quantity(db, Unit.DB))}") for name, db in levels.items()]
