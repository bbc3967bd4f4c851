"""A wire between the bridge and AbletonOSC that loses, delays (so reorders) and repeats datagrams."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.daw_bridges.ableton.abletonosc.hosts import free_udp_port

__all__ = ["FAIR", "RoughWire", "Weather", "rough_wire"]


@dataclass(frozen=True)
class Weather:
    """How likely a datagram is lost, comes twice, or is held back while later ones pass it by."""

    lost: float = 0.0
    repeated: float = 0.0
    delayed: float = 0.0

    def delay(self, dice: random.Random) -> float:
        """For how many seconds to hold the next one back: up to two and a half ticks."""
        return dice.uniform(0.0, 0.05) if dice.random() < self.delayed else 0.0


FAIR = Weather()


class _End(asyncio.DatagramProtocol):
    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard

    def datagram_received(self, data: bytes, addr: object) -> None:
        self._heard(data)


@dataclass
class RoughWire:
    """Stands between: the bridge speaks to ``port`` and hears at ``reply_port``."""

    port: int
    reply_port: int
    host_port: int
    """Where AbletonOSC listens; may be another one after a restart."""
    there: Weather
    back: Weather
    seed: int
    before: Callable[[bytes], None] = lambda _: None
    """Told every datagram to AbletonOSC before it goes on."""
    sent: list[bytes] = field(default_factory=list)
    _ends: list[asyncio.DatagramTransport] = field(default_factory=list)

    async def open(self, host_reply_port: int) -> None:
        """Stand between the ports of the host and our own."""
        loop, dice = asyncio.get_running_loop(), random.Random(self.seed)

        async def end(heard: Callable[[bytes], None], port: int) -> asyncio.DatagramTransport:
            transport, _ = await loop.create_datagram_endpoint(
                lambda: _End(heard), local_addr=("127.0.0.1", port)
            )
            self._ends.append(transport)
            return transport

        def towards(way: str, pass_on: Callable[[bytes], None]) -> Callable[[bytes], None]:
            def heard(data: bytes) -> None:
                weather: Weather = getattr(self, way)
                copies = (dice.random() >= weather.lost) * (1 + (dice.random() < weather.repeated))
                for _ in range(copies):
                    loop.call_later(weather.delay(dice), pass_on, data)

            return heard

        def to_host(data: bytes) -> None:
            self.before(data)
            if not host.is_closing():
                host.sendto(data, ("127.0.0.1", self.host_port))

        def to_bridge(data: bytes) -> None:
            if not near.is_closing():
                near.sendto(data, ("127.0.0.1", self.reply_port))

        def noted(data: bytes) -> None:
            self.sent.append(data)
            onwards(data)

        onwards = towards("there", to_host)
        host = await end(lambda _: None, 0)
        near = await end(noted, self.port)
        await end(towards("back", to_bridge), host_reply_port)

    async def close(self) -> None:
        """Take it away."""
        for transport in self._ends:
            transport.abort()
        await asyncio.sleep(0)


@asynccontextmanager
async def rough_wire(
    port: int, reply_port: int, *, there: Weather = FAIR, back: Weather = FAIR, seed: int = 1
) -> AsyncGenerator[RoughWire]:
    """A wire to the host at these ports."""
    wire = RoughWire(free_udp_port(), free_udp_port(), port, there, back, seed)
    await wire.open(reply_port)
    try:
        yield wire
    finally:
        await wire.close()
