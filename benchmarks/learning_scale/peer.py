"""One measurement of learning in a process of its own: ``python -m benchmarks.learning_scale.peer WHAT …``.

``write FILE COUNT`` writes trajectories of about twenty edits; ``induce FILE`` learns from them stage by
stage, ``baseline NAME FILE`` lets another method look for what recurs; ``beside FOLDER FILE COUNT`` fills a
memory with them and as many workflows as COUNT says, and learns from finished trajectories one by one. Each
prints one JSON object of figures: seconds on the processor, and the most memory it held, in MiB.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.memory.trajectory import Trajectory

_SEED = 1001
_FINISHED = 60
"""Trajectories that come in after the others, one by one."""


def _most_memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class _Stages:
    """Seconds on the processor by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        before = process_time()
        yield
        self.seconds[name] = process_time() - before

    def figures(self) -> dict[str, Any]:
        return {**self.seconds, "rss": _most_memory()}


def write(path: str, count: str) -> Mapping[str, Any]:
    """Write trajectories with moderate noise, one edit a step: no knob is dragged."""
    from orbit.learning.evaluation.corpora import LEVELS
    from orbit.learning.evaluation.corpora.corpus import written

    noise = replace(LEVELS["moderate"], drags=0.0)
    with Path(path).open("w", encoding="utf-8") as file:
        edits = 0
        for line in written(_SEED, noise, int(count)):
            file.write(f"{line}\n")
            edits += line.count('"origin"')
    return {"edits": edits / int(count), "bytes": Path(path).stat().st_size}


def _read(path: str, most: int | None = None) -> Iterator[Trajectory]:
    from orbit.learning.intake import BadLine, read_trajectories

    for each in islice(read_trajectories(path), most):
        assert not isinstance(each, BadLine), each
        yield each


def induce(path: str) -> Mapping[str, Any]:
    """Read, clean and learn: each stage by itself, with garbage left alone as ``orbit learn`` does."""
    from orbit.learning.cleaning import clean
    from orbit.learning.induction import Refused, finished
    from orbit.learning.loops import fold
    from orbit.learning.mining import find_patterns

    gc.disable()
    stages = _Stages()
    with stages.stage("read"):
        trajectories = list(_read(path))
    with stages.stage("clean"):
        demonstrations = [clean(each) for each in trajectories]
    del trajectories
    with stages.stage("mine"):
        folded = fold(demonstrations)
        patterns = find_patterns(folded)
    with stages.stage("finish"):
        made = [finished(pattern, folded) for pattern in patterns]
    kept = sum(not isinstance(each, Refused) for each in made)
    return stages.figures() | {"patterns": len(patterns), "workflows": kept}


def baseline(name: str, path: str) -> Mapping[str, Any]:
    """Let a baseline look for what recurs, after the same reading and cleaning."""
    from orbit.learning.cleaning import clean
    from orbit.learning.evaluation.baselines import BASELINES

    stages = _Stages()
    demonstrations = [clean(each) for each in _read(path)]
    with stages.stage("mine"):
        patterns = BASELINES[name](demonstrations)
    return stages.figures() | {"patterns": len(patterns)}


def beside(folder: str, path: str, count: str) -> Mapping[str, Any]:
    """Learn from trajectories as they are finished, beside all that is in the memory already."""
    from orbit.learning.online.learner import Learner
    from orbit.memory import Library

    library = Library.open(Path(folder), embedder="words")
    _fill(library, int(count))
    trajectories = list(_read(path))
    old, new = trajectories[:-_FINISHED], trajectories[-_FINISHED:]
    library.store.trajectories.put_many(old)
    learner = Learner(library)
    while learner.catch_up(1000):
        pass
    seconds: list[float] = []
    on_processor: list[float] = []
    offers = 0
    for each in new:
        library.store.trajectories.put(each)
        began, worked = perf_counter(), process_time()
        offers += len(learner.learn(each.id))
        on_processor.append(process_time() - worked)
        seconds.append(perf_counter() - began)
    library.close()
    return {"learn": seconds, "learn_cpu": on_processor, "offers": offers, "rss": _most_memory()}


def _fill(library: Any, count: int) -> None:
    from benchmarks.memory_scale.corpus import workflow
    from orbit.workflows.load import parse_workflow

    with library.store.transaction():
        for number in range(count):
            library.store.workflows.put(parse_workflow(workflow(number)).model_dump(mode="json"))


_WHAT: Mapping[str, Callable[..., Mapping[str, Any]]] = {
    "write": write,
    "induce": induce,
    "baseline": baseline,
    "beside": beside,
}

if __name__ == "__main__":
    what, *given = sys.argv[1:]
    print(json.dumps(_WHAT[what](*given)))
