"""Having the host read in full what a plan is about to touch, where its snapshots leave that out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from daw_bridges.actions import Action, action_json
from daw_bridges.bridge import Bridge
from daw_bridges.errors import ActionError
from daw_bridges.references import track_index, track_reference
from daw_bridges.session import Session

__all__ = ["looked_into", "tracks_meant"]


async def looked_into(bridge: Bridge, session: Session, actions: Iterable[Action]) -> Session:
    """The session with the tracks that some actions name read in full. Raises BridgeError."""
    names = tracks_meant(session, [action_json(action) for action in actions])
    return await bridge.detailed(session, names) if names else session


def tracks_meant(session: Session, value: Any) -> list[str]:
    """References to the session's tracks that any of the texts in a value means, each once, as met."""
    return list(dict.fromkeys(_meant(session, value)))


def _meant(session: Session, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        try:
            yield track_reference(session, track_index(session, value))
        except ActionError:
            return
    elif isinstance(value, Mapping):
        for inner in cast("Mapping[str, Any]", value).values():
            yield from _meant(session, inner)
    elif isinstance(value, list | tuple):
        for inner in cast("list[Any]", value):
            yield from _meant(session, inner)
