"""What was learned is found among the workflows that are shipped, and does not push those aside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
import yaml

from benchmarks.retrieval_requests import SEEDS
from orbit.learning.words import worded
from orbit.memory import Library, Store
from orbit.memory.embedding.minilm import MiniLM, find_minilm
from orbit.workflows import load_workflow
from orbit.workflows.workflow import Workflow
from tests.orbit.learning.words.routines import REQUESTS, ROUTINES

SENTENCES = Path(__file__).parents[2] / "memory" / "sentences.yaml"


def seeds() -> list[Workflow]:
    return [load_workflow(path) for path in sorted(SEEDS.glob("*.yaml"))]


@pytest.fixture(scope="module")
def learned() -> dict[str, Workflow]:
    taken = {seed.workflow_name for seed in seeds()}
    found: dict[str, Workflow] = {}
    for name, routine in ROUTINES.items():
        found[name] = worded(routine, taken=taken)
        taken.add(found[name].workflow_name)
    return found


@pytest.fixture(scope="module", params=["minilm", "words"])
def library(
    request: pytest.FixtureRequest,
    learned: dict[str, Workflow],
    tmp_path_factory: pytest.TempPathFactory,
    minilm_cache: Path,
) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp(f"learned-{request.param}")
    model = find_minilm()
    assert model is not None, "install the development requirements: they bring MiniLM's weights"
    embedder = MiniLM(model, minilm_cache) if request.param == "minilm" else None
    opened = Library(Store(folder / "memory.db"), embedder=embedder)
    opened.sync([*seeds(), *learned.values()])
    yield opened
    opened.close()


def test_a_request_in_other_words_finds_what_was_learned(
    library: Library, learned: dict[str, Workflow]
) -> None:
    ranks = {
        text: [hit.id for hit in library.search(text, 3)] for texts in REQUESTS.values() for text in texts
    }
    wanted = {text: learned[name].workflow_name for name, texts in REQUESTS.items() for text in texts}
    copied = {phrase.casefold() for workflow in learned.values() for phrase in workflow.phrases}
    assert not copied & {text.casefold() for text in ranks}
    first = sum(rank[:1] == [wanted[text]] for text, rank in ranks.items())
    in_three = sum(wanted[text] in rank for text, rank in ranks.items())
    assert in_three >= 0.9 * len(ranks), {t: r for t, r in ranks.items() if wanted[t] not in r}
    assert first >= 0.75 * len(ranks), {t: r for t, r in ranks.items() if r[:1] != [wanted[t]]}


def test_what_people_asked_for_before_is_still_found(library: Library, learned: dict[str, Workflow]) -> None:
    content = cast("dict[str, dict[str | None, list[str]]]", yaml.safe_load(SENTENCES.read_text("utf-8")))
    asked = [(text, wanted) for wanted, texts in content["tuning"].items() if wanted for text in texts]
    names = {workflow.workflow_name for workflow in learned.values()}
    taken_over = [text for text, _ in asked if library.search(text, 1)[0].id in names]
    # Two of these mean what was learned here as much as what is shipped.
    assert len(taken_over) <= 0.07 * len(asked), taken_over
