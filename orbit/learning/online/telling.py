"""How an offer is told: in one modest sentence, and once of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.learning.online.naming import steps_told, times_told, title_of

if TYPE_CHECKING:
    from orbit.memory import Library
    from orbit.memory.store.offers import StoredOffer

__all__ = ["NOTHING", "mention", "told"]

NOTHING = "Nothing is on offer. Orbit offers what you have done by hand at least three times."


def told(offer: StoredOffer) -> str:
    """Say what is offered and how to keep it."""
    keep = f"“orbit workflows keep {offer.id}”"
    if offer.replaces is not None and offer.note:
        return (
            f"Lately you do “{offer.replaces}” your own way ({offer.note}). Should Orbit do the same? {keep}"
        )
    seen = f"You have done this {times_told(offer.support)} by hand"
    if (offer.body or {}).get("provenance", {}).get("source") == "imported":
        seen = f"This was seen {times_told(offer.support)} in other people's work"
    done = f"{seen}: {title_of(offer)} ({steps_told(offer)})."
    instead = f" It would replace “{offer.replaces}”." if offer.replaces else ""
    return f"{done}{instead} Keep it? {keep}"


def mention(library: Library) -> str | None:
    """Give what is to be said of the best open offer that was never told of, and note that it was told."""
    with library.store.transaction():
        untold = [offer for offer in library.store.offers.ready() if offer.mentioned is None]
        if not untold:
            return None
        library.store.offers.mention(untold[0].id)
    return told(untold[0])
