"""Offers for people: what was done by hand, how often, and what can be said to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from orbit.learning.online.telling import NOTHING

if TYPE_CHECKING:
    from orbit.learning.online.operations import Offer

__all__ = ["ANSWERS", "offers_view"]

ANSWERS = "orbit workflows keep ID [--name NAME] · orbit workflows dismiss ID"


def offers_view(offers: Sequence[Offer], answers: str = ANSWERS) -> RenderableType:
    """Show each offer with what it does, and last how they are answered here."""
    if not offers:
        return Text(NOTHING)
    return Group(*(_offer(each) for each in offers), Text(answers, style="dim"))


def _offer(offer: Offer) -> Text:
    head = Text.assemble((offer.id, "bold"), f"  {offer.title}", (f"  {offer.support}×", "dim"))
    told = [offer.steps, *([offer.note] if offer.note else [])]
    told += [f"instead of {offer.replaces}"] if offer.replaces else []
    return head.append(f"\n  {' · '.join(told)}\n", style="dim")
