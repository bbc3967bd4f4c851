"""The way to an owner in another process."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from dataclasses import asdict
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from daw_bridges.errors import EngineError, UsageError
from daw_bridges.session import Session
from orbit import __version__
from orbit.agent.approval import agreed
from orbit.engine.across import went_through
from orbit.engine.door import wire_log
from orbit.engine.failures import LostError, MovedError, unpack_error
from orbit.engine.history import seal
from orbit.engine.ledger import Entry
from orbit.engine.parcels import Unpacker
from orbit.engine.wire import (
    GREETING_SECONDS,
    MAX_FROM_CLIENT,
    MAX_FROM_OWNER,
    PATH,
    PROTOCOL,
    Answer,
    Call,
    Cancel,
    Choice,
    Do,
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

if TYPE_CHECKING:
    from pydantic import BaseModel
    from websockets.asyncio.client import ClientConnection

    from daw_bridges.observation.seen import OnSeen
    from orbit.engine.ownership import Address
    from orbit.engine.ways import Request
    from orbit.outcome import Outcome
    from orbit.settings import Settings

__all__ = ["RemoteWay", "keys_of"]

_CANCEL_SECONDS = 30.0
_MOST_BYTES = 4  # of a letter in UTF-8
_KEYS_OF = {"openai-chat": "OPENAI_", "openai-responses": "OPENAI_"}


class RemoteWay:
    """A connection to the owner, over which several requests may be under way at once."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._replies: dict[str, asyncio.Queue[Reply | None]] = {}
        self._reader = asyncio.ensure_future(self._listen())

    @classmethod
    async def open(
        cls, address: Address, settings: Settings, *, within_seconds: float = GREETING_SECONDS
    ) -> Self:
        """Go to the owner at an address, and make sure of each other.

        Raises TimeoutError, OSError or LostError when it is not there, and EngineError when it cannot be
        spoken with: it is another version.
        """
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        try:
            async with asyncio.timeout(within_seconds):
                connection = await connect(
                    f"ws://127.0.0.1:{address.port}{PATH}",
                    compression=None,
                    max_size=MAX_FROM_OWNER,
                    ping_interval=None,
                    close_timeout=1.0,
                    user_agent_header=None,
                    proxy=None,
                    logger=wire_log(),
                )
                try:
                    await _greet(connection, address, settings)
                except BaseException:
                    await connection.close()
                    raise
        except WebSocketException as error:
            raise LostError(str(error)) from None
        return cls(connection)

    async def choose(self, choice: Choice) -> None:
        """Say which model answers from now on."""
        await self._send(choice)

    async def do(self, request: Request) -> Outcome:
        """Have a request carried out, with the user asked and told here."""
        unpacker = Unpacker()
        message = Do(
            id=request.id,
            text=request.text,
            dry_run=request.dry_run,
            asks=request.approve is not None,
            history=seal(request.history),
            wanted=request.wanted,
        )
        return unpacker.outcome((await self._converse(message, unpacker, request)).body)

    async def session(self) -> tuple[Session, str]:
        """Have the session read."""
        session, cut_short = (await self._converse(Read(id=uuid4().hex))).body
        return Session.model_validate(session), cut_short

    async def reset_practice(self) -> None:
        """Have the practice session begun anew."""
        await self._converse(Reset(id=uuid4().hex))

    async def observe(self, tell: OnSeen) -> None:
        """Be told what is done in the DAW, until this is cancelled."""
        from orbit.engine.seeing import unpack_seen

        message, heard = Observe(id=uuid4().hex), asyncio.Queue[Reply | None]()
        self._replies[message.id] = heard
        try:
            await self._send(message)
            while (reply := await self._next(heard)).kind == "event":
                tell(unpack_seen(reply.body))
            _ended(reply)
        except asyncio.CancelledError:
            await self._cancel(message.id, heard, None)
            raise
        finally:
            del self._replies[message.id]

    async def call(self, request_id: str, operation: str, arguments: dict[str, Any]) -> Any:
        """Have one of the memory's operations done."""
        from orbit.engine.operations import operation as named

        chosen = named(operation)
        message = Call(id=request_id, operation=operation, arguments=chosen.pack(arguments))
        return chosen.unpack_result((await self._converse(message)).body)

    async def recall(self, request_id: str) -> Entry:
        """Ask what is known of a request."""
        return Entry.model_validate((await self._converse(Recall(id=uuid4().hex, of=request_id))).body)

    async def lost(self) -> None:
        """Wait until the owner is gone."""
        await asyncio.wait({self._reader})

    async def close(self) -> None:
        """Leave."""
        # Python 3.11's transport fails in its own way when it was cut off in the middle of a long message.
        with suppress(OSError, AttributeError):
            await self._connection.close()
        await self._reader

    # -- one conversation ------------------------------------------------------------------------------

    async def _converse(
        self, message: Any, unpacker: Unpacker | None = None, request: Request | None = None
    ) -> Reply:
        """Send a request and hear what becomes of it, to its end."""
        heard: asyncio.Queue[Reply | None] = asyncio.Queue()
        self._replies[message.id] = heard
        try:
            await self._send(message)
            try:
                reply = await self._heard(heard, unpacker, request)
            except LostError:
                raise
            except BaseException as error:
                # This task is cancelled, or whoever was asked or told has failed.
                last = await self._cancel(message.id, heard, unpacker)
                if last is None or last.kind != "done" or not isinstance(error, asyncio.CancelledError):
                    raise
                reply = last  # it came too late: it is done, and that is what there is to say
                went_through()
            return _ended(reply)
        finally:
            del self._replies[message.id]

    async def _heard(
        self, heard: asyncio.Queue[Reply | None], unpacker: Unpacker | None, request: Request | None
    ) -> Reply:
        """Pass on what is said of the request, up to its last reply."""
        while True:
            reply = await self._next(heard)
            if unpacker is not None:
                unpacker.take(reply)
            if reply.kind not in ("event", "ask"):
                return reply
            assert unpacker is not None
            assert request is not None
            await self._tell(reply, unpacker, request)

    async def _next(self, heard: asyncio.Queue[Reply | None]) -> Reply:
        if self._reader.done() and heard.empty():
            raise LostError
        reply = await heard.get()
        if reply is None:
            raise LostError
        return reply

    async def _tell(self, reply: Reply, unpacker: Unpacker, request: Request) -> None:
        if reply.kind == "event":
            if request.on_event is not None:
                request.on_event(unpacker.event(reply.body))
            return
        plan = unpacker.plan(reply.body["plan"])
        assert plan is not None
        consented = await agreed(request.approve, plan)
        await self._send(Answer(id=request.id, number=reply.body["number"], agreed=consented))

    async def _cancel(
        self, request_id: str, heard: asyncio.Queue[Reply | None], unpacker: Unpacker | None
    ) -> Reply | None:
        """Stop a request, and wait until what it had changed is taken back; give its last reply."""
        with suppress(LostError, TimeoutError):
            async with asyncio.timeout(_CANCEL_SECONDS):
                await self._send(Cancel(id=request_id))
                while True:
                    reply = await self._next(heard)
                    if unpacker is not None:
                        unpacker.take(reply)
                    if reply.kind not in ("event", "ask"):
                        return reply
        return None

    # -- the wire --------------------------------------------------------------------------------------

    async def _send(self, message: BaseModel) -> None:
        from websockets.exceptions import ConnectionClosed

        text = message.model_dump_json()
        if len(text) * _MOST_BYTES > MAX_FROM_CLIENT and len(text.encode()) > MAX_FROM_CLIENT:
            raise UsageError(
                f"That is too long: {len(text)} letters, and the engine takes {MAX_FROM_CLIENT} bytes."
            )
        try:
            await self._connection.send(text)
        except ConnectionClosed:
            raise LostError from None

    async def _listen(self) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            async for text in self._connection:
                reply: Reply = read_message(Reply, text)
                if reply.id in self._replies:
                    self._replies[reply.id].put_nowait(reply)
        except (ConnectionClosed, EngineError):
            await self._connection.close()
        finally:
            for waiting in self._replies.values():
                waiting.put_nowait(None)


