"""An answer to an offer that was just told of: "keep it", "keep it as Night drums", "no thanks"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from orbit.interfaces.cli.chat.commands import Told, decided

if TYPE_CHECKING:
    from orbit.interfaces.cli.chat.chat import Chat
    from orbit.learning.online.operations import Offer

__all__ = ["how_to_answer", "on_offer"]

_KEEP = re.compile(
    r"^(?:yes[,.!]?\s+)?(?:please\s+)?keep (?:it|that|this)(?:\s+(?:as|and call it)\s+(?P<name>.+?))?"
    r"(?:[,]?\s+please)?[.!]?$|^(?:yes|yes please|sure|yeah|yep|ok|okay)[.!]?$",
    re.IGNORECASE,
)
_DISMISS = re.compile(
    r"^(?:no|nope|no thanks|no thank you|not now|don.?t keep (?:it|that)|dismiss (?:it|that))[.!]?$",
    re.IGNORECASE,
)


async def on_offer(chat: Chat, offer: Offer, text: str) -> Told | None:
    """Take an answer to an offer; None where the line is something else."""
    if (kept := _KEEP.match(text)) is not None:
        return await decided(chat, "keep_offer", offer.id, kept["name"])
    return await decided(chat, "dismiss_offer", offer.id) if _DISMISS.match(text) else None


def how_to_answer(reply: str, offer: Offer) -> str:
    """Say of an offer what to say to it here, instead of the command for it."""
    return reply.replace(f"“orbit workflows keep {offer.id}”", "Say “keep it”, or “no thanks”.")
