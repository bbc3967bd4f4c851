"""One client of another process, as the owner sees it: who it is, what it asks, what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import fields
from hmac import compare_digest
from os import getpid
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from daw_bridges.errors import EngineError
from orbit import __version__
from orbit.engine.failures import MovedError, pack_error
from orbit.engine.history import Sealed
from orbit.engine.parcels import Packer
from orbit.engine.seeing import pack_seen
from orbit.engine.wire import (
    GREETING_SECONDS,
    PROTOCOL,
    Answer,
    Call,
    Cancel,
    Choice,
    Do,
    FromClient,
    Hello,
    Observe,
    Proof,
    Read,
    Recall,
    Reply,
    Reset,
    Welcome,
    new_nonce,
    proof_of,
    read_message,
)
from orbit.settings import Settings

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

    from daw_bridges.observation.seen import Seen
    from orbit.agent import Event
    from orbit.engine.hub import Hub
    from orbit.engine.seat import Seat
    from orbit.workflows import Plan

__all__ = ["Client"]

_POLICY, _GOING_AWAY = 1008, 1001
_MOST_REQUESTS = 64


class Client:
    """Serves one connection until it closes."""

    def __init__(self, connection: ServerConnection, hub: Hub, token: str) -> None:
        self._connection, self._hub, self._token = connection, hub, token
        self._outgoing: asyncio.Queue[Reply] = asyncio.Queue()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[tuple[str, int], asyncio.Future[bool]] = {}
        self._gone = False

    async def serve(self) -> None:
        """Make sure of the client, then do what it asks."""
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                seat = await self._greet()
        except (EngineError, TimeoutError):
            await self._connection.close(_POLICY, "not known here")
            return
        except _closed():
            return
        writer = asyncio.ensure_future(self._write())
        try:
            async with seat:
                try:
                    await self._listen(seat)
                finally:
                    await self._let_end()
        finally:
            writer.cancel()

    # -- who it is -------------------------------------------------------------------------------------

    async def _greet(self) -> Seat:
        hello: Hello = read_message(Hello, await self._connection.recv())
        nonce = new_nonce()
        proof = proof_of(self._token, "owner", hello.nonce, nonce)
        welcome = Welcome(protocol=PROTOCOL, version=__version__, pid=getpid(), nonce=nonce, proof=proof)
        await self._connection.send(welcome.model_dump_json())
        told: Proof = read_message(Proof, await self._connection.recv())
        if not compare_digest(told.proof, proof_of(self._token, "client", hello.nonce, nonce)):
            raise EngineError("The client does not know the secret.")
        return self._hub.seat(_settings(told.settings, self._hub), told.keys)

    # -- what it asks ----------------------------------------------------------------------------------

    async def _listen(self, seat: Seat) -> None:
        try:
            async for text in self._connection:
                self._take(seat, read_message(FromClient, text))
        except EngineError:
            await self._connection.close(_POLICY, "that is no message")
        except _closed():
            return

    def _take(self, seat: Seat, message: Any) -> None:
        match message:
            case Choice():
                seat.choose(message)
            case Do() | Read() | Reset() | Observe() | Call() | Recall():
                self._begin(message.id, self._answer(seat, message))
            case Answer():
                future = self._asked.pop((message.id, message.number), None)
                if future is not None and not future.done():
                    future.set_result(message.agreed)
            case Cancel():
                if message.id in self._tasks:
                    self._tasks[message.id].cancel()
            case _:
                raise EngineError("There is no such message.")

    def _begin(self, request_id: str, work: Coroutine[Any, Any, Reply]) -> None:
        if request_id in self._tasks or len(self._tasks) >= _MOST_REQUESTS:
            work.close()
            raise EngineError("The client asks for too much at once.")
        task = asyncio.ensure_future(self._ended(request_id, work))
        self._tasks[request_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(request_id, None))

    async def _answer(self, seat: Seat, message: Do | Read | Reset | Observe | Call | Recall) -> Reply:
        match message:
            case Do():
                return await self._do(seat, message)
            case Read():
                return await self._read(seat, message)
            case Reset():
                return _done(message.id, await self._hub.carry_out(message.id, seat.reset_practice()))
            case Observe():
                return await self._observe(seat, message)
            case Call():
                return await self._call(seat, message)
            case Recall():
                return await self._recall(message)

    async def _ended(self, request_id: str, work: Coroutine[Any, Any, Reply]) -> None:
        try:
            reply = await work
        except asyncio.CancelledError:
            reply = Reply(kind="cancelled", id=request_id)
        except MovedError:
            reply = Reply(kind="moved", id=request_id)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client is to be told
            reply = Reply(kind="failed", id=request_id, body=pack_error(error))
        self._outgoing.put_nowait(reply)

    async def _do(self, seat: Seat, message: Do) -> Reply:
        packer = Packer(message.id)
        numbers = iter(range(1_000_000))

        def tell(event: Event) -> None:
            self._outgoing.put_nowait(packer.event(event))

        async def approve(plan: Plan) -> bool:
            if self._gone:
                return False
            number = next(numbers)
            self._outgoing.put_nowait(packer.ask(plan, number))
            self._asked[message.id, number] = asyncio.get_running_loop().create_future()
            return await self._asked[message.id, number]

        work = seat.request(
            message.id,
            message.text,
            dry_run=message.dry_run,
            approve=approve if message.asks else None,
            on_event=tell,
            history=Sealed(message.history),
            wanted=message.wanted,
        )
        return packer.outcome(await self._hub.carry_out(message.id, work))

    async def _read(self, seat: Seat, message: Read) -> Reply:
        session = await self._hub.carry_out(message.id, seat.session())
        return _done(message.id, [session.model_dump(mode="json"), seat.cut_short()])

    async def _observe(self, seat: Seat, message: Observe) -> Reply:
        def tell(seen: Seen) -> None:
            self._outgoing.put_nowait(Reply(kind="event", id=message.id, body=pack_seen(seen)))

        await self._hub.carry_out(message.id, seat.observe(tell))
        return _done(message.id, None)

    async def _call(self, seat: Seat, message: Call) -> Reply:
        from orbit.engine.operations import operation

        named = operation(message.operation)
        arguments = named.unpack(message.arguments)
        work = seat.noted_call(message.id, message.operation, arguments)
        return _done(message.id, named.pack_result(await self._hub.carry_out(message.id, work)))

    async def _recall(self, message: Recall) -> Reply:
        return _done(message.id, (await self._hub.recall(message.of)).model_dump(mode="json"))

    # -- what it is told -------------------------------------------------------------------------------

    async def _write(self) -> None:
        while True:
            reply = await self._outgoing.get()
            with suppress(_closed()):
                await self._connection.send(reply.model_dump_json())
            self._outgoing.task_done()

    async def see_out(self, seconds: float) -> None:
        """Tell the client what there is still to tell, and close."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                if self._tasks:
                    await asyncio.wait(list(self._tasks.values()))
                await self._outgoing.join()
        await self._connection.close(_GOING_AWAY, "handing over")

    async def _let_end(self) -> None:
        """Stop what the client that has gone did not come to begin; what it began is ended for it."""
        self._gone = True
        for asked in self._asked.values():
            if not asked.done():
                asked.set_result(False)
        for request_id, task in list(self._tasks.items()):
            if not self._hub.begun(request_id):
                task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()))


def _closed() -> type[Exception]:
    from websockets.exceptions import ConnectionClosed

    return ConnectionClosed


def _done(request_id: str, body: Any) -> Reply:
    return Reply(kind="done", id=request_id, body=body)


def _settings(told: dict[str, Any], hub: Hub) -> Settings:
    """A client's settings; where they are kept is the owner's to say. Raises EngineError."""
    known = {field.name for field in fields(Settings)} - {"data_dir"}
    given = {name: value for name, value in told.items() if name in known}
    try:
        return TypeAdapter(Settings).validate_python(given | {"data_dir": hub.data_dir})
    except ValidationError as error:
        raise EngineError(f"Those are not settings: {error.errors()[0]['msg']}.") from None
