"""How a workflow stands: trust earned by verified runs, pins, places taken, and versions gone back to."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from daw_bridges.errors import NotFoundError
from orbit.memory.store import Origin, Scope, Store
from orbit.memory.store.standing import PROVEN, Standing
from tests.orbit.memory.trust.conftest import Run, body


def test_what_is_ones_own_is_trusted_and_what_is_imported_is_not(store: Store) -> None:
    store.workflows.put(body("mine"))
    store.workflows.put(body("theirs"), Origin("imported"))
    assert store.workflows.standing.get("mine") == Standing()
    assert store.workflows.standing.unusual() == {"theirs": Standing(trusted=False)}


def test_an_import_is_trusted_once_runs_enough_ended_verified_and_stood(store: Store, ran: Run) -> None:
    store.workflows.put(body("theirs"), Origin("imported"))
    for _ in range(PROVEN):
        ran("theirs", ok=False)
        ran("theirs", undone=True)
    for _ in range(PROVEN):
        assert not store.workflows.standing.get("theirs").trusted
        ran("theirs")
    assert store.workflows.standing.get("theirs").trusted
    assert store.workflows.standing.unusual() == {}


def test_another_version_of_an_import_has_to_prove_itself_again(store: Store, ran: Run) -> None:
    store.workflows.put(body("theirs"), Origin("imported"))
    for _ in range(PROVEN):
        ran("theirs")
    store.workflows.put(body("theirs", bpm=90), Origin("imported"))
    assert not store.workflows.standing.get("theirs").trusted


def test_trust_can_be_given_before_the_first_run(store: Store) -> None:
    store.workflows.put(body("theirs"), Origin("imported"))
    store.workflows.standing.trust("theirs")
    assert store.workflows.standing.get("theirs").trusted


def test_every_change_of_standing_is_seen_by_who_reads_only_what_changed(store: Store) -> None:
    store.workflows.put(body("one"))
    store.workflows.put(body("two"))
    standing = store.workflows.standing
    since, why = "2026-01-01T00:00:00+00:00", "Live is another"
    for change in (
        lambda: standing.pin("one"),
        lambda: standing.trust("one"),
        lambda: standing.supersede("one", "two"),
        lambda: standing.invalidate("one", since, why),
    ):
        before = store.workflows.revision()
        change()
        assert [each.id for each in store.workflows.changes(before).changed] == ["one"]
    assert standing.get("one") == Standing(
        pinned=True, superseded_by="two", invalid_since=since, invalid_reason=why
    )
    standing.pin("one", pinned=False)
    standing.supersede("one", None)
    standing.invalidate("one", None)
    assert standing.unusual() == {}


def test_nobody_changes_how_a_workflow_of_another_scope_stands(store: Store, tmp_path: Path) -> None:
    store.workflows.put(body("mine"), Origin("imported"))
    other = Store(tmp_path / "memory.db", scope=Scope(user="other"))
    with pytest.raises(NotFoundError, match="mine"):
        other.workflows.standing.trust("mine")
    assert other.workflows.standing.unusual() == {}
    other.close()
    assert not store.workflows.standing.get("mine").trusted


def test_a_saved_version_takes_its_place_back_but_a_new_seed_does_not(store: Store) -> None:
    store.workflows.put(body("taught"))
    store.workflows.put(body("seed"), Origin("seed"))
    for name in ("taught", "seed"):
        store.workflows.standing.supersede(name, "other")
    store.workflows.put(body("taught", bpm=90))
    store.workflows.put(body("seed", bpm=90), Origin("seed"))
    assert store.workflows.standing.get("taught").superseded_by is None
    assert store.workflows.standing.get("seed").superseded_by == "other"


def test_reverting_saves_the_old_version_anew_and_loses_none(store: Store) -> None:
    for bpm in (90, 100, 110):
        store.workflows.put(body("duck", bpm=bpm), Origin("taught", trajectories=(f"t{bpm}",)))
    reverted = store.workflows.revert("duck", 1)
    assert (reverted.version, reverted.note) == (4, "version 1 again")
    assert reverted.origin.trajectories == ("t90",)
    assert [each.body["steps"][0]["bpm"] for each in store.workflows.versions("duck")] == [90, 100, 110, 90]
    assert store.workflows.revert("duck", 1).version == 4  # it is as wanted already


def test_reverting_to_an_imported_version_asks_for_proof_again(store: Store, ran: Run) -> None:
    store.workflows.put(body("duck"), Origin("imported"))
    ran("duck")
    store.workflows.put(body("duck", bpm=90))
    assert store.workflows.standing.get("duck").trusted
    store.workflows.revert("duck", 1)
    assert not store.workflows.standing.get("duck").trusted


def test_reverting_to_what_never_was_says_what_there_is(store: Store) -> None:
    store.workflows.put(body("duck"))
    with pytest.raises(NotFoundError, match=r"version of duck.*7.*Available: 1"):
        store.workflows.revert("duck", 7)
    with pytest.raises(NotFoundError):
        store.workflows.revert("nothing", 1)


def test_the_standing_of_a_few_is_read_without_that_of_all(store: Store, ran: Run) -> None:
    for name in ("one", "two"):
        store.workflows.put(body(name), Origin("imported"))
        ran(name, ok=False)
    assert set(store.workflows.standing.unusual(["two", "nothing"])) == {"two"}
    assert set(store.workflows.standing.usage(["one"])) == {"one"}
    assert store.workflows.standing.unusual([]) == store.workflows.standing.usage([]) == {}


def test_usage_says_when_a_workflow_last_ran_and_last_stood(store: Store, ran: Run) -> None:
    store.workflows.put(body("duck"))
    good = ran("duck", started="2026-01-01T00:00:00+00:00")
    failed = ran("duck", ok=False, started="2026-02-01T00:00:00+00:00")
    usage = store.workflows.standing.usage()["duck"]
    assert datetime.fromisoformat(usage.last_verified or "") == good.started
    assert datetime.fromisoformat(usage.last_run or "") == failed.started
