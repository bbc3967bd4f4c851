"""One client of another process, as the server sees it: what it asks, and the stream of what it is told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import UsageError
from orbit.server.failures import LeavingError, pack_error
from orbit.server.messages import Answer, Ask, Call
from orbit.server.serialization import Consent, Packer

if TYPE_CHECKING:
    from orbit.server.messages import Asked
    from orbit.server.session import ClientSession, RunningRequests
    from orbit.workflows import Plan

__all__ = ["Connection"]

GRACE_SECONDS = 5.0
"""How long a client whose stream ended may take to come back for it."""
_KEPT_BYTES = 16 * 1024 * 1024
"""So much of what was told is kept for a stream that is taken up again."""
_MOST_REQUESTS = 64
_LATE_SECONDS = 0.25


class Connection:
    """Carries out what one client asks. ``on_gone`` is called once nobody takes its stream any more."""

    def __init__(
        self, session: ClientSession, requests: RunningRequests, on_gone: Callable[[], object]
    ) -> None:
        self.session, self._requests, self._on_gone = session, requests, on_gone
        self._packer = Packer()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[tuple[str, int], asyncio.Future[bool]] = {}
        self._told: deque[bytes] = deque()
        self._first, self._bytes = 1, 0  # the number of the first that is kept, and the size of all
        self._news = asyncio.Event()
        self._reader, self._closed = 0, False
        self._sent, self._moved = 0, asyncio.Event()
        session.on_begin = self._begun
        self._gone_at = self._later()

    # -- what it asks ----------------------------------------------------------------------------------

    def begin(self, asked: Asked) -> None:
        """Begin a request. Raises UsageError for one too many, or one that is begun already."""
        if asked.id in self._tasks or len(self._tasks) >= _MOST_REQUESTS:
            raise UsageError("The client asks for too much at once.")
        task = self._tasks[asked.id] = asyncio.ensure_future(self._ended(asked))
        task.add_done_callback(lambda _: self._tasks.pop(asked.id, None))

    def cancel(self, request_id: str) -> None:
        """Stop a request; what it had changed is taken back. One that has ended has told so before."""
        if request_id in self._tasks:
            self._tasks[request_id].cancel()
        else:
            self._tell("cancelled", request_id)

    def answer(self, request_id: str, answer: Answer) -> None:
        """Take the user's answer to a question."""
        future = self._asked.pop((request_id, answer.number), None)
        if future is not None and not future.done():
            future.set_result(answer.agreed)

    async def _ended(self, asked: Asked) -> None:
        try:
            self._tell("done", asked.id, await self._given(asked))
        except asyncio.CancelledError:
            self._tell("cancelled", asked.id)
        except LeavingError:
            self._tell("left", asked.id)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client is to be told
            self._tell("failed", asked.id, pack_error(error))

    async def _given(self, asked: Asked) -> Any:
        if isinstance(asked, Call):
            from orbit.server.operations import operation

            named = operation(asked.operation)
            right = asked.model_copy(update={"arguments": named.unpack(asked.arguments)})
            return named.pack_result(await self.session.ask(right))
        numbers = iter(range(1_000_000))

        async def approve(plan: Plan) -> bool:
            if self._closed:
                return False
            number = next(numbers)
            self._asked[asked.id, number] = asyncio.get_running_loop().create_future()
            self._tell("ask", asked.id, Consent(plan, number))
            return await self._asked[asked.id, number]

        asks = isinstance(asked, Ask) and asked.asks
        tell = partial(self._tell, "event", asked.id)
        return await self.session.ask(asked, tell, approve if asks else None)

    # -- what it is told -------------------------------------------------------------------------------

    def _tell(self, kind: str, request: str, told: Any = None) -> None:
        if self._closed:
            return
        self._told.append(self._packer.message(kind, request, told).model_dump_json().encode())
        self._bytes += len(self._told[-1])
        self._news.set()

    async def _begun(self, request: str) -> None:
        """Have the client know that its request begins: one that was told nothing may ask the next host.

        Nothing begins while nobody takes the stream.
        """
        self._tell("begun", request)
        number = self._first + len(self._told) - 1
        while self._sent < number:
            self._moved.clear()
            await self._moved.wait()

    def keeps(self, after: int) -> bool:
        """Say whether all that came after a message is still there to be told."""
        return self._first <= after + 1 <= self._first + len(self._told)

    async def stream(self, after: int) -> AsyncGenerator[bytes]:
        """Give what is told after a message, as server-sent events; a later call takes the stream over."""
        self._reader += 1
        mine = self._reader
        self._gone_at.cancel()
        try:
            while mine == self._reader:
                self._news.clear()
                for text in list(islice(self._told, after + 1 - self._first, None)):
                    after += 1
                    yield b"id: %d\ndata: %b\n\n" % (after, text)
                    self._sent = after
                    self._moved.set()
                    self._drop_told(after)
                if self._closed:
                    return
                await self._news.wait()
        finally:
            if mine == self._reader and not self._closed:
                self._gone_at = self._later()

    def _drop_told(self, until: int) -> None:
        while self._bytes > _KEPT_BYTES and self._first < until:
            self._bytes -= len(self._told.popleft())
            self._first += 1

    def _later(self) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        return loop.call_later(GRACE_SECONDS, self._look, loop.time() + GRACE_SECONDS)

    def _look(self, due: float) -> None:
        """Let the client go, unless the host was too busy to hear it."""
        if asyncio.get_running_loop().time() - due > _LATE_SECONDS:
            self._gone_at = self._later()
        else:
            self._on_gone()

    # -- its end ---------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Stop what has not begun to change anything; what has is ended for a client that is gone."""
        for asked in self._asked.values():
            if not asked.done():
                asked.set_result(False)
        for request_id, task in list(self._tasks.items()):
            if not self._requests.begun(request_id):
                task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()))
        self._gone_at.cancel()
        self._closed = True
        self._news.set()
