"""What can be read by address, as JSON: the session, the library, the devices there are, the last work done.

With it the news that something there has changed, and the completion of what is typed into an address. The
DAW is watched only while somebody listens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import ResourceSecurity
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated, ServerEvent
from mcp.shared.uri_template import UriTemplate
from mcp.types import Completion, CompletionArgument, CompletionContext, PromptReference
from mcp.types import ResourceTemplateReference as AddressReference
from pydantic import BaseModel

from daw_bridges.catalog import catalog
from daw_bridges.errors import NotFoundError, OrbitError
from orbit.interfaces.mcp.documents import as_json
from orbit.interfaces.mcp.tools import Tools
from orbit.server import Changed, Outcome

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from daw_bridges.observation.seen import Seen
    from orbit.server import Engine, Notice

__all__ = ["News", "add_completion", "add_resources", "track_address"]

SESSION = "orbit://session"
TRACK = f"{SESSION}/tracks/{{name}}"
WORKFLOWS = "orbit://workflows"
LAST = "orbit://last"

Read = Callable[..., Awaitable[BaseModel]]

_MOST_COMPLETIONS = 100
_AGAIN_SECONDS = 5.0  # before a DAW that was lost is looked for again
_GATHER_SECONDS = 0.2  # so that a plan of forty steps is no forty pieces of news
# A name is looked up among names, never on a disk: “../Bass” is a name like any other.
_ANY_NAME = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False)


def track_address(name: str) -> str:
    """The address of a track by its name, whatever is in it."""
    return TRACK.replace("{name}", quote(name, safe=""))


_READ: tuple[tuple[str, str, Read, str], ...] = (
    (SESSION, "session", Tools.session, "The session now: every track in short."),
    (TRACK, "track", Tools.session, "One track with every parameter."),
    (WORKFLOWS, "workflows", Tools.list_workflows, "Every workflow that Orbit knows, in short."),
    (f"{WORKFLOWS}/{{id}}", "workflow", Tools.show_workflow, "One workflow: slots, steps, conditions."),
    ("orbit://catalogue", "catalogue", Tools.devices, "The kinds of device, and what the DAW has of each."),
    ("orbit://catalogue/{device}", "device", Tools.devices, "One device: parameters, units, ranges."),
    (LAST, "last", partial(Tools.what_was_done, k=1), "What was done last, edit by edit."),
)


def add_resources(server: MCPServer[Any], tools: Tools) -> None:
    """Let everything be read that can be."""
    for address, name, read, says in _READ:
        given: Any = server.resource(
            address, name=name, description=says, mime_type="application/json", security=_ANY_NAME
        )
        given(_reader(address, tools, read))


def _reader(address: str, tools: Tools, read: Read) -> Callable[..., Awaitable[str]]:
    async def resource(**named: str) -> str:
        try:
            return as_json(await read(tools, *named.values()))
        except NotFoundError as error:
            raise ResourceNotFoundError(str(error)) from error
        except OrbitError as error:
            raise ResourceError(str(error)) from error

    # The library goes by what a function says that it takes.
    resource.__annotations__ = dict.fromkeys(UriTemplate.parse(address).variable_names, str)
    taken = [Parameter(name, Parameter.KEYWORD_ONLY) for name in resource.__annotations__]
    vars(resource)["__signature__"] = Signature(taken)
    return resource


def add_completion(server: MCPServer[Any], tools: Tools) -> None:
    """Offer the names of tracks, workflows and devices."""

    async def known(argument: str) -> list[str]:
        match argument:
            case "name" | "track" | "target" | "source":
                return [track.name for track in (await tools.engine.session()).tracks]
            case "id" | "workflow":
                return list(await tools.engine.titles())
            case "device":
                return catalog().kinds()
            case _:
                return []

    @server.completion()
    async def complete(  # pyright: ignore[reportUnusedFunction]
        _: PromptReference | AddressReference, argument: CompletionArgument, __: CompletionContext | None
    ) -> Completion:
        names: list[str] = []
        with suppress(OrbitError):
            names = await known(argument.name)
        typed = argument.value.casefold()
        within = [name for name in names if typed in name.casefold()]
        found = sorted(within, key=lambda name: not name.casefold().startswith(typed))
        more = len(found) > _MOST_COMPLETIONS
        return Completion(values=found[:_MOST_COMPLETIONS], total=len(found), has_more=more)


class News(InMemorySubscriptionBus):
    """Tells whoever listens what was changed, by whomever."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._watch: asyncio.Task[None] | None = None
        self._changed: dict[str, None] = {}
        self._stirred = asyncio.Event()

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Let somebody listen; the DAW is watched from now on."""
        unsubscribe = super().subscribe(listener)
        self._watch = self._watch or asyncio.ensure_future(self._watching())

        def leave() -> None:
            unsubscribe()
            if not self._listeners and self._watch is not None:
                self._watch.cancel()
                self._watch = None

        return leave

    def changed(self, *addresses: str) -> None:
        """Say that what stands at some addresses is not what it was."""
        if self._listeners:
            self._changed.update(dict.fromkeys(addresses))
            self._stirred.set()

    async def _watching(self) -> None:
        await asyncio.gather(self._observe(), self._engine.follow(self._noticed), self._tell())

    async def _tell(self) -> None:
        while True:
            await self._stirred.wait()
            await asyncio.sleep(_GATHER_SECONDS)
            addresses, self._changed = self._changed, {}
            self._stirred.clear()
            for address in addresses:
                await self.publish(ResourceUpdated(uri=address))

    async def _observe(self) -> None:
        while True:
            try:
                await self._engine.observe(self._seen)
            except OrbitError:  # whoever asks for the session is told; here it is only not seen
                await asyncio.sleep(_AGAIN_SECONDS)

    def _noticed(self, notice: Notice | Changed) -> None:
        if isinstance(notice, Changed):
            self.changed(WORKFLOWS)
        elif isinstance(notice.event, Outcome) and notice.event.run is not None:
            self.changed(SESSION, LAST)

    def _seen(self, seen: Seen) -> None:
        track = getattr(getattr(seen, "action", None), "track", None)
        self.changed(SESSION, *([track_address(track)] if isinstance(track, str) else ()))
