"""Every seed on every host: done, read back, asked for again, taken back, or refused with a reason."""

from __future__ import annotations

import pytest

from docs import library
from orbit.workflows import load_workflow
from tests.workflows_seed.proof import prove
from tests.workflows_seed.stages import HOSTS, Stages
from workflows_seed import FOLDER

SEEDS = sorted(path.stem for path in FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_seed_does_what_it_claims_and_leaves_no_trace_when_taken_back(
    seed: str, host: str, stages: Stages
) -> None:
    workflow = load_workflow(FOLDER / f"{seed}.yaml")
    try:
        proof = await prove(workflow, await stages.stage(host))
    except BaseException:
        await stages.drop(host)
        raise
    told = library.rows_in(library.INDEX.read_text(encoding="utf-8")).get(seed, "")
    assert library.cell(proof) in told, f"run `python docs/library.py {seed}`"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_page_of_a_seed_says_what_is_in_its_file(seed: str) -> None:
    page = library.PAGES / f"{seed}.md"
    written = page.read_text(encoding="utf-8") if page.exists() else ""
    assert written == library.page(load_workflow(FOLDER / f"{seed}.yaml")), (
        f"run `python docs/library.py {seed}`"
    )


def test_no_page_is_left_of_a_seed_that_went() -> None:
    index = library.INDEX.read_text(encoding="utf-8")
    assert {path.stem for path in library.PAGES.glob("*.md") if path != library.INDEX} <= set(SEEDS)
    assert index == library.index(library.rows_in(index))
