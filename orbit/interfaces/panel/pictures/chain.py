"""A chain as a signal path: what sounds, the devices in a row, what feeds them, where it goes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from daw_bridges.actions.base import title
from orbit.interfaces.panel.parts.markup import db_told, text
from orbit.workflows.templates import slots_shown

if TYPE_CHECKING:
    from daw_bridges.session import Track
    from orbit.workflows import Workflow

__all__ = ["chain_picture", "workflow_picture"]


@dataclass(frozen=True)
class _Box:
    """One station of the path; ``css`` is end, new or off, ``side`` what feeds its side chain."""

    name: str
    css: str = ""
    side: str = ""


def chain_picture(track: Track, new: Collection[str] = ()) -> str:
    """Draw a track's chain; ``new`` are the names of the devices that a plan puts in."""
    devices = [
        _Box(
            each.name,
            " ".join(["new"] * (each.name in new) + ["off"] * (not each.enabled)),
            each.sidechain or "",
        )
        for each in track.devices
    ]
    level = _Box(f"{db_told(track.volume_db)} → {track.output or 'Master'}", "end")
    return _drawn(track.name, [_Box(track.name, "end"), *devices, level])


def workflow_picture(workflow: Workflow) -> str:
    """Draw the chains that a workflow makes, one a track; empty where it puts no device in."""
    paths: dict[str, dict[str, _Box]] = {}
    for step in workflow.steps:
        track, device = slots_shown(str(step.fields.get("track", ""))), str(step.fields.get("device", ""))
        path = paths.get(track, {})
        if step.action == "insert_device":
            label = str(step.fields.get("as") or device)
            paths.setdefault(track, path)[label] = _Box(title(slots_shown(device)), "new")
        elif step.action == "set_sidechain" and device in path and (source := step.fields.get("source")):
            path[device] = replace(path[device], side=slots_shown(str(source)))
    return "".join(_drawn(track, [_Box(track, "end"), *path.values()]) for track, path in paths.items())


def _drawn(name: str, boxes: Iterable[_Box]) -> str:
    items = "".join(_item(box) for box in boxes)
    return f'<ol class="chain" aria-label="Signal path of {text(name)}">{items}</ol>'


def _item(box: _Box) -> str:
    side = f'<span class="side">{text(box.side)} ▾</span>' if box.side else ""
    off = '<span class="dim"> off</span>' if "off" in box.css else ""
    css = f' class="{box.css}"' if box.css else ""
    return f"<li{css}>{side}{text(box.name)}{off}</li>"
