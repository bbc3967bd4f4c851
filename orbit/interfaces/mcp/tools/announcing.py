"""How a tool is announced: what it does to the user's work, and errors that say what to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from daw_bridges.errors import OrbitError

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

__all__ = ["Announced", "add_all", "changes", "destroys", "reads"]

Function = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Announced:
    """A tool with what clients are told of it."""

    function: Function
    title: str
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False


def reads(function: Function, title: str) -> Announced:
    """A tool that changes nothing."""
    return Announced(function, title, read_only=True, idempotent=True)


def changes(function: Function, title: str) -> Announced:
    """A tool that adds or changes what can be brought back."""
    return Announced(function, title)


def destroys(function: Function, title: str) -> Announced:
    """A tool that may do what cannot be brought back; the user is asked first."""
    return Announced(function, title, destructive=True)


def add_all(server: MCPServer[Any], tools: list[Announced], *, may_change: bool) -> None:
    """Announce the tools; those that change something only where that is allowed at all."""
    for tool in tools:
        if tool.read_only or may_change:
            server.add_tool(
                _reported(tool.function),
                title=tool.title,
                annotations=ToolAnnotations(
                    title=tool.title,
                    read_only_hint=tool.read_only,
                    destructive_hint=tool.destructive,
                    idempotent_hint=tool.idempotent,
                    open_world_hint=False,
                ),
            )


def _reported(function: Function) -> Function:
    """Have a tool's errors told to the assistant as they are told to people."""

    @wraps(function)
    async def tool(*args: Any, **kwargs: Any) -> Any:
        try:
            return await function(*args, **kwargs)
        except OrbitError as error:
            raise ToolError(str(error)) from error

    return tool
