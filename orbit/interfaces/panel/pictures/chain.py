"""A track's chain as a signal path: where the sound comes from, the devices in a row, where it goes."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from daw_bridges.session import Device, Track
from orbit.interfaces.panel.parts.markup import db_told, text

__all__ = ["chain_picture"]

_HIGH, _GAP, _LETTER, _LEAST, _WIDEST = 38, 26, 8.4, 74, 190
_TOP = 34


def chain_picture(track: Track, new: Collection[str] = ()) -> str:
    """Draw a track's chain; ``new`` are the names of the devices that a plan puts in."""
    boxes = [(track.input or track.name, None), *((each.name, each) for each in track.devices)]
    boxes.append((f"{db_told(track.volume_db)} → {track.output or 'Master'}", None))
    x, drawn, edges = 4.0, list[str](), list[tuple[float, float]]()
    for name, device in boxes:
        wide = min(max(len(name) * _LETTER + 22, _LEAST), _WIDEST)
        drawn.append(_box(x, wide, name, device, is_new=name in new))
        edges.append((x, x + wide))
        x += wide + _GAP
    wires = "".join(_wire(left[1], right[0]) for left, right in pairwise(edges))
    said = text(f"{track.name}: {' → '.join(name for name, _ in boxes)}")
    return (
        f'<svg viewBox="0 0 {x:.0f} {_TOP + _HIGH + 6}" width="{x:.0f}" role="img" aria-label="{said}" '
        f'font-size="14">{wires}{"".join(drawn)}</svg>'
    )


def _box(x: float, wide: float, name: str, device: Device | None, *, is_new: bool) -> str:
    css = "box new" if is_new else "box"
    dash = ' stroke-dasharray="4 3"' if device is not None and not device.enabled else ""
    most = int((wide - 16) / _LETTER)
    shown = name if len(name) <= most else f"{name[: most - 1]}…"
    side = _side(x + wide / 2, device.sidechain) if device is not None and device.sidechain else ""
    corner = 8 if device is not None else 19
    return (
        f'<rect class="{css}" x="{x:.1f}" y="{_TOP}" width="{wide:.1f}" '
        f'height="{_HIGH}" rx="{corner}"{dash}/>'
        f'<text x="{x + wide / 2:.1f}" y="{_TOP + 24}" text-anchor="middle">{text(shown)}</text>{side}'
    )


def _wire(begin: float, end: float) -> str:
    y = _TOP + _HIGH / 2
    return f'<path class="wire" d="M{begin:.1f} {y} H{end - 2:.1f} m-6 -5 l6 5 l-6 5"/>'


def _side(x: float, source: str) -> str:
    shown = source if len(source) <= 20 else f"{source[:19]}…"
    return (
        f'<path class="side" d="M{x:.1f} 18 V{_TOP - 1}"/>'
        f'<text class="sidetext" x="{x:.1f}" y="13" text-anchor="middle">{text(shown)} ▾</text>'
    )
