"""Much of it: a sample says what to count, and no input takes out of proportion."""

from __future__ import annotations

from random import Random

import pytest

from orbit.learning.demonstration import Demonstration
from orbit.learning.mining import find_patterns
from tests.orbit.learning.mining.sittings import Edit, demonstration, on_track, scattered

_EDITS = 6000


def _ordinary(edits: int) -> list[Demonstration]:
    rng = Random(11)
    return [
        demonstration(
            n,
            *scattered(rng, 6),
            *on_track(n % 5, rng.choice(["abcdef", "ghijkl"])),
            *scattered(rng, 4),
            *on_track(5, "pqrs"),
        )
        for n in range(edits // 20)
    ]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(["a"] * _EDITS, id="one edit again and again"),
        pytest.param(["a", "b"] * (_EDITS // 2), id="two in turn"),
        pytest.param(["a", "b", "c"] * (_EDITS // 3), id="three in turn"),
        pytest.param([f"k{number}" for number in range(_EDITS)], id="none twice"),
        pytest.param([f"k{number % 200}" for number in range(_EDITS)], id="two hundred in turn"),
        pytest.param([Random(n).choice("abc") for n in range(_EDITS)], id="three by chance"),
    ],
)
def test_one_long_trajectory_comes_to_an_end(row: list[str]) -> None:
    edits: list[Edit] = [(does, (0,)) for does in row]
    found = find_patterns([demonstration(0, *edits)])
    used = [place for pattern in found for seen in pattern.occurrences for place in seen.places]
    there = [place for place in used if place is not None]
    assert len(there) == len(set(there)) <= _EDITS


def test_all_the_same_is_one_pattern() -> None:
    (pattern,) = find_patterns([demonstration(n, *on_track(0, "abcdefghij")) for n in range(400)])
    assert "".join(pattern.does) == "abcdefghij"
    assert len(pattern.occurrences) == 400


def test_what_a_sample_shows_is_counted_in_all() -> None:
    demonstrations = _ordinary(30_000)
    found = {"".join(one.does): len(one.occurrences) for one in find_patterns(demonstrations)}
    assert sorted(found) == ["abcdef", "ghijkl", "pqrs"]
    assert found["pqrs"] >= 0.97 * len(demonstrations)
    assert found["abcdef"] + found["ghijkl"] >= 0.97 * len(demonstrations)


def test_what_is_done_in_one_session_of_two_hundred_is_found_among_very_many() -> None:
    demonstrations = _ordinary(30_000)
    for number in range(0, len(demonstrations), 150):
        rare = demonstration(number, *on_track(2, "uvwxyz"), *scattered(Random(number), 8))
        demonstrations[number] = rare
    assert "uvwxyz" in ["".join(one.does) for one in find_patterns(demonstrations)]
