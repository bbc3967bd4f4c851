"""What is done in a DAW as an engine tells it: sessions and actions in one order, also across a wire."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import EngineError
from daw_bridges.observation.observed import Observed
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.bridge import Bridge
    from daw_bridges.observation.seen import OnSeen, Seen

__all__ = ["pack_seen", "tell_all", "unpack_seen"]


async def tell_all(bridge: Bridge, tell: OnSeen) -> None:
    """Tell what is done to a bridge's session until the bridge is closed, or this is cancelled.

    Raises as ``Bridge.observe`` does.
    """
    async with aclosing(bridge.observe(on_session=tell)) as stream:
        async for each in stream:
            tell(each)


def pack_seen(seen: Seen) -> dict[str, Any]:
    """Give what was seen as JSON."""
    from orbit.memory.trajectory import TrajectoryAction

    if isinstance(seen, Session):
        return {"session": seen.model_dump(mode="json")}
    step = TrajectoryAction(t=max(seen.t, 0.0), origin=seen.origin, action=seen.action)
    return {"step": step.model_dump(mode="json")}


def unpack_seen(body: Any) -> Seen:
    """Read what was seen. Raises EngineError for what is none of it."""
    from orbit.memory.trajectory import TrajectoryAction

    try:
        if "session" in body:
            return Session.model_validate(body["session"])
        step = TrajectoryAction.model_validate(body["step"])
    except (ValueError, TypeError, KeyError) as error:
        raise EngineError(f"That is not an edit in a DAW: {error}") from None
    return Observed(step.t, step.origin, step.action)
