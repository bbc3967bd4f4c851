"""What follows from work being kept or undone, and that a word outweighs it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbit.memory.judgement import SOON, Because, Judgement, judged

END = datetime(2026, 10, 1, 12, tzinfo=UTC)
LATER = END + timedelta(hours=1)
_MOMENTS = st.none() | st.integers(1, 4000).map(lambda seconds: END + timedelta(seconds=seconds))


def _judged(
    *,
    said: str | None = None,
    failed: bool = False,
    undone_at: datetime | None = None,
    next_started: datetime | None = None,
    now: datetime = LATER,
) -> Judgement:
    return judged(
        said=said,  # pyright: ignore[reportArgumentType]
        failed=failed,
        ended=END,
        undone_at=undone_at,
        next_started=next_started,
        now=now,
    )


@pytest.mark.parametrize(
    ("facts", "verdict", "because"),
    [
        ({}, "accepted", Because.KEPT),
        ({"now": END + SOON}, None, Because.FRESH),
        ({"now": END + SOON + timedelta(seconds=1)}, "accepted", Because.KEPT),
        ({"undone_at": END + SOON}, "rejected", Because.UNDONE_SOON),
        ({"undone_at": END + SOON, "next_started": END}, "rejected", Because.UNDONE_SOON),
        ({"undone_at": LATER}, "rejected", Because.UNDONE_NEXT),
        ({"undone_at": LATER, "next_started": LATER}, "rejected", Because.UNDONE_NEXT),
        ({"undone_at": LATER, "next_started": END + 2 * SOON}, None, Because.UNDONE_LATER),
        ({"failed": True}, None, Because.FAILED),
        ({"said": "accepted", "undone_at": END}, "accepted", Because.SAID),
        ({"said": "rejected"}, "rejected", Because.SAID),
        ({"said": "accepted", "failed": True}, "accepted", Because.SAID),
    ],
)
def test_work_is_judged_by_what_became_of_it(
    facts: dict[str, object], verdict: str, because: Because
) -> None:
    judgement = _judged(**facts)  # pyright: ignore[reportArgumentType]
    assert (judgement.verdict, judgement.because) == (verdict, because)


@given(
    undone_at=_MOMENTS, next_started=_MOMENTS, failed=st.booleans(), said=st.sampled_from([None, "accepted"])
)
def test_law_only_what_was_undone_is_rejected_and_only_what_stands_is_accepted_unsaid(
    undone_at: datetime | None, next_started: datetime | None, failed: bool, said: str | None
) -> None:
    judgement = _judged(said=said, failed=failed, undone_at=undone_at, next_started=next_started)
    assert (judgement.because is Because.SAID) == (said is not None)
    if judgement.verdict == "rejected":
        assert undone_at is not None
    if judgement.verdict == "accepted" and said is None:
        assert undone_at is None
        assert not failed
