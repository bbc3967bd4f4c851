"""What the user is asked before a plan is carried out for another assistant: all of it, in plain words.

Names come from sets and from other people's files, so each stands on one line and cannot pass for another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from daw_bridges.actions import Risk
from orbit.interfaces.mcp.plain import plain
from orbit.workflows import can_be_taken_back

if TYPE_CHECKING:
    from orbit.workflows import Plan

__all__ = ["Consent", "asked_about"]

_MOST_STEPS, _MOST_REASONS = 40, 8


class Consent(BaseModel):
    """The user's answer."""

    do_it: bool = Field(title="Do it", description="Carry out this plan now.")


def asked_about(plan: Plan) -> str:
    """Say what is to be done, why it is asked about, and whether it can be taken back."""
    lines = [f"Orbit asks for your consent: {plain(plan.title)}", *_steps(plan)]
    reasons = dict.fromkeys((*plan.consent, *plan.warnings))
    lines += [f"! {plain(reason)}" for reason in list(reasons)[:_MOST_REASONS]]
    if plan.untrusted:
        lines.append("The workflow was imported and has not proven itself here.")
    return "\n".join([*lines, _way_back(plan)])


def _steps(plan: Plan) -> list[str]:
    told = [f"{step.step_number}. {plain(step.describe())}{_change(step.change)}" for step in plan.steps]
    told += [f"· {plain(each.describe())}" for each in plan.memory]
    rest = len(told) - _MOST_STEPS
    return told if rest <= 0 else [*told[:_MOST_STEPS], f"… and {rest} steps more"]


def _change(change: str) -> str:
    return f" ({plain(change)})" if change else ""


def _way_back(plan: Plan) -> str:
    destroys = plan.risk is Risk.DESTRUCTIVE
    if destroys and not can_be_taken_back(plan):
        return "This deletes or overwrites what is there, and Orbit cannot take it back."
    return (
        "This deletes or overwrites what is there; Orbit can take it back."
        if destroys
        else "Orbit can take it back."
    )
