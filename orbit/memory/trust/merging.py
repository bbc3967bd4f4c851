"""Two workflows that do the same become one: nothing of either is lost, and it can be taken back.

The one that goes is superseded, not deleted. Whatever was linked to it is linked to the one that stays as
well; the ways to ask for it, its tags and the trajectories behind it come along as a new version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory.store import Origin, StoredWorkflow
from orbit.memory.store.links import Link
from orbit.memory.trust.structure import renamed, shape, slots_in_order, structure
from orbit.workflows.load import dump_workflow, parse_workflow

if TYPE_CHECKING:
    from orbit.memory.store import Store

__all__ = ["MERGED_FROM", "Merged", "merge", "successor", "unmerge"]

WORKFLOW, MERGED_FROM = "workflow", "merged_from"
_MOST_PHRASES = 100


@dataclass(frozen=True)
class Merged:
    """What a merge or its taking back came to: ``kept``'s version now, and how many links it got or lost.

    ``changed_since``: at taking back, the one that stayed had been changed; its new content was left alone.
    """

    kept: str
    superseded: str
    version: int
    links: int
    changed_since: bool = False


def merge(store: Store, kept_id: str, other_id: str, *, anyway: bool = False) -> Merged:
    """Put ``kept`` in the place of ``other``, with all that is known of both.

    Raises NotFoundError, or UsageError when they do different things (unless ``anyway``) or one of them is
    superseded already.
    """
    with store.transaction():
        kept, other = _current(store, kept_id), _current(store, other_id)
        _check(store, kept, other, anyway=anyway)
        origin = _both(kept.origin, other.origin)
        saved = store.workflows.put(_together(kept, other), origin, note=_note(other_id), anew=True)
        copies = _copies(store, kept_id, other_id)
        gained = store.links.add(Link(WORKFLOW, kept_id, MERGED_FROM, WORKFLOW, other_id), *copies) - 1
        store.workflows.standing.supersede(other_id, kept_id)
    return Merged(kept_id, other_id, saved.version, gained)


def unmerge(store: Store, kept_id: str, other_id: str) -> Merged:
    """Take the merge back that put ``kept`` in the place of ``other``.

    What the merge linked is unlinked, what was linked since stays. Raises NotFoundError, or UsageError when
    there is no merge to take back or a later one stands on it.
    """
    with store.transaction():
        arrow = Link(WORKFLOW, kept_id, MERGED_FROM, WORKFLOW, other_id)
        if store.workflows.standing.get(other_id).superseded_by != kept_id or arrow not in store.links.of(
            WORKFLOW, kept_id, MERGED_FROM
        ):
            raise UsageError(f"“{other_id}” was not merged into “{kept_id}”: there is nothing to take back.")
        if later := store.workflows.standing.get(kept_id).superseded_by:
            raise UsageError(f"“{kept_id}” was itself merged into “{later}”. Take that back first.")
        made = store.links.made_with(arrow)
        lost = store.links.remove([arrow, *(set(_copies(store, kept_id, other_id)) & set(made))]) - 1
        store.workflows.standing.supersede(other_id, None)
        changed, version = _restore(store, kept_id, other_id)
    return Merged(kept_id, other_id, version, lost, changed_since=changed)


def successor(store: Store, workflow_id: str) -> str:
    """Give the workflow that stands in a workflow's place now: itself, unless it was superseded.

    Raises NotFoundError.
    """
    seen = [workflow_id]
    while (later := store.workflows.standing.get(seen[-1]).superseded_by) and later not in seen:
        seen.append(later)
    return seen[-1]


def _current(store: Store, workflow_id: str) -> StoredWorkflow:
    found = store.workflows.get(workflow_id)
    if found is None:
        raise NotFoundError("workflow", workflow_id)
    return found


def _check(store: Store, kept: StoredWorkflow, other: StoredWorkflow, *, anyway: bool) -> None:
    if kept.id == other.id:
        raise UsageError("A workflow cannot be merged with itself; name two.")
    for each in (kept, other):
        if later := store.workflows.standing.get(each.id).superseded_by:
            raise UsageError(f"“{each.id}” was already replaced by “{later}”; merge with that one.")
    if not anyway and shape(kept.body) != shape(other.body):
        raise UsageError(
            f"“{kept.id}” and “{other.id}” do different things, so one cannot replace the other. Look at "
            f"“orbit workflows diff {kept.id} {other.id}”; --anyway keeps the steps of “{kept.id}”."
        )


def _together(kept: StoredWorkflow, other: StoredWorkflow) -> dict[str, Any]:
    """Give what is kept, with the other's ways to ask for it: those whose slots it has."""
    body = dict(kept.body)
    new = _slot_names(kept.body, other.body)
    theirs = [
        renamed(phrase, new)
        for phrase in other.body.get("phrases", [])
        if _speaks_of(phrase, other.body, new)
    ]
    body["phrases"] = list(dict.fromkeys([*body.get("phrases", []), *theirs]))[:_MOST_PHRASES]
    body["tags"] = list(dict.fromkeys([*body.get("tags", []), *other.body.get("tags", [])]))
    behind = _both(kept.origin, other.origin).trajectories
    body["provenance"] = body.get("provenance", {}) | {"trajectories": list(behind)}
    return dump_workflow(parse_workflow(body))


def _slot_names(kept: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, str]:
    """Say which slot of the one that stays is which of the other: by its use, else by its name."""
    mine, theirs = slots_in_order(kept), slots_in_order(other)
    if structure(kept) == structure(other):
        return dict(zip(theirs, mine, strict=True))
    return {name: name for name in theirs if name in mine}


def _speaks_of(phrase: str, other: Mapping[str, Any], new: Mapping[str, str]) -> bool:
    used = slots_in_order({"slots": other.get("slots", {}), "steps": [{"phrase": phrase}]})
    return all(name in new for name in used)


def _both(kept: Origin, other: Origin) -> Origin:
    behind = tuple(dict.fromkeys([*kept.trajectories, *other.trajectories]))
    return Origin(kept.source, kept.file, kept.file_sha256, behind)


def _copies(store: Store, kept_id: str, other_id: str) -> list[Link]:
    """Give the other's links as the links of the one that stays; a link between the two would be a loop."""
    theirs = [link for link in store.links.around(WORKFLOW, other_id) if link.relation != MERGED_FROM]
    moved = (_moved(link, other_id, kept_id) for link in theirs)
    return [link for link in moved if (link.from_kind, link.from_id) != (link.to_kind, link.to_id)]


def _moved(link: Link, old: str, new: str) -> Link:
    start = new if (link.from_kind, link.from_id) == (WORKFLOW, old) else link.from_id
    end = new if (link.to_kind, link.to_id) == (WORKFLOW, old) else link.to_id
    return Link(link.from_kind, start, link.relation, link.to_kind, end)


def _restore(store: Store, kept_id: str, other_id: str) -> tuple[bool, int]:
    versions = store.workflows.versions(kept_id)
    last = versions[-1]
    if last.note != _note(other_id) or len(versions) == 1:
        return True, last.version
    before = versions[-2]
    origin, note = before.origin, f"without “{other_id}” again"
    return False, store.workflows.put(before.body, origin, note=note, anew=True).version


def _note(other_id: str) -> str:
    return f"merged with “{other_id}”"
