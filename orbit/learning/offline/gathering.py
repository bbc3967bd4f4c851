"""Reading many sources: what is new is kept file by file and cleaned; sets are read by several processes."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.offline.reading import READER, digest_of, read, size_of
from orbit.learning.offline.sources import Kind, Source, Trouble
from orbit.memory.store import Store
from orbit.memory.store.learned_files import LearnedFile
from orbit.memory.trajectory import Trajectory

__all__ = ["Gathered", "Progress", "gather"]

_AT_ONCE = 1000  # trajectories that are held before they are kept and cleaned

_WORTH_IT = 16  # sets: to start processes takes longer than to read fewer

Found = Trajectory | Trouble


class Progress(Protocol):
    """Is told how far it is."""

    def stage(self, name: str, total: int) -> None:
        """Something of so many parts begins."""

    def advance(self, parts: int = 1) -> None:
        """So many more parts of it are done."""


@dataclass
class Gathered:
    """What has been read; of several trajectories of one id the last counts.

    ``trajectories`` counts those of all files, ``known`` the files that had been read before; ``others`` are
    the ids of those that are not the user's own.
    """

    demonstrations: dict[str, Demonstration] = field(default_factory=dict[str, Demonstration])
    trajectories: int = 0
    known: int = 0
    others: set[str] = field(default_factory=set[str])
    troubles: list[Trouble] = field(default_factory=list[Trouble])


def gather(
    sources: Sequence[Source], store: Store, progress: Progress, *, keep: bool = True, jobs: int | None = None
) -> Gathered:
    """Read sources in their order; with ``keep``, remember what is the user's own and that it was read.

    What was read before is counted and not read again; what is somebody else's is not remembered. ``jobs`` is
    how many processes read sets; None: as many as there are processors. Raises MemoryStoreError.
    """
    gathered = Gathered()
    progress.stage("Reading", sum(map(size_of, sources)))
    digests = {source: digest_of(source) for source in sources}
    counts = _counts(store, digests.values())
    new = _unread(sources, digests, counts.keys())
    gathered.known = len(sources) - len(new)
    gathered.trajectories = sum(counts[digest] for digest in {*digests.values()} & counts.keys())
    progress.advance(sum(map(size_of, sources)) - sum(map(size_of, new)))
    with _readings(new, progress, jobs) as readings:
        for source, found in readings:
            _take(source, digests[source], found, store, gathered, keep=keep and source.own)
    return gathered


def _counts(store: Store, digests: Iterable[str | None]) -> dict[str | None, int]:
    """Give, by the content of each source that was read before, how many trajectories it had."""
    known = store.learned_files.known([digest for digest in digests if digest], READER)
    return {each.sha256: each.trajectories for each in store.learned_files.all() if each.sha256 in known}


def _unread(
    sources: Sequence[Source], digests: Mapping[Source, str | None], known: Collection[str | None]
) -> list[Source]:
    """Give the sources that are to be read: of several with the same in them, the first."""
    seen = set(known)
    unread: list[Source] = []
    for source in sources:
        digest = digests[source]
        if digest is None or digest not in seen:
            unread.append(source)
            seen.add(digest)
    return unread


def _take(
    source: Source,
    digest: str | None,
    found: Iterable[Found],
    store: Store,
    gathered: Gathered,
    *,
    keep: bool,
) -> None:
    before, sound, rest = gathered.trajectories, True, iter(found)
    while batch := list(islice(rest, _AT_ONCE)):
        trajectories = [each for each in batch if isinstance(each, Trajectory)]
        troubles = [each for each in batch if isinstance(each, Trouble)]
        gathered.trajectories += len(trajectories)
        gathered.troubles += troubles
        sound = sound and not troubles
        if keep:
            store.trajectories.put_many(trajectories)
        if not source.own:
            gathered.others.update(each.id for each in trajectories)
        gathered.demonstrations.update({each.id: clean(each) for each in trajectories})
    # What could not be used of a file is to be told the next time too.
    if keep and sound and digest is not None:
        count = gathered.trajectories - before
        store.learned_files.put([LearnedFile(digest, READER, source.path, count)])


Readings = Iterator[tuple[Source, Iterable[Found]]]


@contextmanager
def _readings(sources: Sequence[Source], progress: Progress, jobs: int | None) -> Generator[Readings]:
    """Give what is in each source, in their order; files of lines as they stream by."""
    sets = [source for source in sources if source.kind is Kind.SET]
    workers = min(jobs or os.cpu_count() or 1, len(sets))
    if workers < 2 or (jobs is None and len(sets) < _WORTH_IT):
        yield ((source, _told(source, progress)) for source in sources)
        return
    # Not forked: this process may have threads, and what they hold would be held for ever.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_end_with_parent) as pool:
        whole = iter(pool.map(_read_whole, sets, chunksize=max(1, min(8, len(sets) // (4 * workers)))))
        try:
            yield (
                (source, _told(source, progress, next(whole) if source.kind is Kind.SET else None))
                for source in sources
            )
        finally:
            pool.shutdown(cancel_futures=True)


def _told(source: Source, progress: Progress, found: Iterable[Found] | None = None) -> Iterator[Found]:
    """Give what is in a source, and tell how far it is."""
    told = 0

    def at(position: int) -> None:
        nonlocal told
        progress.advance(position - told)
        told = position

    yield from read(source, at) if found is None else found
    at(max(size_of(source), told))


def _read_whole(source: Source) -> list[Found]:
    return list(read(source))


def _end_with_parent() -> None:
    """See that a worker does not outlive whoever it works for, however that one ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
