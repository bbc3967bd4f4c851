"""The names of the returns, which AbletonOSC tells only among the sources an audio track can listen to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from daw_bridges.ableton.abletonosc.asking import ask_all
from daw_bridges.ableton.abletonosc.exchange import Exchange, HostError
from daw_bridges.ableton.abletonosc.messages import ask

__all__ = ["ReturnNames"]

_MOST_RETURNS = 12
_NO_TRACKS = ("Ext. In", "Resampling", "Master", "Main", "No Input", "All Ins", "Computer Keyboard")


class ReturnNames:
    """Finds the returns, and how many there really are."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._counted: dict[tuple[str, ...], int] = {}

    async def read(self, rows: Sequence[dict[str, Any]]) -> list[str]:
        """The names in order, from what is known of the ordinary tracks.

        Without an audio track there is nobody to ask: returns are then called ``Return A`` and so on.
        """
        listener = next((n for n, row in enumerate(rows) if row["kind"] == "audio"), None)
        names = [] if listener is None else await self._offered(rows, listener)
        # How many sends there are shows only in the error behind the last, so it is not asked each time.
        count = self._counted.get(tuple(names)) if names else None
        if count is None:
            count = self._counted[tuple(names)] = await self._count(rows)
        if len(names) >= count:
            return names[len(names) - count :]
        return [f"Return {chr(ord('A') + n)}" for n in range(count)]

    async def _offered(self, rows: Sequence[dict[str, Any]], listener: int) -> list[str]:
        [offered] = await ask_all(self._exchange, [ask("track/get/available_input_routing_types", listener)])
        ordinary = Counter(row["name"] for place, row in enumerate(rows) if place != listener)
        left: list[str] = []
        for name in offered or ():
            if ordinary[name] > 0:
                ordinary[name] -= 1
            elif name not in _NO_TRACKS:
                left.append(name)
        return left

    async def _count(self, rows: Sequence[dict[str, Any]]) -> int:
        for place in range(len(rows)):
            for count in range(_MOST_RETURNS + 1):
                try:
                    await self._exchange.ask(ask("track/get/send", place, count))
                except HostError:
                    return count
        return 0
