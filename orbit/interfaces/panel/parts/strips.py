"""The session strip: a line a track, as a mixer reads, with side chains drawn from their source.

Each line is one piece of the page, and is sent again only when it reads differently: a set of 200 tracks in
which one fader moves is one line's worth of news.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from daw_bridges.session import Device, Session, Track, TrackKind
from orbit.interfaces.panel.parts.markup import db_told, fader_share, pan_told, tag, text

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Strips", "strip_markup", "transport_markup"]

_MOST_DEVICES = 12
_ANY_COLOUR = "#808080"


def transport_markup(session: Session) -> str:
    """Give the set's name, tempo and transport in a line."""
    above, below = session.time_signature
    parts = [f"{session.tempo:g} BPM", f"{above}/{below}"]
    if session.loop.on:
        parts.append(f"loop {session.loop.start_bar:g}–{session.loop.end_bar:g}")
    parts.append(f"{len(session.ordinary_tracks)} tracks")
    state = tag("span", "▶ playing", "on") if session.playing else tag("span", "■ stopped", "dim")
    if session.recording:
        state = tag("span", "● recording", "rec")
    return f"{tag('b', session.name or 'Untitled')} {' '.join(tag('span', part) for part in parts)} {state}"


def strip_markup(number: int, track: Track) -> str:
    """Give one track as a mixer reads."""
    colour = track.color or _ANY_COLOUR
    share = fader_share(track.volume_db)
    cells = [
        tag("span", "", "colour"),
        tag("span", number if track.ordinary else _mark(track), "no"),
        f'<span class="who">{tag("span", track.name, "name", title=track.name)}{_devices(track)}</span>',
        f'<span class="fader"><u></u><i style="width:{share * 100:.1f}%"></i></span>',
        tag("span", db_told(track.volume_db), "db"),
        tag("span", pan_told(track.pan), "pan"),
        _switches(track),
    ]
    said = text(_said(number, track))
    return (
        f'<div role="button" tabindex="0" aria-label="{said}" data-track="{text(track.name)}" '
        f'style="--c:{text(colour)}">{"".join(cells)}</div>'
    )


def _mark(track: Track) -> str:
    return "M" if track.kind is TrackKind.MASTER else "R"


def _switches(track: Track) -> str:
    switches = (("m", "M", track.mute), ("s", "S", track.solo), ("r", "R", track.arm))
    shown = switches if track.ordinary else switches[:2] if track.kind is TrackKind.RETURN else ()
    lamps = "".join(tag("b", word, f"{css} on" if on else css) for css, word, on in shown)
    return f'<span class="msr">{lamps}</span>'


def _devices(track: Track) -> str:
    shown = "".join(map(_device, track.devices[:_MOST_DEVICES]))
    return f'<span class="devices">{shown}</span>' if shown else ""


def _device(device: Device) -> str:
    source = tag("span", f" ← {device.sidechain}", "from") if device.sidechain else ""
    css = "dev" if device.enabled else "dev off"
    return f'<span class="{css}">{text(device.name)}{source}</span>'


def _said(number: int, track: Track) -> str:
    """Say a line to somebody who does not see it."""
    states = (("muted", track.mute), ("solo", track.solo), ("armed", track.arm))
    parts = [f"{number} {track.name}", db_told(track.volume_db), pan_told(track.pan)]
    parts += [word for word, on in states if on]
    parts += [
        f"{each.name} fed by {each.sidechain}" if each.sidechain else each.name for each in track.devices
    ]
    return ", ".join(parts)


def links_markup(session: Session) -> str:
    """Draw each side chain from the line of its source to the line of its track."""
    places = {track.name: place for place, track in enumerate(session.tracks)}
    pairs = {
        (places[device.sidechain], place)
        for place, track in enumerate(session.tracks)
        for device in track.devices
        if device.sidechain in places
    }
    drawn = "".join(_link(source, target) for source, target in sorted(pairs))
    rows = max(len(session.tracks), 1)
    frame = f'viewBox="0 0 42 {rows}" preserveAspectRatio="none" aria-hidden="true"'
    return f'<svg class="links" {frame}>{drawn}</svg>'


def _link(source: int, target: int) -> str:
    begin, end = source + 0.5, target + 0.5
    bend = max(2, 34 - 3 * abs(source - target))
    return (
        f'<path d="M40 {begin} C{bend - 34} {begin} {bend - 34} {end} 38 {end}"/>'
        f'<path class="end" d="M38 {end} h0.01"/>'
    )


class Strips:
    """The lines of one window."""

    def __init__(self, on_track: Callable[[str], None]) -> None:
        self._lines: list[ui.html] = []
        self._shown: list[Track] = []
        with ui.element("div").classes("strips").props('role="group" aria-label="Tracks"') as self._box:
            self._links = ui.html("", sanitize=False)
        # One listener for all lines, also by keyboard.
        pick = "(e) => {{ const r = e.target.closest('[data-track]'); if (r{}) emit(r.dataset.track); }}"
        self._box.on("click", lambda event: on_track(str(event.args)), js_handler=pick.format(""))
        key = " && (e.key === 'Enter' || e.key === ' ')"
        self._box.on("keydown", lambda event: on_track(str(event.args)), js_handler=pick.format(key))

    def show(self, session: Session) -> int:
        """Show a session; give how many lines had to be sent."""
        sent = 0
        for place, track in enumerate(session.tracks):
            if place < len(self._shown) and (self._shown[place] is track or self._shown[place] == track):
                continue
            self._line(place, track, known=place < len(self._shown))
            sent += 1
        for line in self._lines[len(session.tracks) :]:
            line.delete()
        del self._lines[len(session.tracks) :]
        self._shown = list(session.tracks)
        self._links.set_content(links_markup(session))
        return sent

    def _line(self, place: int, track: Track, *, known: bool) -> None:
        markup = strip_markup(place + 1, track)
        if place == len(self._lines):
            with self._box:
                self._lines.append(ui.html(markup, sanitize=False))
        line = self._lines[place]
        line.set_content(markup)
        apart = not track.ordinary and (place == 0 or track.kind is TrackKind.MASTER)
        css = f"strip{' muted' if track.mute else ''}{' apart' if apart else ''}{' flash' if known else ''}"
        line.classes(replace=css)
