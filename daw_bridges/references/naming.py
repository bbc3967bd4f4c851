"""Finding one of several things by its name or its number: what all references have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence

from daw_bridges.errors import AmbiguousError, NotFoundError

__all__ = ["LONGEST", "NUMBERED", "by_name", "by_number"]

NUMBERED = re.compile(r"^#(\d+)$")

LONGEST = 256
"""Actions take no longer names than this."""


def by_name(kind: str, names: Sequence[str], reference: str, where: str = "") -> int:
    """The place of a name, in any case where that is unique. Raises NotFoundError or AmbiguousError."""
    exact = [index for index, name in enumerate(names) if name == reference]
    loose = exact or [
        index for index, name in enumerate(names) if name.casefold() == reference.strip().casefold()
    ]
    if not loose:
        raise NotFoundError(kind, reference, names, where)
    if len(loose) > 1:
        raise AmbiguousError(kind, reference, [f"#{index + 1} {names[index]}" for index in loose])
    return loose[0]


def by_number(kind: str, names: Sequence[str], reference: str, where: str = "") -> int | None:
    """The place that ``#3`` means; None for what is no number. Raises NotFoundError."""
    match = NUMBERED.match(reference.strip())
    if match is None:
        return None
    number = int(match[1])
    if not 1 <= number <= len(names):
        raise NotFoundError(kind, reference, [f"#{n + 1} {name}" for n, name in enumerate(names)], where)
    return number - 1
