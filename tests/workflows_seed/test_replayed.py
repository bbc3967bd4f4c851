"""Every seed on every host: done, read back, asked for again, taken back, or refused with a reason."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from orbit.workflows import load_workflow
from tests.workflows_seed.proof import prove
from tests.workflows_seed.stages import HOSTS, Stages
from workflows_seed import FOLDER

SEEDS = sorted(path.stem for path in FOLDER.glob("*.yaml"))


@pytest.fixture(scope="module")
async def stages() -> AsyncGenerator[Stages]:
    """One host of each kind for all seeds that are proved here."""
    running = Stages()
    yield running
    await running.close()


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_seed_does_what_it_claims_and_leaves_no_trace_when_taken_back(
    seed: str, host: str, stages: Stages
) -> None:
    workflow = load_workflow(FOLDER / f"{seed}.yaml")
    try:
        await prove(workflow, await stages.stage(host))
    except BaseException:
        await stages.drop(host)
        raise
