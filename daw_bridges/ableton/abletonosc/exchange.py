"""Questions and answers over a wire that loses, repeats and reorders: marked, timed, asked again.

AbletonOSC drains its socket once in a tick of Live, about every 100 ms, one datagram after the other. An
exception in one message ends that bundle and the tick; what was queued behind it waits for the next. Whatever
goes wrong is one line on ``/live/error`` with no hint at its cause: it is that of the bundle that has
begun to be answered and not ended.
"""

from __future__ import annotations

import asyncio
import logging
import os

from daw_bridges.ableton.abletonosc.flights import Answers, Flight, HostError
from daw_bridges.ableton.abletonosc.messages import Say
from daw_bridges.ableton.abletonosc.pace import Pace
from daw_bridges.ableton.abletonosc.port import IDLE_SECONDS, ReplyPort, holder_of
from daw_bridges.ableton.wire import Message, decode
from daw_bridges.errors import ProtocolError, TimedOutError, UnreachableError

__all__ = ["Answers", "Exchange", "HostError", "TooLargeError"]

_IN = logging.getLogger("daw_bridges.osc.in")
_LOG = logging.getLogger("daw_bridges.ableton.abletonosc")

_TOO_LONG = "message too long"  # how systems name a datagram beyond their limit
_GAPS = 6
_COMPLAINTS = 2
_PATIENCE = 4.0


class TooLargeError(ProtocolError):
    """An answer that does not fit into a datagram; ask for less at a time."""


class Exchange:
    """Speaks with one AbletonOSC; any number of bundles may be under way.

    ``timeout`` is how many seconds without a sign of life are too many.
    """

    def __init__(
        self,
        address: tuple[str, int],
        reply_port: int,
        timeout: float,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._port = ReplyPort(
            address, reply_port, self._received, self._gone, lambda: bool(self._flights), idle_seconds
        )
        self._timeout = timeout
        self._flights: list[Flight] = []
        self._marked: dict[int, Flight] = {}
        self.pace = Pace()
        self._last_heard = 0.0

    @property
    def held(self) -> bool:
        """Whether the reply port is bound now."""
        return self._port.held

    async def ask(self, *says: Say) -> Answers:
        """Send the messages in one bundle, and again what was not heard. Only for what may be done twice.

        Raises HostError where AbletonOSC reports an error, TooLargeError where an answer does not fit,
        TimedOutError or UnreachableError where nobody answers.
        """
        flight = await self._begin(says)
        try:
            while not flight.future.done():
                await self._attempt(flight)
                self._check(flight)
            return flight.future.result()
        finally:
            self._end(flight)

    async def command(self, *says: Say) -> Answers | None:
        """Send the messages once; None where it is not known whether they arrived.

        For what must not be done twice: whoever gets None reads how things stand before sending it again.
        An answer that is only late is taken: it comes before that to a later question, or soon after.
        """
        flight = await self._begin(says, once=True)
        try:
            self._launch(flight)
            await asyncio.wait({flight.future}, timeout=2.0 * self.pace.wait_seconds)
            if not flight.future.done():
                await self.ask()
                await asyncio.wait({flight.future}, timeout=self.pace.settle_seconds)
            return flight.future.result() if flight.future.done() else None
        finally:
            self._end(flight)

    async def _begin(self, says: tuple[Say, ...], *, once: bool = False) -> Flight:
        await self._port.hold()
        self.pace.buffered(self._port.buffer_bytes)
        flight = Flight(says, once=once)
        await self.pace.enter(flight.weight)
        flight.started = asyncio.get_running_loop().time()
        self._flights.append(flight)
        return flight

    def _end(self, flight: Flight) -> None:
        self._flights.remove(flight)
        for mark in flight.marks:
            self._marked.pop(mark, None)
        self.pace.leave(flight.weight)
        flight.future.cancel()

    def _launch(self, flight: Flight) -> None:
        if flight.tries:
            self.pace.lost(silent=not flight.touched)
        self._port.send(flight.launch())
        self._marked.update(dict.fromkeys(flight.marks, flight))

    async def _attempt(self, flight: Flight) -> None:
        """Send it, and wait until it is over, came back with a gap, or has been silent for too long."""
        self._launch(flight)
        gap = asyncio.ensure_future(flight.gap.wait())
        try:
            await asyncio.wait(
                {flight.future, gap}, timeout=self.pace.wait_seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            gap.cancel()

    def _check(self, flight: Flight) -> None:
        """Give a flight up that cannot come back. Raises as ``ask`` says."""
        if flight.future.done():
            return
        if (missing := flight.missing_each_time(_GAPS)) is not None:
            raise TooLargeError(f"AbletonOSC does not answer {missing.address}: is the answer too large?")
        now = asyncio.get_running_loop().time()
        silent = now - max(self._last_heard, flight.started)
        if silent >= self._timeout or now - flight.started >= _PATIENCE * self._timeout:
            raise TimedOutError(self._silent())

    def _silent(self) -> str:
        (host, port), reply_port = self._port.address, self._port.reply_port
        other = holder_of(reply_port, os.getpid())
        thief = f" {other} has UDP port {reply_port} too, and may take the answers." if other else ""
        return (
            f"AbletonOSC at {host}:{port} did not answer for {self._timeout:g} s. Is a dialog open in Live, "
            f"or is it loading? What was sent last may still be done when it goes on.{thief}"
        )

    def _gone(self) -> None:
        host, port = self._port.address
        error = UnreachableError(
            f"No AbletonOSC answers at {host}:{port}. Is Live running, with the Control Surface “AbletonOSC” "
            "chosen under Settings → Link, Tempo & MIDI?"
        )
        for flight in self._flights:
            flight.fail(error)

    def _received(self, data: bytes) -> None:
        try:
            message = decode(data)
        except ProtocolError as error:
            _LOG.debug("not OSC, so not AbletonOSC: %s", error)
            return
        _IN.debug("%s", message.address)
        self._last_heard = asyncio.get_running_loop().time()
        if message.address == "/live/error" and message.arguments:
            self._complained(str(message.arguments[0]))
        elif not self._taken(message) and message.address.startswith("/live/"):
            # What other clients listen to, or an answer that came twice or too late.
            self.pace.trouble()

    def _taken(self, message: Message) -> bool:
        for flight in self._likely(message):
            if flight.take(message):
                if flight.future.done():
                    self.pace.measured(self._last_heard - flight.latest)
                return True
        return False

    def _likely(self, message: Message) -> list[Flight]:
        """Whose answer it may be: that of the mark, or whoever is being answered, or anybody's."""
        mark = message.arguments[-1] if message.arguments else None
        if isinstance(mark, int) and mark in self._marked:
            return [self._marked[mark]]
        return sorted(self._flights, key=lambda flight: flight.touched, reverse=True)

    def _complained(self, text: str) -> None:
        """Put an error down to the bundle that is being worked on."""
        flight = max(self._flights, key=lambda flight: flight.touched, default=None)
        if flight is None or not flight.touched:
            _LOG.debug("AbletonOSC reports an error that is none of ours: %s", text)
            return
        flight.complaints += 1
        if _TOO_LONG in text.casefold():
            flight.fail(TooLargeError(f"An answer of AbletonOSC is too large: {text}"))
        elif flight.once or flight.complaints >= _COMPLAINTS:
            flight.fail(HostError(text, flight.stopped_at()))
        else:
            # Late errors of others come in between: only what complains again is to blame.
            flight.gap.set()

    def close(self) -> None:
        """Let go of the port, and of whoever still waits."""
        for flight in self._flights:
            flight.fail(UnreachableError("The bridge was closed."))
        self._port.release()
