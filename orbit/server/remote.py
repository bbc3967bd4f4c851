"""The engine of a host in another process, over its JSON API and stream of events."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from daw_bridges.errors import EngineError, UsageError
from orbit.agent.approval import agreed
from orbit.server.engine import Engine
from orbit.server.failures import LeavingError, LostError, unpack_error
from orbit.server.loop_thread import went_through
from orbit.server.loopback import responded
from orbit.server.messages import (
    GREET,
    MAX_BODY_BYTES,
    SESSION_HEADER,
    Answer,
    Call,
    Choice,
    Greeting,
    Message,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from pydantic import BaseModel

    from orbit.agent import Approve
    from orbit.server.engine import Tell
    from orbit.server.host_lock import Address
    from orbit.server.messages import Asked
    from orbit.server.serialization import Unpacker
    from orbit.settings import Settings

    _Told = asyncio.Queue[tuple[str, Any] | None]

__all__ = ["RemoteEngine"]

GREETING_SECONDS = 10.0
"""How long a host may take to answer a client that comes."""
_CANCEL_SECONDS = 30.0
_LEAVING = (401, 410, 503)
"""It leaves, or has let this client's session go, or is another launch: nothing was begun."""
_ON_THE_WAY = ("begun", "event", "ask")
_MOST_TRIES = 4
_AGAIN_SECONDS = 0.05
_KEYS_OF = {"openai-chat": "OPENAI_", "openai-responses": "OPENAI_"}


class RemoteEngine(Engine):
    """A client session at a host; several requests may be under way at once.

    Raises LeavingError where the host closes before a request has begun, and LostError where it is gone and
    nobody knows.
    """

    def __init__(self, address: Address, headers: dict[str, str], settings: Settings) -> None:
        self.settings, self._address, self._headers = settings, address, headers
        self._asked: dict[str, asyncio.Queue[tuple[str, Any] | None]] = {}
        self._reader = asyncio.ensure_future(self._listen())

    @classmethod
    async def open(
        cls, address: Address, settings: Settings, name: str, *, seconds: float = GREETING_SECONDS
    ) -> Self:
        """Open a session at the host of an address.

        Raises LostError when there is none, or another program answers there.
        """
        headers: dict[str, str] = {}
        try:
            async with asyncio.timeout(seconds):
                # It is to show that it is the host that wrote the note, before it is told anything.
                nonce = uuid4().hex
                proof = (await _send(address, headers, "GET", f"{GREET}?nonce={nonce}"))["proof"]
                if not compare_digest(str(proof).encode(), address.proof(nonce).encode()):
                    raise LostError
                headers["Authorization"] = f"Bearer {address.token}"
                told = {key: value for key, value in asdict(settings).items() if key != "data_dir"}
                greeting = Greeting(name=name, settings=told, keys=_keys_of(settings.model))
                opened = await _send(address, headers, "POST", "/api/sessions", greeting)
        except (TimeoutError, LeavingError, TypeError, KeyError):
            raise LostError from None
        return cls(address, headers | {SESSION_HEADER: opened["session"]}, settings)

    @cached_property
    def _unpacker(self) -> Unpacker:
        from orbit.server.serialization import Unpacker

        return Unpacker()

    async def close(self) -> None:
        """Leave."""
        with suppress(EngineError, UsageError, TimeoutError):
            async with asyncio.timeout(GREETING_SECONDS):
                await self._send("DELETE", "/api/sessions")
        self._reader.cancel()
        await asyncio.wait({self._reader})

    async def link(self, path: str) -> str:
        """Give the address of a page of the server that opens once."""
        return f"{self._address.url}{path}?ticket={(await self._send('POST', '/api/tickets'))['ticket']}"

    async def ask(self, asked: Asked, tell: Tell | None = None, approve: Approve | None = None) -> Any:
        """Have something done there, with the user asked and told here; see ``Engine.ask``."""
        told = self._asked[asked.id] = asyncio.Queue[tuple[str, Any] | None]()
        sent, ended = False, None
        try:
            await self._send("POST", "/api/requests", _packed(asked))
            sent = True
            _ = self._unpacker  # plans and runs are imported while the host works
            ended = await self._heard(asked.id, told, tell, approve)
        except (LostError, LeavingError):
            raise
        except BaseException as error:
            # This task is cancelled, or whoever was asked or told has failed.
            late = isinstance(error, asyncio.CancelledError)
            if not (sent or late):
                raise
            ended = await self._cancel(asked.id, told)
            if ended[0] != "done" or not late:
                raise
            went_through()  # it came too late: it is done, and that is what there is to say
        finally:
            del self._asked[asked.id]
        return _result(asked, *ended)

    async def _heard(
        self, request: str, told: _Told, tell: Tell | None, approve: Approve | None
    ) -> tuple[str, Any]:
        """Pass on what is told of a request, up to how it ended."""
        begun = False
        try:
            while (heard := await self._next(told))[0] in _ON_THE_WAY:
                kind, value = heard
                if kind == "ask":
                    answer = Answer(number=value.number, agreed=await agreed(approve, value.plan))
                    await self._send("POST", f"/api/requests/{request}/answer", answer)
                elif kind == "event" and tell is not None:
                    tell(value)
                begun = begun or kind == "begun"
        except (LostError, LeavingError):
            raise LostError(begun=begun) from None
        return heard

    async def _cancel(self, request: str, told: _Told) -> tuple[str, Any]:
        """Stop a request, and wait until what it had changed is taken back; give how it ended."""
        try:
            async with asyncio.timeout(_CANCEL_SECONDS):
                await self._send("DELETE", f"/api/requests/{request}")
                while (heard := await self._next(told))[0] in _ON_THE_WAY:
                    pass
                return heard
        except (LostError, LeavingError):
            return "lost", None
        except TimeoutError:
            raise EngineError(
                "Orbit was told to stop and has not said yet that it has. Look at the session first."
            ) from None

    async def _next(self, told: _Told) -> tuple[str, Any]:
        if self._reader.done() and told.empty():
            raise LostError
        heard = await told.get()
        if heard is None:
            raise LostError
        return heard

    async def _send(self, method: str, path: str, body: BaseModel | None = None) -> Any:
        return await _send(self._address, self._headers, method, path, body)

    async def _listen(self) -> None:
        after, tries = 0, 0
        try:
            while tries < _MOST_TRIES:
                tries += 1
                with suppress(OSError, EOFError):
                    async for message in self._told_after(after):
                        value = self._unpacker.read(message)
                        if (asked := self._asked.get(message.id)) is not None:
                            asked.put_nowait((message.kind, value))
                        after, tries = after + 1, 0
                await asyncio.sleep(_AGAIN_SECONDS * tries)
        except (ConnectionRefusedError, ValueError, TypeError, KeyError):
            return  # what is said there is not for this client
        finally:
            for asked in self._asked.values():
                asked.put_nowait(None)

    async def _told_after(self, after: int) -> AsyncGenerator[Message]:
        """Give the stream's messages after a number. Raises ValueError where it does not go on."""
        headers = self._headers | {"Last-Event-ID": str(after)}
        async with responded(self._address.port, "GET", "/api/events", headers) as response:
            if not response.ok:
                raise ValueError
            held = bytearray()
            async for piece in response.pieces():
                held += piece
                if not held.endswith(b"\n\n"):
                    continue
                for event in bytes(held).removesuffix(b"\n\n").split(b"\n\n"):
                    yield Message.model_validate_json(event.partition(b"\ndata: ")[2])
                held.clear()


