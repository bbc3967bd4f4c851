"""The bridge to Ableton Live: one snapshot is a session, one request a batch of actions, each read back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, ClassVar

from daw_bridges.ableton.batch import Batch, Note, performed, stopped
from daw_bridges.ableton.grading import failed
from daw_bridges.ableton.identities import Identities
from daw_bridges.ableton.link import Link, RequestError
from daw_bridges.ableton.observing import LiveObservation
from daw_bridges.ableton.reading import read_session
from daw_bridges.ableton.token import find_token
from daw_bridges.ableton.translation import Translation, with_labels
from daw_bridges.actions import ACTIONS, Action
from daw_bridges.bridge import Bridge, Capabilities, OnResult, Result
from daw_bridges.errors import (
    ActionError,
    OrbitError,
    ProtocolError,
    UnreachableError,
    UnsupportedError,
)
from daw_bridges.observation import Observed, OnSession
from daw_bridges.observation.hearing import hearing
from daw_bridges.session import Session

__all__ = ["DEFAULT_PORT", "AbletonBridge", "open_bridge"]

DEFAULT_PORT = 11000
_TIMEOUT = 4.5

_NOTES = {
    "set_sidechain": "Live lets scripts choose the side-chain source of the Compressor only.",
    "automate_parameter": "Live lets scripts draw automation in clips of the session view only.",
    "set_parameter": "A plug-in shows the parameters that were configured for it in Live.",
    "add_locator": "Live sets locators at the playhead, so the transport has to be stopped. Before Live 12 "
    "no script can name one.",
    "remove_locator": "Live removes locators at the playhead, so the transport has to be stopped.",
    "undo": "Live's own undo; what it takes back may be more or less than one action.",
}


class AbletonBridge(Bridge):
    """A running Live, through Orbit's Remote Script; connects again whenever Live comes back."""

    daw: ClassVar[str] = "ableton"

    def __init__(self, host: str, port: int, token: str, timeout: float) -> None:
        self._host, self._port, self._token, self._timeout = host, port, token, timeout
        self._link: Link | None = None
        self._known: tuple[Session, Identities] | None = None
        self._turn = asyncio.Lock()
        self._linking = asyncio.Lock()
        self._watches: list[LiveObservation] = []

    @property
    def capabilities(self) -> Capabilities:
        """The whole vocabulary, with notes on what Live only half offers."""
        return Capabilities(frozenset(ACTIONS), _NOTES)

    @property
    def live_version(self) -> str:
        """The version of Live that is connected, such as ``12.3.5``; empty before the first contact."""
        return str(self._link.about.get("live", "")) if self._link else ""

    @property
    def host_version(self) -> str:
        """The version of Live."""
        return self.live_version

    async def connect(self) -> None:
        """Connect now rather than with the first call. Raises as every other call does."""
        await self._linked()

    async def snapshot(self) -> Session:
        """Read the whole set."""
        raw = await self._ask_again("snapshot")
        session = read_session(raw)
        self._known = session, Identities.read(raw, session)
        return session

    async def observe(
        self, *, interval: float = 1.0, on_session: OnSession | None = None
    ) -> AsyncGenerator[Observed]:
        """What is done to the set, pushed by the script a moment after it was done (see ``Bridge``)."""
        watch = LiveObservation(self._linked, timeout=self._timeout, retry=interval, on_session=on_session)
        self._watches.append(watch)
        try:
            with hearing(self, watch):
                async with aclosing(watch.observed()) as seen:
                    async for each in seen:
                        yield each
        finally:
            self._watches.remove(watch)

    async def ping(self) -> dict[str, Any]:
        """Ask the script for its protocol, Live's version and the instance, another one for each set."""
        return await self._ask_again("ping")

    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        """Do the actions in order, in one undo step, each read back; the first failure ends it."""
        async with self._turn:
            return await performed(
                actions, on_result, lambda results, note: self._perform(actions, results, note)
            )

    async def _perform(self, actions: Sequence[Action], results: list[Result], note: Note) -> None:
        """Send as much at once as can be told beforehand; after a preset or an undo the set is read anew."""
        predicted: Session | None = None
        while len(results) < len(actions) and not stopped(results):
            link = await self._linked()
            session, identities = self._known or await self._read_anew()
            translation = Translation(
                session if predicted is None else with_labels(session, predicted), identities
            )
            refused = _translate(actions[len(results) :], translation)
            await self._send(link, translation, note)
            if refused is not None and not stopped(results):
                note(failed(actions[len(results)], refused))
            predicted = translation.session

    async def _read_anew(self) -> tuple[Session, Identities]:
        await self.snapshot()
        assert self._known is not None
        return self._known

    async def _send(self, link: Link, translation: Translation, note: Note) -> None:
        """Send the edits and grade what comes back."""
        if not translation.edits:
            return
        # If this ends badly, only a new snapshot can tell where the set stands.
        self._known = None
        batch = Batch(translation, note)
        try:
            await link.request("perform", batch.body, timeout=self._timeout, on_edit=batch.heard)
        except RequestError as error:
            raise ProtocolError(f"Orbit's script in Live did not accept the edits: {error}") from None
        self._known = batch.outcome()

    async def _ask_again(self, verb: str) -> Any:
        """Ask what changes nothing; if Live went away in the meantime, connect anew and ask once more."""
        first = self._link
        try:
            return await self._ask(verb)
        except UnreachableError:
            if first is None:
                raise
        return await self._ask(verb)

    async def _ask(self, verb: str) -> Any:
        link = await self._linked()
        try:
            return await link.request(verb, timeout=self._timeout)
        except RequestError as error:
            raise ProtocolError(f"Orbit's script in Live could not answer: {error}") from None

    async def _linked(self) -> Link:
        # A connection that is gone is seen as gone once the loop has looked at its socket and told the link.
        for _ in range(2):
            await asyncio.sleep(0)
        async with self._linking:
            if self._link is None or self._link.closed:
                self._known = None
                self._link = await Link.open(self._host, self._port, self._token, self._timeout)
            return self._link

    async def close(self) -> None:
        """Close the connection, and what observes with it; Live is left as it is."""
        for watch in self._watches:
            watch.end()
        if self._link is not None:
            self._link.close()
            self._link = None
            await asyncio.sleep(0)


def _translate(actions: Sequence[Action], translation: Translation) -> OrbitError | None:
    """Translate up to the first action whose outcome only Live knows; why the next was refused, if it was."""
    for action in actions:
        try:
            translation.add(action)
        except (ActionError, UnsupportedError) as error:
            return error
        if translation.opaque:
            break
    return None


async def open_bridge(
    *, host: str = "127.0.0.1", port: int = DEFAULT_PORT, token: str | None = None, timeout: float = _TIMEOUT
) -> AbletonBridge:
    """Open the bridge to Live; ``timeout`` is how many seconds without a sign of life are too many.

    Without a token, the one in ``ORBIT_ABLETON_TOKEN`` or the one the script keeps for its user is used.

    Raises UnreachableError, RefusedError or TimedOutError, each saying what to check in Live.
    """
    bridge = AbletonBridge(host, port, find_token(token), timeout)
    await bridge.connect()
    return bridge
