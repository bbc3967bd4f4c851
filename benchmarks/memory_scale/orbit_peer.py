"""Orbit's memory at one size: ``python -m benchmarks.memory_scale.orbit_peer WHAT FOLDER COUNT …``.

``prepare`` fills the store. ``warm`` is a process that lives long (the index open, words read), ``cold`` one
that opens the library, asks once and ends. ``alone-…`` is each of these of meaning by itself, without words.
Each prints one JSON object of figures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import TYPE_CHECKING

_STARTED = perf_counter()

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from orbit.memory import Store
    from orbit.memory.meaning import Meaning

Figures = Mapping[str, object]

import psutil  # noqa: E402 - what a cold start costs is counted from here on

from benchmarks.memory_scale.corpus import query, workflow  # noqa: E402


def _timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _each(work: Callable[[str], object], texts: Sequence[str]) -> tuple[list[float], list[float]]:
    """Give the seconds that each text takes by the clock, and on the processor: others may be busy too."""
    seconds: list[float] = []
    cpu: list[float] = []
    for text in texts:
        start, worked = perf_counter(), process_time()
        work(text)
        cpu.append(process_time() - worked)
        seconds.append(perf_counter() - start)
    return seconds, cpu


def _rss() -> float:
    """Give the memory this process holds now, in MiB."""
    return psutil.Process().memory_info().rss / 2**20


def prepare(folder: Path, count: int) -> Figures:
    """Fill the store, make the index, and read every text's words once."""
    from benchmarks.memory_scale.filling import fill
    from orbit.memory import Library
    from orbit.memory.embedding import choose_embedder

    embedder = choose_embedder("minilm", cache=folder / "cache")
    assert embedder is not None
    filled = _timed(lambda: fill(folder, count, embedder))
    library = Library.open(folder, embedder="minilm")
    read = _timed(lambda: library.search(query(1)))
    indexed = _timed(library.close)
    return {"fill": filled, "read": read, "index": indexed}


def warm(folder: Path, count: int, adds: int, searches: int) -> Figures:
    """Time a library whose index is open: adding until the new one is found, and searching."""
    from orbit.memory import Library
    from orbit.workflows.load import parse_workflow

    library = Library.open(folder, embedder="minilm")
    meaning = library._meaning  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    assert meaning is not None
    library.hold()
    library.search(query(0, 3))
    while not meaning.answers_from_index():
        sleep(0.05)
    texts = [[query(number * 7919 % count, round_) for number in range(searches)] for round_ in (1, 2)]
    searching, searching_cpu = _each(library.search, texts[0])
    alone, alone_cpu = _each(meaning.cosines, texts[1])
    saving: list[float] = []
    finding: list[float] = []
    for number in range(count, count + adds):
        new = parse_workflow(workflow(number))
        saving.append(_timed(lambda new=new: library.add(new)))
        finding.append(_timed(lambda new=new: library.search(new.title)))
    found = [
        any(hit.id == f"workflow-{number:06d}" for hit in library.search(str(workflow(number)["task"]), 3))
        for number in range(count, count + adds)
    ]
    figures: dict[str, object] = {"search": searching, "search_cpu": searching_cpu, "meaning": alone}
    figures |= {"meaning_cpu": alone_cpu, "add": saving, "found_after": finding, "rss": _rss()}
    library.close()
    return figures | {"found": sum(found) / len(found)}


