"""Learning offline: files in, workflows out; what was read is kept, so that it is not read again.

What is kept is kept file by file. Killed at any moment and started again, it goes on with the file it was at,
and nothing is there twice.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.induction import Refused, induce
from orbit.learning.offline.reading import READER, digest_of, read
from orbit.learning.offline.settling import Settled, settle
from orbit.learning.offline.sources import Source, Trouble, sources
from orbit.learning.offline.stored import stored_besides
from orbit.learning.routine import Learned
from orbit.memory.store import Store
from orbit.memory.store.learned_files import LearnedFile
from orbit.memory.trajectory import Trajectory

__all__ = ["Progress", "Prove", "Report", "learn"]

_AT_ONCE = 1000  # trajectories that are held before they are kept and cleaned

Prove = Callable[[Sequence[Learned]], list[Learned | Refused]]
"""Carries workflows out again on a host; gives those that ended as they should, and why others did not."""


class Progress(Protocol):
    """Is told how far it is."""

    def stage(self, name: str, total: int) -> None:
        """Something of so many parts begins."""

    def advance(self, parts: int = 1) -> None:
        """So many more parts of it are done."""


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


@dataclass
class _Read:
    """What has been read so far; of several trajectories of one id the last counts."""

    demonstrations: dict[str, Demonstration] = field(default_factory=dict[str, Demonstration])
    trajectories: int = 0
    known: int = 0
    troubles: list[Trouble] = field(default_factory=list[Trouble])


def learn(
    paths: Sequence[Path],
    store: Store,
    *,
    dry_run: bool = False,
    prove: Prove | None = None,
    progress: Progress | None = None,
) -> Report:
    """Learn from trajectory files, saved sets, and folders of them, together with what the store has.

    ``-`` is the standard input. ``dry_run`` keeps nothing. The same again changes nothing. Raises UsageError
    for a path that is not there, MemoryStoreError.
    """
    begun, told = time.monotonic(), progress or _Silent()
    with _no_collecting():
        found, troubles = sources(paths)
        taken_in = _Read(troubles=troubles)
        _read_all(found, store, taken_in, told, keep=not dry_run)
        earlier = _cleaned(stored_besides(store, taken_in.demonstrations.keys()))
        demonstrations = [*taken_in.demonstrations.values(), *earlier]
        learned, refused = _induced(demonstrations, store, prove, told)
        settled = settle(store, learned, keep=not dry_run)
    return Report(
        settled,
        refused,
        taken_in.trajectories,
        len(found),
        taken_in.known,
        taken_in.troubles,
        time.monotonic() - begun,
    )


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


def _read_all(found: Sequence[Source], store: Store, so_far: _Read, told: Progress, *, keep: bool) -> None:
    digests = {source: digest_of(source) for source in found}
    known = store.learned_files.known([each for each in digests.values() if each], READER)
    counts = {each.sha256: each.trajectories for each in store.learned_files.all()} if known else {}
    told.stage("Reading", len(found))
    for source in found:
        digest = digests[source]
        if digest and digest in known:
            so_far.known += 1
            so_far.trajectories += counts[digest]
        else:
            _read_one(source, digest, store, so_far, keep=keep)
        told.advance()


def _read_one(source: Source, digest: str | None, store: Store, so_far: _Read, *, keep: bool) -> None:
    before, sound = so_far.trajectories, True
    for batch in _batches(read(source)):
        trajectories = [each for each in batch if isinstance(each, Trajectory)]
        troubles = [each for each in batch if isinstance(each, Trouble)]
        so_far.trajectories += len(trajectories)
        so_far.troubles += troubles
        sound = sound and not troubles
        if keep:
            store.trajectories.put_many(trajectories)
        so_far.demonstrations.update({each.id: clean(each) for each in trajectories})
    # What could not be used of a file is to be told the next time too.
    if keep and sound and digest is not None:
        count = so_far.trajectories - before
        store.learned_files.put([LearnedFile(digest, READER, source.path, count)])


def _batches(found: Iterator[Trajectory | Trouble]) -> Iterator[list[Trajectory | Trouble]]:
    batch: list[Trajectory | Trouble] = []
    for each in found:
        batch.append(each)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _cleaned(trajectories: Iterator[Trajectory]) -> Iterator[Demonstration]:
    return (clean(each) for each in trajectories)


def _induced(
    demonstrations: Sequence[Demonstration], store: Store, prove: Prove | None, told: Progress
) -> tuple[list[Learned], list[Refused]]:
    taken = store.workflows.origins()
    found = induce(demonstrations, taken=taken, on_stage=told.stage)
    learned = [each for each in found if isinstance(each, Learned)]
    refused = [each for each in found if isinstance(each, Refused)]
    if prove is not None and learned:
        told.stage("Trying on the simulated Live", len(learned))
        proven = prove(learned)
        refused += [each for each in proven if isinstance(each, Refused)]
        learned = [each for each in proven if isinstance(each, Learned)]
    return learned, refused


class _Silent:
    def stage(self, name: str, total: int) -> None:
        pass

    def advance(self, parts: int = 1) -> None:
        pass
