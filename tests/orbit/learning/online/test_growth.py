"""What an update costs does not grow with what was ever done; it is a small part of learning it all anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

from orbit.learning.cleaning import clean
from orbit.learning.evaluation.corpora import LEVELS, planted_corpus
from orbit.learning.induction import induce
from orbit.learning.intake import read_trajectories
from orbit.learning.online.learner import Learner
from orbit.memory import Library
from orbit.memory.store import Store
from orbit.memory.trajectory import Trajectory

_FEW, _MANY, _MEASURED = 100, 500, 10


def seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def cost(folder: Path, known: list[Trajectory], new: list[Trajectory]) -> float:
    """The processor seconds of learning from some trajectories with others known, when all is warm."""
    library = Library(Store(folder / "memory.db"))
    library.store.trajectories.put_many([*known, *new])
    learner = Learner(library)
    while learner.catch_up(500):
        pass
    for each in new:
        learner.learn(each.id)
    spent = min(seconds(lambda: [learner.learn(each.id) for each in new]) for _ in range(2))
    library.close()
    return spent


def test_an_update_costs_no_more_with_much_behind_it_and_far_less_than_all(tmp_path: Path) -> None:
    file = tmp_path / "sessions.jsonl"
    file.write_text(planted_corpus(101, LEVELS["moderate"], _MANY + _MEASURED).text(), "utf-8")
    every = [each for each in read_trajectories(str(file)) if isinstance(each, Trajectory)]
    new = every[-_MEASURED:]
    few = cost(tmp_path / "few", every[-_FEW - _MEASURED : -_MEASURED], new)
    many = cost(tmp_path / "many", every[:-_MEASURED], new)
    whole = seconds(lambda: induce([clean(each) for each in every]))
    assert many <= 3 * few
    assert many / _MEASURED <= whole / 10