def cold(folder: Path, count: int) -> Figures:
    """Time a process that opens the library and asks once, imports included."""
    from orbit.memory import Library

    library = Library.open(folder, embedder="minilm")
    library.search(query(count // 2, 1))
    return {"cold": perf_counter() - _STARTED, "rss": _rss()}


def _meaning(folder: Path) -> tuple[Store, Meaning]:
    from orbit.memory import Store
    from orbit.memory.embedding import choose_embedder
    from orbit.memory.index import Index, place_for
    from orbit.memory.meaning import Meaning

    embedder = choose_embedder("minilm", cache=folder / "cache")
    assert embedder is not None
    store = Store.open(folder)
    index = Index(place_for(folder / "index"), Meaning.index_name(store, embedder))
    return store, Meaning(store, embedder, index)


def prepare_alone(folder: Path, count: int) -> Figures:
    """Fill the store and make the index."""
    from benchmarks.memory_scale.filling import fill
    from orbit.memory.embedding import choose_embedder

    embedder = choose_embedder("minilm", cache=folder / "cache")
    assert embedder is not None
    filled = _timed(lambda: fill(folder, count, embedder))
    store, meaning = _meaning(folder)
    indexed = _timed(meaning.settle)
    meaning.close()
    store.close()
    return {"fill": filled, "read": 0.0, "index": indexed}


def warm_alone(folder: Path, count: int, adds: int, searches: int) -> Figures:
    """Time meaning by itself, answering from its open index."""
    store, meaning = _meaning(folder)
    meaning.hold()
    while not meaning.answers_from_index():
        sleep(0.05)
    meaning.cosines(query(0, 3))
    searching, cpu = _each(meaning.cosines, [query(at * 7919 % count, 1) for at in range(searches)])
    saving: list[float] = []
    finding: list[float] = []
    found = 0
    for number in range(count, count + adds):
        body = workflow(number)
        saving.append(_timed(lambda body=body: store.workflows.put(body)))
        finding.append(_timed(lambda body=body: meaning.cosines(str(body["title"]))))
        found += str(body["workflow_name"]) in list(meaning.cosines(str(body["task"])) or ())[:3]
    figures: dict[str, object] = {"search": searching, "search_cpu": cpu, "add": saving, "rss": _rss()}
    figures |= {"meaning": searching, "meaning_cpu": cpu, "found_after": finding, "found": found / adds}
    meaning.close()
    store.close()
    return figures


def cold_alone(folder: Path, count: int) -> Figures:
    """Time a process that asks meaning once, exactly, imports included."""
    store, meaning = _meaning(folder)
    meaning.cosines(query(count // 2, 1))
    figures = {"cold": perf_counter() - _STARTED, "rss": _rss()}
    store.close()
    return figures


def exact(folder: Path, searches: int) -> Figures:
    """Time the floor: one matrix product over all vectors, by numpy, with and without embedding the query."""
    import numpy as np

    from orbit.memory import Store
    from orbit.memory.document import TEMPLATE
    from orbit.memory.embedding import choose_embedder

    embedder = choose_embedder("minilm", cache=folder / "cache")
    assert embedder is not None
    store = Store.open(folder)
    _, matrix = store.vectors.load(f"{embedder.fingerprint}:{TEMPLATE}")
    store.close()
    embedder.embed(["tempo"])

    texts = [query(number * 7919 % len(matrix), 1) for number in range(searches)]
    vectors = dict(zip(texts, embedder.embed(texts), strict=True))

    def nearest(vector: NDArray[np.float32]) -> None:
        cosines = matrix @ vector
        np.argpartition(-cosines, 3)[:3]

    product, product_cpu = _each(lambda text: nearest(vectors[text]), texts)
    whole, whole_cpu = _each(lambda text: nearest(embedder.embed([text])[0]), texts)
    figures = {"search": product, "search_cpu": product_cpu, "embedded": whole, "embedded_cpu": whole_cpu}
    return figures | {"rss": _rss()}


def main(what: str, folder: str, *numbers: str) -> None:
    """Do one of them and print its figures."""
    sizes = [int(number) for number in numbers]
    work: dict[str, Callable[[], Figures]] = {
        "prepare": lambda: prepare(Path(folder), sizes[0]),
        "warm": lambda: warm(Path(folder), *sizes),
        "cold": lambda: cold(Path(folder), sizes[0]),
        "alone-prepare": lambda: prepare_alone(Path(folder), sizes[0]),
        "alone-warm": lambda: warm_alone(Path(folder), *sizes),
        "alone-cold": lambda: cold_alone(Path(folder), sizes[0]),
        "exact": lambda: exact(Path(folder), sizes[0]),
    }
    sys.stdout.write(json.dumps(work[what]()))


if __name__ == "__main__":
    main(*sys.argv[1:])
