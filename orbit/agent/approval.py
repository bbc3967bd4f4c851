"""Consent: who is asked before a plan that needs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from orbit.workflows import Plan

__all__ = ["Approve", "agreed", "beforehand"]

Approve: TypeAlias = "Callable[[Plan], bool | Awaitable[bool]]"
"""Asked whether a plan may be carried out."""


def beforehand(plan: Plan) -> bool:
    """Consent given before the plan was made: not to what others wrote, nor to more than was named."""
    return not (plan.untrusted or plan.wider)


async def agreed(approve: Approve | None, plan: Plan) -> bool:
    """Whether the user agrees to a plan; where nobody can be asked, they do not."""
    if approve is None:
        return False
    said = approve(plan)
    return bool(await said) if isawaitable(said) else bool(said)
