"""A workflow that starts to fail is marked; one that never did well, and one that did not begin, are not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from orbit.memory import RunRecord
from orbit.memory.records import Failure
from orbit.memory.store import Store
from orbit.memory.trust.failing import note_outcome

THEN = datetime(2026, 5, 1, 12, tzinfo=UTC)
BODY = {"workflow_name": "duck", "title": "Duck", "steps": []}
INSERT = {"action": "insert_device", "track": "Bass", "device": "Old One"}


@pytest.fixture
def told(store: Store) -> list[bool]:
    """The workflow, and whether it was marked after each run so far."""
    store.workflows.put(BODY)
    return []


def run(
    store: Store, minute: int, step: int | None = None, *, ok: bool = False, daw: str = "ableton"
) -> bool:
    """Keep one run; say whether the workflow is marked after it."""
    record = RunRecord(workflow_id="duck", daw=daw, ok=ok, started=THEN + timedelta(minutes=minute))
    failure = Failure(step=step, action=INSERT if step else None, reason="There is no Old One.", daw=daw)
    store.record(record, None, None if ok else failure)
    note_outcome(store, "duck", ok=ok)
    return store.workflows.standing.get("duck").invalid_since is not None


def test_what_did_well_and_then_fails_at_a_step_is_marked_until_it_does_well_again(
    store: Store, told: list[bool]
) -> None:
    told += [run(store, 0, ok=True), run(store, 1, 2), run(store, 2, 2), run(store, 3, ok=True)]
    assert told == [False, True, True, False]


def test_the_mark_says_which_step_and_why(store: Store, told: list[bool]) -> None:
    told += [run(store, 0, ok=True), run(store, 1, 2)]
    reason = store.workflows.standing.get("duck").invalid_reason
    assert reason == "Step 2 fails on ableton: There is no Old One."


def test_what_never_did_well_has_to_fail_twice_at_the_same_step(store: Store, told: list[bool]) -> None:
    told += [run(store, 0, 1), run(store, 1, 2), run(store, 2, 2)]
    assert told == [False, False, True]


def test_twice_on_different_hosts_is_not_twice(store: Store, told: list[bool]) -> None:
    told += [run(store, 0, 1), run(store, 1, 1, daw="logic")]
    assert told == [False, False]


def test_what_ended_before_its_first_step_says_nothing(store: Store, told: list[bool]) -> None:
    told += [run(store, 0, ok=True), run(store, 1), run(store, 2)]
    assert told == [False, False, False]


def test_one_that_is_gone_is_nobodys_business(store: Store) -> None:
    note_outcome(store, "no-such", ok=False)
