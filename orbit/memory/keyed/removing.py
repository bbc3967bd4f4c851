"""Taking away from keyed memory: delete and clear, with a backup where one is asked for, and restoring it."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.errors import MemoryStoreError, NotFoundError, NotPossibleError
from orbit.memory.keyed.ground import Ground
from orbit.memory.keyed.responses import ClearResponse, DeleteResponse, RestoreResponse
from orbit.memory.store.keyed_rows import Entry, KeyState, SavedKey
from orbit.workflows.memory_tasks.requests import ClearRequest, DeleteRequest

__all__ = ["bring_back", "clear", "delete", "restore", "saved"]


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
    return ground.table.backups.keep(ref, key, saved(ground, ref, states))


def saved(ground: Ground, ref: str, states: Sequence[KeyState]) -> list[SavedKey]:
    """Give keys as they are now, with all they hold."""
    of: dict[str, list[Entry]] = {state.key: [] for state in states}
    for entry in ground.table.entries(ref, list(of)):
        of[entry.key].append(entry)
    return [SavedKey(ref, s.key, s.expires, tuple(of[s.key])) for s in states]


def restore(ground: Ground, backup_id: str, *, replace: bool = False) -> RestoreResponse:
    """Bring back what a backup holds.

    Raises NotFoundError when there is no such backup, MemoryStoreError when it is damaged, and
    NotPossibleError when a key holds something now, unless that is to be replaced.
    """
    with ground.table.whole():
        found = ground.table.backups.load(backup_id)
        if found is None:
            raise NotFoundError("backup", backup_id, [each.id for each in ground.table.backups.all()[:8]])
        backup, keys = found
        for each in keys:
            bring_back(ground, each, replace=replace)
    return RestoreResponse(
        memory_ref=backup.ref,
        key=backup.key,
        backup=backup.id,
        keys=[each.key for each in keys],
        messages_restored=sum(len(each.entries) for each in keys),
    )


def bring_back(ground: Ground, key: SavedKey, *, replace: bool) -> None:
    """Put a key as it was. Raises NotPossibleError when it holds something that is not to be replaced."""
    with ground.table.turn(key.ref, key.key) as now:
        if now is not None and now.messages and not replace:
            raise NotPossibleError(
                f"“{key.key}” holds {now.messages} messages now. Nothing was changed: delete them first, "
                "or have them replaced."
            )
        ground.table.empty(key.ref, [key.key])
        ground.table.add(key.ref, key.key, key.entries)
        ground.table.mark(key.ref, key.key, expires=key.expires)
