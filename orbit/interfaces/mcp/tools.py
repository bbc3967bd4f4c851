"""Every tool with what it does to the user's work; how it is announced, and how it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from inspect import getdoc
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import ValidationError

from daw_bridges.errors import OrbitError
from daw_bridges.problems import in_words
from orbit.interfaces.cli.failures import unexpected
from orbit.interfaces.mcp import Allow
from orbit.interfaces.mcp.daw_tools import DawTools
from orbit.interfaces.mcp.documents import Done, as_json, plain
from orbit.interfaces.mcp.library_tools import LibraryTools

__all__ = ["TOOLS", "Effect", "Tools"]

_LONGEST_ERROR = 2000


class Effect(StrEnum):
    """What a tool does to the user's work, as the page says it."""

    NONE = "–"
    CHANGES = "can be brought back"
    DESTROYS = "you are asked before it deletes or overwrites"


_NONE, _CHANGES, _DESTROYS = Effect

TOOLS: Mapping[str, Effect] = {
    "do": _DESTROYS, "plan": _NONE, "run_workflow": _DESTROYS, "edit": _DESTROYS, "undo": _DESTROYS,
    "session": _NONE, "devices": _NONE, "doctor": _NONE,
    "search_workflows": _NONE, "list_workflows": _NONE, "show_workflow": _NONE,
    "offers": _NONE, "keep_offer": _CHANGES, "dismiss_offer": _CHANGES,
    "what_was_done": _NONE, "what_failed": _NONE,
    "recall": _NONE, "remember": _CHANGES, "forget_note": _DESTROYS, "preferences": _NONE,
    "names": _NONE, "learn_name": _CHANGES, "forget_name": _DESTROYS,
    "read_memory": _NONE, "write_memory": _CHANGES, "clear_memory": _DESTROYS,
}  # fmt: skip


class Tools(DawTools, LibraryTools):
    """Everything that can be called."""

    def announced(self) -> list[Tool]:
        """Give the tools as the library has them; those that change something only where that is allowed."""
        some = [_NONE] if self.allow is Allow.LOOK else [*Effect]
        return [_tool(name, getattr(self, name), effect) for name, effect in TOOLS.items() if effect in some]


class _Tool(Tool):
    """A tool that answers shortly, and tells errors as they are told to people."""

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        """Run the tool. Raises ToolError, and what the library raises."""
        del convert_result
        try:
            told = await super().run(arguments, context)
        except ToolError as error:
            raise ToolError(plain(self._said(error), _LONGEST_ERROR)) from None
        if isinstance(told, InputRequiredResult):
            return told
        return CallToolResult(
            content=[TextContent(text=as_json(told))],
            structured_content=told.model_dump(mode="json"),
            is_error=isinstance(told, Done) and not told.ok and told.question is None,
        )

    def _said(self, error: ToolError) -> str:
        match error.__cause__:
            case OrbitError() as cause:
                return str(cause)
            case ValidationError() as cause if not isinstance(error, UnexpectedToolError):
                return f"{self.name}: {in_words(cause, self.parameters.get('properties', ()))}"
            case Exception() as cause:
                return unexpected(cause)
            case _:
                return str(error)


def _tool(name: str, function: Callable[..., Any], effect: Effect) -> Tool:
    title, safe = name.replace("_", " ").capitalize(), effect is _NONE
    hints = ToolAnnotations(
        title=title,
        read_only_hint=safe,
        destructive_hint=effect is _DESTROYS,
        idempotent_hint=safe,
        open_world_hint=False,
    )
    tool = _Tool.from_function(function, title=title, description=getdoc(function), annotations=hints)
    tool.parameters = _untitled(tool.parameters)
    tool.fn_metadata.output_schema = _untitled(tool.fn_metadata.output_schema)
    return tool


def _untitled(schema: Any) -> Any:
    """A schema without titles: an assistant reads every schema, and they tell it nothing."""

    def untitled(part: dict[str, Any]) -> dict[str, Any]:
        return {key: each for key, each in part.items() if key != "title" or not isinstance(each, str)}

    return json.loads(json.dumps(schema), object_hook=untitled)
