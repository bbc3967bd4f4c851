"""Lists of words as they stand in the source: ``words("the a an")``, ``phrases("go ahead, do it")``."""

from __future__ import annotations

__all__ = ["in_order", "phrases", "words"]


def words(listed: str) -> frozenset[str]:
    """The words, in no order."""
    return frozenset(listed.split())


def in_order(listed: str) -> tuple[str, ...]:
    """The words, in their order."""
    return tuple(listed.split())


def phrases(listed: str) -> frozenset[str]:
    """The phrases between the commas, in no order."""
    return frozenset(phrase.strip() for phrase in listed.split(","))
