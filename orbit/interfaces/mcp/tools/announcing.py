"""How a tool is announced: what it does to the user's work, as shortly as it can be, and errors to act on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, ValidationError

from daw_bridges.errors import OrbitError
from daw_bridges.problems import in_words
from orbit.interfaces.cli.failures import unexpected
from orbit.interfaces.mcp.plain import as_json, plain

__all__ = ["Announced", "changes", "destroys", "reads", "tools_of"]

_LONGEST_ERROR = 2000

Function = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Announced:
    """A tool with what clients are told of it."""

    function: Function
    title: str
    read_only: bool = False
    destructive: bool = False

    @property
    def effect(self) -> str:
        """What it does to the user's work, in a few words."""
        if self.read_only:
            return "–"
        return "you are asked before it deletes or overwrites" if self.destructive else "can be brought back"


def reads(function: Function, title: str) -> Announced:
    """A tool that changes nothing."""
    return Announced(function, title, read_only=True)


def changes(function: Function, title: str) -> Announced:
    """A tool that adds or changes what can be brought back."""
    return Announced(function, title)


def destroys(function: Function, title: str) -> Announced:
    """A tool that may do what cannot be brought back; the user is asked first."""
    return Announced(function, title, destructive=True)


def tools_of(announced: Iterable[Announced], *, may_change: bool) -> list[Tool]:
    """Give the tools as the library has them; those that change something only where that is allowed."""
    return [_tool(each) for each in announced if each.read_only or may_change]


class _Tool(Tool):
    """A tool whose arguments are judged in words."""

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        """Run the tool. Raises ToolError where an argument is wrong, and what the library raises."""
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            said = in_words(error.__cause__, self.parameters.get("properties", ()))
            raise ToolError(plain(f"{self.name}: {said}", _LONGEST_ERROR)) from None


def _tool(announced: Announced) -> Tool:
    tool = _Tool.from_function(
        _reported(announced.function),
        title=announced.title,
        annotations=ToolAnnotations(
            title=announced.title,
            read_only_hint=announced.read_only,
            destructive_hint=announced.destructive,
            idempotent_hint=announced.read_only,
            open_world_hint=False,
        ),
    )
    # An assistant reads every schema, and a title beside each name tells it nothing.
    tool.parameters = _untitled(tool.parameters)
    tool.fn_metadata.output_schema = _untitled(tool.fn_metadata.output_schema)
    return tool


def _untitled(schema: Any, *, names: bool = False) -> Any:
    """A schema without titles; among the ``names`` of fields “title” is one."""
    if isinstance(schema, list):
        return [_untitled(each) for each in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _untitled(each, names=key in ("properties", "$defs"))
        for key, each in cast("dict[str, Any]", schema).items()
        if names or key != "title"
    }


def _reported(function: Function) -> Function:
    """Have a tool's answers told shortly, and its errors as they are told to people."""

    @wraps(function)
    async def tool(*args: Any, **kwargs: Any) -> Any:
        try:
            told = await function(*args, **kwargs)
        except OrbitError as error:
            raise ToolError(plain(str(error), _LONGEST_ERROR)) from error
        except (ToolError, MCPError):
            raise
        except Exception as error:
            raise ToolError(unexpected(error)) from error
        return _answer(told) if isinstance(told, BaseModel) and not _is_wire(told) else told

    return tool


def _is_wire(told: BaseModel) -> bool:
    return type(told).__module__.startswith("mcp")


def _answer(told: BaseModel) -> CallToolResult:
    said = as_json(told)
    return CallToolResult(content=[TextContent(text=said)], structured_content=told.model_dump(mode="json"))
