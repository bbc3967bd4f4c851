"""What is told of steps that could not be read back, and of those left to the user."""

from __future__ import annotations

import pytest

from orbit.agent.telling import told_results

VERIFIED = {"status": "verified"}
UNREAD = {"status": "unverified", "reason": "Logic shows no tempo.", "code": "unverifiable"}
BY_HAND = {"status": "unverified", "reason": "Choose Kick in the Side Chain menu.", "code": "manual_step"}


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([VERIFIED], "Done."),
        ([VERIFIED, UNREAD], "Done. 1 of 2 steps could not be read back: check them in the DAW."),
        ([VERIFIED, BY_HAND], "All but one step is done. Left for you: Choose Kick in the Side Chain menu."),
        (
            [UNREAD, BY_HAND],
            (
                "All but one step is done. Left for you: Choose Kick in the Side Chain menu. "
                "1 of 2 steps could not be read back: check them in the DAW."
            ),
        ),
        ([BY_HAND], "This can only be done by hand: Choose Kick in the Side Chain menu."),
    ],
)
def test_what_was_not_read_back_is_said(results: list[dict[str, str]], said: str) -> None:
    assert told_results("Done.", results) == said


def test_what_a_step_by_hand_brings_about_is_not_told_as_done() -> None:
    said = told_results("Bass now ducks.", [VERIFIED, BY_HAND], by_hand="Bass will duck")
    assert said == "Bass will duck once you do this: Choose Kick in the Side Chain menu."
    assert told_results("Bass now ducks.", [VERIFIED], by_hand="Bass will duck") == "Bass now ducks."
