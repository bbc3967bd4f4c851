"""What learning keeps: slices and neighbours, offers, learned files, consent; each of one scope only."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import NotFoundError
from orbit.memory.store import Origin, Scope, Store
from orbit.memory.store.learned_files import LearnedFile
from orbit.memory.store.offers import Status, StoredOffer
from orbit.memory.store.slices import NewSlice
from orbit.memory.trajectory import Trajectory
from orbit.memory.trust.structure import kinds
from tests.orbit.memory.store.conftest import DUCK

BODY = DUCK | {"steps": [{"step_number": 1, "action": "set_tempo", "bpm": 120.0}]}


def put(store: Store, trajectory_id: str, *marks: int, reader: str = "1") -> list[int]:
    store.trajectories.put(Trajectory(id=trajectory_id, daw="ableton"))
    made = {trajectory_id: [NewSlice(f"[{trajectory_id}]", frozenset(marks))]}
    return store.slices.put(reader, made)[trajectory_id]


def offer(offer_id: str, structure: str, status: Status = "offered", **fields: Any) -> StoredOffer:
    return StoredOffer(offer_id, status, structure, "h", ("k1", "k2"), ("d1",), body=BODY, **fields)


def near(store: Store, *marks: int, limit: int = 8, after: int = 0) -> list[str]:
    found = store.slices.neighbours(marks, limit=limit, after=after)
    return [each.trajectory_id for each in found]


def test_neighbours_share_most_and_rarest_marks(store: Store) -> None:
    [first] = put(store, "a", 1, 2, 3)
    put(store, "b", 1, 2, 9)
    put(store, "c", 1, 8)
    put(store, "d", 7)
    assert near(store, 1, 2, 3) == ["a", "b", "c"]
    assert near(store, 1, 8) == ["c", "b", "a"]  # what is as near comes latest first
    assert near(store, 1, 2, 3, limit=1) == ["a"]
    assert near(store, 1, 2, 3, after=first) == ["b", "c"]
    assert store.slices.lately(9) == (0, 4)
    assert store.slices.lately(3) == (first, 3)
    assert near(store, 5) == near(store) == []


def test_a_mark_that_everything_bears_is_looked_at_for_its_latest_only(store: Store) -> None:
    with store.transaction():
        put(store, "old", 1, 2)
        for number in range(300):
            put(store, f"{number}", 1)
    assert near(store, 1, limit=3) == ["299", "298", "297"]
    assert "old" not in near(store, 1, limit=400)
    assert near(store, 1, 2, limit=2) == ["old", "299"]


@pytest.mark.local_files
def test_slices_made_anew_take_the_place_of_the_old(store: Store, path: Path) -> None:
    put(store, "a", 1, 2)
    store.slices.put("1", {"a": [NewSlice("new", frozenset({3})), NewSlice("none", frozenset())]})
    assert (near(store, 1, 2), near(store, 3), store.slices.count()) == ([], ["a"], 2)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT mark FROM slice_marks").fetchall() == [(3,)]


def test_what_is_not_sliced_is_told_from_what_is(store: Store) -> None:
    store.trajectories.put(Trajectory(id="b", daw="ableton"))
    assert put(store, "a", 1, reader="2") != []
    assert store.slices.unsliced("2", 9) == ["b"]
    assert store.slices.put("2", {"b": []}) == {"b": []}
    assert store.slices.unsliced("2", 9) == []
    assert set(store.slices.unsliced("3", 9)) == {"a", "b"}  # another way of slicing does it all again
    assert store.slices.put("2", {"gone": [NewSlice("", frozenset({1}))]}) == {}


def test_a_trajectory_that_changes_or_goes_takes_its_slices_along(store: Store) -> None:
    put(store, "a", 1)
    put(store, "b", 1)
    store.trajectories.put(Trajectory(id="a", daw="ableton", goal="more of it"))
    assert (store.slices.unsliced("1", 9), near(store, 1)) == (["a"], ["b"])
    store.trajectories.forget("b")
    assert (near(store, 1), store.slices.count()) == ([], 0)


def test_another_scope_sees_none_of_it(store: Store, path: Path) -> None:
    put(store, "a", 1)
    store.offers.put(StoredOffer("duck", "offered", "s", "h", body=BODY))
    store.learned_files.put([LearnedFile("00", "1", "/x.jsonl", 3)])
    store.recording.consent()
    bob = Store(path, scope=Scope(user="bob"))
    assert (near(bob, 1), bob.slices.unsliced("1", 9), bob.slices.count()) == ([], [], 0)
    assert (bob.offers.all(), bob.learned_files.all(), bob.recording.state().allowed) == ([], [], False)
    assert bob.slices.put("1", {"a": [NewSlice("", frozenset({1}))]}) == {}
    put(bob, "a", 1)
    bob.forget_everything()
    assert bob.holds() == {}
    assert near(store, 1) == ["a"]
    store.forget_everything()
    assert store.holds() == {}
    bob.close()


def test_an_offer_is_kept_until_it_is_decided(store: Store) -> None:
    made = store.offers.put(offer("duck", "s1", support=4, trajectories=("t1", "t2"), proven="model"))
    assert store.offers.get("duck") == made
    again = store.offers.put(offer("duck", "s2", support=5, trajectories=("t1", "t2", "t3")))
    assert (again.created, again.support) == (made.created, 5)
    store.offers.put(offer("gate", "s3", support=9))
    assert [each.id for each in store.offers.open()] == ["gate", "duck"]
    assert store.offers.mention("gate")
    assert not store.offers.mention("nothing")
    kept = store.offers.decide("duck", "kept", workflow_id="duck-the-bass")
    assert (kept.status, kept.workflow_id) == ("kept", "duck-the-bass")
    with pytest.raises(NotFoundError, match="gate"):
        store.offers.decide("duck", "dismissed")


def test_what_rests_on_a_trajectory_goes_with_it(store: Store) -> None:
    for trajectory in ("t1", "t2"):
        store.trajectories.put(Trajectory(id=trajectory, daw="ableton"))
    store.offers.put(offer("both", "s1", trajectories=("t1", "t2")))
    store.offers.put(offer("one", "s2", trajectories=("t1",)))
    store.trajectories.forget("t1")
    assert [(each.id, each.trajectories) for each in store.offers.all()] == [("both", ("t2",))]


@pytest.mark.local_files
def test_what_was_learned_and_thrown_out_leaves_nothing_but_what_it_did(store: Store, path: Path) -> None:
    store.workflows.put(BODY, Origin("induced"))
    store.offers.put(offer("duck", "s1", "kept", trajectories=("t1",), workflow_id="duck", note="n"))
    assert store.workflows.traces("duck")["offers"] == 1
    store.workflows.forget("duck")
    assert store.workflows.traces("duck") == {}
    left = store.offers.all()
    assert {each.kinds for each in left} == {("k1", "k2"), kinds(BODY)}
    assert [each.status for each in left] == ["forgotten", "forgotten"]
    assert [each.body for each in left] == [None, None]
    assert {each.trajectories for each in left} == {()}
    with closing(sqlite3.connect(path)) as raw:
        assert "duck" not in "\n".join(line for line in raw.iterdump() if '"offers"' in line)


def test_a_file_is_known_by_its_content_and_who_read_it(store: Store) -> None:
    many = [LearnedFile(f"{number:064x}", "1", f"/{number}.jsonl", 1) for number in range(600)]
    store.learned_files.put(many)
    store.learned_files.put([])
    wanted = [file.sha256 for file in many] + ["ff"]
    assert store.learned_files.known(wanted, "1") == set(wanted[:-1])
    assert store.learned_files.known(wanted, "2") == frozenset()
    store.learned_files.put([LearnedFile(wanted[0], "1", "/moved.jsonl", 2)])
    found = [file for file in store.learned_files.all() if file.sha256 == wanted[0]]
    assert [(file.path, file.trajectories) for file in found] == [("/moved.jsonl", 2)]
    assert store.learned_files.forget(wanted[0])
    assert not store.learned_files.forget(wanted[0])


def test_nothing_is_recorded_without_a_yes_nor_while_it_rests(store: Store) -> None:
    assert not store.recording.state().allowed
    store.recording.pause()
    assert not store.recording.state().allowed
    first = store.recording.consent()
    assert not first.allowed
    assert store.recording.resume().allowed
    assert store.recording.consent().consented_at == first.consented_at
    noted = store.recording.note_recorder({"daw": "ableton", "pid": 7})
    assert noted.recorder == {"daw": "ableton", "pid": 7}
    assert noted.seen is not None
    assert store.recording.note_recorder(None).recorder is None
    assert not store.recording.withdraw().allowed
    assert store.recording.state().consented_at is None
