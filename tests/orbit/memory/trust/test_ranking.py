"""What trust adds to the ranking: surer by runs, fading with time, held by pins; what is not offered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbit.memory.records import Outcomes
from orbit.memory.store.standing import Standing, Usage
from orbit.memory.trust.decay import HALF_LIFE_DAYS
from orbit.memory.trust.ranking import nudges, passed_over

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def nudge(outcomes: Outcomes | None = None, standing: Standing | None = None, *, days: float = 0) -> float:
    usage = {"it": Usage((NOW - timedelta(days=days)).isoformat())}
    found = nudges({"it": outcomes} if outcomes else {}, {"it": standing} if standing else {}, usage, NOW)
    return found.get("it", 0.0)


def test_what_went_well_speaks_for_it_and_more_of_it_louder() -> None:
    once, often = nudge(Outcomes(verified=1)), nudge(Outcomes(verified=20))
    assert 0 < once < often < 1
    assert nudge(Outcomes(failed=20)) == -often == nudge(Outcomes(undone=20))
    assert nudge(Outcomes(verified=3, failed=3)) == 0


def test_the_past_fades_unless_it_is_pinned() -> None:
    past = Outcomes(verified=10)
    assert nudge(past, days=HALF_LIFE_DAYS) == pytest.approx(nudge(past) / 2)
    pinned = Standing(pinned=True)
    assert nudge(past, pinned, days=HALF_LIFE_DAYS) == nudge(past, pinned) > nudge(past)


def test_what_is_unproven_or_may_not_hold_stands_back() -> None:
    assert nudge(standing=Standing(trusted=False)) < 0
    assert nudge(standing=Standing(invalid_since="2026-01-01T00:00:00+00:00")) < 0
    assert nudge(standing=Standing()) == 0


def test_a_failure_that_was_mended_no_longer_counts() -> None:
    assert nudge(Outcomes(verified=2, failed=1, mended=1)) == nudge(Outcomes(verified=2))


def test_only_what_was_superseded_is_passed_over() -> None:
    assert passed_over({"a": Standing(superseded_by="b"), "b": Standing(pinned=True)}) == {"a"}


@given(
    verified=st.integers(0, 50),
    failed=st.integers(0, 50),
    standing=st.builds(Standing, trusted=st.booleans(), pinned=st.booleans()),
    days=st.floats(0, 4000),
)
def test_no_past_says_more_than_all(verified: int, failed: int, standing: Standing, days: float) -> None:
    assert -1 <= nudge(Outcomes(verified=verified, failed=failed), standing, days=days) <= 1
