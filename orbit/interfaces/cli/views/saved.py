"""Saved sets and what was done between two of them, as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from orbit.interfaces.cli.views.session import session_view

if TYPE_CHECKING:
    from daw_bridges.ableton.saved import SavedSet
    from daw_bridges.actions import Action
    from orbit.learning.saved_sets import SavedSteps

__all__ = ["set_view", "steps_line", "steps_view", "way_view"]

_SHOWN = 4


def set_view(saved: SavedSet) -> RenderableType:
    """Show a saved set: its session, and which Live saved it."""
    by = f"Saved by Live {saved.live_version}" if saved.live_version else "Saved by a Live of unknown version"
    automated = sum(bool(track.automation) for track in saved.session.tracks)
    more = f"; {automated} tracks have automation on the timeline" if automated else ""
    return Group(session_view(saved.session), Text(), Text(f"{by}{more}.", style="dim"))


def way_view(actions: Sequence[Action], unsaid: Sequence[str]) -> RenderableType:
    """Show the actions from one set to another, and what no action says."""
    lines = [Text(f"{number:>4}  {action.describe()}") for number, action in enumerate(actions, start=1)]
    if unsaid:
        lines.append(Text("Not covered by any action:", style="yellow"))
        lines += [Text(f"   ·  {sentence}", style="yellow") for sentence in unsaid]
    return Group(*lines) if lines else Text("Nothing that Orbit reads is different.", style="dim")


def steps_view(steps: SavedSteps) -> RenderableType:
    """Show what led to one version of a set: when that was, and the actions."""
    trajectory = steps.trajectory
    head = Text(f"From {trajectory.started.astimezone():%d %b %Y %H:%M:%S} on:", style="bold")
    return Group(head, way_view([step.action for step in trajectory.actions], steps.unsaid), Text())


def steps_line(steps: SavedSteps) -> str:
    """Say what led to a save in one line."""
    said = [step.action.describe() for step in steps.trajectory.actions]
    more = f" and {len(said) - _SHOWN} more" if len(said) > _SHOWN else ""
    unsaid = f" (not covered by any action: {'; '.join(steps.unsaid[:_SHOWN])})" if steps.unsaid else ""
    return f"{steps.trajectory.project}: {'; '.join(said[:_SHOWN])}{more}{unsaid}"
