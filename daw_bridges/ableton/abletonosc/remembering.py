"""Remembering what was asked once; what two ask for at the same time is asked for once, too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

from daw_bridges.errors import ProtocolError

__all__ = ["Remembered"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Values by key, at most ``most`` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[K, V] = {}
        self._asked: dict[K, asyncio.Future[V]] = {}

    async def get(
        self, keys: Sequence[K | None], asking: Callable[[list[int]], Awaitable[Sequence[V]]]
    ) -> list[V]:
        """The value of each key; ``asking`` gets the places of those that must be asked for.

        A key of None is asked for each time.
        """
        values = {n: self._known[key] for n, key in enumerate(keys) if key is not None and key in self._known}
        mine = [n for n, key in enumerate(keys) if key is None or self._is_new(key)]
        claims = {n: (key, self._claim(key)) for n in mine if (key := keys[n]) is not None}
        others = {n: self._asked[key] for n, key in enumerate(keys) if key in self._asked and n not in claims}
        values |= zip(
            mine, await self._ask(mine, [claim for _, claim in claims.values()], asking), strict=True
        )
        for place, (key, claim) in claims.items():
            self._keep(key, claim, values[place])
        for place, other in others.items():
            values[place] = await other
        return [values[place] for place in range(len(keys))]

    def _is_new(self, key: K) -> bool:
        return key not in self._known and key not in self._asked

    def _claim(self, key: K) -> asyncio.Future[V]:
        self._asked[key] = asyncio.get_running_loop().create_future()
        return self._asked[key]

    async def _ask(
        self,
        places: list[int],
        claims: Sequence[asyncio.Future[V]],
        asking: Callable[[list[int]], Awaitable[Sequence[V]]],
    ) -> Sequence[V]:
        try:
            return await asking(places) if places else ()
        except BaseException:
            self._asked = {k: claim for k, claim in self._asked.items() if claim not in claims}
            for claim in claims:
                claim.set_exception(ProtocolError("Another request was given up. Try again."))
                claim.exception()  # nobody may be waiting for it
            raise

    def _keep(self, key: K, claim: asyncio.Future[V], value: V) -> None:
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[key] = value
        del self._asked[key]
        claim.set_result(value)
