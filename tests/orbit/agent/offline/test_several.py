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
            "take the kick down two dB the snare down one dB and the hats down four dB",
            (
                "Set the volume of Kick to -2.0 dB; Set the volume of Snare to -1.0 dB; "
                "Set the volume of Hats to -4.0 dB"
            ),
        ),
        (
            "mute the pad solo the vocal and play from bar five",
            "Mute Pad; Solo Lead Vox; Play from bar 5",
        ),
        (
            "Set this up for the next cue please: 76 bpm, six eight, click on.",
            "Set the tempo to 76 BPM; Set the time signature to 6/8; Turn the metronome on",
        ),
        (
            "then pan them apart, Keys 40% left and Pad 40% right",
            "Pan Keys to 20L; Pan Pad to 20R",
        ),
        (
            "I can't play without a click, turn it on",
            "Turn the metronome on",
        ),
        (
            "the song's dragging, bump it up to 128",
            "Set the tempo to 128 BPM",
        ),
        (
            "rename the clip Chords to Piano loop, then copy it to bar 33",
            "Rename the clip Chords on Keys to Piano loop; Copy the clip Piano loop on Keys to bar 33",
        ),
        (
            "make a one bar clip called Four in the first slot of the kick track and put a C1 on every beat",
            "Create a clip of 4 beats in slot 1 of Kick; Add notes to the clip Four on Kick",
        ),
        (
            "lead vox to reverb -12, to delay -18",
            "Send Lead Vox to A-Reverb at -12.0 dB; Send Lead Vox to B-Delay at -18.0 dB",
        ),
        (
            "I'm going to rap now so arm the lead vox and turn on the click",
            "Arm Lead Vox; Turn the metronome on",
        ),
        (
            "copy the bassline clip to bar 9, then the chords clip to the same bar",
            "Copy the clip Bassline on Bass to bar 9; Copy the clip Chords on Keys to bar 9",
        ),
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
