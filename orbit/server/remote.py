"""The engine of a host in another process, over its JSON API and stream of events."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

import httpx

from daw_bridges.errors import EngineError, UsageError
from daw_bridges.session import Session
from orbit.agent.approval import agreed
from orbit.agent.lazy_messages import seal
from orbit.agent.recovery import REQUEST
from orbit.server.engine import Engine
from orbit.server.failures import LeavingError, LostError, unpack_error
from orbit.server.loop_thread import went_through
from orbit.server.messages import (
    MAX_BODY_BYTES,
    SESSION_HEADER,
    Answer,
    Ask,
    Call,
    Choice,
    Greeting,
    Look,
    Message,
    Request,
)
from orbit.server.serialization import Unpacker, unpack_seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.observation.seen import OnSeen
    from orbit.agent import Approve, OnEvent, Wanted
    from orbit.outcome import Outcome
    from orbit.server.engine import OnNotice
    from orbit.server.host_lock import Address
    from orbit.settings import Settings

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


@dataclass
class _Asked:
    """A request under way: how its events are read, and what came of it so far."""

    read: Callable[[Message], Any]
    told: asyncio.Queue[tuple[str, Any] | None] = field(default_factory=asyncio.Queue[tuple[str, Any] | None])


class RemoteEngine(Engine):
    """A client session at a host; several requests may be under way at once.

    Raises LeavingError where the host closes before a request has begun, and LostError where it is gone and
    nobody knows.
    """

    def __init__(self, http: httpx.AsyncClient, settings: Settings) -> None:
        self.settings, self._http = settings, http
        self._asked: dict[str, _Asked] = {}
        self._unpacker = Unpacker()
        self._cut_short = ""
        self._reader = asyncio.ensure_future(self._listen())

    @classmethod
    async def open(
        cls, address: Address, settings: Settings, name: str, *, seconds: float = GREETING_SECONDS
    ) -> Self:
        """Open a session at the host of an address.

        Raises LostError when there is none, or another program answers there.
        """
        http = httpx.AsyncClient(
            base_url=address.url,
            timeout=httpx.Timeout(None, connect=GREETING_SECONDS),
            trust_env=False,
            verify=False,  # noqa: S501 - plain HTTP on loopback: there are no certificates to be read
        )
        try:
            async with asyncio.timeout(seconds):
                await _greet(http, address)
                http.headers["Authorization"] = f"Bearer {address.token}"
                told = {key: value for key, value in asdict(settings).items() if key != "data_dir"}
                greeting = Greeting(name=name, settings=told, keys=_keys_of(settings.model))
                opened = await _send(http, "POST", "/api/sessions", greeting)
        except BaseException as error:
            await http.aclose()
            if isinstance(error, TimeoutError | LeavingError):
                raise LostError from None
            raise
        http.headers[SESSION_HEADER] = opened["session"]
        return cls(http, settings)

    async def close(self) -> None:
        """Leave."""
        with suppress(EngineError, UsageError, TimeoutError):
            async with asyncio.timeout(GREETING_SECONDS):
                await self._send("DELETE", "/api/sessions")
        self._reader.cancel()
        await asyncio.wait({self._reader})
        await self._http.aclose()

    # -- what it asks ----------------------------------------------------------------------------------

    async def session(self) -> Session:
        """Read the session from the DAW."""
        session, said = await self._ask(Look(kind="session"))
        self._cut_short = said or self._cut_short
        return Session.model_validate(session)

    def cut_short(self) -> str:
        """Say what the last reading showed of runs that were cut short; see ``Engine.cut_short``."""
        said, self._cut_short = self._cut_short, ""
        return said

    async def do(
        self,
        text: str,
        *,
        dry_run: bool = False,
        approve: Approve | None = None,
        on_event: OnEvent | None = None,
        history: Sequence[ModelMessage] = (),
        wanted: Wanted | None = None,
    ) -> Outcome:
        """Carry out one request, with the user asked and told here; see ``Engine.do``."""
        asked = Ask(
            text=text, dry_run=dry_run, asks=approve is not None, history=seal(history), wanted=wanted
        )
        return await self._ask(asked, self._read_request, on_event, approve)

    def _read_request(self, message: Message) -> Any:
        match message.kind:
            case "event":
                return self._unpacker.event(message.body)
            case "ask":
                return self._unpacker.plan(message.body["plan"]), message.body["number"]
            case "done":
                return self._unpacker.outcome(message.body)
            case _:
                return message.body

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW, until this is cancelled."""
        await self._ask(Look(kind="observe"), _events(unpack_seen), tell)

    async def follow(self, tell: OnNotice) -> None:
        """Tell what becomes of every client's requests, until this is cancelled."""
        await self._ask(Look(kind="follow"), _events(self._unpacker.notice), tell)

    async def choose_model(self, model: str) -> None:
        """Have the requests that follow answered by another model."""
        await self._send("POST", "/api/model", Choice(model=model, keys=_keys_of(model)))

    async def reset_practice(self) -> None:
        """Have the practice session begun anew."""
        await self._ask(Look(kind="reset"))

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations."""
        from orbit.server.operations import operation as named

        chosen = named(operation)
        asked = Call(operation=operation, arguments=chosen.pack(arguments))
        return chosen.unpack_result(await self._ask(asked))

    async def link(self, path: str) -> str:
        """Give the address of a page of the server that opens once."""
        ticket = (await self._send("POST", "/api/tickets"))["ticket"]
        return f"{str(self._http.base_url).rstrip('/')}{path}?ticket={ticket}"

    # -- one request -----------------------------------------------------------------------------------

    async def _ask(
        self,
        ask: Ask | Look | Call,
        read: Callable[[Message], Any] = lambda message: message.body,
        tell: Callable[[Any], object] | None = None,
        approve: Approve | None = None,
    ) -> Any:
        """Send a request and hear what becomes of it, to its end."""
        request = (REQUEST.get() if isinstance(ask, Ask) else "") or uuid4().hex
        asked = self._asked[request] = _Asked(read)
        sent, ended = False, None
        try:
            await self._send("POST", "/api/requests", Request(id=request, ask=ask))
            sent = True
            ended = await self._heard(request, asked, tell, approve)
            await asyncio.sleep(0)  # a stop that is on its way is felt here, not as the end of the task
        except (LostError, LeavingError):
            raise
        except BaseException as error:
            # This task is cancelled, or whoever was asked or told has failed.
            late = isinstance(error, asyncio.CancelledError)
            if not (sent or late):
                raise
            ended = ended or await self._cancel(request, asked)
            if ended[0] != "done" or not late:
                raise
            went_through()  # it came too late: it is done, and that is what there is to say
        finally:
            del self._asked[request]
        return _result(*ended)

    async def _heard(
        self,
        request: str,
        asked: _Asked,
        tell: Callable[[Any], object] | None,
        approve: Approve | None,
    ) -> tuple[str, Any]:
        """Pass on what is told of a request, up to how it ended."""
        begun = False
        try:
            while (told := await self._next(asked))[0] in _ON_THE_WAY:
                kind, value = told
                if kind == "ask":
                    plan, number = value
                    answer = Answer(number=number, agreed=await agreed(approve, plan))
                    await self._send("POST", f"/api/requests/{request}/answer", answer)
                elif kind == "event" and tell is not None:
                    tell(value)
                begun = begun or kind == "begun"
        except (LostError, LeavingError):
            raise LostError(begun=begun) from None
        return told

    async def _cancel(self, request: str, asked: _Asked) -> tuple[str, Any]:
        """Stop a request, and wait until what it had changed is taken back; give how it ended."""
        try:
            async with asyncio.timeout(_CANCEL_SECONDS):
                await self._send("DELETE", f"/api/requests/{request}")
                while (told := await self._next(asked))[0] in _ON_THE_WAY:
                    pass
                return told
        except (LostError, LeavingError):
            return "lost", None
        except TimeoutError:
            raise EngineError(
                "Orbit was told to stop and has not said yet that it has. Look at the session first."
            ) from None

    async def _next(self, asked: _Asked) -> tuple[str, Any]:
        if self._reader.done() and asked.told.empty():
            raise LostError
        told = await asked.told.get()
        if told is None:
            raise LostError
        return told

    # -- the wire --------------------------------------------------------------------------------------

    async def _send(self, method: str, path: str, body: BaseModel | None = None) -> Any:
        return await _send(self._http, method, path, body)

    async def _listen(self) -> None:
        after, tries = 0, 0
        try:
            while tries < _MOST_TRIES:
                tries += 1
                with suppress(httpx.TransportError):
                    async for number, message in self._events(after):
                        self._take(message)
                        after, tries = number, 0
                await asyncio.sleep(_AGAIN_SECONDS * tries)
        except (_GoneError, ValueError, TypeError, KeyError):
            return  # what is said there is not for this client
        finally:
            for asked in self._asked.values():
                asked.told.put_nowait(None)

    async def _events(self, after: int) -> AsyncGenerator[tuple[int, Message]]:
        """Give the stream's messages after a number. Raises _GoneError where it does not go on."""
        headers = {"Last-Event-ID": str(after)}
        try:
            async with self._http.stream("GET", "/api/events", headers=headers) as response:
                if response.is_error:
                    raise _GoneError
                held = bytearray()
                async for piece in response.aiter_bytes():
                    held += piece
                    if b"\n\n" not in piece and not held.endswith(b"\n\n"):
                        continue
                    *events, rest = bytes(held).split(b"\n\n")
                    held = bytearray(rest)
                    for event in events:
                        after += 1
                        yield after, Message.model_validate_json(event.partition(b"\ndata: ")[2])
        except httpx.ConnectError:
            raise _GoneError from None

    def _take(self, message: Message) -> None:
        self._unpacker.take(message)
        if (asked := self._asked.get(message.id)) is not None:
            asked.told.put_nowait((message.kind, asked.read(message)))
        self._unpacker.forget()


