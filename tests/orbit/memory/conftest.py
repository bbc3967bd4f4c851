"""What the memory tests share: MiniLM converted once, and small workflows to fill a library with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from daw_bridges.errors import ModelError
from orbit.memory import Library, Store
from orbit.memory.embedding.minilm import MiniLM, find_minilm
from orbit.memory.index import Index
from orbit.memory.meaning import Meaning
from orbit.workflows.load import parse_workflow
from orbit.workflows.workflow import Workflow


@pytest.fixture(scope="session")
def minilm(minilm_cache: Path) -> MiniLM:
    model = find_minilm()
    assert model is not None, "install the development requirements: they bring MiniLM's weights"
    return MiniLM(model, minilm_cache)


def make_workflow(name: str, title: str, task: str, *phrases: str, **fields: Any) -> Workflow:
    """Make a workflow of one step that retrieval can find by these words."""
    step = {"step_number": 1, "action": "set_tempo", "bpm": 120, "expected_output": "The tempo is 120 BPM."}
    words = {"workflow_name": name, "title": title, "task": task, "phrases": list(phrases)}
    rest = {"steps": [step], "outcome": "It is done.", "result": "Done."}
    return parse_workflow(words | rest | fields)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "memory.db")
    yield store
    store.close()


@pytest.fixture
def workflows() -> list[Workflow]:
    return [
        make_workflow(
            "duck", "Sidechain compression", "Make the bass duck under the kick", "pump with the kick"
        ),
        make_workflow("space", "Reverb send", "Give a track space with a reverb on a return"),
        make_workflow(
            "louder", "Mastering chain", "Make the finished song louder with a limiter on the master"
        ),
        make_workflow("repeat", "Duplicate a clip", "Copy a clip to another bar of the arrangement"),
    ]


class Counting:
    """MiniLM, and how many texts it was given; or out of order."""

    def __init__(self, inner: MiniLM) -> None:
        self.inner, self.texts, self.broken = inner, 0, False
        self.fingerprint, self.dimension = inner.fingerprint, inner.dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.broken:
            raise ModelError("out of order")
        self.texts += len(texts)
        return self.inner.embed(texts)


@pytest.fixture
def embedder(minilm: MiniLM) -> Counting:
    return Counting(minilm)


def opened(folder: Path, embedder: Counting) -> Library:
    store = Store(folder / "memory.db")
    return Library(
        store, embedder=embedder, index=Index(folder / "index", Meaning.index_name(store, embedder))
    )


@pytest.fixture
def library(tmp_path: Path, embedder: Counting, workflows: list[Workflow]) -> Iterator[Library]:
    library = opened(tmp_path, embedder)
    library.sync(workflows)
    yield library
    library.close()


def write_file(folder: Path, name: str, task: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.yaml").write_text(
        f"workflow_name: {name}\ntitle: A title\ntask: {task}\nsteps:\n"
        "- {step_number: 1, action: set_tempo, bpm: 120, expected_output: 120 BPM}\n"
        "outcome: Done.\nresult: Done.\n"
    )
