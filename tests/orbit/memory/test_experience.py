"""The experience memory: episodes and what became of them, found by text, meaning and what they touch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import action_json
from daw_bridges.errors import ModelError, NotFoundError, UsageError
from orbit.memory import Library, Store
from orbit.memory.experience import Experience, Part
from orbit.memory.judgement import Because
from orbit.memory.records import Failure, ToolCall
from orbit.memory.store.links import Link
from orbit.memory.store.tool_log import ToolFilter
from orbit.memory.store.trajectories import TrajectoryFilter
from orbit.memory.trajectory import Trajectory
from tests.orbit.memory.conftest import Counting, opened
from tests.orbit.memory.store.attempts import ACTIONS, NOON, answers, attempt, left_by

DAY = timedelta(days=1)
NEXT_DAY = NOON + DAY


def work(goal: str | None, *actions: dict[str, Any], hours: float = 0, **fields: Any) -> Trajectory:
    told = [{"t": float(at), "origin": "user", **action} for at, action in enumerate(actions)]
    started = NOON + timedelta(hours=hours)
    given = {"daw": "ableton", "project": "Song", "goal": goal, "started": started, "actions": told}
    return Trajectory.model_validate(given | fields)


DUCK = work(
    "Make the bass duck under the kick",
    {"action": "insert_device", "track": "Bass", "device": "compressor"},
    {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
    id="duck",
)
SPACE = work(
    "Put the singer in a big hall",
    {"action": "insert_device", "track": "Lead Vox", "device": "reverb"},
    hours=1,
    id="space",
)
NAMELESS = work(None, {"action": "set_mute", "track": "Hats", "on": True}, hours=2, id="nameless")


@pytest.fixture
def experience(store: Store) -> Experience:
    experience = Experience(store)
    for each in (DUCK, SPACE, NAMELESS):
        experience.keep(each)
    return experience


def _ids(experience: Experience, text: str = "", **fields: Any) -> list[str]:
    return [each.trajectory.id for each in experience.search(text, **fields)]


def test_without_a_text_the_newest_come_first(experience: Experience) -> None:
    assert _ids(experience) == ["nameless", "space", "duck"]
    assert _ids(experience, k=1) == ["nameless"]
    assert _ids(experience, only=TrajectoryFilter(until=NOON)) == ["duck"]


def test_episodes_are_found_by_what_they_touch(experience: Experience) -> None:
    assert _ids(experience, tracks=["kick"]) == ["duck"]
    assert _ids(experience, devices=["reverb"]) == ["space"]
    assert _ids(experience, actions=["insert_device"]) == ["space", "duck"]
    assert _ids(experience, tracks=["Bass"], devices=["compressor"], actions=["set_mute"]) == []


def test_a_text_finds_them_by_goal_by_subject_and_by_what_was_done(experience: Experience) -> None:
    assert _ids(experience, "ducking")[0] == "duck"
    assert _ids(experience, "what did I do to the hats?")[0] == "nameless"
    assert _ids(experience, "pump with the kick") == ["duck"]
    assert _ids(experience, "order a pizza") == []
    best = experience.search("duck the bass")[0]
    assert best.score is not None
    assert 0 < best.score <= 1
    assert best.why == "it mentions duck, bass"


def test_a_text_is_asked_only_of_what_is_meant(experience: Experience) -> None:
    assert _ids(experience, "kick or reverb", tracks=["Lead Vox"]) == ["space"]
    assert _ids(experience, "what did I do there?", tracks=["Lead Vox"]) == ["space"]
    assert _ids(experience, "duck the bass", only=TrajectoryFilter(ids=["space", "nameless"])) == []


def test_meaning_finds_what_shares_no_word_and_embeds_each_once(tmp_path: Path, embedder: Counting) -> None:
    library = opened(tmp_path, embedder)
    for each in (DUCK, SPACE, NAMELESS):
        library.keep(each)
    found = library.experience.search("more ambience for the vocalist", k=1)
    assert [each.trajectory.id for each in found] == ["space"]
    before = embedder.texts
    library.experience.search("a larger room for the choir")
    assert embedder.texts == before + 1  # the question alone
    library.keep(SPACE.model_copy(update={"goal": "Make the drums louder"}))
    assert library.experience.search("turn up the percussion", k=1)[0].trajectory.id == "space"
    library.close()


def test_a_forgotten_episode_is_found_by_nothing(tmp_path: Path, embedder: Counting) -> None:
    library = opened(tmp_path, embedder)
    library.keep(SPACE)
    library.experience.search("reverb")
    library.experience.forget("space")
    assert library.experience.search("reverb") == [] == library.experience.search()
    assert library.experience.linked("trajectory", "space") == []
    with pytest.raises(NotFoundError):
        library.experience.forget("space")
    with pytest.raises(NotFoundError):
        library.experience.episode("space")
    library.close()


def test_an_embedder_that_fails_leaves_the_words(tmp_path: Path, embedder: Counting) -> None:
    library = opened(tmp_path, embedder)
    library.keep(DUCK)
    embedder.broken = True
    with pytest.raises(ModelError):
        embedder.embed(["x"])
    assert [each.trajectory.id for each in library.experience.search("duck the bass")] == ["duck"]
    library.close()


def test_what_is_kept_is_accepted_and_what_is_undone_is_rejected(store: Store) -> None:
    experience = Experience(store)
    run, later = attempt("verified", "verified", "verified"), attempt("verified", hours=1)
    trajectory = left_by(run)
    store.record(run, trajectory)
    store.record(later, left_by(later, id="later"))
    fresh = experience.episode(trajectory.id, now=NOON + timedelta(seconds=30))
    assert fresh.judgement.because is Because.FRESH
    assert experience.episode(trajectory.id, now=NEXT_DAY).judgement.verdict == "accepted"
    assert {each.trajectory.id for each in experience.search(verdict="accepted", now=NEXT_DAY)} == {
        trajectory.id,
        "later",
    }
    store.mark_undone(later.id)
    assert experience.episode("later").judgement.because is Because.UNDONE_NEXT
    store.mark_undone(run.id)
    undone = experience.episode(trajectory.id)
    assert (undone.judgement.verdict, undone.judgement.because) == (None, Because.UNDONE_LATER)
    assert undone.undone_at is not None
    assert [each.trajectory.id for each in experience.search(verdict="rejected")] == ["later"]


def test_an_undo_within_moments_is_a_rejection(store: Store) -> None:
    run = attempt("verified", started=datetime.now(UTC) - timedelta(seconds=10), project="now")
    store.record(run, left_by(run, id="now"))
    store.mark_undone(run.id)
    assert Experience(store).episode("now").judgement.because is Because.UNDONE_SOON


def test_a_word_outweighs_the_times_and_can_be_taken_back(experience: Experience) -> None:
    experience.judge("duck", "rejected")
    assert _ids(experience, verdict="rejected", now=NEXT_DAY) == ["duck"]
    experience.judge("duck", None)
    assert experience.episode("duck", now=NEXT_DAY).judgement.because is Because.KEPT
    with pytest.raises(NotFoundError):
        experience.judge("nothing", "accepted")


@pytest.mark.parametrize("k", [0, 1001])
def test_a_number_of_episodes_that_cannot_be_is_refused(experience: Experience, k: int) -> None:
    with pytest.raises(UsageError, match="1 to 1000"):
        experience.search(k=k)


def test_warnings_say_what_stands_and_how_often_it_happened(store: Store) -> None:
    experience = Experience(store)
    store.record(attempt("verified", "failed"))
    store.record(attempt("verified", "failed", hours=1))
    store.record(attempt("failed", hours=2))
    warnings = experience.warnings(["duck", "space"])
    assert list(warnings) == ["duck"]
    assert warnings["duck"][1] == (
        "On 1 Oct 2026 step 2 failed on ableton: Step 2 failed. Expected: Step 2 is done. (2 times by now)"
    )
    store.record(attempt("verified", "verified", hours=3))
    assert experience.warnings(["duck"]) == {}
    assert [failure.step for failure in experience.failures(workflow_id="duck", resolved=True)] == [1, 2, 2]


def test_failures_and_tools_beside_any_run_are_kept_too(experience: Experience) -> None:
    failure = experience.report(Failure(workflow_id="duck", reason="It clicked.", step=1))
    assert experience.warnings(["duck"])["duck"][0].endswith("step 1 failed: It clicked.")
    experience.resolve(failure)
    with pytest.raises(NotFoundError):
        experience.resolve(failure)
    call = experience.log(ToolCall(tool="search_library", thread="chat", status="success", result=[1]))
    assert [each.id for each in experience.calls(ToolFilter(thread="chat"))] == [call]


def test_everything_that_belongs_together_is_linked_and_nothing_is_written_twice(store: Store) -> None:
    experience = Experience(store)
    run = attempt("verified", "failed")
    trajectory = left_by(run)
    store.record(run, trajectory)
    ran, left = (
        Link("run", run.id, "ran", "workflow", "duck"),
        Link("run", run.id, "left", "trajectory", trajectory.id),
    )
    warns = Link("failure", run.id, "warns_of", "workflow", "duck")
    happened = Link("failure", run.id, "happened_in", "run", run.id)
    calls = [Link("tool_call", f"{run.id}:{n}", "performed_in", "run", run.id) for n in (1, 2)]
    parts = [Link("tool_call", f"{run.id}:{n}", "part_of", "trajectory", trajectory.id) for n in (1, 2)]
    touches = [
        Link("trajectory", trajectory.id, "touches", kind, name)
        for kind, name in (("action", "insert_device"), ("device", "compressor"), ("track", "bass"))
    ]
    assert experience.linked("run", run.id) == sorted([ran, left, happened, *calls])
    assert experience.linked("workflow", "duck") == sorted([ran, warns])
    assert experience.linked("trajectory", trajectory.id) == sorted([left, *parts, *touches])
    assert experience.linked("failure", run.id) == sorted([warns, happened])
    assert experience.linked("track", "bass") == [touches[2]]
    assert experience.linked("note", "none") == []
    assert store.links.around("run", run.id) == []


def test_a_workflow_is_linked_to_what_it_was_learned_from(library: Library) -> None:
    learned = library.workflow("duck")
    provenance = learned.provenance.model_copy(update={"trajectories": ("t1",)})
    other = learned.model_copy(update={"workflow_name": "learned", "provenance": provenance})
    library.add(other)
    assert library.experience.linked("workflow", "learned") == [
        Link("workflow", "learned", "learned_from", "trajectory", "t1")
    ]


def _single(store: Store, number: int, **fields: Any) -> Part:
    """Keep a run of one step, a minute after the one before; its way back is a tempo."""
    back = [{"action": "set_tempo", "bpm": 100.0 + number}]
    run = attempt(workflow_id=None, goal=f"step {number}", hours=number / 60, inverse=back, **fields)
    result = answers("verified", "verified", "verified")[number - 1] | {"step": 1, "t": 0.5}
    run = run.model_copy(update={"results": [result]})
    left = left_by(run)
    store.record(run, left)
    return Part(trajectory_id=left.id, step=number)


def test_runs_that_are_made_one_count_once_and_are_taken_back_as_one(store: Store) -> None:
    experience = Experience(store)
    parts = [_single(store, number) for number in (1, 2, 3)]
    experience.join(parts, "duck the bass", "duck")
    [run] = store.runs.recent()
    assert (run.workflow_id, run.goal, run.ok, run.seconds) == ("duck", "duck the bass", True, 3.0)
    assert [result["step"] for result in run.results] == [1, 2, 3]
    assert [result["t"] for result in run.results] == [0.5, 60.5, 120.5]
    assert [each["bpm"] for each in run.inverse or ()] == [103.0, 102.0, 101.0]
    assert store.runs.outcomes(["duck"])["duck"].verified == 1
    [episode] = experience.search()
    assert episode.trajectory.id == run.trajectory_id
    assert [action_json(each.action) for each in episode.trajectory.actions] == ACTIONS
    assert store.tool_log.count(ToolFilter(run_id=run.id)) == 3
    store.mark_undone(run.id)
    assert store.runs.outcomes(["duck"])["duck"].undone == 1


def test_what_does_not_stand_or_is_not_there_is_not_made_one(store: Store) -> None:
    experience = Experience(store)
    first, second = (_single(store, number) for number in (1, 2))
    store.mark_undone(store.runs.recent(1)[0].id)
    with pytest.raises(UsageError, match="stand"):
        experience.join([first, second], "duck the bass")
    with pytest.raises(NotFoundError):
        experience.join([first, Part(trajectory_id="nowhere", step=2)], "duck the bass")
    assert len(store.runs.recent()) == len(experience.search()) == 2
