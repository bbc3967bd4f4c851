"""A workflow that starts to fail: it is marked as no longer holding until it ends verified again.

Marked, it is not offered first, and its plan says so. What did well before and now fails at a step says that
the host is another one by now: a plug-in has another name, a parameter another range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.memory.store.database import utc_now

if TYPE_CHECKING:
    from orbit.memory.records import Failure
    from orbit.memory.store import Store

__all__ = ["note_outcome"]

_IN_A_ROW = 2
"""So often a step has to fail, one time after the other, where the workflow never did well here before."""
_LONGEST = 300


def note_outcome(store: Store, workflow_id: str, *, ok: bool) -> None:
    """Note how a workflow's last run went, which is remembered already; nothing where there is none such."""
    if store.workflows.get(workflow_id) is None:
        return
    standing = store.workflows.standing
    marked = standing.get(workflow_id).invalid_since is not None
    if ok and marked:
        standing.invalidate(workflow_id, None)
    elif not ok and not marked and (reason := _starts_failing(store, workflow_id)) is not None:
        standing.invalidate(workflow_id, utc_now(), reason)


def _starts_failing(store: Store, workflow_id: str) -> str | None:
    last, *before = store.failures.standing([workflow_id]).get(workflow_id, []) or [None]
    if last is None or last.step is None or last.action is None:
        return None  # it ended before it came to a step: that may be the session's doing
    alike = [each for each in before if each is not None and _is_the_same(each, last)]
    usage = store.workflows.standing.usage([workflow_id]).get(workflow_id)
    if len(alike) + 1 < _IN_A_ROW and (usage is None or usage.last_verified is None):
        return None
    return f"Step {last.step} fails on {last.daw or 'the host'}: {last.reason}"[:_LONGEST]


def _is_the_same(one: Failure, other: Failure) -> bool:
    return (one.step, one.workflow_version, one.daw) == (other.step, other.workflow_version, other.daw)
