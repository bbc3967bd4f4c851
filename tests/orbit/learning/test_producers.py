"""Five people work in Live by hand, recorded: Orbit learns what they do, and does it again when told."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from daw_bridges.algebra import differences, retrace
from daw_bridges.bridge import Status
from daw_bridges.simulated.live import LiveHost, practice_set
from orbit.hosts import simulated_logic
from orbit.learning.cleaning import clean
from orbit.learning.induction import Refused, induce
from orbit.learning.pattern import LEAST
from orbit.learning.routine import Learned
from orbit.memory import Store
from orbit.server import LocalEngine, Outcome
from orbit.settings import Settings
from orbit.workflows.load import dump_workflow
from tests.orbit.learning.producers.habits import HABITS, edits, likeness
from tests.orbit.learning.producers.people import PEOPLE
from tests.orbit.learning.producers.studio import Worked, on_live, recorded, started, work_of

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("producers")]

SESSIONS = 5
ALIKE = 0.8
NAMES = [person.name for person in PEOPLE]


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Worked]:
    """What all five did, each at a Live and with a memory of their own."""
    return asyncio.run(_everybody(tmp_path_factory.mktemp("producers")))


async def _everybody(folder: Path) -> dict[str, Worked]:
    people = [person(1, SESSIONS) for person in PEOPLE]
    places = [Settings(data_dir=folder / each.name, embedder="words") for each in people]
    done = await asyncio.gather(*(work_of(*each) for each in zip(people, places, strict=True)))
    return dict(zip(NAMES, done, strict=True))


@pytest.fixture
def live() -> Generator[LiveHost]:
    host = started(practice_set())
    yield host
    host.stop()


@contextmanager
def moved(worked: Worked, folder: Path) -> Generator[Settings]:
    """The memory of somebody, to be changed by one test alone."""
    shutil.copytree(worked.settings.data_dir, folder / "memory")
    yield replace(worked.settings, data_dir=folder / "memory")


def learned(worked: Worked) -> list[Learned]:
    """What `orbit learn` makes of all that somebody did."""
    made = induce([clean(trajectory) for trajectory in worked.trajectories])
    return [each for each in made if not isinstance(each, Refused)]


@asynccontextmanager
async def knowing(worked: Worked, folder: Path) -> AsyncGenerator[Settings]:
    """A memory of somebody who keeps what was learned from all they did."""
    with moved(worked, folder) as settings:
        async with LocalEngine(settings) as engine:
            for each in learned(worked):
                engine.library.add(each.workflow)
        yield settings


def test_what_is_remembered_is_what_they_did(worked: dict[str, Worked]) -> None:
    for each in worked.values():
        for sitting in each.sittings:
            actions = [step.action for step in sitting.trajectory.actions]
            assert {step.origin for step in sitting.trajectory.actions} == {"user"}
            assert differences(retrace(sitting.before, actions), sitting.after) == []
            assert sitting.trajectory.project == sitting.before.name
        assert len({trajectory.session for trajectory in each.trajectories}) == SESSIONS
        store = Store(each.settings.data_dir / "memory.db")
        try:
            assert store.trajectories.all() == each.trajectories
        finally:
            store.close()


@pytest.mark.parametrize("name", NAMES)
async def test_each_is_offered_their_habit_while_they_work(worked: dict[str, Worked], name: str) -> None:
    assert any("You have done this" in line and "Keep it?" in line for line in worked[name].offers)
    async with LocalEngine(worked[name].settings) as engine:
        offers = await engine.offers()
    best = max(offers, key=lambda offer: offer.support)
    assert best.support >= LEAST
    assert likeness(edits(best.workflow), HABITS[name]) >= ALIKE


@pytest.mark.parametrize("name", NAMES)
def test_all_they_did_comes_to_their_habit_and_little_else(worked: dict[str, Worked], name: str) -> None:
    made = learned(worked[name])
    assert len(made) <= 2
    documents = [dump_workflow(each.workflow) for each in made]
    assert likeness(edits(documents[0]), HABITS[name]) >= ALIKE
    assert made[0].support >= SESSIONS
    assert made[0].proven


@pytest.mark.parametrize(("name", "once"), [("Ben", 4), ("Jo", 1)])
def test_what_is_done_to_many_tracks_is_done_to_each(worked: dict[str, Worked], name: str, once: int) -> None:
    steps = dump_workflow(learned(worked[name])[0].workflow)["steps"]
    assert sum("for_each" in step for step in steps) == once


SAID = {
    "Mara": "my usual vocal chain on the lead vox",
    "Jo": "do my usual drum bus",
    "Sam": "do my sidechain compression on the bass",
    "Ada": "make my reverb and eq return",
    "Ben": "my usual eq on the keys, the pad and the lead synth",
}


def verified(outcome: Outcome) -> bool:
    return outcome.ok and {result.status for result in outcome.results} == {Status.VERIFIED}


@pytest.mark.parametrize("name", NAMES)
async def test_a_sentence_does_it_again_on_live(
    worked: dict[str, Worked], live: LiveHost, tmp_path: Path, name: str
) -> None:
    async with knowing(worked[name], tmp_path) as settings, LocalEngine(on_live(settings, live)) as engine:
        before = await engine.session()
        outcome = await engine.do(SAID[name])
        assert verified(outcome), outcome.reply
        assert outcome.plan is not None
        workflow = dump_workflow(await engine.workflow(str(outcome.plan.workflow)))
        assert workflow["provenance"]["source"] == "induced"
        assert likeness(edits(workflow), HABITS[name]) >= ALIKE
        assert (await engine.undo()).ok
        assert differences(before, await engine.session()) == []


async def test_a_sentence_does_it_again_on_logic(worked: dict[str, Worked], tmp_path: Path) -> None:
    async with knowing(worked["Mara"], tmp_path) as settings:
        with simulated_logic() as (host, port):
            logic = replace(settings, daw="logic", logic_port=f"tcp:127.0.0.1:{port}")
            async with LocalEngine(logic) as engine:
                outcome = await engine.do(SAID["Mara"])
            inserts = host.call(
                lambda: [each.name for each in host.project.strip("Lead Vox").inserts if each]
            )
    assert verified(outcome), outcome.reply
    assert inserts == ["Channel EQ", "Compressor", "Clip Distortion"]


async def test_what_orbit_does_again_is_no_habit_of_the_users(
    worked: dict[str, Worked], live: LiveHost, tmp_path: Path
) -> None:
    async with knowing(worked["Mara"], tmp_path) as settings, LocalEngine(on_live(settings, live)) as engine:
        before = [(offer.id, offer.support) for offer in await engine.offers()]
        async with recorded(engine) as heard:
            for track in ("lead vox", "backing vox", "lead vox", "backing vox"):
                done = await engine.do(f"my usual vocal chain on the {track}")
                assert (done if done.ok else await engine.do("another")).ok
        assert [(offer.id, offer.support) for offer in await engine.offers()] == before
    assert heard.trajectories == []
    assert heard.offers == []