class _GoneError(Exception):
    """The stream cannot be taken up again."""


def _events(read: Callable[[Any], Any]) -> Callable[[Message], Any]:
    return lambda message: read(message.body) if message.kind == "event" else message.body


def _result(kind: str, value: Any) -> Any:
    if kind == "left":
        raise LeavingError
    if kind == "failed":
        raise unpack_error(value)
    if kind == "cancelled":
        raise EngineError("The request was stopped early, and what it had changed was taken back.")
    return value


async def _greet(http: httpx.AsyncClient, address: Address) -> None:
    """Make sure that it is the host that wrote the note, before it is told anything."""
    nonce = uuid4().hex
    try:
        answered = (await http.get("/api/host", params={"nonce": nonce})).json()["proof"]
    except (httpx.HTTPError, ValueError, TypeError, KeyError):
        raise LostError from None
    if not compare_digest(str(answered).encode(), address.proof(nonce).encode()):
        raise LostError


async def _send(http: httpx.AsyncClient, method: str, path: str, body: BaseModel | None = None) -> Any:
    content = b"" if body is None else body.model_dump_json().encode()
    if len(content) > MAX_BODY_BYTES:
        raise UsageError(f"That is too long: {len(content)} bytes, and the server takes {MAX_BODY_BYTES}.")
    try:
        response = await http.request(method, path, content=content)
    except httpx.ConnectError:
        raise LeavingError from None
    except httpx.TransportError:
        raise LostError from None
    if response.status_code in _LEAVING:
        raise LeavingError
    try:
        given = response.json()
    except ValueError:
        raise LostError from None
    if response.is_error:
        raise unpack_error(given)
    return given


def _keys_of(model: str) -> dict[str, str]:
    """Give what of this environment the library of a hosted model looks at, which will run in the host's."""
    provider, given, _ = model.partition(":")
    if not given:
        return {}
    prefix = _KEYS_OF.get(provider, f"{provider.upper().replace('-', '_')}_")
    return {name: value for name, value in os.environ.items() if name.startswith(prefix)}
