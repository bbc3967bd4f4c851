"""Whatever was seen: a routine makes a workflow that is consistent, or there is none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from daw_bridges.actions import ACTIONS, Action
from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.generalising import generalise
from orbit.learning.loops import fold
from orbit.learning.pattern import Occurrence, Pattern
from orbit.memory.trajectory import Trajectory, TrajectoryAction
from orbit.workflows.templates import is_template
from tests.laws import tries
from tests.orbit.learning.generalising.made import used, workflow
from tests.strategies.vocabulary import well_formed_actions

NAMES = (
    "Bass",
    "Kick",
    "Lead Vox",
    "Master",
    "A-Reverb",
    "#2",
    "{{ bass }}",
    "{% if %}",
    "a\x00b",
    " x ",
    "item",
)
DEVICES = (
    "compressor",
    "Compressor",
    "eq#2",
    "#1",
    "mixer",
    "FabFilter Pro-Q 3",
    "Rack > Chain 1 > eq",
    "{{ x }}",
)
PARAMETERS = ("threshold", "Threshold", "in", "band_1_frequency", "S/C Gain", "{# x #}", "not", "item")
VALUES = ("-24 dB", "4:1", "on", "1/8", "30 ms", "120 Hz", "{{ tempo }}", "High Pass 12dB", -24.0, 0.5, 1e9)
_POOLS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("track", "name", "to", "source", "clip", "scene", "preset"), NAMES),
    "device": DEVICES,
    "parameter": PARAMETERS,
    "value": VALUES,
    "chain": (None, "Rack > Chain 1"),
}


@st.composite
def usual(draw: DrawFn, name: str) -> Action:
    """An action whose names are from a few, so that some agree."""
    action = draw(well_formed_actions(name))
    pools = {field: pool for field, pool in _POOLS.items() if field in ACTIONS[name].model_fields}
    drawn = {
        field: draw(st.sampled_from(pool))
        for field, pool in pools.items()
        if not (name == "move_device" and field == "to") and draw(st.integers(0, 3))
    }
    return action.model_copy(update=drawn)


@st.composite
def sightings(draw: DrawFn) -> tuple[Pattern, list[Demonstration]]:
    """A few sessions in which the same kinds of action were done in the same order, more or less."""
    names = draw(st.lists(st.sampled_from(sorted(set(ACTIONS) - {"undo"})), min_size=1, max_size=4))
    base = [draw(usual(name)) for name in names]
    seen = [_session(number, draw, names, base) for number in range(draw(st.integers(1, 5)))]
    occurrences = [
        Occurrence(number, tuple(place if draw(st.integers(0, 9)) else None for place in places))
        for number, (_, places) in enumerate(seen)
    ]
    optional = frozenset(place for place in range(len(names)) if draw(st.integers(0, 5)) == 5)
    whole = [each for each in occurrences if any(place is not None for place in each.places)]
    return Pattern(tuple(names), tuple(whole), 1.0, optional), [demonstration for demonstration, _ in seen]


def _session(
    number: int, draw: DrawFn, names: list[str], base: list[Action]
) -> tuple[Demonstration, list[int | None]]:
    actions = [
        draw(usual(name)) if draw(st.integers(0, 2)) == 2 else action
        for name, action in zip(names, base, strict=True)
    ]
    trajectory = Trajectory(
        id=f"t{number}",
        daw=draw(st.sampled_from(["ableton", "logic"])),
        goal=draw(st.sampled_from([None, "duck the bass", "{{ x }}", "x" * 10_000])),
        started=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number),
        actions=[
            TrajectoryAction(t=float(place), origin="user", action=action)
            for place, action in enumerate(actions)
        ],
    )
    seen = clean(trajectory)
    at = {id(event.action): place for place, event in enumerate(seen.events)}
    return seen, [at.get(id(action)) for action in actions]


@settings(max_examples=tries(150, 800))
@given(sightings())
def test_a_routine_makes_a_workflow_or_there_is_none(case: tuple[Pattern, list[Demonstration]]) -> None:
    pattern, seen = case
    routine = generalise(pattern, seen)
    event("none" if routine is None else f"{len(routine.slots)} slots")
    if routine is None:
        return
    made = workflow(routine)
    assert used(routine) - {"item"} <= set(routine.slots)
    assert len(routine.examples) == len(routine.trajectories)
    assert all(set(example) <= set(routine.slots) for example in routine.examples)
    assert made.steps
    assert not any(is_template(goal) or len(goal) > 200 for goal in routine.goals)


@settings(max_examples=tries(100, 800))
@given(sightings())
def test_folding_any_sessions_loses_no_edit(case: tuple[Pattern, list[Demonstration]]) -> None:
    _, seen = case
    for before, after in zip(seen, fold(seen), strict=True):
        kept = [edit.action for each in after.events for edit in (each, *each.also)]
        assert sorted(map(id, kept)) == sorted(id(each.action) for each in before.events)
