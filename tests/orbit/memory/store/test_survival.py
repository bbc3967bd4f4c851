"""What the store withstands: processes killed at any moment under load, and many of them at once.

The rule that all of these hold it to: what was acknowledged is there afterwards, whole; what was not is there
whole or not at all.
"""

from __future__ import annotations

import random
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from orbit.memory.records import RunRecord
from orbit.memory.store import Scope, Store
from orbit.memory.trajectory import Trajectory
from tests.orbit.memory.store.conftest import DUCK, processes

ROUNDS, WRITERS = 6, 4


def _trajectory(name: str) -> Trajectory:
    action = {"t": 0.5, "origin": "agent", "action": "set_mute", "track": "Kick", "on": True}
    story = {"session": "s", "project": "p", "daw": "practice", "outcome": "success", "actions": [action]}
    return Trajectory.model_validate(story | {"id": name, "started": "2026-10-01T12:00:00Z"})


def _write_until_killed(path: str, writer: str, told: Connection) -> None:
    """Record runs with their trajectories and save workflows, saying of each when it was acknowledged."""
    store = Store(path, busy_seconds=60)
    number = 0
    while True:
        name = f"{writer}-{number}"
        with store.transaction():
            store.record(RunRecord(id=name, daw="practice", ok=True), _trajectory(name))
            store.workflows.put(DUCK | {"workflow_name": name})
        told.send(name)
        number += 1
        time.sleep(0.002)  # SQLite's turns are not fair: whoever asks again at once gets the next one too


def _started(path: Path, round_number: int) -> list[tuple[BaseProcess, Connection]]:
    context, writers = processes(), []
    for number in range(WRITERS):
        told, telling = context.Pipe(duplex=False)
        name = f"r{round_number}w{number}"
        writer = context.Process(target=_write_until_killed, args=(str(path), name, telling), daemon=True)
        writer.start()
        telling.close()
        writers.append((writer, told))
    return writers


def _heard(told: Connection) -> set[str]:
    """Take in what was acknowledged, to the last word before the end."""
    names: set[str] = set()
    try:
        while True:
            names.add(told.recv())
    except EOFError:
        return names


@pytest.mark.timeout(120)
def test_what_was_acknowledged_outlives_kills_at_random_moments_under_load(tmp_path: Path) -> None:
    path, chance, acknowledged = tmp_path / "memory.db", random.Random(5), set[str]()
    Store(path).close()
    for number in range(ROUNDS):
        writers = _started(path, number)
        acknowledged |= {told.recv() for _, told in writers}  # each of them is in the middle of its work
        time.sleep(chance.uniform(0, 0.15))
        for writer, _ in chance.sample(writers, WRITERS):
            writer.kill()
        for writer, told in writers:
            acknowledged |= _heard(told)
            writer.join()
    store = Store(path)
    runs = {run.id for run in store.runs.recent(100_000)}
    assert acknowledged <= runs
    assert len(runs - acknowledged) <= ROUNDS * WRITERS  # at most the one that each was in the middle of
    assert {trajectory.id for trajectory in store.trajectories.all()} == runs
    assert {stored.id for stored in store.workflows.all()} == runs
    store.close()


def _work(path: str, user: str, number: int) -> None:
    store = Store(path, scope=Scope(user=user), busy_seconds=60)
    for turn in range(25):
        store.record(RunRecord(workflow_id="duck", daw="practice", ok=turn % 5 > 0))
        store.workflows.put(DUCK | {"task": f"task {number} {turn}"})
        store.workflows.all()
    store.close()


@pytest.mark.timeout(120)
def test_eight_processes_that_start_together_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    users = ["ann", "ben"] * 4
    workers = [
        processes().Process(target=_work, args=(str(path), user, number)) for number, user in enumerate(users)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 8
    for user in ("ann", "ben"):
        store = Store(path, scope=Scope(user=user))
        outcomes = store.runs.outcomes()["duck"]
        assert (outcomes.verified, outcomes.failed) == (80, 20)
        assert [stored.version for stored in store.workflows.versions("duck")] == list(range(1, 101))
        assert store.workflows.revision() == 100
        store.close()
