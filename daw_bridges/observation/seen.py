"""What an observer is told, in one order: sessions it leads on from, and actions that were done to them."""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.observation.observed import Observed
from daw_bridges.session import Session

__all__ = ["OnSeen", "Seen", "later"]

Seen = Session | Observed
"""The session that what follows leads on from, or one action that was done to it."""

OnSeen = Callable[[Seen], None]


def later(tell: OnSeen, seconds: float) -> OnSeen:
    """Give what tells with so many seconds added: an observation that goes on from an earlier one."""

    def told(seen: Seen) -> None:
        tell(Observed(seen.t + seconds, seen.origin, seen.action) if isinstance(seen, Observed) else seen)

    return told
