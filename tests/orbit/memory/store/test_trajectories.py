"""Trajectories: kept once with what became of them, found by what they touch, forgotten with all of it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from orbit.memory.records import session_sha256
from orbit.memory.store import Scope, Store
from orbit.memory.store.trajectories import TrajectoryFilter
from orbit.memory.trajectory import Trajectory
from tests.orbit.memory.store.attempts import ACTIONS, NOON, attempt, left_by
from tests.orbit.memory.store.conftest import there


def done(*actions: dict[str, Any], **fields: Any) -> Trajectory:
    told = [{"t": float(at), "origin": "user", **action} for at, action in enumerate(actions)]
    return Trajectory.model_validate({"daw": "ableton", "started": NOON, "actions": told} | fields)


DUCKED = done(*ACTIONS, id="ducked", goal="Duck the bass")
MUTED = done(
    {"action": "set_mute", "track": "Lead  Vox", "on": True},
    {"action": "remove_device", "track": "Kick", "device": "compressor#2"},
    id="muted",
    goal="Quiet the singer, 50 % of it",
    started=NOON + timedelta(hours=1),
    project="Song",
)


@pytest.fixture(autouse=True)
def _kept(store: Store) -> None:
    store.trajectories.put(DUCKED)
    store.trajectories.put(MUTED)


def _found(store: Store, **fields: Any) -> list[str]:
    return [each.trajectory.id for each in store.trajectories.search(TrajectoryFilter(**fields))]


def test_trajectories_come_back_as_they_were(store: Store) -> None:
    assert store.trajectories.all() == [DUCKED, MUTED]
    assert store.trajectories.get("ducked") == DUCKED
    assert store.trajectories.get("neither") is None


def test_states_before_and_after_are_kept(store: Store) -> None:
    before, after = session_sha256({"tempo": 120.0}), session_sha256({"tempo": 90.0})
    store.trajectories.put(told := done(id="told", before_sha256=before, after_sha256=after))
    assert store.trajectories.get("told") == told
    assert told.model_dump(mode="json")["after_sha256"] == after
    assert "after_sha256" not in DUCKED.model_dump(mode="json")


@pytest.mark.parametrize(
    ("about", "found"),
    [
        ([("track", "bass")], ["ducked"]),
        ([("track", "KICK")], ["muted", "ducked"]),
        ([("track", "lead vox")], ["muted"]),
        ([("device", "compressor")], ["muted", "ducked"]),
        ([("device", "duck")], []),
        ([("action", "set_sidechain"), ("track", "Kick")], ["ducked"]),
        ([("track", "Bass"), ("track", "Lead Vox")], []),
        ([("action", "bass")], []),
    ],
)
def test_they_are_found_by_what_they_touch(store: Store, about: Any, found: list[str]) -> None:
    assert _found(store, about=about) == found


def test_they_are_found_by_their_other_sides(store: Store) -> None:
    assert _found(store, words=["duck", "singer"]) == ["muted", "ducked"]
    assert _found(store, words=["0 %"]) == ["muted"]
    assert _found(store, words=["5_"]) == []
    assert _found(store, touching=["bass", "lead vox"]) == ["muted", "ducked"]
    assert _found(store, project="Song", daw="ableton", outcome="unknown") == ["muted"]
    assert _found(store, since=NOON + timedelta(minutes=1)) == ["muted"]
    assert _found(store, until=NOON) == ["ducked"]
    assert _found(store, ids=[]) == []
    assert store.trajectories.goals() == {"muted": MUTED.goal, "ducked": DUCKED.goal}
    assert [each.trajectory.id for each in store.trajectories.search(limit=1, offset=1)] == ["ducked"]


def test_one_that_is_saved_again_keeps_what_became_of_it_and_touches_only_what_it_does_now(
    store: Store,
) -> None:
    assert store.trajectories.judge("ducked", "accepted")
    store.trajectories.put(done({"action": "play"}, id="ducked"))
    assert there(store.trajectories.stored("ducked")).verdict == "accepted"
    assert _found(store, about=[("track", "Bass")]) == []
    assert _found(store, about=[("action", "play")]) == ["ducked"]


def test_forgotten_means_no_row_no_link_and_no_vector(store: Store) -> None:
    vectors = store.vectors_of("trajectory")
    vectors.put("model", {"ducked": ("text", np.ones(4, dtype=np.float32))})
    assert store.trajectories.forget("ducked")
    assert not store.trajectories.forget("ducked")
    assert store.links.around("trajectory", "ducked") == []
    assert vectors.load("model")[0] == []
    assert store.links.around("trajectory", "muted") != []


def test_what_came_next_in_the_same_project_is_known(store: Store) -> None:
    run = attempt("verified", "verified", "verified")
    first, elsewhere = left_by(run), left_by(run, project="Other", started=NOON + timedelta(seconds=5))
    later = left_by(run, started=NOON + timedelta(minutes=3))
    for each in (first, elsewhere, later):
        store.trajectories.put(each)
    assert store.trajectories.next_started(first) == later.started
    assert store.trajectories.next_started(later) is None


def test_one_scope_never_sees_or_touches_the_trajectories_of_another(tmp_path: Path, store: Store) -> None:
    bob = Store(tmp_path / "memory.db", scope=Scope(user="bob"))
    assert bob.trajectories.all() == [] == bob.trajectories.search(TrajectoryFilter(touching=["bass"]))
    assert bob.trajectories.goals() == {}
    assert not bob.trajectories.judge("ducked", "rejected")
    assert not bob.trajectories.mark_undone("ducked")
    assert not bob.trajectories.forget("ducked")
    bob.trajectories.put(done({"action": "stop"}, id="ducked"))
    assert bob.trajectories.next_started(done(id="x", started=NOON - timedelta(hours=9))) == NOON
    assert store.trajectories.get("ducked") == DUCKED
    bob.close()
