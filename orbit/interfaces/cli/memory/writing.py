"""``orbit memory write`` and ``append``: words or data under a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.memory.keyed import (
    Input,
    Key,
    Ref,
    SessionId,
    answer,
    full_key,
    opened,
    payload_of,
)
from orbit.interfaces.cli.options import DataDir, Json, load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from orbit.memory.keyed.responses import AppendResponse, MemoryResponse, WriteResponse

__all__ = ["register"]

_Text = Annotated[str | None, typer.Argument(help="What to keep; - reads it from stdin.", show_default=False)]
_Data = Annotated[str | None, typer.Option("--data", metavar="JSON", help="A message, data, or a list.")]
_Role = Annotated[
    Literal["user", "assistant", "system", "tool"] | None,
    typer.Option("--role", help="Whose words they are."),
]
_Ttl = Annotated[
    str | None, typer.Option("--ttl", metavar="TIME", help="How long the key lives: 30m, 12h, 7d.")
]
_IfVersion = Annotated[
    int | None, typer.Option("--if-version", metavar="N", min=0, help="Only if the key has this version.")
]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(write)
    app.command()(append)


def write(  # noqa: PLR0913, PLR0917 - a command line has as many as it has options
    memory: Ref,
    key: Key,
    text: _Text = None,
    data: _Data = None,
    role: _Role = None,
    ttl: _Ttl = None,
    if_version: _IfVersion = None,
    session: SessionId = None,
    inputs: Input = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Store something under a key, replacing what it holds."""
    payload, guards = payload_of(text, data, role), {"ttl": ttl, "if_version": if_version}
    kept = _kept("write", memory, key, payload, guards, session, inputs, data_dir)
    response = cast("WriteResponse", kept)
    told = f"“{response.key}” holds {_messages(response.count)}.{_left_out(response.redacted)}"
    answer(response, told, as_json=as_json)
    return DONE


def append(  # noqa: PLR0913, PLR0917 - a command line has as many as it has options
    memory: Ref,
    key: Key,
    text: _Text = None,
    data: _Data = None,
    role: _Role = None,
    ttl: _Ttl = None,
    if_version: _IfVersion = None,
    session: SessionId = None,
    inputs: Input = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Store something under a key, after what it holds."""
    payload, guards = payload_of(text, data, role), {"ttl": ttl, "if_version": if_version}
    kept = _kept("append", memory, key, payload, guards, session, inputs, data_dir)
    response = cast("AppendResponse", kept)
    told = f"“{response.key}” holds {_messages(response.total_count)} now.{_left_out(response.redacted)}"
    answer(response, told, as_json=as_json)
    return DONE


def _kept(
    operation: str,
    memory: str,
    key: str,
    payload: Any,
    guards: dict[str, Any],
    session: str | None,
    inputs: list[str] | None,
    data_dir: Path | None,
) -> MemoryResponse:
    settings = load_settings(data_dir=data_dir)
    # A bare number or truth value is data too; a request's payload is a text, a group or a list.
    bare = not isinstance(payload, str | dict | list)
    request: dict[str, Any] = {
        "operation": operation,
        "memory_ref": memory,
        "key": full_key(settings, key, inputs),
        "payload": [payload] if bare else payload,
    }
    with opened(settings, session) as keyed:
        return keyed.perform(request | guards)


def _messages(count: int) -> str:
    return f"{count} message{'' if count == 1 else 's'}"


def _left_out(redacted: int) -> str:
    if not redacted:
        return ""
    return " One secret was left out." if redacted == 1 else f" {redacted} secrets were left out."