def _ended(reply: Reply) -> Reply:
    if reply.kind == "moved":
        raise MovedError
    if reply.kind == "failed":
        raise unpack_error(reply.body)
    if reply.kind == "cancelled":
        raise EngineError("The request was stopped early, and what it had changed was taken back.")
    return reply


async def _greet(connection: ClientConnection, address: Address, settings: Settings) -> None:
    nonce = new_nonce()
    await connection.send(Hello(protocol=PROTOCOL, version=__version__, nonce=nonce).model_dump_json())
    try:
        welcome: Welcome = read_message(Welcome, await connection.recv())
    except EngineError:
        raise LostError("Another program answers there.") from None
    if not compare_digest(welcome.proof, proof_of(address.token, "owner", nonce, welcome.nonce)):
        raise LostError("Another program answers there.")
    if (welcome.protocol, welcome.version) != (PROTOCOL, __version__):
        raise EngineError(
            f"Orbit {welcome.version} runs on this data directory (process {welcome.pid}), and this is Orbit "
            f"{__version__}. Close that one, then try again; or give another --data-dir."
        )
    proof = proof_of(address.token, "client", nonce, welcome.nonce)
    told = {name: value for name, value in asdict(settings).items() if name != "data_dir"}
    await connection.send(Proof(proof=proof, settings=told, keys=keys_of(settings.model)).model_dump_json())


def keys_of(model: str) -> dict[str, str]:
    """Give what of this environment the library of a hosted model looks at, which will run in the owner's."""
    provider, given, _ = model.partition(":")
    if not given:
        return {}
    prefix = _KEYS_OF.get(provider, f"{provider.upper().replace('-', '_')}_")
    return {name: value for name, value in os.environ.items() if name.startswith(prefix)}
