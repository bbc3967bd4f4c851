"""What happens while a request is carried out, for whoever shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from daw_bridges.bridge import Result
from orbit.workflows import Plan, Run

__all__ = ["Event", "FellBack", "OnEvent", "Planned", "Ran", "Said", "Started", "Stepped"]


@dataclass(frozen=True)
class Planned:
    """A plan was made; nothing is touched yet."""

    plan: Plan


@dataclass(frozen=True)
class Started:
    """A plan is being carried out."""

    plan: Plan


@dataclass(frozen=True)
class Stepped:
    """A step is done and read back; ``step_number`` counts from 1."""

    plan: Plan
    step_number: int
    result: Result


@dataclass(frozen=True)
class Ran:
    """A plan, or the undo of one, has ended; ``plan`` is None for an undo."""

    plan: Plan | None
    run: Run


@dataclass(frozen=True)
class Said:
    """A piece of the reply, as a hosted model writes it; the pieces together need not be the whole reply."""

    text: str


@dataclass(frozen=True)
class FellBack:
    """The hosted model failed, and the offline one takes the request over; ``reason`` tells people so."""

    model: str
    reason: str


Event = Planned | Started | Stepped | Ran | Said | FellBack
OnEvent = Callable[[Event], None]
