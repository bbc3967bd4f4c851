"""A bridge to a session held in memory: the algebra is its host. Faults can be planted at any step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from daw_bridges.actions import ACTIONS, Action
from daw_bridges.algebra import apply
from daw_bridges.bridge import Bridge, Capabilities, OnResult, Result, Status
from daw_bridges.errors import ActionError, ProtocolError, UnreachableError
from daw_bridges.session import Session

LOST = "The DAW closed the connection. Is it still running?"


class MemoryBridge(Bridge):
    """Performs on ``session`` what the algebra says; ``batches`` keeps what was asked of it.

    Faults, by the number (from 0) of the action counted over all batches: ``refuse`` answers no, ``ignore``
    says no after an unheeded write, ``pretend`` says yes after one, ``lose`` goes away before the action,
    ``lose_after`` right after it, ``garble`` answers nonsense. As long as ``gone`` is true every call fails.
    """

    daw: ClassVar[str] = "ableton"

    def __init__(self, session: Session) -> None:
        self.session = session
        self.batches: list[list[Action]] = []
        self.refuse: int | None = None
        self.ignore: int | None = None
        self.pretend: int | None = None
        self.lose: int | None = None
        self.lose_after: int | None = None
        self.garble: int | None = None
        self.comes_back = False
        self.gone = False
        self.before_action: Callable[[int], object] = lambda _count: None
        self.missing: frozenset[str] = frozenset()
        self._count = 0

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(frozenset(ACTIONS) - self.missing)

    async def snapshot(self) -> Session:
        await asyncio.sleep(0)
        self._reach()
        return self.session

    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        self._reach()
        self.batches.append(list(actions))
        results: list[Result] = []
        for action in actions:
            await asyncio.sleep(0)
            result = self._skipped(action) if _failed(results) else self._do(action)
            results.append(result)
            if on_result is not None:
                on_result(len(results) - 1, result)
        return results

    def edit(self, action: Action) -> None:
        """Do what a user does by hand."""
        self.session = apply(self.session, action)

    async def close(self) -> None:
        self.gone = True

    def _reach(self) -> None:
        if self.gone:
            raise UnreachableError(LOST)

    def _do(self, action: Action) -> Result:
        count, self._count = self._count, self._count + 1
        self.before_action(count)
        if count == self.lose:
            self._go()
        if count == self.garble:
            raise ProtocolError("What came back is not the protocol.")
        if count == self.refuse:
            return Result(action=action, status=Status.FAILED, reason="The DAW refused it.", code="refused")
        if count == self.ignore:
            reason = "It reads something else."
            return Result(
                action=action, status=Status.FAILED, observed="as before", reason=reason, code="ignored"
            )
        if count == self.pretend:
            return Result(action=action, status=Status.VERIFIED)
        return self._applied(action, count)

    def _applied(self, action: Action, count: int) -> Result:
        try:
            self.session = apply(self.session, action)
        except ActionError as error:
            return Result(action=action, status=Status.FAILED, reason=str(error), code=error.code)
        if count == self.lose_after:
            self._go()
        return Result(action=action, status=Status.VERIFIED)

    def _go(self) -> None:
        self.gone = not self.comes_back
        raise UnreachableError(LOST)

    @staticmethod
    def _skipped(action: Action) -> Result:
        return Result(action=action, status=Status.SKIPPED, reason="An action before it failed.")


def _failed(results: Sequence[Result]) -> bool:
    return bool(results) and results[-1].status in (Status.FAILED, Status.SKIPPED)
