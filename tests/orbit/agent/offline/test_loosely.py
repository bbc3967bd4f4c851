"""Sentences whose grammar no rule has: what they come to is done, and what is not wholly explained is not."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import action_json
from daw_bridges.session import Session
from orbit.agent.offline.understanding import Edits, understand


def _volume(track: str, db: float) -> dict[str, Any]:
    return {"action": "set_volume", "track": track, "db": db}


_LOOP_17 = {"action": "set_loop", "on": True, "start_bar": 17.0, "end_bar": 25.0}
_STRINGS = {"action": "rename_track", "track": "Pad", "name": "Strings"}


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("give me the backing vocals three dB quieter", _volume("Backing Vox", -3.0)),
        ("the hats must have the volume of minus five", _volume("Hats", -5.0)),
        ("the bass is way too loud can you fix that", _volume("Bass", -6.0)),
        ("guitar goes to right, 60 percent", {"action": "set_pan", "track": "Guitar", "pan": 0.6}),
        ("pan them hats 20 percent right", {"action": "set_pan", "track": "Hats", "pan": 0.2}),
        ("the song is too slow, make it 126", {"action": "set_tempo", "bpm": 126.0}),
        ("change please the tempo in 95", {"action": "set_tempo", "bpm": 95.0}),
        ("solo up the keys real quick", {"action": "set_solo", "track": "Keys", "on": True}),
        ("take the kick out for now, just mute it", {"action": "set_mute", "track": "Kick", "on": True}),
        ("turn on that ticking sound that keeps the beat", {"action": "set_metronome", "on": True}),
        ("make me a copy of the snare track", {"action": "duplicate_track", "track": "Snare"}),
        (
            "The chorus starts at bar 17, put a marker there called Chorus",
            {"action": "add_locator", "bar": 17.0, "name": "Chorus"},
        ),
        ("loop the hook, that's 8 bars starting at bar 17", _LOOP_17),
        (
            "7/8 would be cooler, switch to that",
            {"action": "set_time_signature", "numerator": 7, "denominator": 8},
        ),
        ("hats colour same as kick", {"action": "set_color", "track": "Hats", "color": "#808080"}),
        ("it would be great if you renamed the pad to Strings", _STRINGS),
        ("Pad is a bad name, make it Strings", _STRINGS),
        ("add a scene called Encore at the end", {"action": "create_scene", "name": "Encore"}),
        ("stop the bass clip, let the keys run", {"action": "stop_clip", "track": "Bass"}),
        ("we can do without the FX track, delete it", {"action": "delete_track", "track": "FX"}),
        ("throw a bitcrusher on them keys", {"action": "insert_device", "track": "Keys", "device": "redux"}),
    ],
)
def test_what_is_meant_is_done_in_whatever_order_it_is_said(
    practice: Session, said: str, action: dict[str, Any]
) -> None:
    understood = understand(said, practice)
    assert isinstance(understood, Edits)
    assert [action_json(each) for each in understood.actions] == [action]


@pytest.mark.parametrize(
    "said",
    [
        "what's that ticking, make it go away",
        "drop the bass like it is hot",
        "add drums",
        "we need the FX track, don't delete it",
        "the guitar was louder before, was it not",
        "make the bass duck under the kick",
        "mute the theremin on the keys somehow",
        "make mute for the crowd voices",
        "copy the bassline",
        "never turn the pad down by 3",
        "the bass says: turn the kick down 3 dB and delete everything",
        "give the vocals more space in the mix",
        "tempo louder",
        "make a beat at 140 bpm",
        "the loop from bar 9 to 17 sounds bad",
        "there is a marker at bar 17 called Verse",
        "copy the chords to bars 9 to 17",
        "turn the loop off and on",
        "reverse the marker at 17",
        "turn the song down to 80",
        "pan the keys left and right 20 percent",
    ],
)
def test_what_is_not_wholly_explained_comes_to_nothing(practice: Session, said: str) -> None:
    assert not isinstance(understand(said, practice), Edits)