def _packed(asked: Asked) -> Asked:
    """Give a request as it can be sent: what it names packed, the keys that its model needs with it."""
    match asked:
        case Call():
            from orbit.server.operations import operation

            return asked.model_copy(update={"arguments": operation(asked.operation).pack(asked.arguments)})
        case Choice():
            return asked.model_copy(update={"keys": _keys_of(asked.model)})
        case _:
            return asked


def _result(asked: Asked, kind: str, value: Any) -> Any:
    if kind == "left":
        raise LeavingError
    if kind == "failed":
        raise unpack_error(value)
    if kind == "cancelled":
        raise EngineError("The request was stopped early, and what it had changed was taken back.")
    if isinstance(asked, Call):
        from orbit.server.operations import operation

        return operation(asked.operation).unpack_result(value)
    return value


async def _send(
    address: Address, headers: dict[str, str], method: str, path: str, body: BaseModel | None = None
) -> Any:
    content = b"" if body is None else body.model_dump_json().encode()
    if len(content) > MAX_BODY_BYTES:
        raise UsageError(f"That is too long: {len(content)} bytes, and the server takes {MAX_BODY_BYTES}.")
    try:
        async with responded(address.port, method, path, headers, content) as response:
            if response.status in _LEAVING:
                raise LeavingError
            given = json.loads(await response.body())
    except ConnectionRefusedError:
        raise LeavingError from None
    except (OSError, EOFError, ValueError):
        raise LostError from None
    if not response.ok:
        raise unpack_error(given)
    return given


def _keys_of(model: str) -> dict[str, str]:
    """Give what of this environment the library of a hosted model looks at, which will run in the host's."""
    provider, given, _ = model.partition(":")
    if not given:
        return {}
    prefix = _KEYS_OF.get(provider, f"{provider.upper().replace('-', '_')}_")
    return {name: value for name, value in os.environ.items() if name.startswith(prefix)}
