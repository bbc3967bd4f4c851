"""What is corrected the same way in three sittings is done that way from then on; what is no correction."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from orbit.agent import Context, Desk, Done, Missing, Wanted, carry_out
from orbit.agent.context import KeptShelf, Record, corrections_in
from orbit.memory import Library
from orbit.memory.preferences import Correction
from orbit.workflows import Workflow
from workflows_seed import FOLDER

_START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
_DUCK = "sidechain-compression"
_SLOTS = {"target": "Bass", "source": "Kick", "ratio": "4", "threshold": "-24.0 dB"}


async def test_three_sittings_teach_it(desk: Desk) -> None:
    now = _START
    shelf = KeptShelf(lambda: desk.memories.keyed, desk.place)
    desk.context = Context(shelf, clock=lambda: now, watch=desk.learn_from)
    duck = Wanted(workflow=_DUCK, slots={"target": "Bass"})
    for sitting in range(3):
        known = [each.preference.describe() for each in desk.preferred.all()]
        assert known == [], f"after {sitting} sittings"
        now += timedelta(hours=3)
        for wanted in (duck, Wanted(actions=(_ratio(2),)), Wanted(undo=True), Wanted(undo=True)):
            assert (await carry_out(wanted, desk)).ok
    plan = await desk.plan_workflow(_DUCK, {})
    assert not isinstance(plan, Missing)
    assert plan.slots["ratio"] == 2
    assert "Ratio 2, as you set it in 3 sessions." in plan.notes


async def test_a_practice_session_teaches_nothing(desk: Desk) -> None:
    practice = Desk(desk.bridge, desk.library, desk.settings, place="practice 1")
    for wanted in (Wanted(workflow=_DUCK, slots={"target": "Bass"}), Wanted(actions=(_ratio(2),))):
        assert (await carry_out(wanted, practice)).ok
    assert desk.library.store.keyed.refs() == ["orbit.conversation"]


def _ratio(value: float | str, **other: Any) -> dict[str, Any]:
    ratio = {"action": "set_parameter", "track": "Bass", "device": "compressor", "parameter": "ratio"}
    return ratio | {"value": value} | other


def _record(**done: Any) -> Record:
    known = {"request": "", "outcome": "done", "tracks": ("Bass",)}
    return Record(done=Done.model_validate(known | done), at=_START, desk="d", sitting="s", song="Practice")


@pytest.fixture(scope="module")
def workflows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    library = Library.open(tmp_path_factory.mktemp("workflows"), seeds=FOLDER, embedder="words")
    yield library
    library.close()


@pytest.fixture
def ducked() -> Record:
    return _record(workflow=_DUCK, slots=_SLOTS)


def _found(library: Library, new: Record, *earlier: Record) -> list[Correction]:
    def definition(name: str) -> Workflow:
        return library.definition(name)

    return corrections_in(new, earlier, definition)


@pytest.mark.parametrize(
    ("action", "slot", "value"),
    [
        (_ratio(2), "ratio", "2"),
        (_ratio("8:1"), "ratio", "8"),
        (_ratio(-30, parameter="threshold"), "threshold", "-30.0 dB"),
        (_ratio("200 ms", parameter="release"), "release", "200 ms"),
    ],
)
def test_an_edit_by_hand_says_how_it_was_wanted(
    workflows: Library, ducked: Record, action: dict[str, Any], slot: str, value: str
) -> None:
    assert _found(workflows, _record(actions=(action,)), ducked) == [Correction(_DUCK, slot, value)]


@pytest.mark.parametrize(
    "action",
    [
        pytest.param(_ratio(4), id="the same value"),
        pytest.param(_ratio(2, track="Keys"), id="another track"),
        pytest.param(_ratio(2, device="reverb"), id="another device"),
        pytest.param(_ratio(2, parameter="knee"), id="no slot's parameter"),
        pytest.param(_ratio(1000), id="beyond what the slot takes"),
        pytest.param({"action": "set_volume", "track": "Bass", "db": -3.0}, id="another action"),
        pytest.param({"action": "set_tempo", "bpm": 90.0}, id="no track's"),
    ],
)
def test_an_edit_of_something_else_corrects_nothing(
    workflows: Library, ducked: Record, action: dict[str, Any]
) -> None:
    assert _found(workflows, _record(actions=(action,)), ducked) == []


def test_done_anew_with_another_value_is_a_correction_too(workflows: Library, ducked: Record) -> None:
    taken_back = ducked.model_copy(update={"done": ducked.done.model_copy(update={"outcome": "taken_back"})})
    new = _record(workflow=_DUCK, slots=_SLOTS | {"threshold": "-30.0 dB"})
    assert _found(workflows, new, _record(outcome="undid"), taken_back) == [
        Correction(_DUCK, "threshold", "-30.0 dB")
    ]


def test_which_track_was_meant_is_no_preference(workflows: Library, ducked: Record) -> None:
    new = _record(workflow=_DUCK, slots=_SLOTS | {"target": "Keys", "ratio": "9"})
    assert _found(workflows, new, ducked) == []


def test_what_lies_too_far_back_is_not_corrected(workflows: Library, ducked: Record) -> None:
    new = _record(actions=(_ratio(2),))
    for update in ({"sitting": "another"}, {"song": "another"}):
        assert _found(workflows, new, ducked.model_copy(update=update)) == []
    between = [_record(request="mute the keys", tracks=("Keys",)) for _ in range(5)]
    assert _found(workflows, new, *between, ducked) == []
    assert _found(workflows, new, *between[1:], ducked) != []


def test_what_came_to_nothing_corrects_nothing(workflows: Library, ducked: Record) -> None:
    for outcome in ("planned", "failed", "declined", "asked"):
        assert _found(workflows, _record(actions=(_ratio(2),), outcome=outcome), ducked) == []


def test_a_workflow_that_is_gone_is_no_matter(workflows: Library) -> None:
    gone = _record(workflow="nothing-like-it", slots=_SLOTS)
    assert _found(workflows, _record(actions=(_ratio(2),)), gone) == []
