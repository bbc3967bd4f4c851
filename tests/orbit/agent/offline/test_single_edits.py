"""What single edits sound like, and exactly what they come to, on the practice session."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import action_json
from daw_bridges.session import Session
from orbit.agent.offline.understanding import Edits, understand

Json = dict[str, Any]

DRUMS = ("Kick", "Snare", "Hats", "Percussion")
VOCALS = ("Lead Vox", "Backing Vox")
ALL = (*DRUMS, "Bass", "Keys", "Pad", "Lead Synth", "Guitar", *VOCALS, "FX")


def each(action: str, *tracks: str, **fields: Any) -> list[Json]:
    return [{"action": action, "track": track, **fields} for track in tracks]


def one(action: str, **fields: Any) -> list[Json]:
    return [{"action": action, **fields}]


MIXER = [
    ("set the bass to -6 dB", each("set_volume", "Bass", db=-6.0)),
    ("set the kick volume to minus six", each("set_volume", "Kick", db=-6.0)),
    ("put the pad at -12 dB", each("set_volume", "Pad", db=-12.0)),
    ("fader of the keys at minus three point five", each("set_volume", "Keys", db=-3.5)),
    ("set tracks 1 to 3 to -6 dB", each("set_volume", "Kick", "Snare", "Hats", db=-6.0)),
    ("pull the master down to -3", each("set_volume", "Master", db=-3.0)),
    ("set the kick to minus infinity", each("set_volume", "Kick", db=None)),
    ("bring the guitar to unity", each("set_volume", "Guitar", db=0.0)),
    ("turn the vocals down 3 dB", each("set_volume", *VOCALS, db=-3.0)),
    ("Could you turn up the guitar by 2.5 dB, please?", each("set_volume", "Guitar", db=2.5)),
    ("make the guitar a bit louder", each("set_volume", "Guitar", db=2.0)),
    ("make the lead synth way quieter", each("set_volume", "Lead Synth", db=-6.0)),
    ("bring the drums down a touch", each("set_volume", *DRUMS, db=-1.0)),
    ("the hats are too loud", each("set_volume", "Hats", db=-3.0)),
    ("I can't hear the backing vocals", each("set_volume", "Backing Vox", db=3.0)),
    ("half the volume of the pad", each("set_volume", "Pad", db=-6.0)),
    ("take 3 dB off the snare", each("set_volume", "Snare", db=-3.0)),
    ("turn the lead guitar up", each("set_volume", "Guitar", db=3.0)),
    ("I think the snare is a bit too loud", each("set_volume", "Snare", db=-2.0)),
    ("keys down 2", each("set_volume", "Keys", db=-2.0)),
    ("louder vocals", each("set_volume", *VOCALS, db=3.0)),
    ("more vocals", each("set_volume", *VOCALS, db=3.0)),
    ("less bass", each("set_volume", "Bass", db=-3.0)),
    ("quieter drums", each("set_volume", *DRUMS, db=-3.0)),
    ("I want a bit louder keys", each("set_volume", "Keys", db=2.0)),
    ("turn everything down by 2 dB", each("set_volume", *ALL, db=-2.0)),
    ("pan the guitar hard left", each("set_pan", "Guitar", pan=-1.0)),
    ("pan keys 25L", each("set_pan", "Keys", pan=-0.5)),
    ("pan the backing vocals 20% to the right", each("set_pan", "Backing Vox", pan=0.2)),
    ("pan percussion right 30", each("set_pan", "Percussion", pan=0.6)),
    ("put the keys in the middle", each("set_pan", "Keys", pan=0.0)),
    ("centre the lead vox", each("set_pan", "Lead Vox", pan=0.0)),
    ("mute the kick", each("set_mute", "Kick", on=True)),
    ("can you please mute the gitar for me?", each("set_mute", "Guitar", on=True)),
    ("mute tracks 1, 2 and 3", each("set_mute", "Kick", "Snare", "Hats", on=True)),
    ("unmute the third track", each("set_mute", "Hats", on=False)),
    ("mute everything except the drums", each("set_mute", *ALL[4:], on=True)),
    ("switch the bass off", each("set_mute", "Bass", on=True)),
    ("solo the lead vocal", each("set_solo", "Lead Vox", on=True)),
    ("I only want to hear the drums", each("set_solo", *DRUMS, on=True)),
    ("unsolo the pad", each("set_solo", "Pad", on=False)),
    ("arm track 10", each("set_arm", "Lead Vox", on=True)),
    ("get the guitar ready to record", each("set_arm", "Guitar", on=True)),
    ("send the snare to the delay at -12 dB", each("set_send", "Snare", to="B-Delay", db=-12.0)),
    ("set send A on the guitar to -15", each("set_send", "Guitar", to="A-Reverb", db=-15.0)),
    ("turn the reverb send on the vocals up to -18", each("set_send", *VOCALS, to="A-Reverb", db=-18.0)),
    ("set monitoring of the guitar to auto", each("set_monitor", "Guitar", mode="auto")),
    ("route the guitar to the keys", each("set_output", "Guitar", to="Keys")),
]

TIME = [
    ("set the tempo to 128", one("set_tempo", bpm=128.0)),
    ("change bpm to one twenty eight", one("set_tempo", bpm=128.0)),
    ("slow it down to 90 bpm", one("set_tempo", bpm=90.0)),
    ("92.5 bpm", one("set_tempo", bpm=92.5)),
    ("make it 5 bpm faster", one("set_tempo", bpm=125.0)),
    ("halve the tempo", one("set_tempo", bpm=60.0)),
    ("put it in six eight", one("set_time_signature", numerator=6, denominator=8)),
    ("time signature 7/8", one("set_time_signature", numerator=7, denominator=8)),
    ("give me a click", one("set_metronome", on=True)),
    ("turn the metronome off", one("set_metronome", on=False)),
    ("loop bars 5 to 9", one("set_loop", on=True, start_bar=5.0, end_bar=9.0)),
    ("loop the first 8 bars", one("set_loop", on=True, start_bar=1.0, end_bar=9.0)),
    ("set the loop to bars 17 through 24", one("set_loop", on=True, start_bar=17.0, end_bar=25.0)),
    ("turn off looping", one("set_loop", on=False)),
    ("play from bar 9", one("play", from_bar=9.0)),
    ("start playback", one("play")),
    ("stop", one("stop")),
    ("hit record", one("record", on=True)),
    ("add a locator at bar 33 called Drop", one("add_locator", bar=33.0, name="Drop")),
    ("mark bar seventeen as Chorus", one("add_locator", bar=17.0, name="Chorus")),
]

TRACKS = [
    ("create a midi track called Strings", one("create_track", kind="midi", name="Strings")),
    ('add an audio track named "Take One"', one("create_track", kind="audio", name="Take One")),
    ("add a return track called Plate", one("create_track", kind="return", name="Plate")),
    ("create a return called C-Plate", one("create_track", kind="return", name="C-Plate")),
    ("add a return", one("create_track", kind="return", name="Return")),
    ("create an audio track before the bass called DI", one("create_track", kind="audio", name="DI", at=5)),
    (
        "add two audio tracks",
        [
            *one("create_track", kind="audio", name="Audio 1"),
            *one("create_track", kind="audio", name="Audio 2"),
        ],
    ),
    ("clone track 2", each("duplicate_track", "Snare")),
    ("duplicate the bass track", each("duplicate_track", "Bass")),
    ("delete tracks 11 and 12", each("delete_track", "FX", "Backing Vox")),
    ("rename Keys to Rhodes Piano", each("rename_track", "Keys", name="Rhodes Piano")),
    ("call the guitar Gtr-1", each("rename_track", "Guitar", name="Gtr-1")),
    ("rename the bass to Rise and Shine", each("rename_track", "Bass", name="Rise and Shine")),
    ("make the bass red", each("set_color", "Bass", color="#ff3636")),
    ("colour track 1 #FF8800", each("set_color", "Kick", color="#ff8800")),
]

DEVICES = [
    ("add a reverb to the snare", each("insert_device", "Snare", device="reverb")),
    ("compress the bass", each("insert_device", "Bass", device="compressor")),
    ("I want some saturation on the bass", each("insert_device", "Bass", device="saturator")),
    ("add a compressor to the bass", each("insert_device", "Bass", device="compressor")),
    ("put EQ Eight on the guitar", each("insert_device", "Guitar", device="eq")),
    (
        "slap a saturator and a limiter on the master",
        [
            *each("insert_device", "Master", device="saturator"),
            *each("insert_device", "Master", device="limiter"),
        ],
    ),
    ("put a reverb on the snare", each("insert_device", "Snare", device="reverb")),
    ("insert a reverb on the snare", each("insert_device", "Snare", device="reverb")),
    ('insert "Serum" on the keys', each("insert_device", "Keys", device="Serum")),
    ("give the bass a compresor", each("insert_device", "Bass", device="compressor")),
    ("drop an Operator on the pad", each("insert_device", "Pad", device="Operator")),
    (
        "add a compressor to the bass with a threshold of -24 dB and a ratio of four to one",
        [
            *each("insert_device", "Bass", device="compressor", **{"as": "new_1"}),
            *each("set_parameter", "Bass", device="new_1", parameter="threshold", value="-24 dB"),
            *each("set_parameter", "Bass", device="new_1", parameter="ratio", value="4:1"),
        ],
    ),
    ("delete the reverb on A-Reverb", each("remove_device", "A-Reverb", device="reverb")),
    ("bypass the delay", each("enable_device", "B-Delay", device="delay", on=False)),
    ("turn the reverb back on", each("enable_device", "A-Reverb", device="reverb", on=True)),
    (
        "set the reverb's decay to 3 s",
        each("set_parameter", "A-Reverb", device="reverb", parameter="decay_time", value="3000 ms"),
    ),
    (
        "set the dry/wet of the reverb on A-Reverb to thirty percent",
        each("set_parameter", "A-Reverb", device="reverb", parameter="dry_wet", value="30 %"),
    ),
]

CLIPS = [
    ("fire the bassline clip", each("fire_clip", "Bass", clip="Bassline")),
    ("play clip 1 on the keys", each("fire_clip", "Keys", clip="Chords")),
    ("stop the clip on the bass", each("stop_clip", "Bass")),
    (
        "rename the chords clip to Verse Chords",
        each("rename_clip", "Keys", clip="Chords", name="Verse Chords"),
    ),
    ("delete the bassline", each("delete_clip", "Bass", clip="Bassline")),
    ("copy the bassline to slot 3", each("duplicate_clip", "Bass", clip="Bassline", to_slot=3)),
    (
        "create an 8 bar clip on the pad called Swell",
        each("create_clip", "Pad", slot=1, length_beats=32.0, name="Swell"),
    ),
    ("create a clip in slot 2 of keys, 8 beats", each("create_clip", "Keys", slot=2, length_beats=8.0)),
    (
        "make an empty 4 bar clip on the bass in slot 3",
        each("create_clip", "Bass", slot=3, length_beats=16.0),
    ),
    ("add a clip on the pad for 2 bars", each("create_clip", "Pad", slot=1, length_beats=8.0)),
    ("launch scene 3", one("fire_scene", scene="#3")),
    ("launch the bridge", one("fire_scene", scene="Bridge")),
    ("create a scene called Encore", one("create_scene", name="Encore")),
]

SEVERAL = [
    (
        "mute the kick, solo the snare, then pan the hats left",
        [
            *each("set_mute", "Kick", on=True),
            *each("set_solo", "Snare", on=True),
            *each("set_pan", "Hats", pan=-1.0),
        ],
    ),
    (
        "turn the kick down 3 dB and the snare up 2 dB",
        [*each("set_volume", "Kick", db=-3.0), *each("set_volume", "Snare", db=2.0)],
    ),
    (
        "set the tempo to 128 and the metronome on",
        [*one("set_tempo", bpm=128.0), *one("set_metronome", on=True)],
    ),
    (
        "create a midi track called Foo and arm it",
        [*one("create_track", kind="midi", name="Foo"), *each("set_arm", "Foo", on=True)],
    ),
    (
        "add a compressor to the bass, then set its threshold to -20 dB",
        [
            *each("insert_device", "Bass", device="compressor"),
            *each("set_parameter", "Bass", device="compressor", parameter="threshold", value="-20 dB"),
        ],
    ),
    (
        "throw a glue compressor on the master and a limiter after it",
        [
            *each("insert_device", "Master", device="glue_compressor"),
            *each("insert_device", "Master", device="limiter", at=2),
        ],
    ),
]


@pytest.mark.parametrize(
    ("sentence", "actions"),
    [*MIXER, *TIME, *TRACKS, *DEVICES, *CLIPS, *SEVERAL],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_sentence_means_exactly_these_actions(
    practice: Session, sentence: str, actions: list[Json]
) -> None:
    understood = understand(sentence, practice)
    assert isinstance(understood, Edits), understood
    assert [action_json(action) for action in understood.actions] == actions
