"""Many trajectories at once: the same rows and links as one by one, nothing twice, all or none."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from daw_bridges.errors import MemoryStoreError
from orbit.memory.records import utc_text
from orbit.memory.store import Scope, Store
from orbit.memory.store.bulk import row_of
from orbit.memory.trajectory import Trajectory, TrajectoryAction
from tests.laws import tries
from tests.orbit.memory.store.attempts import NOON
from tests.strategies import cases

pytestmark = pytest.mark.local_files

INSERT = {"action": "insert_device", "track": "Bass", "device": "compressor", "as": "duck"}
SET = {"action": "set_parameter", "track": "Bass", "device": "duck", "parameter": "threshold", "value": -20.5}
SEND = {"action": "set_send", "track": "Lead  Vox", "to": "A-Reverb", "db": None}


def done(name: str, *actions: dict[str, Any], **fields: Any) -> Trajectory:
    told = [{"t": float(at), "origin": "user", **action} for at, action in enumerate(actions)]
    given = {"id": name, "daw": "ableton", "started": NOON, "actions": told}
    return Trajectory.model_validate(given | fields)


def kept(store: Store) -> Any:
    links = {each.id: store.links.of("trajectory", each.id) for each in store.trajectories.all()}
    return store.trajectories.all(), links


def test_many_are_kept_as_one_by_one(store: Store, tmp_path: Path) -> None:
    many = [done("1", INSERT, SET), done("2", SEND, goal="send it"), done("3"), done("4", INSERT, SEND)]
    single = Store(tmp_path / "single.db")
    for each in many:
        single.trajectories.put(each)
    assert store.trajectories.put_many(many) == 4
    assert kept(store) == kept(single)
    assert sorted(store.trajectories.all(), key=lambda each: each.id) == many
    single.close()


def test_again_nothing_is_new_and_what_changed_takes_its_place(store: Store) -> None:
    store.trajectories.put_many([done("1", INSERT), done("2", SEND)])
    store.trajectories.judge("1", "rejected")
    before = kept(store)
    assert store.trajectories.put_many([done("1", INSERT), done("2", SEND)]) == 0
    assert kept(store) == before
    assert store.trajectories.put_many([done("1", INSERT, SEND), done("3")]) == 1
    again = store.trajectories.stored("1")
    assert again is not None
    assert (len(again.trajectory.actions), again.verdict) == (2, "rejected")
    assert ("track", "a-reverb") in {(each.to_kind, each.to_id) for each in kept(store)[1]["1"]}


def test_of_several_of_one_id_the_last_counts(store: Store) -> None:
    assert store.trajectories.put_many([done("1", INSERT), done("1", SEND)]) == 1
    assert store.trajectories.get("1") == done("1", SEND)
    assert store.trajectories.put_many(iter(())) == 0


def test_more_than_one_statement_can_carry(store: Store) -> None:
    many = [done(f"{number:04}", INSERT, SET, SEND) for number in range(1203)]
    assert store.trajectories.put_many(many) == 1203
    assert store.trajectories.put_many([*many, done("9999", SET)]) == 1
    assert len(store.trajectories.all()) == 1204


def test_all_or_none(store: Store) -> None:
    broken = done("2", SET).model_copy(update={"daw": None})
    with pytest.raises(MemoryStoreError):
        store.trajectories.put_many([done("1", SEND), broken])
    assert store.trajectories.all() == []


def test_which_of_them_stand(store: Store) -> None:
    store.trajectories.put_many([done(name, SET) for name in ("kept", "liked", "turned down", "undone")])
    store.trajectories.judge("liked", "accepted")
    store.trajectories.judge("turned down", "rejected")
    store.trajectories.mark_undone("undone")
    stands = {"kept": True, "liked": True, "turned down": False, "undone": False}
    assert store.trajectories.standing() == stands


def test_another_scope_has_its_own(store: Store, tmp_path: Path) -> None:
    store.trajectories.put_many([done("1", INSERT)])
    bob = Store(tmp_path / "memory.db", scope=Scope(user="bob"))
    assert bob.trajectories.put_many([done("1", SEND)]) == 1
    assert (bob.trajectories.get("1"), store.trajectories.get("1")) == (done("1", SEND), done("1", INSERT))
    bob.close()


@given(cases())
@settings(max_examples=tries(100, 1000))
def test_a_row_is_the_trajectory_s_own_json(case: Any) -> None:
    _, actions = case
    steps = [TrajectoryAction(t=place / 3, origin="user", action=each) for place, each in enumerate(actions)]
    told = Trajectory(id="1", daw="ableton", started=NOON, actions=steps)
    row = row_of(told)
    document = {name: row[name] for name in ("id", "daw", "started")} | {
        "actions": json.loads(row["actions"])
    }
    assert row["started"] == utc_text(NOON)
    assert Trajectory.model_validate(document).actions == steps


def test_a_time_without_end_is_written_as_json_has_it() -> None:
    step = TrajectoryAction(t=math.inf, origin="agent", action=done("1", SEND).actions[0].action)
    endless = done("1").model_copy(update={"actions": [step]})
    assert row_of(endless)["actions"].startswith('[{"t": Infinity, "origin": "agent", "action": "set_send"')
