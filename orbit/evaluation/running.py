"""All tasks with all memories asked for, one after the other or several at a time, each told as it ends."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from orbit.evaluation.memories import Memory, prepare
from orbit.evaluation.reading import TaskFile
from orbit.evaluation.task import Task
from orbit.evaluation.trial import Trial, done, warm_up

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["run"]


@dataclass(frozen=True)
class _Work:
    task: Task
    memory: Memory
    template: Path
    held_out: bool
    shadowed: bool

    def do(self, settings: Settings) -> Trial:
        return done(
            self.task, self.memory, self.template, settings, held_out=self.held_out, shadowed=self.shadowed
        )


def run(
    files: Sequence[TaskFile],
    memories: Sequence[Memory],
    settings: Settings,
    *,
    jobs: int = 1,
    taught: Sequence[Path] = (),
    shadowed: bool = False,
) -> Iterator[Trial]:
    """Do every task with every memory; give each as it ends. The settings say which model and embedder.

    ``jobs`` processes work at a time: times are only comparable with one. ``shadowed``: the reader of frames
    reads every first sentence besides. Raises MemoryStoreError when a
    memory cannot be made, BridgeError when a practice session cannot be opened.
    """
    with TemporaryDirectory(prefix="orbit-bench-", ignore_cleanup_errors=True) as folder:
        work: list[_Work] = []
        for memory in memories:
            template = Path(folder) / memory
            prepare(memory, settings, template, taught)
            work += [
                _Work(task, memory, template, file.held_out, shadowed)
                for file in files
                for task in file.tasks
            ]
        if jobs == 1:
            warm_up(work[0].template, settings)
            yield from (each.do(settings) for each in work)
        else:
            yield from _at_once(work, settings, min(jobs, len(work)))


def _at_once(work: Sequence[_Work], settings: Settings, jobs: int) -> Iterator[Trial]:
    # Fresh processes: what a fork would share (threads, event loops, open files) does not survive one.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        jobs, mp_context=context, initializer=warm_up, initargs=(work[0].template, settings)
    ) as pool:
        futures: list[Future[Trial]] = [pool.submit(each.do, settings) for each in work]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
