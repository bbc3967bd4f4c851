"""The memory's part in a run: what was planned is done, in one, and can be taken back with the run.

A run keeps the keys that it changed as they were. What it deleted is gone, though: to forget is to forget,
unless the workflow asked for a backup.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

from daw_bridges.errors import OrbitError
from orbit.memory.keyed.ground import Ground
from orbit.memory.keyed.removing import bring_back, saved
from orbit.memory.keyed.responses import MemoryResponse
from orbit.memory.store.keyed_backups import OF_RUNS
from orbit.memory.store.keyed_rows import SavedKey
from orbit.workflows.memory_tasks.keys import is_pattern
from orbit.workflows.memory_tasks.planned import PlannedMemory
from orbit.workflows.memory_tasks.requests import MAX_KEYS, DeleteRequest, MemoryRequest

__all__ = ["carry_out", "changed_since", "take_back"]

_KEPT = 20
"""As many runs can be taken back in the memory as in the DAW."""
_FLEETING = frozenset({"backup", "created", "expires", "last_flush"})
"""What is another at each try."""


class Perform(Protocol):
    """Does one operation."""

    def __call__(self, request: MemoryRequest, /) -> MemoryResponse:
        """Do it."""
        ...


def changed_since(perform: Perform, planned: Sequence[PlannedMemory]) -> list[str]:
    """Say what gives something else now than when it was planned, of what the plan builds on.

    Whoever calls lets nothing of it have happened.
    """
    changed: list[str] = []
    for each in planned:
        output, error = _tried(perform, each)
        if each.relied_on and (_lasting(output) != _lasting(each.output) or bool(error) != bool(each.error)):
            changed.append(each.describe())
    return changed


def _tried(perform: Perform, planned: PlannedMemory) -> tuple[dict[str, Any], str | None]:
    try:
        return perform(planned.request).model_dump(mode="json"), None
    except OrbitError as error:
        return {}, str(error)


def _lasting(value: Any) -> Any:
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return {name: _lasting(inner) for name, inner in items if name not in _FLEETING}
    return [_lasting(inner) for inner in cast("list[Any]", value)] if isinstance(value, list) else value


def carry_out(
    ground: Ground, perform: Perform, planned: Sequence[PlannedMemory], prefix: str, run_id: str
) -> list[dict[str, Any]]:
    """Do what was planned, all of it or nothing, and give what each operation answered. Raises OrbitError."""
    outputs: list[dict[str, Any]] = []
    before: dict[tuple[str, str], SavedKey] = {}
    with ground.table.whole():
        for each in planned:
            if each.error is not None:
                with suppress(OrbitError):  # it failed when it was tried, and the plan goes on from there
                    perform(each.request)
                outputs.append({})
                continue
            if each.changes:
                _note(ground, each.request, prefix, before)
            outputs.append(perform(each.request).model_dump(mode="json"))
        if before:
            kept = [_left(ground, key) for key in before.values()]
            ground.table.backups.keep(OF_RUNS, "*", kept, run_id)
            _drop_old(ground)
    return outputs


def _note(
    ground: Ground, request: MemoryRequest, prefix: str, before: dict[tuple[str, str], SavedKey]
) -> None:
    """Keep the keys that an operation may change as they are before the first that does."""
    ref, key = request.memory_ref, prefix + request.key
    states = ground.keys(ref, key, MAX_KEYS)
    if isinstance(request, DeleteRequest) and not request.backup:
        for state in states:
            before.pop((ref, state.key), None)
        return
    for each in saved(ground, ref, states):
        before.setdefault((ref, each.key), each)
    if not states and not is_pattern(key):
        before.setdefault((ref, key), SavedKey(ref, key, there=False))


def _left(ground: Ground, key: SavedKey) -> SavedKey:
    now = ground.table.key(key.ref, key.key)
    return SavedKey(key.ref, key.key, key.expires, key.entries, key.there, now.version if now else None)


def _drop_old(ground: Ground) -> None:
    for backup_id in ground.table.backups.ids(OF_RUNS)[_KEPT:]:
        ground.table.backups.forget(backup_id)


def take_back(ground: Ground, run_id: str) -> list[str]:
    """Put the keys that a run changed as they were; give those that somebody changed since, which stay."""
    with ground.table.whole():
        found = ground.table.backups.load(run_id)
        if found is None:
            return []
        changed = list(_put_back(ground, found[1]))
        ground.table.backups.forget(run_id)
    return changed


def _put_back(ground: Ground, keys: Sequence[SavedKey]) -> Iterator[str]:
    for key in keys:
        now = ground.table.key(key.ref, key.key)
        if (now.version if now else None) != key.left:
            yield key.key
        elif key.there:
            bring_back(ground, key, replace=True)
        else:
            ground.table.drop(key.ref, [key.key])
