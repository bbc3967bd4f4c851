"""Completion of what is typed into an address or a prompt: names of tracks, workflows and devices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from mcp.types import Completion, CompletionArgument, CompletionContext, PromptReference
from mcp.types import ResourceTemplateReference as AddressReference

from daw_bridges.catalog import catalog
from daw_bridges.errors import OrbitError

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from orbit.interfaces.mcp.service import Service

__all__ = ["add_completion"]

_MOST = 100


def add_completion(server: MCPServer[Service], service: Service) -> None:
    """Offer what there is."""

    async def tracks() -> list[str]:
        return [track.name for track in (await service.engine.session()).tracks]

    async def workflows() -> list[str]:
        return list(await service.engine.titles())

    async def devices() -> list[str]:
        return catalog().kinds()

    offered: dict[str, Callable[[], Awaitable[list[str]]]] = {
        "name": tracks,
        "track": tracks,
        "target": tracks,
        "source": tracks,
        "id": workflows,
        "workflow": workflows,
        "device": devices,
    }

    @server.completion()
    async def complete(  # pyright: ignore[reportUnusedFunction]
        reference: PromptReference | AddressReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion | None:
        del reference, context
        if argument.name not in offered:
            return None
        try:
            known = await offered[argument.name]()
        except OrbitError:
            return None
        typed = argument.value.casefold()
        begins = [each for each in known if each.casefold().startswith(typed)]
        within = [each for each in known if typed in each.casefold() and each not in begins]
        found = begins + within
        return Completion(values=found[:_MOST], total=len(found), has_more=len(found) > _MOST)
