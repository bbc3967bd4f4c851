"""What Orbit learns from made-up sessions, through every stage it has, beside what others do."""

from __future__ import annotations

import json
import math

import pytest

from daw_bridges.errors import UsageError
from orbit.learning.evaluation.methods import ORBIT, cleaned
from orbit.learning.evaluation.summary import measure
from orbit.learning.evaluation.trial import PLANTED, Figures, Setting, try_method

MODERATE = Setting("planted", "moderate", 100, 1)


@pytest.fixture(scope="module")
def figures() -> Figures:
    return try_method(ORBIT, MODERATE)


def test_orbit_finds_what_was_planted_and_opens_what_differs(figures: Figures) -> None:
    assert figures.f1 >= 0.9
    assert figures.fields >= 0.98
    assert figures.types >= 0.98
    assert figures.together >= 0.95
    assert figures.coverage >= 0.6
    assert figures.overlap <= 0.1
    assert figures.utility >= 0.9


def test_orbit_is_ahead_of_whoever_does_not_know_what_an_edit_touches(figures: Figures) -> None:
    others = [try_method(name, MODERATE).f1 for name in ("flat n-grams", "flat Re-Pair")]
    assert all(figures.f1 > theirs + 0.3 for theirs in others)
    assert try_method("AWM rule", MODERATE).f1 == 0.0


def test_chains_that_begin_alike_are_told_apart() -> None:
    figures = try_method(ORBIT, Setting("realistic", "moderate", 100, 1))
    assert figures.f1 >= 0.75
    assert figures.fields >= 0.95


@pytest.mark.parametrize("corpus", ["planted", "realistic"])
def test_whoever_knows_all_has_full_marks(corpus: str) -> None:
    figures = try_method(PLANTED, Setting(corpus, "heavy", 20, 2))
    assert figures.f1 == figures.precision == figures.recall == figures.exact == 1.0
    assert figures.utility > 0.9
    assert 0.5 < figures.coverage < 1.0
    assert math.isnan(figures.fields)


def test_without_noise_what_was_planted_is_nearly_all_there_is() -> None:
    assert try_method(PLANTED, Setting("planted", "clean", 20, 2)).coverage >= 0.9


def test_rows_are_means_over_the_seeds_and_make_json() -> None:
    rows = list(measure([PLANTED, "chance"], ["planted"], ["clean"], [10], [1, 2]))
    assert [(row.method, row.sessions, row.seeds) for row in rows] == [
        (PLANTED, 10, (1, 2)),
        ("chance", 10, (1, 2)),
    ]
    each = [try_method(PLANTED, Setting("planted", "clean", 10, seed)).coverage for seed in (1, 2)]
    assert rows[0].figures["coverage"].mean == pytest.approx(sum(each) / 2)
    document = json.loads(json.dumps(rows[0].document(), allow_nan=False))
    assert document["f1"] == {"mean": 1.0, "sd": 0.0}
    assert document["fields"] is None


def test_a_line_that_cannot_be_read_is_told() -> None:
    with pytest.raises(UsageError, match="Line 1"):
        cleaned("{}\n")
