"""A provider of language models on this machine: it speaks the OpenAI protocol and plays from a script."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

__all__ = ["Json", "Part", "StandIn", "calling", "served"]

Json = dict[str, Any]
Part = Callable[[Json], Json] | Json | int | float | str
"""What the server answers with: a message made of the request, an output by the first tool that is offered,
an HTTP error, so many seconds of silence, or plain text."""


class StandIn:
    """The server: its script, whose last part it plays on, and the requests it got."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.url = f"http://127.0.0.1:{server.server_port}/v1"
        self.script: list[Part] = []
        self.requests: list[Json] = []

    def plays(self, *parts: Part) -> Model:
        self.script = list(parts)
        return OpenAIChatModel("stand-in", provider=OpenAIProvider(base_url=self.url, api_key="none"))

    def answer(self, request: Json) -> tuple[int, Json]:
        self.requests.append(request)
        part = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(part, int):
            return part, {"error": {"message": "the machine is on fire"}}
        if isinstance(part, float):
            time.sleep(part)
            part = "late"
        if isinstance(part, str):
            return 200, _completion({"role": "assistant", "content": part})
        if isinstance(part, dict):
            return 200, _completion(calling(request["tools"][0]["function"]["name"], json.dumps(part)))
        return 200, _completion(part(request))


def calling(tool: str, arguments: str) -> Json:
    """A message that calls a tool, with arguments as the model wrote them."""
    function = {"name": tool, "arguments": arguments}
    made = {"id": f"call_{time.monotonic_ns()}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


def _completion(message: Json) -> Json:
    reason = "tool_calls" if message.get("tool_calls") else "stop"
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "stand-in",
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
    }


class _Handler(BaseHTTPRequestHandler):
    stand_in: StandIn

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, document = self.stand_in.answer(request)
        body = json.dumps(document).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            return  # the client has given up waiting, which is what a slow server is there to show

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
