"""Whole libraries killed in the middle of their work: nothing acknowledged is lost."""

from __future__ import annotations

import random
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from orbit.memory.document import TEMPLATE
from orbit.memory.embedding.minilm import MiniLM
from orbit.memory.index import Index, StoredVectors, place_for
from orbit.memory.library import Library
from orbit.memory.meaning import Meaning
from orbit.memory.store import Store
from tests.orbit.memory.conftest import make_workflow
from tests.orbit.memory.store.conftest import processes

ROUNDS, WRITERS = 2, 2


def _library(folder: Path, minilm: MiniLM) -> tuple[Library, Index]:
    store = Store(folder / "memory.db", busy_seconds=60)
    index = Index(place_for(folder / "index"), Meaning.index_name(store, minilm))
    return Library(store, embedder=minilm, index=index), index


def _teach_until_killed(folder: Path, model: tuple[Path, Path], writer: str, told: Connection) -> None:
    """Teach one workflow after another and look for each, with the index open where nobody else has it."""
    library, _ = _library(folder, MiniLM(*model))
    library.hold()
    number = 0
    while True:
        name = f"{writer}-{number}"
        library.add(make_workflow(name, f"Recipe {name}", f"Make the sound number {number} of {writer}"))
        told.send(name)
        library.search(f"sound number {number}")
        number += 1


@pytest.mark.timeout(240)
def test_libraries_killed_at_random_moments_are_whole_afterwards(tmp_path: Path, minilm: MiniLM) -> None:
    chance, acknowledged, context = random.Random(11), set[str](), processes()
    _library(tmp_path, minilm)[0].close()
    for turn in range(ROUNDS):
        writers = []
        for number in range(WRITERS):
            told, telling = context.Pipe(duplex=False)
            work = (tmp_path, (minilm._model, minilm._cache), f"r{turn}w{number}", telling)
            writer = context.Process(target=_teach_until_killed, args=work, daemon=True)
            writer.start()
            telling.close()
            writers.append((writer, told))
        acknowledged |= {told.recv() for _, told in writers}
        time.sleep(chance.uniform(0.2, 1.5))
        for writer, _ in writers:
            writer.kill()
        for writer, told in writers:
            acknowledged |= _heard(told)
            writer.join()
        assert_whole(tmp_path, minilm, acknowledged)


def _heard(told: Connection) -> set[str]:
    names: set[str] = set()
    try:
        while True:
            names.add(told.recv())
    except EOFError:
        return names


def assert_whole(folder: Path, minilm: MiniLM, acknowledged: set[str]) -> None:
    library, index = _library(folder, minilm)
    known = set(library.titles())
    assert acknowledged <= known
    library.search("any sound")  # what the killed had saved and not yet embedded is embedded now
    source = StoredVectors(library.store.vectors, f"{minilm.fingerprint}:{TEMPLATE}")
    assert index.open(source)
    assert (index.ids(), index.verify(source)) == (known, [])
    assert index.rebuild(source)
    assert (index.ids(), index.verify(source)) == (known, [])
    index.close()
    library.close()
