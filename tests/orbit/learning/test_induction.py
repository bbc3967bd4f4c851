"""Induction as a whole: what is done again and again is learned; what is not, or is taken back, is not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Literal

from orbit.learning.cleaning import clean
from orbit.learning.induction import Refused, induce
from orbit.learning.routine import Learned
from orbit.memory.trajectory import Trajectory

Line = dict[str, Any]

TRACKS = ("Bass", "Keys", "Pad", "Guitar", "Lead Vox")


def ducked(track: str, threshold: float) -> list[Line]:
    on = {"track": track, "device": "compressor"}
    return [
        {"action": "insert_device", **on},
        {"action": "set_sidechain", **on, "source": "Kick"},
        {"action": "set_parameter", **on, "parameter": "ratio", "value": "4:1"},
        {"action": "set_parameter", **on, "parameter": "threshold", "value": f"{threshold:g} dB"},
    ]


def trajectory(
    number: int, lines: Sequence[Line], *, origin: Literal["user", "agent"] = "user", undone: int = 0
) -> Trajectory:
    done = [*lines, *({"action": "undo"} for _ in range(undone))]
    actions = [{"t": 2.0 * place, "origin": origin, **line} for place, line in enumerate(done)]
    return Trajectory.model_validate(
        {
            "id": f"{number:032x}",
            "daw": "ableton",
            "started": f"2026-03-{number + 1:02}T10:00:00Z",
            "actions": actions,
        }
    )


def sessions(times: int, **how: Any) -> list[Trajectory]:
    return [
        trajectory(number, ducked(TRACKS[number % len(TRACKS)], -18.0 - 2 * number), **how)
        for number in range(times)
    ]


def learned(*trajectories: Trajectory) -> list[Learned]:
    return [each for each in induce([clean(one) for one in trajectories]) if isinstance(each, Learned)]


def test_what_is_done_again_and_again_is_learned_with_its_particulars_open() -> None:
    [found] = learned(*sessions(5))
    assert found.support == 5
    assert found.proven == "model"
    assert [step.action for step in found.workflow.steps] == [line["action"] for line in ducked("Bass", 0)]
    assert found.workflow.steps[2].fields["value"] == "4:1"
    assert {slot.type.value for slot in found.workflow.slots.values()} == {"track", "gain_db"}
    assert found.workflow.provenance.trajectories == tuple(one.id for one in sessions(5))


def test_the_order_in_which_trajectories_come_makes_no_difference() -> None:
    once = sessions(6)
    again = random.Random(7).sample(once, len(once))
    assert [each.workflow for each in learned(*once)] == [each.workflow for each in learned(*again)]


def test_what_orbit_does_itself_teaches_it_nothing() -> None:
    assert learned(*sessions(9, origin="agent")) == []


def test_two_times_are_not_enough() -> None:
    assert learned(*sessions(2)) == []


def test_what_is_taken_back_as_often_as_it_is_kept_is_refused() -> None:
    kept, regretted = (
        sessions(4),
        [trajectory(number, ducked(TRACKS[number % 5], -20.0), undone=4) for number in range(10, 14)],
    )
    assert len(learned(*kept, *regretted[:3])) == 1
    [refused] = induce([clean(one) for one in (*kept, *regretted)])
    assert isinstance(refused, Refused)
    assert "taken back" in refused.why


def test_nothing_at_all_teaches_nothing() -> None:
    assert induce([]) == []
    assert learned(*(trajectory(number, []) for number in range(5))) == []


def test_a_device_named_by_its_kind_is_the_new_one_where_it_mostly_is() -> None:
    before = {"action": "insert_device", "track": "Bass", "device": "compressor"}
    sloppy = [trajectory(number, [before, *ducked("Bass", -20.0 - number)]) for number in range(20, 22)]
    [found] = learned(*sessions(4), *sloppy)
    steps = found.workflow.steps
    assert [step.fields["device"] for step in steps[1:]] == [steps[0].fields["as"]] * 3
