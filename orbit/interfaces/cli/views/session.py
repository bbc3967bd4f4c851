"""A session as a table: one row a track, as a mixer reads from left to right."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity
from daw_bridges.session import Device, Session, Track

__all__ = ["session_view", "tracks_view"]

_INDENT = "  "
_MOST_CHAINS = 16


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
        ", ".join(escape(clip.name or "unnamed") for clip in (*track.clips, *track.arrangement_clips)),
    )


def _state(track: Track) -> str:
    said = (("muted", track.mute, "yellow"), ("solo", track.solo, "cyan"), ("armed", track.arm, "red"))
    return " ".join(f"[{color}]{word}[/]" for word, on, color in said if on)


def _listed(track: Track) -> str:
    """Devices and sends in a row; what is in a rack stands below it, a line for each chain."""
    lines = _along(track.devices)
    sends = ", ".join(_sends(track))
    if not sends or not lines or lines[-1].startswith(_INDENT):
        return "\n".join([*lines, *([sends] if sends else [])])
    return "\n".join([*lines[:-1], f"{lines[-1]}, {sends}"])


def _along(devices: Sequence[Device]) -> list[str]:
    lines: list[str] = []
    row: list[str] = []
    for device in devices:
        row.append(_device(device))
        if device.chains:
            lines += [", ".join(row), *_inside(device)]
            row = []
    return [*lines, ", ".join(row)] if row else lines


def _inside(rack: Device) -> Iterator[str]:
    for chain in rack.chains[:_MOST_CHAINS]:
        first, *rest = _along(chain.devices) or ["empty"]
        state = " [yellow](muted)[/]" if chain.mute else ""
        yield f"{_INDENT}{escape(chain.name or 'unnamed')}{state}: {first}"
        yield from (f"{_INDENT}{line}" for line in rest)
    if (more := len(rack.chains) - _MOST_CHAINS) > 0:
        yield f"{_INDENT}and {more} more chains"


def _device(device: Device) -> str:
    source = f" ← {device.sidechain}" if device.sidechain else ""
    off = "" if device.enabled else " (off)"
    return escape(f"{device.name}{source}{off}")


def _sends(track: Track) -> list[str]:
    levels = {name: db for name, db in track.sends.items() if db != float("-inf")}
    return [escape(f"→ {name} {format_quantity(Quantity(db, Unit.DB))}") for name, db in levels.items()]
