"""A run is remembered as one, once: run, trajectory, what failed, every action, and what it has mended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from daw_bridges.errors import MemoryStoreError
from orbit.memory.records import Failure
from orbit.memory.store import Scope, Store
from orbit.memory.store.tool_log import ToolFilter
from tests.laws import tries
from tests.orbit.memory.store.attempts import NOON, attempt, left_by
from tests.orbit.memory.store.conftest import DUCK, there


def test_a_run_brings_its_trajectory_and_every_action_it_tried(store: Store) -> None:
    run = attempt("verified", "verified", "verified")
    trajectory = left_by(run)
    assert store.record(run, trajectory)
    assert there(store.runs.get(run.id)).trajectory_id == trajectory.id
    calls = store.tool_log.search(ToolFilter(run_id=run.id))
    assert [call.tool for call in reversed(calls)] == ["insert_device", "set_sidechain", "set_volume"]
    assert {call.trajectory_id for call in calls} == {trajectory.id}
    assert {call.thread for call in calls} == {"evening"}
    last = calls[0]
    assert (last.arguments, last.status, last.seconds) == ({"track": "Bass", "db": -3.0}, "verified", 0.25)
    assert (last.called_at - NOON).total_seconds() == 0.75
    assert store.failures.recent() == []


def test_what_was_skipped_was_not_performed_and_is_not_logged(store: Store) -> None:
    store.record(attempt("verified", "failed", "skipped"))
    calls = store.tool_log.search()
    assert [(call.tool, call.status) for call in calls] == [
        ("set_sidechain", "failed"),
        ("insert_device", "verified"),
    ]
    assert calls[0].result == {"reason": "it had no effect", "code": "refused"}


def test_the_same_run_recorded_again_changes_nothing(store: Store) -> None:
    run = attempt("verified", "failed", "skipped")
    assert store.record(run, left_by(run))
    assert not store.record(run, left_by(run))
    counts = (len(store.runs.recent()), len(store.trajectories.all()), len(store.failures.recent()))
    assert (*counts, store.tool_log.count()) == (1, 1, 1, 2)


def test_a_failed_run_leaves_a_failure_with_the_step_and_what_was_expected(store: Store) -> None:
    store.workflows.put(DUCK)
    run = attempt("verified", "failed", "skipped", daw="practice 5f1c")
    store.record(run, left_by(run))
    failure = there(store.failures.get(run.id))
    assert (failure.run_id, failure.workflow_id, failure.workflow_version) == (run.id, "duck", 1)
    assert (failure.step, failure.code, failure.reason) == (2, "refused", "Step 2 failed.")
    assert (failure.expected, failure.daw) == ("Step 2 is done.", "practice")
    assert there(failure.action)["action"] == "set_sidechain"
    assert not failure.resolved


def test_what_more_is_known_of_a_failure_is_kept_tied_to_the_run(store: Store) -> None:
    run = attempt("verified", "failed")
    said = Failure(step=7, code="not_found", reason="There is no Kick.", observed="no input", daw="?")
    store.record(run, None, said)
    failure = there(store.failures.get(run.id))
    assert (failure.step, failure.observed, failure.daw) == (7, "no input", "ableton")
    assert (failure.run_id, failure.workflow_id) == (run.id, "duck")
    assert "Read: no input." in failure.warning()


def _standing(store: Store) -> list[int | None]:
    return [failure.step for failure in store.failures.standing(["duck"]).get("duck", [])]


def test_a_later_verified_run_of_the_same_step_mends_it(store: Store) -> None:
    store.record(attempt("verified", "failed", "skipped"))
    assert _standing(store) == [2]
    store.record(attempt("verified", "verified", "failed", hours=1))
    assert _standing(store) == [3]
    store.record(attempt("verified", "verified", "verified", hours=2))
    assert _standing(store) == []
    outcomes = store.runs.outcomes()["duck"]
    assert (outcomes.failed, outcomes.mended, outcomes.standing_failures) == (2, 2, 0)


@pytest.mark.parametrize(
    "later",
    [
        attempt("verified", hours=1),
        attempt("verified", "unverified", "verified", hours=1),
        attempt("verified", "verified", "verified", hours=1, daw="logic"),
        attempt("verified", "verified", "verified", hours=1, workflow_id="other"),
    ],
    ids=["another step", "unread", "another DAW", "another workflow"],
)
def test_only_the_same_step_verified_on_the_same_daw_mends_it(store: Store, later: Any) -> None:
    store.record(attempt("verified", "failed", "skipped"))
    store.record(later)
    assert _standing(store) == [2]


def test_a_step_done_to_many_tracks_is_mended_when_none_of_them_fails(store: Store) -> None:
    store.record(attempt("verified", "failed", "skipped"))
    half = attempt("verified", "verified", "failed", hours=1)
    half.results[2]["step"] = 2  # the same step of the workflow, on the next track
    store.record(half)
    assert 2 in _standing(store)


def test_a_changed_workflow_has_mended_its_past_when_it_runs_as_a_whole(store: Store) -> None:
    store.workflows.put(DUCK)
    store.record(attempt("verified", "failed", "skipped"))
    store.workflows.put(DUCK | {"task": "duck it another way"})
    store.record(attempt("verified", "verified", "failed", hours=1))
    assert 2 in _standing(store)
    store.record(attempt("verified", "verified", "verified", hours=2))
    assert _standing(store) == []


def test_what_failed_as_a_whole_is_mended_by_a_whole_run(store: Store) -> None:
    store.record(attempt("verified", "verified", ok=False, reason="The session is not as planned."))
    store.record(attempt("verified", "verified", "failed", hours=1))
    assert None in _standing(store)
    store.record(attempt("verified", "verified", "verified", hours=2))
    assert _standing(store) == []


def test_a_request_without_a_workflow_is_mended_when_it_works_later(store: Store) -> None:
    store.record(attempt("failed", workflow_id=None, goal="mute the oboe"))
    store.record(attempt("verified", workflow_id=None, goal="mute the horn", hours=1))
    assert len(store.failures.recent(resolved=False)) == 1
    store.record(attempt("verified", workflow_id=None, goal="mute the oboe", hours=2))
    assert store.failures.recent(resolved=False) == []


def test_an_undo_is_noted_on_run_and_trajectory_with_its_actions(store: Store) -> None:
    run = attempt("verified", "verified", "verified")
    trajectory = left_by(run)
    store.record(run, trajectory)
    back = {"action": {"action": "remove_device", "track": "Bass", "device": "duck"}, "status": "verified"}
    store.mark_undone(run.id, [back])
    undone = there(store.runs.get(run.id)).undone_at
    assert undone is not None
    assert there(store.trajectories.stored(trajectory.id)).undone_at == undone
    assert store.tool_log.search()[0].tool == "remove_device"
    with pytest.raises(MemoryStoreError, match="left to take back"):
        store.mark_undone(run.id, [back])
    assert store.tool_log.count(ToolFilter(tool="remove_device")) == 1


def test_one_scope_never_sees_what_another_recorded(tmp_path: Path) -> None:
    alice = Store(tmp_path / "memory.db", scope=Scope(user="alice"))
    bob = Store(tmp_path / "memory.db", scope=Scope(user="bob"))
    run = attempt("verified", "failed")
    alice.record(run, left_by(run))
    assert bob.failures.recent() == [] == bob.tool_log.search()
    assert bob.failures.get(run.id) is None
    assert bob.tool_log.count() == 0
    assert bob.failures.standing(["duck"]) == {} == bob.failures.mended()
    assert bob.failures.resolve([run.id], NOON) == 0
    assert bob.failures.forget(workflow_id="duck") == 0
    assert bob.tool_log.forget(ToolFilter(run_id=run.id)) == 0
    assert len(alice.failures.recent()) == 1
    assert alice.tool_log.count() == 2
    alice.close()
    bob.close()


def test_nothing_is_left_of_a_recording_that_breaks_off_anywhere(store: Store) -> None:
    store.record(attempt("verified", "failed", "skipped"))
    before = _everything(store)
    run, places = attempt("verified", "verified", "failed", hours=1), 0
    while not _breaks_at(store, places, lambda: store.record(run, left_by(run))):
        assert _everything(store) == before
        places += 1
    assert places > 8
    assert _everything(store) != before


def _breaks_at(store: Store, place: int, work: Any) -> bool:
    """Let the database fail at the ``place``-th statement; True when the work got by without that one."""
    engine, seen = store._database._engine, iter(range(10_000))

    def fail(*_: object) -> None:
        if next(seen) == place:
            raise ZeroDivisionError

    event.listen(engine, "before_cursor_execute", fail)
    try:
        work()
    except ZeroDivisionError:
        return False
    finally:
        event.remove(engine, "before_cursor_execute", fail)
    return True


def _everything(store: Store) -> tuple[Any, ...]:
    runs, failures = store.runs.recent(1000), store.failures.recent(1000)
    return runs, store.trajectories.search(), failures, store.tool_log.search(limit=10_000)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory in which every example has a scope of its own."""
    return tmp_path_factory.mktemp("law") / "memory.db"


