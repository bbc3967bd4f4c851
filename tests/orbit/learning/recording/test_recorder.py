"""A recording of a simulated Live: consent, a rest, Orbit at work beside it, a Live that comes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from daw_bridges.actions import RenameTrack, SetMute, SetPan, SetTempo
from daw_bridges.errors import MemoryStoreError, NotPossibleError, UnreachableError
from daw_bridges.simulated.live import LiveHost, practice_set
from orbit.learning.recording import Journal, Recorder
from orbit.memory import Trajectory
from orbit.memory.judgement import Because
from orbit.server import EngineClient, LocalEngine
from orbit.settings import Settings
from tests.orbit.learning.producers.studio import Heard, hasten, on_live, recorded, started, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def live() -> Generator[LiveHost]:
    host = started(practice_set())
    yield host
    host.stop()


@pytest.fixture
def settings(live: LiveHost, tmp_path: Path) -> Settings:
    return on_live(Settings(data_dir=tmp_path, embedder="words"), live)


@pytest.fixture
async def engine(settings: Settings) -> AsyncGenerator[LocalEngine]:
    async with LocalEngine(settings) as engine:
        yield engine


@asynccontextmanager
async def ended(engine: LocalEngine, heard: Heard) -> AsyncGenerator[None]:
    """Have a recording run to its own end beside a block."""
    settings = engine.settings
    journal = Journal.open(settings.data_dir, settings.user, settings.project, settings.daw)
    running = asyncio.create_task(Recorder(engine, journal, heard, daw=settings.daw).run())
    try:
        await until(lambda: heard.sessions or running.done())
        yield
        async with asyncio.timeout(60):
            await running
    finally:
        running.cancel()
        await asyncio.wait({running})


def mute(live: LiveHost, place: int, *, on: bool = True) -> None:
    live.call(lambda: setattr(live.song.tracks[place], "mute", on))


def tempo(live: LiveHost, bpm: float) -> None:
    live.call(lambda: setattr(live.song, "tempo", bpm))


def names(trajectory: Trajectory) -> list[str]:
    return [step.action.action for step in trajectory.actions]


def in_journal(settings: Settings) -> list[Path]:
    return sorted((settings.data_dir / "recording").glob("*/*.jsonl"))


async def test_what_is_done_while_it_rests_is_not_noted(live: LiveHost, engine: LocalEngine) -> None:
    async with recorded(engine) as heard:
        mute(live, 0)
        await until(lambda: len(heard.steps) == 1)
        await engine.call("rest_recording", resting=True)
        mute(live, 1)  # at once: it does not take the recording a while to notice
        await until(lambda: heard.rested == [True])
        assert [names(each) for each in heard.trajectories] == [["set_mute"]]
        await asyncio.to_thread(live.call, lambda: None)
        await until(lambda: all(each.clean for each in live.script._observing._subscriptions))
        await engine.call("rest_recording", resting=False)
        await until(lambda: heard.rested == [True, False])
        mute(live, 2)
        await until(lambda: len(heard.steps) == 2)
    assert [step.action for each in heard.trajectories for step in each.actions] == [
        SetMute(track="Kick", on=True),
        SetMute(track="Hats", on=True),
    ]


async def test_consent_taken_back_ends_it_and_throws_away_what_was_not_remembered(
    live: LiveHost, engine: LocalEngine
) -> None:
    await engine.call("consent_to_recording", agreed=True)
    heard = Heard()
    async with ended(engine, heard):
        mute(live, 0)
        await until(lambda: len(heard.steps) == 1)
        assert len(in_journal(engine.settings)) == 1
        await engine.call("consent_to_recording", agreed=False)
        mute(live, 1)
    assert len(heard.steps) == 1
    assert heard.trajectories == engine.library.store.trajectories.all() == []
    assert in_journal(engine.settings) == []


async def test_to_forget_everything_is_to_take_consent_back(live: LiveHost, engine: LocalEngine) -> None:
    await engine.call("consent_to_recording", agreed=True)
    heard = Heard()
    async with ended(engine, heard):
        mute(live, 0)
        await until(lambda: len(heard.steps) == 1)
        await engine.call("forget_everything")
    assert engine.library.store.trajectories.all() == []
    assert in_journal(engine.settings) == []


async def test_what_orbit_does_beside_is_kept_once(live: LiveHost, engine: LocalEngine) -> None:
    async with recorded(engine) as heard:
        tempo(live, 90.0)
        await until(lambda: len(heard.steps) == 1)
        assert (await engine.do("make the bass duck under the kick")).ok
        tempo(live, 91.0)
        await until(lambda: len(heard.steps) == 2)
    by_hand, orbits = sorted(engine.library.store.trajectories.all(), key=lambda each: bool(each.goal))
    assert by_hand == heard.trajectories[0]
    assert [step.action for step in by_hand.actions] == [SetTempo(bpm=90.0), SetTempo(bpm=91.0)]
    assert {step.origin for step in orbits.actions} == {"agent"}
    assert "insert_device" in names(orbits)


async def test_orbits_work_alone_leaves_nothing_of_the_recordings(engine: LocalEngine) -> None:
    async with recorded(engine) as heard:
        assert (await engine.do("mute the kick")).ok
        assert (await engine.undo()).ok
    assert heard.trajectories == []
    assert all(
        step.origin == "agent" for each in engine.library.store.trajectories.all() for step in each.actions
    )


async def test_what_of_orbits_the_user_takes_back_by_hand_was_not_wanted(
    live: LiveHost, engine: LocalEngine
) -> None:
    async with recorded(engine) as heard:
        outcome = await engine.do("make the bass duck under the kick")
        assert outcome.ok
        assert outcome.trajectory is not None
        await until(lambda: all(each.clean for each in live.script._observing._subscriptions))

        def undo_all() -> None:
            while live.song.tracks[4].devices:
                live.song.undo()

        live.call(undo_all)

        def undone() -> bool:
            return engine.library.last_undoable("ableton") is None

        await until(undone)
    judgement = engine.library.experience.episode(outcome.trajectory.id).judgement
    assert (judgement.verdict, judgement.because) == ("rejected", Because.UNDONE_SOON)
    assert heard.trajectories == []


async def test_what_the_user_takes_back_at_once_was_not_wanted(live: LiveHost, engine: LocalEngine) -> None:
    async with recorded(engine) as heard:
        mute(live, 0)
        await until(lambda: len(heard.steps) == 1)
        live.call(live.song.undo)
        await until(lambda: len(heard.steps) == 2)
    [trajectory] = heard.trajectories
    assert names(trajectory) == ["set_mute", "undo"]
    judgement = engine.library.experience.episode(trajectory.id).judgement
    assert (judgement.verdict, judgement.because) == ("rejected", Because.UNDONE_SOON)


async def test_a_live_that_quits_is_waited_for(live: LiveHost, engine: LocalEngine) -> None:
    async with recorded(engine) as heard:
        mute(live, 0)
        await until(lambda: len(heard.steps) == 1)
        live.stop()
        await asyncio.sleep(0.1)
        live.start()
        hasten(live)
        await until(lambda: len(heard.sessions) == 2)
        assert [names(each) for each in heard.trajectories] == [["set_mute"]]
        mute(live, 1)
        await until(lambda: len(heard.steps) == 2)
    first, second = heard.trajectories
    assert first.session == second.session
    assert first.started < second.started
    assert [step.action for step in second.actions] == [SetMute(track="Snare", on=True)]


async def test_another_orbit_that_has_the_daw_may_leave(live: LiveHost, settings: Settings) -> None:
    owner, client = EngineClient(settings, hosts=True), EngineClient(settings, hosts=True)
    await owner.__aenter__()
    async with client:
        async with recorded(client) as heard:
            assert not client.owns
            mute(live, 0)
            await until(lambda: len(heard.steps) == 1)
            await owner.__aexit__(None, None, None)
            await until(lambda: len(heard.sessions) == 2)
            assert client.owns
            mute(live, 1)
            await until(lambda: len(heard.steps) == 2)
        first, second = heard.trajectories
        assert first.session == second.session
        assert len(await client.call("episodes", k=10)) == 2


async def test_a_live_that_is_not_there_at_first_is_said(live: LiveHost, engine: LocalEngine) -> None:
    live.stop()
    with pytest.raises(UnreachableError):
        async with recorded(engine):
            pytest.fail("it did not begin")
    Journal.open(engine.settings.data_dir, "local", "default", "ableton").close()


async def test_idle_for_long_a_stretch_is_remembered_while_recording_goes_on(
    live: LiveHost, engine: LocalEngine
) -> None:
    async with recorded(engine, idle_seconds=0.2, look_seconds=0.05) as heard:
        mute(live, 0)
        await until(lambda: heard.trajectories)
        mute(live, 1)
        await until(lambda: len(heard.trajectories) == 2)
    assert [names(each) for each in heard.trajectories] == [["set_mute"], ["set_mute"]]


async def test_names_of_any_kind_are_noted_as_they_are(live: LiveHost, engine: LocalEngine) -> None:
    name = "{{ x }}\r\n\u2028" + '"};DROP TABLE;' + "ß" * 100
    async with recorded(engine) as heard:
        live.call(lambda: setattr(live.song.tracks[0], "name", name))
        await until(lambda: len(heard.steps) == 1)
        live.call(lambda: setattr(live.song.tracks[0].mixer_device.panning, "value", 0.5))
        await until(lambda: len(heard.steps) == 2)
        [file] = in_journal(engine.settings)
        assert len(file.read_bytes().splitlines()) == 3
    [trajectory] = engine.library.store.trajectories.all()
    assert [step.action for step in trajectory.actions] == [
        RenameTrack(track="Kick", name=name),
        SetPan(track=name, pan=0.5),
    ]


async def test_one_recording_is_enough(engine: LocalEngine) -> None:
    async with recorded(engine):
        with pytest.raises(NotPossibleError, match="already being recorded, by process"):
            async with recorded(engine):
                pytest.fail("it did not begin")


async def test_what_cannot_be_remembered_now_is_remembered_later(
    live: LiveHost, engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, broken = engine.keep, [True]

    async def kept(trajectory: Trajectory) -> object:
        if broken[0]:
            raise MemoryStoreError("The disk is full.")
        return await keep(trajectory)

    monkeypatch.setattr(engine, "keep", kept)
    async with recorded(engine, idle_seconds=0.1, look_seconds=0.05) as heard:
        mute(live, 0)
        await until(lambda: heard.lines)
        assert "not lost" in heard.lines[0]
        broken[0] = False
        mute(live, 1)
        await until(lambda: len(heard.trajectories) == 2)
    assert engine.library.store.trajectories.all() == heard.trajectories
    assert in_journal(engine.settings) == []
