"""The workflows of a scope: every version ever saved, where each came from, and which one is current."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Table, and_, delete, insert, or_, select, update

from daw_bridges.errors import MemoryStoreError, NotFoundError
from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.failures import FailureTable
from orbit.memory.store.links import LinkTable
from orbit.memory.store.offers import OfferTable
from orbit.memory.store.revisions import CLEARED, Revisions, put_row
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.store.standing import Standing, StandingTable
from orbit.memory.store.traces import of_workflow
from orbit.memory.store.vectors import VectorTable

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = [
    "Changes",
    "Origin",
    "Standing",
    "StoredWorkflow",
    "WorkflowTable",
    "content_sha256",
    "forgotten_file",
]

_WORKFLOWS, _VERSIONS = schema.workflows, schema.workflow_versions
_FORGOTTEN, _REMOVALS, _DOCUMENTS = schema.forgotten, schema.removals, schema.documents


def content_sha256(body: Mapping[str, Any]) -> str:
    """Give the SHA-256 of a workflow's JSON, whatever order its keys are in, and wherever it comes from."""
    content = {name: value for name, value in body.items() if name != "provenance"}
    return sha256(_json(content).encode()).hexdigest()


def forgotten_file(file_sha256: str) -> str:
    """Give what is kept of a file whose workflow was thrown out: no id of a workflow can be that."""
    return f"file {file_sha256[:32]}"


@dataclass(frozen=True)
class Origin:
    """Where a version comes from: seed, induced, taught or imported; its file; the trajectories behind it."""

    source: str = "taught"
    file: str | None = None
    file_sha256: str | None = None
    trajectories: tuple[str, ...] = ()


@dataclass(frozen=True)
class StoredWorkflow:
    """One saved version of a workflow, numbered from 1; ``note`` says why it was saved, if that was said."""

    id: str
    version: int
    body: dict[str, Any]
    content_sha256: str
    origin: Origin
    created: str
    note: str | None = None


@dataclass(frozen=True)
class Changes:
    """What became of a scope's workflows since a revision: those that changed, as they are now; those gone.

    ``revision`` is what to ask from the next time. One that changes meanwhile may be given twice, never not
    at all. ``whole``: these are all there are, and whatever else the reader holds is to be let go.
    """

    revision: int
    changed: tuple[StoredWorkflow, ...]
    removed: tuple[str, ...]
    whole: bool = False