_STATUSES = st.lists(st.sampled_from(["verified", "unverified", "failed"]), min_size=1, max_size=3)
_FEW = settings(max_examples=tries(15, 200))


@_FEW
@given(
    plan=st.lists(st.tuples(_STATUSES, st.sampled_from(["duck", "space", None]), st.booleans()), max_size=8),
    again=st.lists(st.integers(0, 7), max_size=6),
)
def test_law_nothing_is_recorded_twice_and_nothing_is_lost(
    ground: Path, plan: list[Any], again: list[int]
) -> None:
    store = Store(ground, scope=Scope(user=uuid4().hex))
    runs = [
        attempt(*statuses, workflow_id=workflow, hours=hour)
        for hour, (statuses, workflow, _) in enumerate(plan)
    ]
    trajectories = [left_by(run) if plan[at][2] else None for at, run in enumerate(runs)]
    for at in [*range(len(runs)), *(at for at in again if at < len(runs))]:
        store.record(runs[at], trajectories[at])
    failed = [run for run in runs if not run.ok]
    assert sorted(run.id for run in store.runs.recent(100)) == sorted(run.id for run in runs)
    assert {failure.id for failure in store.failures.recent(100)} == {run.id for run in failed}
    assert store.tool_log.count() == sum(len(run.results) for run in runs)
    assert len(store.trajectories.all()) == sum(each is not None for each in trajectories)
    for name, outcomes in store.runs.outcomes().items():
        mine = [run for run in runs if run.workflow_id == name]
        assert outcomes.runs == len(mine)
        assert outcomes.failed - outcomes.mended == len(store.failures.standing([name]).get(name, []))
    store.close()


_RECORDING = """
import sys
from orbit.memory.store import Store
from tests.orbit.memory.store.attempts import attempt, left_by
store = Store(sys.argv[1])
while True:
    run = attempt("verified", "failed")
    store.record(run, left_by(run))
    print(run.id, flush=True)
"""


@pytest.mark.local_files
def test_a_process_killed_while_recording_leaves_whole_runs(tmp_path: Path) -> None:
    path, said = str(tmp_path / "memory.db"), list[str]()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[4]), *sys.path])}
    command = [sys.executable, "-c", _RECORDING, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        for line in _lines(writer):
            said.append(line)
            if len(said) == 5:
                writer.kill()
                break
        said += _lines(writer)
    store = Store(path)
    kept = {run.id for run in store.runs.recent(10_000)}
    assert kept >= {line for line in said if len(line) == 32}
    assert {failure.id for failure in store.failures.recent(10_000)} == kept
    assert store.tool_log.count() == 2 * len(kept)
    assert len(store.trajectories.all()) == len(kept)
    store.close()


def _lines(writer: subprocess.Popen[str]) -> Iterator[str]:
    assert writer.stdout is not None
    yield from (line.strip() for line in writer.stdout)
