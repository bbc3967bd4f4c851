"""Learning offline: files in, offers out; what the user did is kept, so that it is not read again.

What is kept is kept file by file. Killed at any moment and started again, it goes on with the file it was at,
and nothing is there twice.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from orbit.learning.induction import Refused
from orbit.learning.offline.gathering import Progress, gather
from orbit.learning.offline.inducing import induced
from orbit.learning.offline.proving import proven_on_host
from orbit.learning.offline.settling import Settled, settle
from orbit.learning.offline.sources import Trouble, sources
from orbit.learning.offline.stored import with_earlier
from orbit.learning.routine import Learned
from orbit.memory.library import Library

__all__ = ["Report", "learn"]


@dataclass(frozen=True)
class Report:
    """What came of it.

    ``trajectories`` counts those of the files that were named, whether they were read now or before;
    ``files_known`` are the files that had been read before.
    """

    workflows: list[Settled]
    refused: list[Refused]
    trajectories: int
    files: int
    files_known: int
    troubles: list[Trouble]
    seconds: float


def learn(
    paths: Sequence[Path],
    library: Library,
    *,
    dry_run: bool = False,
    keep: bool = False,
    mine: bool = False,
    quick: bool = False,
    progress: Progress | None = None,
    jobs: int | None = None,
) -> Report:
    """Learn from trajectory files, saved sets, and folders of them, together with what the store has.

    ``-`` is the standard input. What is new is carried out on a simulated Live, and offered; ``quick`` leaves
    both out, and ``dry_run`` changes nothing. ``keep`` takes what is offered at once. What is in folders is
    somebody else's unless it is ``mine``. The same again changes nothing. ``jobs`` is how many processes read
    sets (None: one a processor). Raises UsageError for a path that is not there, MemoryStoreError.
    """
    begun, told = time.monotonic(), progress or _Silent()
    store = library.store
    found, shut = sources(paths, mine=mine)
    with _no_collecting():
        gathered = gather(found, store, told, keep=not dry_run, jobs=jobs)
        demonstrations = list(with_earlier(store, gathered.demonstrations))
        made = induced(demonstrations, store.workflows.origins(), told.stage)
        if not quick:
            made = _proven(made, library, told)
        learned = [each for each in made if isinstance(each, Learned)]
        settled = settle(library, learned, offer=not dry_run, keep=keep, others=gathered.others)
    return Report(
        settled,
        [each for each in made if isinstance(each, Refused)],
        gathered.trajectories,
        len(found),
        gathered.known,
        [*shut, *gathered.troubles],
        time.monotonic() - begun,
    )


def _proven(made: Sequence[Learned | Refused], library: Library, told: Progress) -> list[Learned | Refused]:
    """Try what is new; what is known, or is not wanted, is left as it is."""
    learned = [each for each in made if isinstance(each, Learned)]
    before = settle(library, learned, offer=False)
    new = [each for each, one in zip(learned, before, strict=True) if one.is_new]
    told.stage("trying on a simulated Live", len(new))
    tried = iter(proven_on_host(new, told.advance))
    fresh = {id(each) for each in new}
    return [next(tried) if id(each) in fresh else each for each in made]


@contextmanager
def _no_collecting() -> Generator[None]:
    """Let the garbage collector rest: it would look through millions of edits again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Silent:
    def stage(self, name: str, total: int) -> None:
        pass

    def advance(self, parts: int = 1) -> None:
        pass
