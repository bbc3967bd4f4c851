"""``orbit memory delete``, ``flush``, ``clear`` and ``backups``: nothing goes without consent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.memory.keyed import (
    Input,
    Key,
    Ref,
    SessionId,
    Yes,
    agreed,
    answer,
    full_key,
    opened,
)
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.memory.keyed import KeyedMemory
    from orbit.memory.keyed.responses import ClearResponse, DeleteResponse, FlushResponse

__all__ = ["register"]

_Backup = Annotated[bool, typer.Option("--backup", help="Keep what `orbit memory backups` brings back.")]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(delete)
    app.command()(flush)
    app.command()(clear)
    app.command()(backups)


def delete(
    memory: Ref,
    key: Key,
    backup: _Backup = False,
    yes: Yes = False,
    session: SessionId = None,
    inputs: Input = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Delete a key, or all keys that match a pattern."""
    settings = load_settings(data_dir=data_dir)
    request = {"memory_ref": memory, "key": full_key(settings, key, inputs)}
    with opened(settings, session) as keyed:
        agreed(f"This deletes {_meant(keyed, request)}.", yes=yes)
        options = {"operation": "delete", "confirm": True, "backup": backup}
        response = cast("DeleteResponse", keyed.perform(request | options))
    told = f"{_count(response.deleted, 'key')} with {_count(response.messages_deleted, 'message')} deleted."
    answer(response, told + _backup(response.backup), as_json=as_json)
    return DONE


def clear(
    memory: Ref,
    key: Key,
    backup: _Backup = False,
    yes: Yes = False,
    session: SessionId = None,
    inputs: Input = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Empty a key, or all keys that match a pattern; they stay."""
    settings = load_settings(data_dir=data_dir)
    request = {"memory_ref": memory, "key": full_key(settings, key, inputs)}
    with opened(settings, session) as keyed:
        agreed(f"This clears {_meant(keyed, request)}.", yes=yes)
        options = {"operation": "clear", "confirm": True, "backup": backup}
        response = cast("ClearResponse", keyed.perform(request | options))
    told = f"{_count(response.messages_cleared, 'message')} cleared.{_backup(response.backup)}"
    answer(response, told, as_json=as_json)
    return DONE


def flush(  # noqa: PLR0913, PLR0917 - a command line has as many as it has options
    memory: Ref,
    key: Key,
    strategy: Annotated[
        Literal["simple_fifo", "lru", "token_aware_lru", "hybrid_summary"] | None,
        typer.Option("--strategy", help="What goes first; by default, what the memory's rules say."),
    ] = None,
    threshold: Annotated[
        float | None, typer.Option("--threshold", metavar="X", min=0, max=1, help="How full a key must be.")
    ] = None,
    max_keys: Annotated[
        int | None, typer.Option("--max-keys", metavar="N", min=1, help="How many keys at most.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="No matter how full a key is.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would go and change nothing.")
    ] = False,
    yes: Yes = False,
    session: SessionId = None,
    inputs: Input = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Make room in keys that are full."""
    settings = load_settings(data_dir=data_dir)
    options = {"strategy": strategy, "threshold": threshold, "max_keys": max_keys, "force": force}
    request = {"operation": "flush", "memory_ref": memory, "key": full_key(settings, key, inputs)} | options
    with opened(settings, session) as keyed:
        response = cast("FlushResponse", keyed.perform(request | {"dry_run": True}))
        if not dry_run and response.would_flush:
            agreed(f"{_flushed(response, 'would go')}.", yes=yes)
        if not dry_run:
            response = cast("FlushResponse", keyed.perform(request))
    answer(response, f"{_flushed(response, 'would go' if dry_run else 'went')}.", as_json=as_json)
    return DONE


def backups(
    backup: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Which backup; without it, all are listed.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace what a key holds now.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Delete the backup instead.")] = False,
    yes: Yes = False,
    session: SessionId = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Bring back what a backup holds, or list the backups."""
    settings = load_settings(data_dir=data_dir)
    if backup is None and (replace or forget):
        raise UsageError("Say which backup is meant; `orbit memory backups` lists them.")
    with opened(settings, session) as keyed:
        if backup is None:
            _list(keyed, as_json=as_json)
        elif forget:
            agreed(f"This deletes the backup {backup} for good.", yes=yes)
            keyed.forget_backup(backup)
            _say({"success": True, "forgotten": backup}, f"Forgotten: {backup}.", as_json=as_json)
        else:
            back = keyed.restore(backup, replace=replace)
            keys = _count(len(back.keys), "key")
            told = f"{keys} with {_count(back.messages_restored, 'message')} restored."
            answer(back, told, as_json=as_json)
    return DONE


def _list(keyed: KeyedMemory, *, as_json: bool) -> None:
    from dataclasses import asdict

    from orbit.interfaces.cli.views.keyed import backups_view

    backups = keyed.backups()
    if as_json:
        print_json([asdict(each) for each in backups])
    else:
        screen().print(backups_view(backups))


def _say(document: dict[str, Any], told: str, *, as_json: bool) -> None:
    if as_json:
        print_json(document)
    else:
        screen().print(told, markup=False)


def _meant(keyed: KeyedMemory, request: dict[str, Any]) -> str:
    found = keyed.perform(request | {"operation": "stats"}).model_dump()
    messages = _count(found["message_count"], "message")
    return f"{messages} in {_count(found['key_count'], 'key')} (“{request['key']}”)"


def _flushed(response: FlushResponse, went: str) -> str:
    gone, keys = response.messages_flushed, len(response.flushed_keys)
    if not gone:
        return "Nothing is full enough to be flushed"
    summary = ", a summary in their place" if response.summary_generated else ""
    return f"{_count(gone, 'message')} of {_count(keys, 'key')} {went}{summary}"


def _backup(backup: str | None) -> str:
    return f" `orbit memory backups {backup}` brings it back." if backup else ""


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
