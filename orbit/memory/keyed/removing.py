"""Taking away from keyed memory: delete and clear, with a backup where one is asked for, and restoring it."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.errors import MemoryStoreError, NotFoundError, NotPossibleError
from orbit.memory.keyed.ground import Ground
from orbit.memory.keyed.responses import ClearResponse, DeleteResponse, RestoreResponse
from orbit.memory.store.keyed_rows import KeyState, SavedKey
from orbit.workflows.memory_tasks.requests import ClearRequest, DeleteRequest

__all__ = ["clear", "delete", "restore"]


def delete(ground: Ground, request: DeleteRequest) -> DeleteResponse:
    """Delete keys with all they hold, and look again. Raises NotFoundError for a key that is not there."""
    ref = request.memory_ref
    with ground.table.whole():
        states = ground.keys_there(ref, request.key, request.max_keys)
        backup = _backed_up(ground, ref, request.key, states) if request.backup else None
        names = [state.key for state in states]
        count = ground.table.drop(ref, names)
        if left := ground.table.there(ref, names):
            raise MemoryStoreError(f"“{left[0]}” could not be deleted. Nothing was changed.")
    return DeleteResponse(
        memory_ref=ref,
        key=request.key,
        deleted=count,
        messages_deleted=sum(state.messages for state in states),
        backup_created=backup is not None,
        backup=backup,
    )


def clear(ground: Ground, request: ClearRequest) -> ClearResponse:
    """Take every message out of keys; the keys stay. Raises NotFoundError for a key that is not there."""
    ref = request.memory_ref
    with ground.table.whole():
        states = ground.keys_there(ref, request.key, request.max_keys)
        backup = _backed_up(ground, ref, request.key, states) if request.backup else None
        count = ground.table.empty(ref, [state.key for state in states])
        for state in states:
            ground.table.mark(ref, state.key)
    return ClearResponse(
        memory_ref=ref,
        key=request.key,
        messages_cleared=count,
        backup_created=backup is not None,
        backup=backup,
    )


def _backed_up(ground: Ground, ref: str, key: str, states: Sequence[KeyState]) -> str | None:
    if not states:
        return None
    entries = ground.table.entries(ref, [state.key for state in states])
    return ground.table.backups.keep(ref, key, list(states), entries)


def restore(ground: Ground, backup_id: str, *, replace: bool = False) -> RestoreResponse:
    """Bring back what a backup holds.

    Raises NotFoundError when there is no such backup, MemoryStoreError when it is damaged, and
    NotPossibleError when a key holds something now, unless that is to be replaced.
    """
    with ground.table.whole():
        found = ground.table.backups.load(backup_id)
        if found is None:
            raise NotFoundError("backup", backup_id, [each.id for each in ground.table.backups.all()[:8]])
        backup, saved = found
        for each in saved:
            _bring_back(ground, backup.ref, each, replace=replace)
    return RestoreResponse(
        memory_ref=backup.ref,
        key=backup.key,
        backup=backup.id,
        keys=[each.key for each in saved],
        messages_restored=sum(len(each.entries) for each in saved),
    )


def _bring_back(ground: Ground, ref: str, saved: SavedKey, *, replace: bool) -> None:
    with ground.table.turn(ref, saved.key) as now:
        if now is not None and now.messages and not replace:
            raise NotPossibleError(
                f"“{saved.key}” holds {now.messages} messages now. Nothing was changed: delete them first, "
                "or have them replaced."
            )
        ground.table.empty(ref, [saved.key])
        ground.table.add(ref, saved.key, saved.entries)
        ground.table.expire(ref, saved.key, saved.expires)
        ground.table.mark(ref, saved.key)
