"""The two at the other end: a user who is asked, and an assistant that calls tools."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from mcp import Client
from mcp.client import ClientRequestContext
from mcp.client.session import ElicitationFnT
from mcp.types import (
    CallToolResult,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    ErrorData,
)

from daw_bridges.session import Session
from orbit.interfaces.mcp.mount import build_server
from orbit.interfaces.mcp.tools import Tools

__all__ = ["YES", "User", "called", "same", "talking", "told"]

YES = ElicitResult(action="accept", content={"do_it": True})


@dataclass
class User:
    """Answers each question alike, and remembers what was asked."""

    answer: ElicitResult | ErrorData | Exception = field(default_factory=lambda: YES)
    asked: list[str] = field(default_factory=list)

    async def __call__(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult | ErrorData:
        assert isinstance(params, ElicitRequestFormParams)
        self.asked.append(params.message)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@asynccontextmanager
async def talking(service: Tools, mode: str, user: ElicitationFnT | None = None) -> AsyncGenerator[Client]:
    """An assistant in this process; without a user it cannot ask anybody."""
    async with Client(build_server(service), mode=mode, elicitation_callback=user, cache=None) as client:
        yield client


async def called(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers, which is no error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, told(result)
    assert result.structured_content is not None
    return result.structured_content


def told(result: CallToolResult) -> str:
    """What an assistant reads."""
    return "\n".join(getattr(part, "text", "") for part in result.content)


def same(before: Session, after: Session) -> bool:
    """Whether a session is as it was, whatever plays."""
    return before.model_dump(exclude={"playing"}) == after.model_dump(exclude={"playing"})
