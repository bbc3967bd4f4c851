"""On which versions of its host a workflow ended verified, and where it failed on a newer one.

Kept as links: ``workflow duck —verified_on→ host "ableton 12.1.5"``. A host that moved on makes nothing wrong
by itself, only worth trying again; a workflow that was good on one version and failed on a later one is
marked as no longer holding, until it has ended verified there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from orbit.memory.store.database import utc_now
from orbit.memory.store.links import LONGEST_ID, Link

if TYPE_CHECKING:
    from orbit.memory.store import Store

__all__ = ["FAILED_ON", "VERIFIED_ON", "Hosts", "hosts_of", "note_run"]

VERIFIED_ON, FAILED_ON = "verified_on", "failed_on"
_HOST = "host"


def note_run(store: Store, workflow_id: str, daw: str, version: str, *, ok: bool) -> None:
    """Note on which version of its host a workflow ran; nothing where the host does not say its version."""
    if not version or store.workflows.get(workflow_id) is None:
        return
    host = f"{daw} {version}"[:LONGEST_ID]
    with store.transaction():
        before = _versions(store, workflow_id, VERIFIED_ON).get(daw, ())
        store.links.add(Link("workflow", workflow_id, VERIFIED_ON if ok else FAILED_ON, _HOST, host))
        standing = store.workflows.standing
        if ok:
            if standing.get(workflow_id).invalid_since is not None:
                standing.invalidate(workflow_id, None)
        elif before and all(_number(each) < _number(version) for each in before):
            last = max(before, key=_number)
            standing.invalidate(
                workflow_id, utc_now(), f"It failed on {host}; it was last verified on {daw} {last}."
            )


@dataclass(frozen=True)
class Hosts:
    """The versions of each host that were seen, and those on which each workflow ended verified."""

    newest: Mapping[str, str]
    verified: Mapping[str, Mapping[str, tuple[str, ...]]]

    def moved_on(self, workflow_id: str) -> str | None:
        """Say which host has moved on since a workflow was last verified there; None when none has."""
        for daw, versions in self.verified.get(workflow_id, {}).items():
            last = max(versions, key=_number)
            if _number(last) < _number(self.newest[daw]):
                return f"It was last verified on {daw} {last}; {daw} is at {self.newest[daw]} now."
        return None


def hosts_of(store: Store) -> Hosts:
    """Read what is known of hosts and workflows."""
    newest: dict[str, str] = {}
    verified: dict[str, dict[str, tuple[str, ...]]] = {}
    for link in store.links.between("workflow", _HOST):
        daw, _, version = link.to_id.rpartition(" ")
        newest[daw] = max(newest.get(daw, version), version, key=_number)
        if link.relation == VERIFIED_ON:
            mine = verified.setdefault(link.from_id, {})
            mine[daw] = (*mine.get(daw, ()), version)
    return Hosts(newest, verified)


def _versions(store: Store, workflow_id: str, relation: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for link in store.links.of("workflow", workflow_id, relation):
        daw, _, version = link.to_id.rpartition(" ")
        found[daw] = (*found.get(daw, ()), version)
    return found


def _number(version: str) -> tuple[int, ...]:
    """Give a version as numbers, to be compared: 12.10 is later than 12.9."""
    return tuple(int(digits) for digits in re.findall(r"\d{1,9}", version))
