"""Keyed memory: the eight operations over the keys of one scope.

Every change of a key is one transaction in which nobody else can change that key, in whichever process; it is
kept whole or not at all. Secrets are taken out before anything is stored.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> memory = KeyedMemory(Store(Path(mkdtemp()) / "memory.db"))
>>> ask = {"memory_ref": "mix", "key": "track:Bass:notes"}
>>> memory.perform({"operation": "append", "payload": "a bit loud"} | ask).total_count
1
>>> memory.perform({"operation": "read", "memory_ref": "mix", "key": "track:*"}).messages[0]["content"]
'a bit loud'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from daw_bridges.errors import NotFoundError
from orbit.memory.keyed import removing, runs
from orbit.memory.keyed.ground import Ground, Probe
from orbit.memory.keyed.making_room import flush
from orbit.memory.keyed.payload import message_of
from orbit.memory.keyed.policy import Policies
from orbit.memory.keyed.probing import health
from orbit.memory.keyed.reading import read, stats
from orbit.memory.keyed.responses import MemoryResponse, RestoreResponse
from orbit.memory.keyed.sessions import inside, outside, prefix_of
from orbit.memory.keyed.writing import append, write
from orbit.memory.store import Store
from orbit.memory.store.keyed_backups import OF_RUNS
from orbit.memory.store.keyed_rows import Backup
from orbit.workflows.memory_tasks.planned import PlannedMemory
from orbit.workflows.memory_tasks.requests import MemoryRequest, Operation, parse_request

__all__ = ["KeyedMemory"]

_OPERATIONS: Mapping[Operation, Callable[[Ground, Any], MemoryResponse]] = {
    Operation.READ: read,
    Operation.WRITE: write,
    Operation.APPEND: append,
    Operation.DELETE: removing.delete,
    Operation.FLUSH: flush,
    Operation.CLEAR: removing.clear,
    Operation.HEALTH: health,
    Operation.STATS: stats,
}


class KeyedMemory:
    """The keyed memories of a store's scope.

    ``session`` holds everything to one session: its keys are its own, and another's cannot be named.
    ``probes`` are what health tries beside the store.
    """

    def __init__(
        self,
        store: Store,
        policies: Policies | None = None,
        *,
        session: str | None = None,
        probes: Mapping[str, Probe] | None = None,
    ) -> None:
        self._store = store
        self._ground = Ground(store.keyed, policies or Policies(), dict(probes or {}))
        self._prefix = prefix_of(session)

    @property
    def user(self) -> str:
        """Whose memory it is."""
        return self._store.scope.user

    @property
    def project(self) -> str:
        """What it is the memory of."""
        return self._store.scope.project

    @classmethod
    def open(cls, store: Store, data_dir: Path) -> Self:
        """Give the memories of a store by the rules of a data directory. Raises UsageError."""
        return cls(store, Policies.load(data_dir))

    def perform(self, request: MemoryRequest | Mapping[str, Any]) -> MemoryResponse:
        """Do one operation; a mapping is read as its JSON form.

        Raises UsageError for a request that cannot be, NotFoundError for a key that is to be taken away and
        is not there, and MemoryStoreError when it does not fit, was changed meanwhile, or cannot be written.
        Then nothing was changed.
        """
        asked = parse_request(request) if isinstance(request, Mapping) else request
        answer = _OPERATIONS[asked.operation](self._ground, inside(asked, self._prefix))
        return outside(answer, self._prefix)

    def rehearsal(self) -> AbstractContextManager[None]:
        """Let everything that is done inside happen, and then not have happened."""
        return self._store.keyed.tried()

    def whole(self) -> AbstractContextManager[None]:
        """Make everything that is done inside one: all of it is kept, or none."""
        return self._store.keyed.whole()

    def changed_since(self, planned: Sequence[PlannedMemory]) -> list[str]:
        """Say what gives something else now than when it was planned, of what the plan builds on."""
        with self.rehearsal():
            return runs.changed_since(self.perform, planned)

    def carry_out(self, planned: Sequence[PlannedMemory], run_id: str) -> list[dict[str, Any]]:
        """Do a plan's part in the memory, all of it or nothing; give what each operation answered.

        Raises what ``perform`` raises.
        """
        return runs.carry_out(self._ground, self.perform, planned, self._prefix, run_id)

    def can_take_back(self, run_id: str) -> bool:
        """Whether a run changed the memory, and that can still be taken back."""
        return run_id in self._store.keyed.backups.ids(OF_RUNS)

    def take_back(self, run_id: str) -> list[str]:
        """Put the keys that a run changed as they were; give those that were changed since, which stay."""
        return runs.take_back(self._ground, run_id)

    def stamps(self, ref: str) -> dict[str, str]:
        """Give what changes with each change of a key, for all keys of a memory."""
        stamps = self._store.keyed.stamps(ref, self._prefix)
        return {key.removeprefix(self._prefix): stamp for key, stamp in stamps.items()}

    def peek(self, ref: str, *keys: str) -> list[dict[str, Any]]:
        """Give the messages of some keys, by key and in order, without counting it as a use of them."""
        entries = self._store.keyed.entries(ref, [self._prefix + key for key in keys])
        messages = (message_of(entry) for entry in entries)
        return [each | {"key": each["key"].removeprefix(self._prefix)} for each in messages]

    def refs(self) -> list[str]:
        """Give the names of the memories that hold anything."""
        return self._store.keyed.refs()

    def backups(self) -> list[Backup]:
        """Give the backups, newest first."""
        return [each for each in self._store.keyed.backups.all() if each.key.startswith(self._prefix)]

    def restore(self, backup_id: str, *, replace: bool = False) -> RestoreResponse:
        """Bring back what a backup holds.

        Raises NotFoundError, MemoryStoreError when it is damaged, and NotPossibleError when a key holds
        something now that is not to be replaced.
        """
        return removing.restore(self._ground, self._own(backup_id), replace=replace)

    def forget_backup(self, backup_id: str) -> bool:
        """Delete a backup for good. Raises NotFoundError when there is none of that id."""
        return self._store.keyed.backups.forget(self._own(backup_id))

    def in_session(self, session: str) -> Self:
        """Give the same memories held to one session."""
        return type(self)(self._store, self._ground.policies, session=session, probes=self._ground.probes)

    def _own(self, backup_id: str) -> str:
        known = [backup.id for backup in self.backups()]
        if backup_id not in known:
            raise NotFoundError("backup", backup_id, known[:8])
        return backup_id
