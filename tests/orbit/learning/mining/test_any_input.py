"""Whatever was seen: a pattern is what its sightings did, and each edit is explained once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orbit.learning.demonstration import Demonstration
from orbit.learning.mining import find_patterns
from tests.laws import tries
from tests.orbit.learning.mining.sittings import demonstration

ROOT = Path(__file__).parents[4]

_FEWER = settings(max_examples=tries(100, 2500), deadline=None)

_EDITS = st.tuples(
    st.sampled_from("abcdefgh"), st.lists(st.integers(0, 3), max_size=2, unique=True).map(tuple)
)


@st.composite
def _demonstrations(draw: st.DrawFn) -> list[Demonstration]:
    """Demonstrations in which some runs of edits recur, with anything between them, some not by hand."""
    known = draw(st.lists(st.lists(_EDITS, min_size=2, max_size=6), min_size=1, max_size=3))
    pieces = st.one_of(st.sampled_from(known), st.lists(_EDITS, max_size=3))
    sittings = draw(st.lists(st.lists(pieces, max_size=4), max_size=10))
    return [
        demonstration(
            number, *(edit for piece in sitting for edit in piece), by_hand=draw(st.integers(0, 5)) > 0
        )
        for number, sitting in enumerate(sittings)
    ]


@pytest.mark.laws
@_FEWER
@given(_demonstrations(), st.integers(2, 4))
def test_sightings_are_where_they_say_and_none_over_another(
    demonstrations: list[Demonstration], least: int
) -> None:
    explained = Counter[tuple[int, int]]()
    patterns = find_patterns(demonstrations, least=least)
    for pattern in patterns:
        assert len(pattern.does) >= 2
        assert len(pattern.occurrences) >= least
        assert pattern.gain > 0
        for seen in pattern.occurrences:
            events = demonstrations[seen.demonstration].events
            there = [place for place in seen.places if place is not None]
            assert there == sorted(set(there))
            assert len(there) >= 2
            for does, place in zip(pattern.does, seen.places, strict=True):
                assert place is None or (events[place].does == does and events[place].by_hand)
            explained.update((seen.demonstration, place) for place in there)
    assert all(times == 1 for times in explained.values())
    assert patterns == sorted(patterns, key=lambda one: (-one.gain, one.does))


@pytest.mark.laws
@_FEWER
@given(_demonstrations())
def test_which_track_is_which_makes_no_difference(demonstrations: list[Demonstration]) -> None:
    other = [
        replace(
            one,
            events=tuple(replace(event, tracks=tuple(7 - t for t in event.tracks)) for event in one.events),
        )
        for one in demonstrations
    ]
    assert find_patterns(other) == find_patterns(demonstrations)


def test_the_order_of_hashes_makes_no_difference() -> None:
    code = (
        "from random import Random\n"
        "from orbit.learning.mining import find_patterns\n"
        "from tests.orbit.learning.mining.sittings import demonstration, on_track, scattered\n"
        "rng = Random(1)\n"
        "rows = [[*scattered(rng, 8, kinds=20), *on_track(n % 4, rng.choice(['abcdef', 'abcxyz', 'pqrs']))]"
        " for n in range(60)]\n"
        "print(find_patterns([demonstration(n, *row) for n, row in enumerate(rows)]))\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert "Pattern(" in told.pop()
