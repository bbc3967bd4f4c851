"""What a face may ask of a library in matters of trust: each a typed function, so that it crosses a wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daw_bridges.errors import NotFoundError
from orbit.memory.library import Library
from orbit.memory.records import Outcomes
from orbit.memory.store import Origin, StoredWorkflow
from orbit.memory.store.standing import Standing, Usage
from orbit.memory.trust import auditing, forgetting, merging
from orbit.memory.trust.confidence import Confidence, confidence_of
from orbit.memory.trust.differences import Difference, differences
from orbit.memory.trust.packs import Imported, Pack, export_pack, import_pack
from orbit.memory.trust.packs.importing import Clash

__all__ = [
    "Reliance",
    "Version",
    "audit",
    "diff",
    "export",
    "forget",
    "forget_everything",
    "import_",
    "merge",
    "pin",
    "reliance",
    "reliances",
    "revert",
    "trust",
    "unmerge",
    "versions",
]


@dataclass(frozen=True)
class Reliance:
    """How far a workflow is to be relied on: its version and its origin, how it stands, how it went."""

    version: int
    origin: Origin
    standing: Standing
    confidence: Confidence
    usage: Usage

    def source_told(self) -> str:
        """Say in a few words where it comes from, and what is to be known of it."""
        standing = self.standing
        told = [self.origin.source]
        told += ["not proven"] if not standing.trusted else []
        told += ["pinned"] if standing.pinned else []
        told += [f"now {standing.superseded_by}"] if standing.superseded_by else []
        told += ["may no longer work"] if standing.invalid_since else []
        return ", ".join(told)

    def told(self) -> str:
        """Say in one line where it comes from, its version, and how sure it is by how it went."""
        origin, sure = self.origin, self.confidence
        file = f" from {origin.file}" if origin.source == "imported" and origin.file else ""
        parts = [f"{self.source_told()}{file}", f"version {self.version}"]
        if sure.runs:
            parts.append(f"succeeds in at least {sure.lower:.0%} of runs, by {sure.runs} so far")
        return " · ".join(parts)


@dataclass(frozen=True)
class Version:
    """One saved version, without its body."""

    version: int
    created: str
    origin: Origin
    steps: int
    note: str | None
    current: bool


def reliances(library: Library) -> dict[str, Reliance]:
    """Give, by id, how far each workflow is to be relied on."""
    store = library.store
    unusual, usage, outcomes = (
        store.workflows.standing.unusual(),
        store.workflows.standing.usage(),
        store.runs.outcomes(),
    )
    return {
        name: _reliance(version, origin, unusual.get(name), outcomes.get(name), usage.get(name))
        for name, (version, origin) in store.workflows.current_versions().items()
    }


def reliance(library: Library, workflow_id: str) -> Reliance:
    """Say how far a workflow is to be relied on. Raises NotFoundError."""
    store = library.store
    stored = _stored(library, workflow_id)
    standing = store.workflows.standing.get(workflow_id)
    usage = store.workflows.standing.usage().get(workflow_id)
    return _reliance(stored.version, stored.origin, standing, library.outcomes(workflow_id), usage)


def _reliance(
    version: int, origin: Origin, standing: Standing | None, outcomes: Outcomes | None, usage: Usage | None
) -> Reliance:
    sure = confidence_of(outcomes or Outcomes())
    return Reliance(version, origin, standing or Standing(), sure, usage or Usage())


def versions(library: Library, workflow_id: str) -> list[Version]:
    """Give every saved version of a workflow, oldest first. Raises NotFoundError."""
    current = _stored(library, workflow_id).version
    return [
        Version(
            each.version,
            each.created,
            each.origin,
            len(each.body["steps"]),
            each.note,
            each.version == current,
        )
        for each in library.store.workflows.versions(workflow_id)
    ]


def revert(library: Library, workflow_id: str, version: int) -> Version:
    """Save an earlier version anew, as the next one; give it. Raises NotFoundError."""
    _stored(library, workflow_id)
    library.store.workflows.revert(workflow_id, version)
    return versions(library, workflow_id)[-1]


def diff(library: Library, workflow_id: str, before: str, after: str = "") -> list[Difference]:
    """Compare two versions of a workflow, or (``before`` an id, no ``after``) two workflows.

    Raises NotFoundError.
    """
    mine = _stored(library, workflow_id)
    if not after and not before.isdigit():
        return differences(mine.body, _stored(library, before).body)
    saved = {str(each.version): each for each in library.store.workflows.versions(workflow_id)}
    for wanted in (before, after or str(mine.version)):
        if wanted not in saved:
            raise NotFoundError(f"version of {workflow_id}", wanted, saved)
    return differences(saved[before].body, saved[after or str(mine.version)].body)


# Switches are named over the wire, and here as they are there.
def pin(library: Library, workflow_id: str, pinned: bool = True) -> None:
    """Hold a workflow up in ranking however long ago it ran, or let it go. Raises NotFoundError."""
    _stored(library, workflow_id)
    library.store.workflows.standing.pin(workflow_id, pinned=pinned)


def trust(library: Library, workflow_id: str) -> None:
    """Take an imported workflow as one's own, as runs enough would. Raises NotFoundError."""
    _stored(library, workflow_id)
    library.store.workflows.standing.trust(workflow_id)


def merge(library: Library, kept: str, other: str, anyway: bool = False) -> merging.Merged:
    """Put one workflow in another's place, with all that is known of both; see `merging.merge`."""
    for each in (kept, other):
        _stored(library, each)
    return merging.merge(library.store, kept, other, anyway=anyway)


def unmerge(library: Library, kept: str, other: str) -> merging.Merged:
    """Take back the merge that put ``kept`` in the place of ``other``; see `merging.unmerge`."""
    for each in (kept, other):
        _stored(library, each)
    return merging.unmerge(library.store, kept, other)


def audit(library: Library) -> auditing.Audit:
    """Look for what is doubtful in the library, and change nothing; see `auditing.audit`."""
    return auditing.audit(library.store)


def forget(library: Library, workflow_id: str) -> forgetting.Forgotten:
    """Delete a workflow and make sure that it is gone; see `forgetting.forget`."""
    return forgetting.forget(library, workflow_id)


def forget_everything(library: Library) -> forgetting.Forgotten:
    """Delete all that this user's and project's memory holds; see `forgetting.forget_everything`."""
    return forgetting.forget_everything(library)


def export(
    library: Library,
    ids: Sequence[str] = (),
    versions: bool = False,
    links: bool = False,
    own: bool = False,
) -> Pack:
    """Put workflows into a pack; see `export_pack`."""
    return export_pack(library.store, ids, versions=versions, links=links, own=own)


def import_(
    library: Library,
    pack: Pack,
    file: str,
    file_sha256: str,
    clash: Clash = "keep",
    dry_run: bool = False,
) -> Imported:
    """Take a pack in, or say what that would come to; see `import_pack`."""
    return import_pack(library.store, pack, file, file_sha256, clash=clash, dry_run=dry_run)


def _stored(library: Library, workflow_id: str) -> StoredWorkflow:
    stored = library.store.workflows.get(workflow_id)
    if stored is None:
        raise NotFoundError("workflow", workflow_id, library.titles())
    return stored
