"""What can be read by address: the session, the library, the devices there are, and the last work done.

Everything is JSON. A name in it is data, and says so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import ResourceSecurity
from pydantic import BaseModel

from daw_bridges.errors import NotFoundError, OrbitError
from orbit.interfaces.mcp.addresses import CATALOGUE, DEVICE, LAST, SESSION, TRACK, WORKFLOW, WORKFLOWS
from orbit.interfaces.mcp.plain import as_json
from orbit.interfaces.mcp.tools.library import every_workflow, one_workflow
from orbit.interfaces.mcp.tools.looking import devices_of, session_now
from orbit.interfaces.mcp.tools.past import last_work

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from orbit.interfaces.mcp.service import Service

__all__ = ["add_resources"]

_JSON = "application/json"
# A name is looked up among names, never on a disk: “../Bass” is a name like any other.
_ANY_NAME = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False)


def add_resources(server: MCPServer[Service], service: Service) -> None:
    """Let everything be read that can be."""

    async def session() -> BaseModel:
        return await session_now(service)

    async def track(name: str) -> BaseModel:
        return await session_now(service, name)

    async def workflows() -> BaseModel:
        return await every_workflow(service)

    async def workflow(id: str) -> BaseModel:
        return await one_workflow(service, id)

    async def catalogue() -> BaseModel:
        return devices_of(service)

    async def device(device: str) -> BaseModel:
        return devices_of(service, device)

    async def last() -> BaseModel:
        return await last_work(service)

    for address, read, says in (
        (SESSION, session, "The session now: every track in short."),
        (TRACK, track, "One track with every parameter."),
        (WORKFLOWS, workflows, "Every workflow that Orbit knows, in short."),
        (WORKFLOW, workflow, "One workflow: slots, steps, conditions."),
        (CATALOGUE, catalogue, "The kinds of device, and what the DAW has of each."),
        (DEVICE, device, "One device: its parameters with units and ranges."),
        (LAST, last, "What was done last, edit by edit."),
    ):
        given: Any = server.resource(
            address, name=read.__name__, description=says, mime_type=_JSON, security=_ANY_NAME
        )
        given(_reported(read))


def _reported(read: Callable[..., Awaitable[BaseModel]]) -> Callable[..., Awaitable[str]]:
    @wraps(read)
    async def resource(**names: str) -> str:
        try:
            return as_json(await read(**names))
        except NotFoundError as error:
            raise ResourceNotFoundError(str(error)) from error
        except OrbitError as error:
            raise ResourceError(str(error)) from error

    return resource
