"""Many questions at once: cut into bundles that fit into a datagram, and into smaller ones if not."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from daw_bridges.ableton.abletonosc.exchange import Exchange, TooLargeError
from daw_bridges.ableton.abletonosc.messages import Say, ask

__all__ = ["ask_all", "ask_range", "both", "each"]

T = TypeVar("T")
U = TypeVar("U")
Values = tuple[Any, ...]

_IN_A_BUNDLE = 40
_NAMES_AT_ONCE = 48


async def each(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Do all of it at the same time; the first failure ends the rest and is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one) for one in work]
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]


async def both(one: Coroutine[Any, Any, T], other: Coroutine[Any, Any, U]) -> tuple[T, U]:
    """Do two different things at the same time, as ``each`` does."""
    works: list[Coroutine[Any, Any, Any]] = [one, other]
    first, second = await each(works)
    return first, second


async def ask_all(exchange: Exchange, says: Sequence[Say]) -> list[Values | None]:
    """The answers to any number of questions; None for one that fits into no datagram."""
    parts = [says[start : start + _IN_A_BUNDLE] for start in range(0, len(says), _IN_A_BUNDLE)]
    answers = await each(_ask_part(exchange, part) for part in parts)
    return [values for part in answers for values in part]


async def _ask_part(exchange: Exchange, says: Sequence[Say]) -> list[Values | None]:
    try:
        return list(await exchange.ask(*says))
    except TooLargeError:
        if len(says) == 1:
            return [None]
    # Systems differ in how much one datagram may hold; what is too much is found out by asking for less.
    middle = len(says) // 2
    first, second = await each(_ask_part(exchange, part) for part in (says[:middle], says[middle:]))
    return first + second


async def ask_range(
    exchange: Exchange, address: str, count: int, *more: str, width: int = 1, at_once: int = _NAMES_AT_ONCE
) -> list[Values]:
    """What an address tells of things 0 … ``count``, ``width`` values a thing, asked in parts.

    Raises TooLargeError where one thing alone is too large.
    """
    parts = [(low, min(low + at_once, count)) for low in range(0, count, at_once)]
    rows = await each(_ask_rows(exchange, address, low, high, more, width) for low, high in parts)
    return [row for part in rows for row in part]


async def _ask_rows(
    exchange: Exchange, address: str, low: int, high: int, more: tuple[str, ...], width: int
) -> list[Values]:
    try:
        [values] = await exchange.ask(ask(address, low, high, *more, echoed=0))
        return [values[start : start + width] for start in range(0, width * (high - low), width)]
    except TooLargeError:
        if high - low == 1:
            raise
    middle = (low + high) // 2
    parts = [(low, middle), (middle, high)]
    first, second = await each(_ask_rows(exchange, address, *part, more, width) for part in parts)
    return first + second
