"""A provider of language models on this machine: it speaks the OpenAI protocol and plays from a script.

It is as strict as a real one: a conversation with a call that nobody answered, or an answer that nobody
called for, is refused with 400.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

__all__ = [
    "Cut", "Fault", "Json", "Part", "Raw", "Slowly", "StandIn", "call", "calling", "raw_call", "run_planned",
    "say", "served", "told",
]  # fmt: skip

Json = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """An HTTP error with what a provider says in it."""

    status: int
    message: str = "the machine is on fire"
    code: str | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Cut:
    """A connection that ends: before anything is said, or after so many pieces of a streamed text."""

    after: int = 0
    text: str = "The kick is now quieter than it was before."


@dataclass(frozen=True)
class Slowly:
    """A text whose pieces come so many seconds after one another."""

    text: str
    seconds: float


@dataclass(frozen=True)
class Raw:
    """A body that is no answer of the protocol, with status 200."""

    body: bytes


Part = Callable[[Json], Json] | Json | Fault | Cut | Slowly | Raw | int | float | str
"""What the server answers with: a message made of the request, an output by the first tool that is offered,
a fault of any kind, an HTTP error, so many seconds of silence, or plain text."""


class StandIn:
    """The server: its script, whose last part it plays on, and the requests it got."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.url = f"http://127.0.0.1:{server.server_port}/v1"
        self.script: list[Part] = []
        self.requests: list[Json] = []
        self._asked = threading.Condition()
        self._provider: OpenAIProvider | None = None

    def wait_for(self, count: int, *, seconds: float = 30.0) -> bool:
        """Wait until it got so many requests; False when they do not come."""
        with self._asked:
            return self._asked.wait_for(lambda: len(self.requests) >= count, seconds)

    def plays(self, *parts: Part, model: str = "stand-in") -> Model:
        self.script = list(parts)
        # One client for all that it plays: each would read the machine's certificates anew.
        self._provider = self._provider or OpenAIProvider(base_url=self.url, api_key="none")
        return OpenAIChatModel(model, provider=self._provider)

    def next(self, request: Json) -> Part:
        with self._asked:
            self.requests.append(request)
            self._asked.notify_all()
        if (problem := _problem(request["messages"])) is not None:
            return Fault(400, problem)
        part = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(part, float):
            time.sleep(part)
            return "late"
        return part


def _problem(messages: list[Json]) -> str | None:
    """What a provider would refuse a conversation for."""
    open_calls: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_calls:
                return "a tool message answers no call"
            open_calls.remove(message["tool_call_id"])
            continue
        if open_calls:
            return "a tool call is followed by no tool message"
        open_calls = [made["id"] for made in message.get("tool_calls") or ()]
        if any(made["function"]["arguments"][:1] != "{" for made in message.get("tool_calls") or ()):
            return "the arguments of a call are no object"
    return "a tool call is followed by no tool message" if open_calls else None


# -- what a script is made of --------------------------------------------------------------------------


def calling(tool: str, arguments: str) -> Json:
    """A message that calls a tool, with arguments as the model wrote them."""
    function = {"name": tool, "arguments": arguments}
    made = {"id": f"call_{time.monotonic_ns()}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


def say(text: str) -> Part:
    """A text."""
    return lambda _: {"role": "assistant", "content": text}


def call(tool: str, /, **arguments: Any) -> Part:
    """A call with arguments that are JSON."""
    return lambda _: calling(tool, json.dumps(arguments))


def raw_call(tool: str, arguments: str) -> Part:
    """A call with arguments as they are."""
    return lambda _: calling(tool, arguments)


def run_planned(request: Json) -> Json:
    """Run the plan that the last tool result tells of."""
    return calling("run_plan", json.dumps({"plan_id": told(request)[-1]["plan_id"]}))


def told(request: Json) -> list[Json]:
    """The tools' results that a request tells of, as far as they are JSON."""
    results = [message["content"] for message in request["messages"] if message["role"] == "tool"]
    return [json.loads(result) for result in results if result.startswith("{")]


# -- the server ----------------------------------------------------------------------------------------


def _message(part: Part, request: Json) -> Json:
    if isinstance(part, str):
        return {"role": "assistant", "content": part}
    if isinstance(part, Slowly | Cut):
        return {"role": "assistant", "content": part.text}
    if isinstance(part, dict):
        return calling(request["tools"][0]["function"]["name"], json.dumps(part))
    assert callable(part)
    return part(request)


_USAGE = {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150}


def _completion(message: Json, model: str) -> Json:
    reason = "tool_calls" if message.get("tool_calls") else "stop"
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": _USAGE,
    }


def _pieces(message: Json, model: str) -> Iterator[Json]:
    """The same, as it is streamed: word by word, a call's arguments in two pieces."""
    deltas: list[Json] = [{"role": "assistant"}]
    words = (message.get("content") or "").split(" ")
    deltas += [{"content": f"{' ' if place else ''}{word}"} for place, word in enumerate(words) if word]
    for index, made in enumerate(message.get("tool_calls") or ()):
        name, arguments = made["function"]["name"], made["function"]["arguments"]
        half = len(arguments) // 2
        first = {"name": name, "arguments": arguments[:half]}
        deltas.append(
            {"tool_calls": [{"index": index, "id": made["id"], "type": "function", "function": first}]}
        )
        deltas.append({"tool_calls": [{"index": index, "function": {"arguments": arguments[half:]}}]})
    base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": model}
    for delta in deltas:
        yield base | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    reason = "tool_calls" if message.get("tool_calls") else "stop"
    yield base | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    yield base | {"choices": [], "usage": _USAGE}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stand_in: StandIn

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = self.path.endswith("/chat/completions")
        part = self.stand_in.next(request) if known else Fault(404, f"there is no {self.path} here")
        try:
            self._answer(part, request)
        except OSError:
            return  # the client has given up waiting, which is what a slow server is there to show

    def _answer(self, part: Part, request: Json) -> None:
        match part:
            case bool():
                raise AssertionError("no part of a script")
            case int():
                self._fault(Fault(part))
            case Fault():
                self._fault(part)
            case Raw(body):
                self._send(200, body)
            case Cut(after=0):
                self.close_connection = True
            case _ if request.get("stream"):
                self._stream(part, request)
            case _:
                message = _message(part, request)
                self._send(200, json.dumps(_completion(message, request["model"])).encode())

    def _fault(self, fault: Fault) -> None:
        error = {"message": fault.message, "code": fault.code}
        self._send(fault.status, json.dumps({"error": error}).encode(), fault.headers)

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        fields = {"Content-Type": "application/json", "Content-Length": str(len(body))} | (headers or {})
        self._head(fields)
        self.wfile.write(body)

    def _head(self, fields: dict[str, str]) -> None:
        for name, value in (fields | {"Connection": "close"}).items():
            self.send_header(name, value)
        self.end_headers()

    def _stream(self, part: Part, request: Json) -> None:
        self.send_response(200)
        self._head({"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
        for count, piece in enumerate(_pieces(_message(part, request), request["model"])):
            if isinstance(part, Cut) and count > part.after:
                return  # in the middle of an answer: no end is ever told
            if isinstance(part, Slowly):
                time.sleep(part.seconds)
            self._chunk(f"data: {json.dumps(piece)}\n\n".encode())
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        return


@contextmanager
def served() -> Generator[StandIn]:
    """Serve a stand-in on loopback for as long as the block lasts."""
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    handler.stand_in = stand_in = StandIn(server)  # pyright: ignore[reportAttributeAccessIssue]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        server.server_close()
