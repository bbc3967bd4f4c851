"""How a difference is said, and from when on two numbers are not the same to a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daw_bridges.algebra.checks import number_text
from daw_bridges.quantities import Unit, resolution

__all__ = ["close", "levels", "listed", "plain", "said"]


def close(one: float, other: float, tolerance: float) -> bool:
    """Whether two numbers are equal within a tolerance."""
    return one == other or abs(one - other) <= tolerance


def said(what: str, actual: object, expected: object) -> str:
    """That something is not as expected, in one sentence."""
    return f"{what}: {_word(actual)}, expected {_word(expected)}"


def _word(value: object) -> str:
    match value:
        case None | "" | ():
            return "none"
        case True:
            return "on"
        case False:
            return "off"
        case float() | int():
            return number_text(float(value))
        case _:
            return str(value)


def plain(what: str, actual: object, expected: object) -> Iterator[str]:
    """Say where two things are not equal."""
    if actual != expected:
        yield said(what, actual, expected)


def listed(names: Iterable[str]) -> str:
    """Names in a row."""
    return ", ".join(name or "unnamed" for name in names)


def levels(what: str, actual: float, expected: float) -> Iterator[str]:
    """Say where two levels (dB) are further apart than a display resolves."""
    if not close(actual, expected, resolution(Unit.DB, expected)):
        yield said(what, number_text(actual, Unit.DB), number_text(expected, Unit.DB))
