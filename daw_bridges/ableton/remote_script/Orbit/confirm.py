"""Nothing counts as done before it is read back: a write is confirmed by what Live shows afterwards."""

from __future__ import annotations

import time
from typing import Any, Callable, Iterator, Optional

from .errors import NOT_APPLIED, EditError
from .jobs import WAIT

SETTLE_SECONDS = 0.4


def confirm(
    read: Callable[[], Any],
    accepted: Callable[[Any], bool],
    complaint: Callable[[Any], str],
    seconds: float = SETTLE_SECONDS,
) -> Iterator[Any]:
    """Read until it is what was asked, giving Live some ticks; returns the reading.

    Raises EditError ``not_applied`` with the last reading and ``complaint(reading)``.
    """
    return (yield from confirm_in_pieces(lambda: _at_once(read), accepted, complaint, seconds))


def _at_once(read: Callable[[], Any]) -> Iterator[Any]:
    return read()
    yield


def confirm_in_pieces(
    read: Callable[[], Iterator[Any]],
    accepted: Callable[[Any], bool],
    complaint: Callable[[Any], str],
    seconds: float = SETTLE_SECONDS,
) -> Iterator[Any]:
    """As ``confirm``, for what takes too long to read in one tick: ``read`` returns it step by step."""
    deadline = time.monotonic() + seconds
    while True:
        observed = yield from read()
        if accepted(observed):
            return observed
        if time.monotonic() >= deadline:
            raise EditError(NOT_APPLIED, complaint(observed), observed)
        yield WAIT


def write(
    target: Any, name: str, value: Any, what: str, accepted: Optional[Callable[[Any], bool]] = None
) -> Iterator[Any]:
    """Set a property of a Live object and confirm it; ``what`` names it for people."""
    setattr(target, name, value)
    return (
        yield from confirm(
            lambda: getattr(target, name),
            accepted or (lambda observed: observed == value),
            lambda observed: "Live did not change %s: it still reads %s." % (what, observed),
        )
    )
