"""What is said of a plan of single edits: one sentence, however many tracks it is about."""

from __future__ import annotations

import pytest

from daw_bridges.session import Session
from orbit.agent.offline.understanding import Edits, understand
from orbit.agent.summary import done, summary
from orbit.workflows import Plan, plan_actions


def _plan(sentence: str, session: Session) -> Plan:
    understood = understand(sentence, session)
    assert isinstance(understood, Edits)
    return plan_actions(understood.actions, session)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("mute the kick", "Done: muted Kick."),
        ("mute everything except the kick", "Done: muted Snare, Hats and 9 more."),
        ("mute the kick, the snare and the hats", "Done: muted Kick, Snare and Hats."),
        ("turn the vocals down 3 dB", "Done: set the volume of Lead Vox and Backing Vox to -3.0 dB."),
        ("mute the kick and pan the pad left", "Done: muted Kick, then panned Pad to 50L."),
        ("play from bar 9", "Done: playing from bar 9."),
        (
            "add a compressor to the bass with a threshold of -20",
            "Done: inserted Compressor on Bass, then set Threshold of Compressor on Bass to -20.0 dB.",
        ),
        (
            (
                "mute the kick, arm the bass, solo the keys, pan the pad left, tempo 90, loop off, "
                "metronome on, rename the guitar to Gtr"
            ),
            (
                "Done: muted Kick, then armed Bass, then soloed Keys, then panned Pad to 50L, and 3 more. "
                "The loop is already off."
            ),
        ),
    ],
)
def test_what_was_done_is_one_sentence(practice: Session, sentence: str, said: str) -> None:
    assert done(_plan(sentence, practice).steps) == said


def test_what_will_be_done_is_said_as_it_is_asked_for(practice: Session) -> None:
    assert summary(_plan("mute everything except the kick", practice).steps) == "Mute Snare, Hats and 9 more"
    assert done(()) == ""
