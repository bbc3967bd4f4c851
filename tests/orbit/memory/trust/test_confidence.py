"""Confidence is the lower bound of a Beta distribution, and decay fades what is old without deleting it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orbit.memory.records import Outcomes
from orbit.memory.trust.confidence import confidence_of, lower_bound
from orbit.memory.trust.decay import HALF_LIFE_DAYS, freshness
from tests.laws import tries

NOW = datetime(2026, 6, 1, tzinfo=UTC)
RUNS = st.integers(0, 400)
EXAMPLES = tries(100, 2000)


# In closed form: Beta(1, 1) is uniform, Beta(n + 1, 1) has the quantile p^(1/(n+1)), Beta(1, n + 1) has
# 1 - (1 - p)^(1/(n+1)).
@pytest.mark.parametrize("runs", [0, 1, 5, 30, 300])
def test_the_bound_is_that_of_the_closed_forms(runs: int) -> None:
    assert lower_bound(runs, 0) == pytest.approx(0.05 ** (1 / (runs + 1)), abs=1e-4)
    assert lower_bound(0, runs) == pytest.approx(1 - 0.95 ** (1 / (runs + 1)), abs=1e-4)


def test_a_few_good_runs_say_less_than_many() -> None:
    assert [round(lower_bound(good, 0), 2) for good in (0, 1, 3, 30)] == [0.05, 0.22, 0.47, 0.91]


@pytest.mark.laws
@settings(max_examples=EXAMPLES, deadline=None)
@given(good=RUNS, bad=RUNS)
def test_the_bound_rises_with_what_went_well_and_falls_with_what_did_not(good: int, bad: int) -> None:
    bound = lower_bound(good, bad)
    assert 0.0 < bound < (1 + good) / (2 + good + bad)
    assert lower_bound(good + 1, bad) >= bound - 0.001  # above 500 runs shares are rounded
    assert lower_bound(good, bad + 1) <= bound + 0.001


def test_what_was_undone_counts_as_what_failed() -> None:
    failed = confidence_of(Outcomes(verified=3, failed=2))
    undone = confidence_of(Outcomes(verified=3, undone=2))
    assert (failed.lower, failed.expected) == (undone.lower, undone.expected)
    assert confidence_of(Outcomes()).expected == 0.5


def test_many_thousands_of_runs_cost_no_more_than_hundreds() -> None:
    assert lower_bound(900_000, 100_000) == pytest.approx(0.9, abs=0.03)


def test_a_half_life_halves_what_the_past_says() -> None:
    ago = (NOW - timedelta(days=HALF_LIFE_DAYS)).isoformat()
    assert freshness(ago, NOW) == pytest.approx(0.5)
    assert freshness(ago, NOW, pinned=True) == 1.0
    assert freshness(None, NOW) == 1.0


def test_a_clock_put_back_makes_nothing_fresher_than_fresh() -> None:
    assert freshness((NOW + timedelta(days=30)).isoformat(), NOW) == 1.0


@pytest.mark.laws
@given(days=st.floats(0, 36_500), more=st.floats(0, 36_500))
def test_what_is_older_is_never_fresher_and_never_nothing(days: float, more: float) -> None:
    old, older = (freshness((NOW - timedelta(days=ago)).isoformat(), NOW) for ago in (days, days + more))
    assert 0.0 < older <= old <= 1.0
