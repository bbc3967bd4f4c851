"""Before and after of a mixer change: each track that moves, its fader as it was and as it will be."""

from __future__ import annotations

from daw_bridges.session import Session, Track
from orbit.interfaces.panel.parts.markup import db_told, fader_share, pan_told, text

__all__ = ["mixer_picture"]

_WIDE, _HIGH, _TOP, _FADER = 96, 128, 8, 84
_MOST = 12


def mixer_picture(before: Session, after: Session) -> str:
    """Draw the faders that move, grey as they were and coloured as they will be; empty where none does."""
    old = {track.name: track for track in before.tracks}
    moved = [
        (old[track.name], track)
        for track in after.tracks
        if track.name in old and _moves(old[track.name], track)
    ]
    if not moved:
        return ""
    drawn = "".join(_pair(place, was, now) for place, (was, now) in enumerate(moved[:_MOST]))
    said = text("; ".join(f"{now.name} {_change(was, now)}" for was, now in moved))
    wide = _WIDE * min(len(moved), _MOST)
    frame = f'viewBox="0 0 {wide} {_HIGH}" width="{wide}" font-size="12"'
    return f'<svg {frame} role="img" aria-label="{said}">{drawn}</svg>'


def _moves(was: Track, now: Track) -> bool:
    return (was.volume_db, was.pan, was.mute) != (now.volume_db, now.pan, now.mute)


def _change(was: Track, now: Track) -> str:
    if was.volume_db != now.volume_db:
        return f"{db_told(was.volume_db)} → {db_told(now.volume_db)}"
    if was.pan != now.pan:
        return f"{pan_told(was.pan)} → {pan_told(now.pan)}"
    return "muted" if now.mute else "unmuted"


def _pair(place: int, was: Track, now: Track) -> str:
    x = place * _WIDE
    name = now.name if len(now.name) <= 13 else f"{now.name[:12]}…"
    middle = x + _WIDE / 2
    return (
        f"{_fader(x + 26, was, 'was')}{_fader(x + 56, now, 'now')}"
        f'<text x="{middle}" y="{_TOP + _FADER + 16}" text-anchor="middle" font-weight="600">'
        f"{text(name)}</text>"
        f'<text class="soft" x="{middle}" y="{_TOP + _FADER + 32}" '
        'text-anchor="middle" font-size="10.5">'
        f"{text(_change(was, now))}</text>"
    )


def _fader(x: float, track: Track, css: str) -> str:
    y = _TOP + (1 - fader_share(track.volume_db)) * (_FADER - 12)
    turn = track.pan * 7
    return (
        f'<rect class="groove" x="{x}" y="{_TOP}" width="14" height="{_FADER}" rx="4"/>'
        f'<rect class="{css}" x="{x - 3}" y="{y:.1f}" width="20" height="12" rx="3"/>'
        f'<circle class="{css}" cx="{x + 7 + turn:.1f}" cy="{_TOP + _FADER - 6}" r="2.5"/>'
    )
