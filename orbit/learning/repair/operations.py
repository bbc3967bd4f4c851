"""What a face may ask about repairs: each a typed function of a library, so that it crosses a wire."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import NotFoundError, UsageError, WorkflowError
from orbit.memory import Library
from orbit.memory.store import Origin, Store
from orbit.memory.trust.differences import differences

if TYPE_CHECKING:
    from orbit.learning.repair.mending import Broken, Mended

__all__ = ["Repair", "repair", "repairs", "save"]


@dataclass(frozen=True)
class Repair:
    """A workflow that no longer holds, and what could be done about it.

    ``since`` (ISO 8601, UTC) and ``reason`` say from when on and why it is marked; ``step`` is the one that
    fails. Where it was done by hand since, ``workflow`` is the repaired version as JSON, ``changes`` say what
    is different in it, ``trajectory`` shows it and ``proven`` is where it was carried out again. ``saved_as``
    is the version it was saved as.
    """

    id: str
    title: str
    version: int
    source: str
    since: str
    reason: str
    step: int | None = None
    workflow: dict[str, Any] | None = None
    changes: tuple[str, ...] = ()
    trajectory: str | None = None
    proven: str = ""
    saved_as: int | None = None


def repairs(library: Library) -> list[Repair]:
    """Give the workflows that no longer hold, each with the repair that was found for it, if any was."""
    from orbit.learning.repair.mending import broken, no_longer_holding

    store = library.store
    found = [broken(store, name) for name in no_longer_holding(store)]
    return [_told(each, _mended(store, each)) for each in found if each is not None]


def repair(library: Library, workflow_id: str) -> Repair:
    """Carry the repaired version out on the simulated host and save it as the workflow's next version.

    Raises NotFoundError when there is no such workflow, UsageError when it holds, WorkflowError when nothing
    was done by hand that shows what is different, or when the repaired version does not end as it should.
    """
    from orbit.learning.admission import admit_on_host
    from orbit.learning.repair.mending import broken

    store = library.store
    if store.workflows.get(workflow_id) is None:
        raise NotFoundError("workflow", workflow_id, library.titles())
    one = broken(store, workflow_id)
    if one is None:
        raise UsageError(f"“{workflow_id}” is not marked as failing: there is nothing to repair.")
    made = _mended(store, one)
    if made is None:
        raise WorkflowError(
            f"Nothing done by hand since shows what has changed in “{workflow_id}”. Do it "
            "once yourself while Orbit records (orbit record), and ask again."
        )
    (verdict,) = admit_on_host([made.learned])
    if not verdict.ok:
        raise WorkflowError(f"The repaired “{workflow_id}” does not work either: {verdict.reason}")
    proven = replace(made, learned=replace(made.learned, proven=verdict.proven))
    version = save(store, one, proven)
    return replace(_told(one, proven), saved_as=version)


def save(store: Store, one: Broken, made: Mended) -> int:
    """Save a repaired version as the next one; give its number. The one before it can be had back."""
    old = one.workflow
    # A seed that was repaired is the user's own from then on: a new Orbit must not bring the old one back.
    source = "taught" if old.origin.source == "seed" else old.origin.source
    behind = made.learned.routine.trajectories
    origin = Origin(source, None if source == "taught" else old.origin.file, None, behind)
    body = {**made.body, "provenance": {**made.body.get("provenance", {}), "source": source}}
    note = f"repaired: {made.instead.new} instead of {made.instead.old}"
    with store.transaction():
        saved = store.workflows.put(body, origin, expected_version=old.version, note=note)
        failed = store.failures.standing([old.id]).get(old.id, [])
        store.failures.resolve([each.id for each in failed], datetime.now(UTC))
    return saved.version


def _mended(store: Store, one: Broken) -> Mended | None:
    from orbit.learning.repair.mending import mended

    return None if one.attempt is None else mended(store, one.attempt)


def _told(one: Broken, made: Mended | None) -> Repair:
    told = Repair(
        id=one.workflow.id,
        title=str(one.workflow.body["title"]),
        version=one.workflow.version,
        source=one.workflow.origin.source,
        since=one.standing.invalid_since or "",
        reason=one.standing.invalid_reason or "",
        step=one.attempt.failure.step if one.attempt is not None else None,
    )
    if made is None:
        return told
    return replace(
        told,
        workflow=made.body,
        changes=tuple(each.told() for each in differences(one.workflow.body, made.body)),
        trajectory=made.instead.trajectory,
        proven=made.learned.proven,
    )
