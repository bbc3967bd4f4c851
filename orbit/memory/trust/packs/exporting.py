"""Workflows put into a pack: as they are, with where they come from; on request also what they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from daw_bridges.errors import NotFoundError
from orbit.memory.records import Outcomes
from orbit.memory.trust.packs.form import (
    MAX_VERSIONS,
    Pack,
    PackedLink,
    PackedVersion,
    PackedWorkflow,
    Record,
)

if TYPE_CHECKING:
    from orbit.memory.store import Store, StoredWorkflow

__all__ = ["export_pack"]

_NOT_CONTENT = "provenance"


def export_pack(
    store: Store, ids: Sequence[str] = (), *, versions: bool = False, links: bool = False, own: bool = False
) -> Pack:
    """Put workflows into a pack: these, or all; ``own`` leaves out those that come with Orbit.

    ``versions`` takes their earlier versions along (the latest 200), ``links`` what they are linked to.
    Raises NotFoundError.
    """
    current = {each.id: each for each in store.workflows.all()}
    for wanted in ids:
        if wanted not in current:
            raise NotFoundError("workflow", wanted, current)
    chosen = [each for name, each in current.items() if not ids or name in ids]
    chosen = [each for each in chosen if not (own and each.origin.source == "seed")]
    outcomes = store.runs.outcomes()
    packed = [
        PackedWorkflow(
            id=each.id,
            versions=_versions(store, each, all_of_them=versions),
            record=_record(outcomes.get(each.id, Outcomes())),
        )
        for each in chosen
    ]
    return Pack(workflows=packed, links=_links(store, chosen) if links else [])


def _versions(store: Store, current: StoredWorkflow, *, all_of_them: bool) -> list[PackedVersion]:
    saved = store.workflows.versions(current.id)[-MAX_VERSIONS:] if all_of_them else [current]
    return [
        PackedVersion(
            workflow={key: value for key, value in each.body.items() if key != _NOT_CONTENT},
            source=each.origin.source,  # pyright: ignore[reportArgumentType] - pydantic checks it
            trajectories=list(each.origin.trajectories),
            note=each.note,
            created=each.created,
        )
        for each in saved
    ]


def _record(outcomes: Outcomes) -> Record:
    return Record(verified=outcomes.verified, failed=outcomes.failed, undone=outcomes.undone)


def _links(store: Store, chosen: Sequence[StoredWorkflow]) -> list[PackedLink]:
    found = {link for each in chosen for link in store.links.around("workflow", each.id)}
    return [PackedLink(**asdict(link)) for link in sorted(found)]
