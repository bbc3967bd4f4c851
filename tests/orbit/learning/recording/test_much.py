"""A very long session: ten thousand edits are noted one by one and remembered, whatever ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from daw_bridges.actions import Action, SetPan, SetTempo, SetVolume
from daw_bridges.observation import Observed
from daw_bridges.observation.seen import OnSeen
from daw_bridges.session import Session, Track, TrackKind
from orbit.learning.recording import MOST_ACTIONS, Journal, left_behind
from orbit.memory import Trajectory
from orbit.memory.trajectory import TrajectoryAction
from orbit.server import LocalEngine
from orbit.settings import Settings
from tests.orbit.learning.producers.studio import recorded, until

pytestmark = pytest.mark.anyio

EDITS = 10_000
SESSION = Session(
    daw="ableton", name="Long", tracks=tuple(Track(name=f"T{n}", kind=TrackKind.AUDIO) for n in range(50))
)


def edits() -> Iterator[Action]:
    for number in range(EDITS):
        track = f"T{number % 50}"
        yield SetVolume(track=track, db=-(number % 300) / 10) if number % 3 else SetPan(track=track, pan=0.01)


class LongDay(LocalEngine):
    """An engine whose DAW is edited faster than anybody could, by hand."""

    async def observe(self, tell: OnSeen) -> None:
        tell(SESSION)
        for number, action in enumerate(edits()):
            tell(Observed(number * 3.0, "user", action))
            if number % 500 == 0:
                await asyncio.sleep(0)
        await asyncio.Event().wait()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, embedder="words", daw="ableton")


async def test_all_of_it_is_on_disk_at_once_and_remembered_in_parts(settings: Settings) -> None:
    async with LongDay(settings) as engine:
        async with recorded(engine) as heard:
            await until(lambda: len(heard.steps) >= MOST_ACTIONS // 2)
            files = settings.data_dir.glob("recording/*/*.jsonl")
            lines = [file.read_bytes().count(b"\n") - 1 for file in files]
            # Nothing was awaited since: nothing was noted, or taken away, in between.
            assert sum(lines) == len(heard.steps) - sum(len(each.actions) for each in heard.trajectories)
            await until(lambda: len(heard.steps) == EDITS)
        stored = engine.library.store.trajectories.all()
    assert [len(each.actions) for each in stored] == [MOST_ACTIONS] * (EDITS // MOST_ACTIONS)
    assert len({each.session for each in stored}) == 1
    assert [step.action for each in stored for step in each.actions] == list(edits())


STEPS = [TrajectoryAction(t=n, origin="user", action=SetTempo(bpm=60.0 + n)) for n in range(5)]


def left_in(folder: Path, user: str = "me") -> list[Trajectory]:
    return [each for journal in left_behind(folder, user, "song") for each in journal.left()]


def written(folder: Path) -> tuple[Path, Trajectory]:
    """A journal whose writer was killed after five edits."""
    journal, trajectory = (
        Journal.open(folder, "me", "song", "ableton"),
        Trajectory(daw="ableton", project="\n\0"),
    )
    for step in STEPS:
        journal.add(trajectory, step)
    [file] = journal.folder.glob("*.jsonl")
    journal.close()
    return file, trajectory


def test_what_is_left_is_all_that_was_noted_and_only_its_owners(tmp_path: Path) -> None:
    _, trajectory = written(tmp_path)
    assert left_in(tmp_path, "you") == []
    assert left_in(tmp_path) == [trajectory.model_copy(update={"actions": STEPS})]


@pytest.mark.parametrize("cut", [1, 30, 60, 200, 350, 100_000])
@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff{{{\n", b"\0" * 1000, b'{"t": NaN}\n[[[[[\n'],
    ids=["nothing", "no UTF-8", "zeros", "other JSON"],
)
def test_a_journal_that_was_cut_off_or_spoiled_gives_what_can_be_read(
    tmp_path: Path, cut: int, garbage: bytes
) -> None:
    file, trajectory = written(tmp_path)
    whole = file.read_bytes()[:-cut]
    file.write_bytes(whole + garbage)
    (file.parent / "another.jsonl").write_bytes(garbage)
    readable = max(whole.count(b"\n") - 1, 0)
    left = left_in(tmp_path)
    if not left:
        assert readable == 0
    else:
        [one] = left
        assert one.id == trajectory.id
        assert one.actions in (STEPS[:readable], STEPS[: readable + 1])
