"""``orbit memory read``, ``stats`` and ``health``: what keyed memory holds, and whether it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from orbit.interfaces.cli.failures import DONE, FAILED
from orbit.interfaces.cli.memory.keyed import Input, Key, Ref, SessionId, full_key, opened
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.memory.keyed import KeyedMemory
    from orbit.memory.keyed.responses import HealthResponse, StatsResponse

__all__ = ["register"]

_ANY = "default"
"""The memory that health is asked of when there is none yet."""

_OptionalRef = Annotated[
    str | None, typer.Argument(metavar="[MEMORY]", help="Which memory; without it, all.", show_default=False)
]
_OptionalKey = Annotated[str, typer.Argument(metavar="[KEY]", help="Which keys, such as track:*.")]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(read)
    app.command()(stats)
    app.command()(health)


def read(
    memory: Ref,
    key: Key,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="How many at most.")] = 100,
    offset: Annotated[int, typer.Option("--offset", metavar="N", min=0, help="How many to skip.")] = 0,
    session: SessionId = None,
    inputs: Input = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Read a key, or all keys that match a pattern: track:*."""
    settings = load_settings(data_dir=data_dir)
    request = {"operation": "read", "memory_ref": memory, "key": full_key(settings, key, inputs)}
    with opened(settings, session) as keyed:
        response = keyed.perform(request | {"limit": limit, "offset": offset})
    if as_json:
        print_json(response.model_dump(mode="json"))
    else:
        from orbit.interfaces.cli.views.keyed import messages_view
        from orbit.memory.keyed.responses import ReadResponse

        screen().print(messages_view(cast("ReadResponse", response)))
    return DONE


def stats(
    memory: _OptionalRef = None,
    key: _OptionalKey = "*",
    group_by: Annotated[
        Literal["key", "prefix", "role", "day"] | None, typer.Option("--group-by", help="Figures by group.")
    ] = None,
    content: Annotated[bool, typer.Option("--content", help="Sizes too, the first and the last.")] = False,
    session: SessionId = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Count what the memories hold."""
    settings = load_settings(data_dir=data_dir)
    options = {"key": key, "group_by": group_by, "include_content": content}
    with opened(settings, session) as keyed:
        found = [_stats(keyed, ref, options) for ref in ([memory] if memory else keyed.refs())]
    if as_json:
        documents = [each.model_dump(mode="json") for each in found]
        print_json(documents[0] if memory else {"success": True, "memories": documents})
    else:
        from orbit.interfaces.cli.views.keyed import stats_view

        screen().print(stats_view(found))
    return DONE


def _stats(keyed: KeyedMemory, ref: str, options: dict[str, Any]) -> StatsResponse:
    answered = keyed.perform({"operation": "stats", "memory_ref": ref} | options)
    return cast("StatsResponse", answered)


def health(
    memory: _OptionalRef = None,
    key: _OptionalKey = "*",
    probe: Annotated[
        bool, typer.Option("--probe/--no-probe", help="Write something, read it back, delete it.")
    ] = True,
    session: SessionId = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Check that the memory works, and show how full it is."""
    settings = load_settings(data_dir=data_dir)
    request = {"operation": "health", "key": key, "check_connectivity": probe}
    with opened(settings, session) as keyed:
        refs = [memory] if memory else keyed.refs() or [_ANY]
        found = [cast("HealthResponse", keyed.perform(request | {"memory_ref": ref})) for ref in refs]
    healthy = all(each.healthy for each in found)
    if as_json:
        documents = [each.model_dump(mode="json") for each in found]
        whole = {"success": True, "healthy": healthy, "memories": documents}
        print_json(documents[0] if memory else documents[0] | whole)
    else:
        from orbit.interfaces.cli.views.keyed import health_view

        screen().print(health_view(found))
    return DONE if healthy else FAILED
