"""An audit finds what is doubtful, says what to do, and changes nothing; hosts that moved on are noticed."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from orbit.memory.store import Origin, Store
from orbit.memory.store.standing import PROVEN
from orbit.memory.trust.auditing import STALE_DAYS, UNUSED_DAYS, Audit, Kind, audit
from orbit.memory.trust.cautions import caution_of
from orbit.memory.trust.hosts import hosts_of, note_run
from orbit.memory.trust.merging import merge
from tests.orbit.memory.trust.conftest import Run, body

NOW = datetime.now(UTC)


def found(store: Store, *, in_days: float = 0) -> dict[str, tuple[str, ...]]:
    """Give ``{kind: workflows}`` of an audit some days from now; no kind is found twice here."""
    report = audit(store, NOW + timedelta(days=in_days))
    kinds = [finding.kind.value for finding in report.findings]
    assert len(set(kinds)) == len(kinds)
    return {finding.kind.value: finding.workflows for finding in report.findings}


def test_a_sound_library_has_nothing_to_be_seen_to(store: Store, ran: Run) -> None:
    store.workflows.put(body("shipped"), Origin("seed"))
    store.workflows.put(body("mine", bpm=90))
    ran("mine")
    report = audit(store)
    assert report == Audit(2, 0, report.findings)
    assert [each.kind for each in report.findings] == [Kind.VARIANT]
    assert report.counts == {
        "duplicate": 0, "variant": 1, "failing": 0, "unverified": 0, "stale": 0, "unused": 0,
    }  # fmt: skip


def test_those_that_do_the_same_are_found_until_they_are_merged(store: Store) -> None:
    for name in ("a", "b", "c"):
        store.workflows.put(body(name, task=f"called {name}"), Origin("seed"))
    [finding] = audit(store).findings
    assert (finding.kind, finding.workflows) == (Kind.DUPLICATE, ("a", "b", "c"))
    assert finding.advice == "orbit workflows merge a b"
    merge(store, "a", "b")
    merge(store, "a", "c")
    after = audit(store)
    assert (after.workflows, after.superseded, after.findings) == (1, 2, ())


def test_what_fails_more_than_it_stands_is_found_with_its_last_reason(store: Store, ran: Run) -> None:
    store.workflows.put(body("mine"))
    ran("mine")
    ran("mine", undone=True)
    ran("mine", ok=False, reason="There is no track called “Bass”.")
    [finding] = audit(store).findings
    assert finding.kind is Kind.FAILING
    assert finding.why == (
        "Of 3 runs, 1 succeeded, 1 failed and 1 were undone. Last: There is no track called “Bass”."
    )


def test_one_bad_run_is_no_verdict_but_never_verified_is_said(store: Store, ran: Run) -> None:
    store.workflows.put(body("mine"))
    ran("mine", ok=False)
    assert found(store) == {"unverified": ("mine",)}


def test_an_import_is_unverified_until_it_has_proven_itself(store: Store, ran: Run) -> None:
    store.workflows.put(body("theirs"), Origin("imported"))
    assert found(store) == {"unverified": ("theirs",)}
    for _ in range(PROVEN):
        assert found(store) == {"unverified": ("theirs",)}
        ran("theirs")
    assert found(store) == {}


def test_what_never_ran_is_found_after_a_while_unless_it_is_shipped_or_pinned(store: Store) -> None:
    for name, origin in (("mine", Origin()), ("shipped", Origin("seed")), ("kept", Origin())):
        store.workflows.put(body(name, tags=[name], steps=[_step(name)]), origin)
    store.workflows.standing.pin("kept")
    assert found(store, in_days=UNUSED_DAYS - 1) == {}
    assert found(store, in_days=UNUSED_DAYS + 1) == {"unused": ("mine",)}


def _step(name: str) -> dict[str, object]:
    fields = {
        "mine": {"action": "play"},
        "shipped": {"action": "stop"},
        "kept": {"action": "create_scene", "name": "x"},
    }
    return {"step_number": 1, "expected_output": "It is.", **fields[name]}


def test_what_was_verified_long_ago_is_stale_unless_pinned(store: Store, ran: Run) -> None:
    store.workflows.put(body("mine"))
    ran("mine")
    assert found(store, in_days=STALE_DAYS + 2) == {"stale": ("mine",)}
    store.workflows.standing.pin("mine")
    assert found(store, in_days=STALE_DAYS + 2) == {}


def test_a_host_that_moved_on_makes_the_others_worth_trying(store: Store, ran: Run) -> None:
    for name, bpm in (("old", 90), ("new", 100)):
        store.workflows.put(body(name, bpm=bpm))
        ran(name)
    note_run(store, "old", "ableton", "12.9.2", ok=True)
    note_run(store, "new", "ableton", "12.9.2", ok=True)
    assert "stale" not in found(store)
    note_run(store, "new", "ableton", "12.10.0", ok=True)
    assert found(store)["stale"] == ("old",)
    assert (
        hosts_of(store).moved_on("old")
        == "It was last verified on ableton 12.9.2; ableton is at 12.10.0 now."
    )
    note_run(store, "old", "ableton", "12.10.0", ok=True)
    assert "stale" not in found(store)


def test_what_was_good_on_one_version_and_fails_on_the_next_no_longer_holds(store: Store) -> None:
    store.workflows.put(body("mine"))
    note_run(store, "mine", "logic", "11.1", ok=False)
    assert store.workflows.standing.unusual() == {}  # it was never good there
    note_run(store, "mine", "logic", "11.1", ok=True)
    note_run(store, "mine", "logic", "11.1", ok=False)
    assert store.workflows.standing.unusual() == {}  # a bad day, not another Logic
    note_run(store, "mine", "logic", "11.2", ok=False)
    standing = store.workflows.standing.get("mine")
    assert standing.invalid_reason == "It failed on logic 11.2; it was last verified on logic 11.1."
    assert "may no longer work: It failed on logic 11.2" in caution_of(store, "mine").notes[0]
    assert found(store) == {"stale": ("mine",)}
    note_run(store, "mine", "logic", "11.2", ok=True)
    assert store.workflows.standing.unusual() == {}


@pytest.mark.parametrize("version", ["", "unknown"])
def test_a_host_that_does_not_say_its_version_is_no_news(store: Store, version: str) -> None:
    store.workflows.put(body("mine"))
    note_run(store, "mine", "ardour", version, ok=True)
    note_run(store, "gone", "ardour", "8.1", ok=True)
    assert hosts_of(store).moved_on("mine") is None
    assert store.links.around("workflow", "gone") == []


@pytest.mark.local_files
def test_an_audit_changes_nothing(store: Store, ran: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        store.workflows.put(body(name))
        ran(name, ok=False)
    store.close()  # what is written lately is now in the file
    before = hashlib.sha256((tmp_path / "memory.db").read_bytes()).digest()
    assert audit(store).findings
    store.close()
    assert hashlib.sha256((tmp_path / "memory.db").read_bytes()).digest() == before


def test_a_workflow_of_ones_own_needs_no_caution(store: Store) -> None:
    store.workflows.put(body("mine"))
    store.workflows.put(body("theirs"), Origin("imported", "friend.json"))
    assert caution_of(store, "mine") == caution_of(store, "not-there")
    theirs = caution_of(store, "theirs")
    assert theirs.consent
    assert theirs.notes[0].startswith("This workflow was imported from friend.json and has not proven ")
    merge(store, "mine", "theirs")
    assert caution_of(store, "theirs").notes[1] == "“mine” has replaced it."