class WorkflowTable:
    """Reads and writes the workflows of one scope.

    Every change of a workflow takes the scope's next revision number and leaves it on the row, or in
    ``removals`` when the row goes: whoever holds something made of workflows reads what came after its
    number.
    """

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._revisions = Revisions(database, scope)
        self.standing = StandingTable(database, scope, self._revisions.next)
        """How each workflow stands: trusted, pinned, superseded; and when it last ran."""

    def put(
        self,
        body: Mapping[str, Any],
        origin: Origin | None = None,
        *,
        expected_version: int | None = None,
        note: str | None = None,
        anew: bool = False,
    ) -> StoredWorkflow:
        """Save a workflow as its next version; saving what is already current changes at most its origin.

        What is imported is not trusted until it has proven itself here. ``note`` says why it was saved;
        ``anew`` makes a version of it even when its content is the same.
        ``expected_version`` (0 for new): raises MemoryStoreError if someone else saved first.
        """
        name, origin = str(body["workflow_name"]), origin or Origin()
        with self._database.write() as connection:
            self._revisions.take_turn(connection)
            current = self.get(name)
            number = current.version if current else 0
            if expected_version not in {None, number}:
                raise MemoryStoreError(
                    f"The workflow “{name}” was changed in the meantime (it is at version {number}, not "
                    f"{expected_version}). Read it again and repeat the change."
                )
            connection.execute(delete(_FORGOTTEN).where(self._with_id(_FORGOTTEN, name)))
            if current and not anew and current.content_sha256 == content_sha256(body):
                self._change_origin(connection, current, origin)
                return current
            return self._add_version(connection, body, origin, number + 1, note)

    def revert(self, workflow_id: str, version: int) -> StoredWorkflow:
        """Save an earlier version anew, as the next one; nothing between is lost. Raises NotFoundError.

        It comes from where it came from then: an imported one has to prove itself again.
        """
        with self._database.write() as connection:
            self._revisions.take_turn(connection)
            saved = {each.version: each for each in self.versions(workflow_id)}
            if version not in saved:
                raise NotFoundError(f"version of {workflow_id}", str(version), map(str, saved))
            wanted, last = saved[version], saved[max(saved)]
            if wanted.content_sha256 == last.content_sha256:
                return last
            note = f"version {version} again"
            return self._add_version(connection, wanted.body, wanted.origin, last.version + 1, note)

    def get(self, workflow_id: str) -> StoredWorkflow | None:
        """Give the current version, or None."""
        found = self._current(_VERSIONS.c.id == workflow_id)
        return found[0] if found else None

    def all(self) -> list[StoredWorkflow]:
        """Give the current version of every workflow, by id."""
        return self._current()

    def versions(self, workflow_id: str) -> list[StoredWorkflow]:
        """Give every saved version of a workflow, oldest first."""
        query = select(_VERSIONS).where(self._with_id(_VERSIONS, workflow_id)).order_by(_VERSIONS.c.version)
        with self._database.read() as connection:
            return [_stored(row) for row in connection.execute(query).mappings()]

    def origins(self) -> dict[str, Origin]:
        """Give, by id, where the current versions come from, without reading their bodies."""
        return {name: origin for name, (_, origin) in self.current_versions().items()}

    def current_versions(self) -> dict[str, tuple[int, Origin]]:
        """Give, by id, the number of the current version and where it comes from."""
        columns = ("id", "version", "source", "source_file", "source_sha256", "trajectories")
        query = self._join(select(*(_VERSIONS.c[name] for name in columns)).order_by(_VERSIONS.c.id))
        with self._database.read() as connection:
            rows = connection.execute(query).mappings().all()
        return {row["id"]: (row["version"], _origin(row)) for row in rows}

    def revision(self) -> int:
        """Give a number that grows with every change of the scope's workflows, whichever process makes it."""
        return self._revisions.number()

    def changes(self, since: int = -1) -> Changes:
        """Give what changed and what went after a revision; everything there is, from -1 on."""
        with self._database.read() as connection:
            # The number is read first: what is committed between the reads is then given again, not missed.
            revision = self.revision()
            later = or_(_REMOVALS.c.revision > since, _REMOVALS.c.id == CLEARED)
            went = select(_REMOVALS.c.id, _REMOVALS.c.revision).where(in_scope(_REMOVALS, self._scope), later)
            removed = {row.id: row.revision for row in connection.execute(went)}
            whole = since < max(removed.pop(CLEARED, 0), 0)
            changed = self._current() if whole else self._current(_WORKFLOWS.c.revision > since)
        return Changes(revision, tuple(changed), tuple(sorted(removed)), whole)

    def forget(self, workflow_id: str) -> bool:
        """Delete a workflow with its versions, vectors, failures and links; False when there is none.

        Its runs stay as history of the session, without the link. A seed does not come back by itself, nor
        what came from another file until that is changed.
        """
        runs = schema.runs
        with self._database.write() as connection:
            self._revisions.take_turn(connection)
            current = self.get(workflow_id)
            if current is None:
                return False
            self.retire(workflow_id)
            linked = and_(in_scope(runs, self._scope), runs.c.workflow_id == workflow_id)
            connection.execute(update(runs).where(linked).values(workflow_id=None))
            FailureTable(self._database, self._scope).forget(workflow_id=workflow_id)
            LinkTable(self._database, self._scope).forget("workflow", workflow_id)
            self._bar(current)
            barred = workflow_id if current.origin.source == "seed" else None
            if barred is None and current.origin.file_sha256 is not None:
                barred = forgotten_file(current.origin.file_sha256)
            if barred is not None:
                connection.execute(delete(_FORGOTTEN).where(self._with_id(_FORGOTTEN, barred)))
                connection.execute(insert(_FORGOTTEN), self._scope.columns() | {"id": barred})
        return True

    def retire(self, workflow_id: str) -> None:
        """Delete a workflow no longer shipped, with its versions and vectors; its runs keep the name."""
        with self._database.write() as connection:
            self._revisions.take_turn(connection)
            connection.execute(delete(_WORKFLOWS).where(self._with_id(_WORKFLOWS, workflow_id)))
            VectorTable(self._database, self._scope).forget([workflow_id])
            connection.execute(delete(_DOCUMENTS).where(self._with_id(_DOCUMENTS, workflow_id)))
            self.standing.give_back(workflow_id)
            key = self._scope.columns() | {"id": workflow_id}
            put_row(connection, _REMOVALS, key, {"revision": self._revisions.next(connection)})

    def traces(self, workflow_id: str) -> dict[str, int]:
        """Give, by table, how many rows still hold a workflow or point at it: none, once it is forgotten."""
        return of_workflow(self._database, self._scope, workflow_id)

    def forgotten(self) -> frozenset[str]:
        """Give the ids of seeds that were thrown out, and `forgotten_file` of other files that were."""
        query = select(_FORGOTTEN.c.id).where(in_scope(_FORGOTTEN, self._scope))
        with self._database.read() as connection:
            return frozenset(connection.scalars(query))

    def _bar(self, thrown_out: StoredWorkflow) -> None:
        """See to it that learning does not bring back what it had found."""
        offers = OfferTable(self._database, self._scope)
        offers.forget_workflow(thrown_out.id)
        if thrown_out.origin.source == "induced":
            from orbit.memory.trust.structure import kinds, shape, structure

            body = thrown_out.body
            offers.bar(structure(body), shape(body), kinds(body))

    def _add_version(
        self, connection: Connection, body: Mapping[str, Any], origin: Origin, version: int, note: str | None
    ) -> StoredWorkflow:
        name = str(body["workflow_name"])
        key = self._scope.columns() | {"id": name}
        row = {"version": version, "revision": self._revisions.next(connection)}
        if version == 1:
            connection.execute(insert(_WORKFLOWS), key | row | _standing_of(origin))
            connection.execute(delete(_REMOVALS).where(self._with_id(_REMOVALS, name)))
        else:
            mine = self._with_id(_WORKFLOWS, name)
            connection.execute(update(_WORKFLOWS).where(mine).values(row | _standing_of(origin)))
        content = {"body": _json(body), "content_sha256": content_sha256(body), "created": utc_now()}
        stored = key | {"version": version, "note": note} | content | _origin_columns(origin)
        connection.execute(insert(_VERSIONS), stored)
        return _stored(stored)

    def _change_origin(self, connection: Connection, current: StoredWorkflow, origin: Origin) -> None:
        # A seed's file may change without its meaning (a comment); it is then known by its new hash.
        if origin.source == current.origin.source and origin != current.origin:
            this = and_(self._with_id(_VERSIONS, current.id), _VERSIONS.c.version == current.version)
            connection.execute(update(_VERSIONS).where(this).values(**_origin_columns(origin)))

    def _current(self, *conditions: ColumnElement[bool]) -> list[StoredWorkflow]:
        query = self._join(select(_VERSIONS)).where(*conditions).order_by(_VERSIONS.c.id)
        with self._database.read() as connection:
            return [_stored(row) for row in connection.execute(query).mappings()]

    def _join(self, query: Any) -> Any:
        current = and_(_VERSIONS.c.id == _WORKFLOWS.c.id, _VERSIONS.c.version == _WORKFLOWS.c.version)
        return query.where(in_scope(_VERSIONS, self._scope), in_scope(_WORKFLOWS, self._scope), current)

    def _with_id(self, table: Table, workflow_id: str) -> ColumnElement[bool]:
        return and_(in_scope(table, self._scope), table.c.id == workflow_id)


def _json(body: Mapping[str, Any]) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _stored(row: Mapping[Any, Any]) -> StoredWorkflow:
    return StoredWorkflow(
        id=row["id"],
        version=row["version"],
        body=json.loads(row["body"]),
        content_sha256=row["content_sha256"],
        origin=_origin(row),
        created=row["created"],
        note=row["note"],
    )


def _standing_of(origin: Origin) -> dict[str, Any]:
    """Say how a workflow stands with a version new from there.

    What was said against the version before it says nothing of this one; only a seed, which comes by itself
    with a new Orbit, does not take back a place that the user gave to another workflow.
    """
    fresh = {"trusted": origin.source != "imported", "invalid_since": None, "invalid_reason": None}
    return fresh if origin.source == "seed" else fresh | {"superseded_by": None}


def _origin(row: Mapping[Any, Any]) -> Origin:
    behind = tuple(json.loads(row["trajectories"]))
    return Origin(row["source"], row["source_file"], row["source_sha256"], behind)


def _origin_columns(origin: Origin) -> dict[str, Any]:
    return {
        "source": origin.source,
        "source_file": origin.file,
        "source_sha256": origin.file_sha256,
        "trajectories": json.dumps(origin.trajectories),
    }
