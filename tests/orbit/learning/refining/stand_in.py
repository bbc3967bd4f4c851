"""A provider on this machine: it speaks the OpenAI protocol and plays its part from a script."""

from __future__ import annotations

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

__all__ = ["GOOD", "Handler", "Json", "Part", "StandIn"]

Json = dict[str, Any]
Part = Json | int | float | str
"""What the server answers: an output, an HTTP error, so many seconds of silence, or plain text."""

GOOD: Json = {
    "title": "Pumping pad",
    "task": "Let the pad breathe with the kick.",
    "phrases": ["let the {{ target }} breathe with the {{ source }}", "pumping pad"],
    "tags": ["Pumping"],
    "questions": {"threshold": "How deep should it pump?"},
}


class StandIn:
    """A server that speaks the OpenAI protocol and plays its part from a script."""

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
        if isinstance(part, int) and not isinstance(part, bool):
            return part, {"error": {"message": "the machine is on fire"}}
        if isinstance(part, float):
            time.sleep(part)
            return 200, _completion({"role": "assistant", "content": "late"})
        if isinstance(part, str):
            return 200, _completion({"role": "assistant", "content": part})
        function = {"name": request["tools"][0]["function"]["name"], "arguments": json.dumps(part)}
        call = {"id": f"call_{len(self.requests)}", "type": "function", "function": function}
        return 200, _completion({"role": "assistant", "content": None, "tool_calls": [call]})


def _completion(message: Json) -> Json:
    reason = "tool_calls" if message.get("tool_calls") else "stop"
    return {
        "id": "1", "object": "chat.completion", "created": 1, "model": "stand-in",
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
    }  # fmt: skip


class Handler(BaseHTTPRequestHandler):
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
