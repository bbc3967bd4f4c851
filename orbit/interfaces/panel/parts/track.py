"""One track in full: its chain drawn, its sends, and what each device reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from orbit.interfaces.panel.parts.controls import Window
from orbit.interfaces.panel.parts.markup import db_told, pan_told, tag, text
from orbit.interfaces.panel.pictures.chain import chain_picture

if TYPE_CHECKING:
    from daw_bridges.session import Device, Track
    from orbit.interfaces.panel.state import Panel

__all__ = ["show_track", "track_markup"]

_MOST_PARAMETERS = 60


def show_track(panel: Panel, name: str) -> None:
    """Show a track for as long as its window is open, as it changes."""
    window = Window("")
    with window.box:
        box = ui.html("", sanitize=False)

    def show() -> None:
        session = panel.feed.session
        track = next((each for each in session.tracks if each.name == name), None) if session else None
        box.set_content(track_markup(track) if track else tag("p", f"“{name}” is not there any more."))

    window.follow(panel.feed.changed, show)
    window.open()


def track_markup(track: Track) -> str:
    """Give a track in full."""
    sends = [f"{name} {db_told(db)}" for name, db in track.sends.items() if db != float("-inf")]
    facts = {
        "Level": f"{db_told(track.volume_db)}, {pan_told(track.pan)}",
        "Input": track.input,
        "Output": track.output,
        "Sends": ", ".join(sends),
        "Clips": ", ".join(clip.name or "unnamed" for clip in (*track.clips, *track.arrangement_clips)[:20]),
    }
    told = "".join(f"{tag('dt', name)}{tag('dd', value)}" for name, value in facts.items() if value)
    devices = "".join(_device(each) for each in track.devices)
    return (
        f"<h2>{text(track.name)}</h2>"
        f'<div class="picture" style="padding:6px 0">{chain_picture(track)}</div>'
        f'<dl class="facts">{told}</dl>{devices}'
    )


def _device(device: Device) -> str:
    values = "".join(
        f"{tag('dt', each.name)}{tag('dd', each.text or each.value)}"
        for each in list(device.parameters.values())[:_MOST_PARAMETERS]
    )
    side = f" ← {device.sidechain}" if device.sidechain else ""
    off = "" if device.enabled else " (off)"
    name = tag("b", f"{device.name}{side}{off}")
    return f'<details><summary>{name}</summary><dl class="facts">{values}</dl></details>'
