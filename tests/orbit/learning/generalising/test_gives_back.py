"""Design law 5: recording a replay and inducing from it gives the workflow back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import parse_quantity
from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.generalising import generalise
from orbit.learning.induction import induce
from orbit.learning.loops import fold
from orbit.learning.pattern import Occurrence, Pattern
from orbit.learning.routine import Learned, Routine
from orbit.workflows import Workflow
from orbit.workflows.templates import exact_name, is_template, names_in, render
from tests.laws import tries
from tests.orbit.learning.generalising.made import workflow
from tests.orbit.learning.generalising.replays import SEEDS, Replayed, replayed, seed

Step: TypeAlias = dict[str, Any]

_PROSE = {"step_number", "expected_output", "when", "if_there", "id"}
_TIMES = 8
_NOT_ONE_THING = {"duplicate-clip-to-bar", "session-template"}
"""One is a single edit; the other makes many tracks, of which nothing says that they belong together."""


@dataclass(frozen=True)
class Both:
    """A seed and what came back of it; the seed's steps that were done, and its slots that never differed."""

    original: Workflow
    routine: Routine
    done: set[int]
    constant: set[str]


def replays_of(name: str, rng: Random, *, noise: float = 0.0) -> tuple[list[Replayed], list[Demonstration]]:
    replays = [replayed(seed(name), number, rng, noise=noise) for number in range(_TIMES)]
    return replays, [clean(each.trajectory) for each in replays]


def given_back(name: str, rng: Random) -> Both:
    """A seed and the routine of it, from being told which edits belong together."""
    replays, seen = replays_of(name, rng)
    folded = fold(seen)
    places = [
        tuple(place for place, event in enumerate(one.events) if id(event.action) in each.steps)
        for one, each in zip(folded, replays, strict=True)
    ]
    assert len({len(row) for row in places}) == 1
    does = tuple(folded[0].events[place].does for place in places[0])
    pattern = Pattern(does, tuple(Occurrence(number, row) for number, row in enumerate(places)), 1.0)
    routine = generalise(pattern, folded)
    assert routine is not None
    workflow(routine)
    return both_of(name, routine, replays)


def found_again(name: str, rng: Random) -> Both:
    """A seed and the longest workflow that induction finds in replays of it among other work."""
    replays, seen = replays_of(name, rng, noise=0.1)
    learned = [each for each in induce(seen) if isinstance(each, Learned)]
    return both_of(name, max(learned, key=lambda each: len(each.routine.steps)).routine, replays)


def both_of(name: str, routine: Routine, replays: Sequence[Replayed]) -> Both:
    original = seed(name)
    return Both(
        original,
        routine,
        {step for each in replays for step in each.steps.values()},
        {name for name in original.slots if len({each.filled.get(name) for each in replays}) == 1},
    )


def written_out(both: Both) -> list[Step]:
    """The seed's steps that were done; of a list, one for each of its items."""
    steps: list[Step] = []
    for step in both.original.model_dump(mode="json")["steps"]:
        if step["step_number"] not in both.done:
            continue
        fields = {name: value for name, value in step.items() if name not in _PROSE}
        items = fields.pop("for_each", None)
        if isinstance(items, list):
            steps += ({name: _at(value, item) for name, value in fields.items()} for item in items)
        else:
            steps.append(fields | ({} if items is None else {"for_each": items}))
    return steps


def _at(value: Any, item: Any) -> Any:
    return render(value, {"item": item}) if is_template(value) and {*names_in(value)} == {"item"} else value


def without_labels(steps: Sequence[Mapping[str, Any]]) -> list[Step]:
    """The steps with the number of the insertion in place of the label that it gave."""
    labels: dict[tuple[Any, Any], str] = {}
    plain: list[Step] = []
    for step in steps:
        device = labels.get((step.get("track"), step.get("device")), step.get("device"))
        if "as" in step:
            labels[step["track"], step["as"]] = f"label {len(labels)}"
        kept = {name: value for name, value in step.items() if name not in {*_PROSE, "as"}}
        plain.append(kept | ({} if device is None else {"device": device}))
    return plain


class Same:
    """Whether two workflows do the same, slot for slot: what is one slot in one is one in the other."""

    def __init__(self, both: Both) -> None:
        self._both = both
        self._to: dict[str, str] = {}

    def check(self) -> None:
        mine, theirs = without_labels(written_out(self._both)), without_labels(self._both.routine.steps)
        assert [step["action"] for step in theirs] == [step["action"] for step in mine]
        for one, other in zip(mine, theirs, strict=True):
            if "for_each" in one and "for_each" not in other:
                # A row that was only ever one track is that track.
                row = one.pop("for_each")
                one |= {name: f"{{{{ {row} }}}}" for name, value in one.items() if value == "{{ item }}"}
            assert set(one) == set(other), (one, other)
            for name, value in one.items():
                self._field(name, value, other[name])

    def _field(self, name: str, mine: Any, theirs: Any) -> None:
        if name == "for_each":
            self._slot(mine, theirs)
        elif not is_template(mine):
            assert is_the_same(mine, theirs), (name, mine, theirs)
        elif mine == "{{ item }}":
            assert theirs == mine
        elif (slot := exact_name(mine)) is None:
            assert is_template(theirs)  # a formula comes back as a plain value
        elif not is_template(theirs):
            assert slot in self._both.constant, (name, mine, theirs)
        else:
            self._slot(slot, exact_name(theirs) or "")

    def _slot(self, mine: str, theirs: str) -> None:
        assert self._to.setdefault(mine, theirs) == theirs
        assert [one for one, there in self._to.items() if there == theirs] == [mine]
        types = self._both.original.slots[mine].type.value, self._both.routine.slots[theirs]["type"]
        # The name of a track that is made is a text, whatever it is later.
        assert types in _ALIKE or types[0] == types[1], (mine, theirs, types)


_ALIKE = {("track", "text"), ("text", "track"), ("tracks", "track")}


def is_the_same(mine: Any, theirs: Any) -> bool:
    return mine == theirs or _number(mine) == _number(theirs)


def _number(value: Any) -> Any:
    try:
        return parse_quantity(str(value))
    except QuantityError:
        return value


@pytest.mark.parametrize("name", SEEDS)
def test_a_seed_comes_back(name: str) -> None:
    Same(given_back(name, Random(7))).check()


@pytest.mark.parametrize("name", [each for each in SEEDS if each not in _NOT_ONE_THING])
def test_a_seed_is_found_among_other_work(name: str) -> None:
    Same(found_again(name, Random(5))).check()


@settings(max_examples=tries(20, 100))
@given(st.sampled_from(SEEDS), st.integers(0, 1 << 30))
def test_replays_give_the_workflow_back(name: str, number: int) -> None:
    Same(given_back(name, Random(number))).check()
