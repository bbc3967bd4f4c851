"""A pattern: edits that recur together, with every place where they were seen."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LEAST", "Occurrence", "Pattern"]

LEAST = 3
"""How often something has to be seen done by hand before it may be a workflow."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time a pattern was seen: which demonstration, and which of its events is which step.

    ``places`` is as long as the pattern; None stands where a step was left out that time.
    """

    demonstration: int
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """Edits, by what they do (``Event.does``), that recur in this order.

    ``gain`` is what writing the demonstrations down with its help saves, in symbols. ``optional`` are the
    steps, by place, that are part of a variant and often left out.
    """

    does: tuple[str, ...]
    occurrences: tuple[Occurrence, ...]
    gain: float
    optional: frozenset[int] = frozenset()
