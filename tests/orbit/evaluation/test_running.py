"""Tasks done on real practice sessions, with each memory, offline and with a hosted model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import UsageError
from orbit.evaluation import Task
from orbit.evaluation.memories import MEMORIES, Memory
from orbit.evaluation.reading import TaskFile
from orbit.evaluation.running import run
from orbit.evaluation.summary import gains, summarise
from orbit.evaluation.trial import Trial
from orbit.settings import Settings
from tests.orbit.stand_in import call, run_planned, say, served

DUCK = {
    "id": "duck",
    "say": "make the bass duck under the kick",
    "category": "multi-step",
    "expect": [{"track": "Bass", "device": "compressor", "sidechain": "Kick"}],
    "touches": ["Bass"],
    "spelled_out": ["put a compressor on the bass", "sidechain the compressor on the bass to the kick"],
}
PARK = {
    "id": "park",
    "say": "park the guitar",
    "category": "multi-step",
    "leads_to": [
        {"action": "set_mute", "track": "Guitar", "on": True},
        {"action": "set_color", "track": "Guitar", "color": "#d0d0d0"},
        {"action": "set_volume", "track": "Guitar", "db": None},
    ],
}


def done(
    settings: Settings, *tasks: dict[str, Any], memories: Sequence[Memory] = ("seed",), jobs: int = 1
) -> list[Trial]:
    file = TaskFile("t.yaml", tuple(Task.model_validate(task) for task in tasks), held_out=False)
    return list(run([file], memories, settings, jobs=jobs))


def test_what_a_memory_is_worth_shows(settings: Settings) -> None:
    trials = done(settings, DUCK, PARK, memories=MEMORIES)
    passed = {(trial.id, trial.memory): trial.passed for trial in trials}
    assert passed == {
        ("duck", "none"): False, ("duck", "seed"): True, ("duck", "learned"): True,
        ("park", "none"): False, ("park", "seed"): False, ("park", "learned"): True,
    }  # fmt: skip
    spelled = {trial.id: trial for trial in trials if trial.memory == "none"}["duck"]
    assert spelled.spelled is not None
    assert (spelled.spelled.passed, spelled.sentences_needed) == (True, 3)
    of_each = {row.memory: row for row in summarise(trials) if row.category == "all"}
    assert [of_each[memory].success.count for memory in MEMORIES] == [0, 1, 2]
    assert [of_each[memory].got_done.count for memory in MEMORIES] == [1, 1, 2]
    seeds, learned = gains(trials)
    assert (seeds.gained, learned.gained, seeds.lost, learned.lost) == (("duck",), ("park",), (), ())
    assert seeds.sentences == (3, 1)
    assert seeds.moves[0] > seeds.moves[1] > 0
    # Nobody's own memory had a part in it.
    assert not settings.data_dir.exists()


def test_a_conversation_is_held_with_its_setup_answers_and_consents(settings: Settings) -> None:
    compressor = {"action": "insert_device", "track": "Bass", "device": "compressor"}
    delete = {"id": "delete", "say": "delete the guitar", "touches": []}
    asked, kept, deleted, undone, unknowing, bypassed = done(
        settings,
        {
            "id": "which",
            "say": "copy the bassline",
            "answers": ["bar 17"],
            "leads_to": [
                {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_bar": 17},
            ],
        },
        {**delete, "consent": False, "ends": "refused"},
        {**delete, "id": "gone", "touches": ["Guitar"], "expect": [{"track": "Guitar", "exists": False}]},
        {"id": "undone", "say": ["mute the kick", "undo"], "leads_to": []},
        {"id": "undo", "say": "undo", "ends": "refused"},
        {
            "id": "bypass",
            "say": "bypass the compressor on the bass",
            "setup": [compressor],
            "leads_to": [{"action": "enable_device", "track": "Bass", "device": "compressor", "on": False}],
        },
    )
    # The fifth has nothing to take back: no task knows of another.
    assert [trial.why for trial in (asked, kept, deleted, undone, unknowing, bypassed)] == [()] * 6
    assert (asked.questions, asked.sentences) == (1, 2)
    assert (kept.consents, deleted.consents, kept.steps, deleted.steps) == (1, 1, 0, 1)
    assert (undone.steps, undone.sentences) == (2, 2)
    assert bypassed.document["before"]["tracks"][4]["devices"] != []


def test_several_at_a_time_come_to_the_same(settings: Settings) -> None:
    trials = done(settings, DUCK, {"id": "banjo", "say": "mute the banjo", "ends": "refused"}, jobs=2)
    assert {trial.id: trial.passed for trial in trials} == {"duck": True, "banjo": True}


def test_a_setup_that_cannot_be_done_is_told_of(settings: Settings) -> None:
    wrong = {"id": "odd", "say": "mute it", "setup": [{"action": "set_mute", "track": "Banjo", "on": True}]}
    with pytest.raises(UsageError, match=r"odd: the setup cannot be done: .*Banjo"):
        done(settings, wrong)


def test_a_hosted_model_is_judged_by_the_same_measure(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served() as stand_in:
        monkeypatch.setenv("OPENAI_BASE_URL", stand_in.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        slots = {"target": "Bass", "source": "Kick"}
        stand_in.plays(
            call("plan_workflow", id="sidechain-compression", slots=slots),
            run_planned,
            say("The bass ducks."),
        )
        [trial] = done(replace(settings, model="openai-chat:stand-in"), DUCK)
    assert (trial.passed, trial.moves, trial.decisions, trial.fell_back) == (True, 2, 3, False)
    assert trial.tokens == 3 * 150
    [row, _] = summarise([trial])
    assert (row.tokens, row.cost_usd) == (450, None)


def test_a_model_that_is_not_there_is_not_counted_as_one(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    [trial] = done(replace(settings, model="openai-chat:gone"), DUCK)
    assert trial.passed
    assert trial.fell_back
    assert summarise([trial])[-1].fell_back == 1
