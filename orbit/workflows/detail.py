"""Having the host read in full what a plan is about to touch, where its snapshots leave that out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from daw_bridges.actions import Action, InsertDevice
from daw_bridges.bridge import Bridge
from daw_bridges.errors import ActionError
from daw_bridges.references import track_index, track_reference
from daw_bridges.session import Session
from orbit.workflows.templates import is_template, names_in
from orbit.workflows.workflow import Step, Workflow

__all__ = ["looked_into", "looked_into_for", "looked_into_tracks"]


async def looked_into(bridge: Bridge, session: Session, actions: Iterable[Action]) -> Session:
    """The session with the devices that some actions touch read in full. Raises BridgeError."""
    inside = [action for action in actions if not isinstance(action, InsertDevice)]
    references = [getattr(action, "track", None) for action in inside if hasattr(action, "device")]
    return await looked_into_tracks(bridge, session, references)


async def looked_into_for(
    bridge: Bridge, session: Session, workflow: Workflow, slots: Mapping[str, Any]
) -> Session:
    """The session with the devices that a workflow may touch, its slots filled, read in full."""
    inside = [step for step in workflow.steps if "device" in step.fields and step.action != "insert_device"]
    return await looked_into_tracks(bridge, session, [_tracks(step, slots) for step in inside])


def _tracks(step: Step, slots: Mapping[str, Any]) -> list[Any]:
    """What a step's track may come to: a name, or the values of the slots in it."""
    track = step.fields.get("track")
    if not is_template(track):
        return [track]
    names = names_in(str(track))
    items = slots.get(step.for_each) if isinstance(step.for_each, str) else step.for_each
    return [*(slots.get(name) for name in names), *([items] if "item" in names else [])]


async def looked_into_tracks(bridge: Bridge, session: Session, references: Any) -> Session:
    """The session with the devices of some tracks read in full. Raises BridgeError."""
    tracks = list(dict.fromkeys(_meant(session, references)))
    return await bridge.detailed(session, tracks) if tracks else session


def _meant(session: Session, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        try:
            yield track_reference(session, track_index(session, value))
        except ActionError:
            return
    elif isinstance(value, list | tuple):
        for inner in cast("list[Any]", value):
            yield from _meant(session, inner)
