"""Before and after of a mixer change: each track that moves, its fader as it was and as it will be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.interfaces.panel.parts.markup import db_told, fader_share, pan_told, tag

if TYPE_CHECKING:
    from daw_bridges.session import Session, Track

__all__ = ["mixer_picture"]

_HIGH, _CAP = 76, 12
_MOST = 12


def mixer_picture(before: Session, after: Session) -> str:
    """Draw the faders that move, grey as they were and coloured as they will be; empty where none does."""
    old = {track.name: track for track in before.tracks}
    moved = [
        (old[track.name], change, track)
        for track in after.tracks
        if track.name in old and (change := _change(old[track.name], track))
    ]
    if not moved:
        return ""
    more = tag("p", f"and {len(moved) - _MOST} more") if len(moved) > _MOST else ""
    return f'<div class="faders">{"".join(_figure(*each) for each in moved[:_MOST])}{more}</div>'


def _change(was: Track, now: Track) -> str:
    told = [f"{db_told(was.volume_db)} → {db_told(now.volume_db)}"] * (was.volume_db != now.volume_db)
    told += [f"{pan_told(was.pan)} → {pan_told(now.pan)}"] * (was.pan != now.pan)
    told += ["muted" if now.mute else "unmuted"] * (was.mute != now.mute)
    return ", ".join(told)


def _figure(was: Track, change: str, now: Track) -> str:
    drawn = f"{_fader(6, was, 'was')}{_fader(40, now, 'now')}"
    svg = f'<svg viewBox="0 0 64 {_HIGH}" width="64" height="{_HIGH}" aria-hidden="true">{drawn}</svg>'
    return f"<figure>{svg}<figcaption>{tag('b', now.name)} {tag('span', change)}</figcaption></figure>"


def _fader(x: float, track: Track, css: str) -> str:
    y = (1 - fader_share(track.volume_db)) * (_HIGH - _CAP)
    pan = x + 9 + track.pan * 7
    return (
        f'<rect class="groove" x="{x + 2}" y="0" width="14" height="{_HIGH}" rx="4"/>'
        f'<rect class="{css}" x="{x}" y="{y:.1f}" width="18" height="{_CAP}" rx="3"/>'
        f'<circle class="{css}" cx="{pan:.1f}" cy="{_HIGH - 5}" r="2.5"/>'
    )
