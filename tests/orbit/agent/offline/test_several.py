"""Several requests in a sentence, and what is said around them: each part comes to exactly what it asks."""

from __future__ import annotations

import pytest

from daw_bridges.session import Session
from orbit.agent.offline.understanding import Edits, understand
from orbit.agent.offline.understanding.smoothing import apart, smoothed


@pytest.mark.parametrize(
    ("said", "done"),
    [
        (
            "keys 50% left, pad 50% right, and pull both down 2 dB",
            (
                "Pan Keys to 25L; Pan Pad to 25R; Set the volume of Keys to -2.0 dB; "
                "Set the volume of Pad to -2.0 dB"
            ),
        ),
        (
            "kick and snare to -2 and -5 respectively",
            "Set the volume of Kick to -2.0 dB; Set the volume of Snare to -5.0 dB",
        ),
        (
            "bass -4 / keys -7 / pad -12",
            (
                "Set the volume of Bass to -4.0 dB; Set the volume of Keys to -7.0 dB; "
                "Set the volume of Pad to -12.0 dB"
            ),
        ),
        (
            "1) bass to -6 2) keys to -8 3) mute the FX",
            "Set the volume of Bass to -6.0 dB; Set the volume of Keys to -8.0 dB; Mute FX",
        ),
        (
            "would you set the bass to -5 dB and after that mute the pad?",
            "Set the volume of Bass to -5.0 dB; Mute Pad",
        ),
        (
            "To make room for the vocal, pull the keys down 2 dB and pan the guitar 30 percent left",
            "Set the volume of Keys to -2.0 dB; Pan Guitar to 15L",
        ),
        ("vocals first: solo both", "Solo Lead Vox; Solo Backing Vox"),
        ("The snare keeps jumping out so bring it down 4 dB", "Set the volume of Snare to -4.0 dB"),
        ("the keys drown the guitar, so pull the keys down 2", "Set the volume of Keys to -2.0 dB"),
        ("Dip the keys to -11, they're only support", "Set the volume of Keys to -11.0 dB"),
        (
            "duplicate the lead synth, name it Lead Double and pan it 30 percent right",
            "Duplicate the track Lead Synth; Pan Lead Double to 15R",
        ),
        (
            "Snare quieter by 2, hats quieter by 4, rest don't touch",
            "Set the volume of Snare to -2.0 dB; Set the volume of Hats to -4.0 dB",
        ),
    ],
)
def test_each_part_is_done_and_nothing_else(practice: Session, said: str, done: str) -> None:
    understood = understand(said, practice)
    assert isinstance(understood, Edits)
    assert "; ".join(action.describe() for action in understood.actions) == done


@pytest.mark.parametrize(
    "said",
    [
        "vocal chain on lead vox, then the lead vox down 3 dB",
        "the kick ducks the keys, and set the tempo to 124",
        "turn the kick down 3 and reverse the hats",
        "sample the keys and mute the pad",
        "if the bass is too loud, mute the pad",
        "the kick and the bass are great together",
        "mute the kick when the drop comes",
    ],
)
def test_a_part_that_is_no_edit_is_never_passed_over(practice: Session, said: str) -> None:
    assert not isinstance(understand(said, practice), Edits)


def test_what_stands_between_requests_is_left_out() -> None:
    assert smoothed("first of all the bass to -6, and then after that mute the pad") == (
        "the bass to -6, mute the pad"
    )
    assert smoothed('rename the FX to "and then some"') == 'rename the FX to "and then some"'
    assert apart("create two audio tracks called Room L and Room R") == (
        "create an audio track called Room L, create an audio track called Room R"
    )
