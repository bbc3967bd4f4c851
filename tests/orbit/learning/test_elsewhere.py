"""A routine seen on one host is for every host that has all it needs, and for no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from orbit.learning.cleaning import clean
from orbit.learning.induction import Refused, induce
from orbit.memory import Trajectory
from orbit.memory.trajectory import TrajectoryAction
from orbit.workflows.workflow import Workflow

Step = dict[str, Any]


def seen(*steps: Step) -> Iterator[Trajectory]:
    """Somebody who does this on Live, on five tracks."""
    for number, track in enumerate(("Vox", "Lead Vox", "Vocals", "Voice", "Main Vocal")):
        actions = [
            TrajectoryAction(t=float(t), origin="user", action=parse_action({"track": track} | step))
            for t, step in enumerate(steps)
        ]
        yield Trajectory(id=f"{number}", daw="ableton", actions=actions)


def learned(*steps: Step) -> Workflow:
    [made] = induce([clean(each) for each in seen(*steps)])
    assert not isinstance(made, Refused), made.why
    return made.workflow


def insert(device: str) -> Step:
    return {"action": "insert_device", "device": device}


def turn(device: str, parameter: str, value: object) -> Step:
    return {"action": "set_parameter", "device": device, "parameter": parameter, "value": value}


def test_kinds_that_both_have_are_for_any_host() -> None:
    made = learned(
        insert("eq"), turn("eq", "band_2_gain", -3), insert("compressor"), turn("compressor", "ratio", 5)
    )
    assert made.daws == ()


def test_mixing_needs_no_device_at_all() -> None:
    made = learned(
        {"action": "set_volume", "db": -6}, {"action": "set_pan", "pan": 0.3},
        {"action": "set_color", "color": "#ff0000"},
    )  # fmt: skip
    assert made.daws == ()


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(insert("glue_compressor"), id="a kind that only one has"),
        pytest.param(insert("Prism EQ"), id="a plug-in"),
    ],
)
def test_what_another_host_may_not_have_stays_where_it_was_seen(step: Step) -> None:
    made = learned(insert("compressor"), turn("compressor", "ratio", 5), step)
    assert made.daws == ("ableton",)


def test_a_parameter_that_another_host_has_not_keeps_it_where_it_was_seen() -> None:
    made = learned(
        insert("compressor"), turn("compressor", "ratio", 5), turn("compressor", "lookahead", "1 ms")
    )
    assert made.daws == ("ableton",)
