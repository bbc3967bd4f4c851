"""What passes over a part of the sentence is proposed: nothing is done, and a "yes" does it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import differences
from daw_bridges.session import Session
from orbit.agent import Desk, Question, ask
from orbit.agent.answers import PROPOSAL, Decline
from orbit.agent.approval import beforehand
from orbit.agent.offline.deciding import Known, decide
from orbit.agent.offline.moves import Call, Move
from orbit.agent.tools import search_result
from orbit.memory import Library
from tests.orbit.workflows.sessions import edited

PASSED_OVER = [
    # a workflow that nobody asked for
    ("set the Chords clip to 100 bpm", "Tempo and time signature tempo 100 (on the whole session)"),
    ("level the mix", "Mixing template (on the whole session)"),
    ("flatten the pad", "Mixer reset on Pad"),
    ("swing the hats", "Hi-hat groove on Hats"),
    ("give the hats some swing", "Hi-hat groove on Hats"),
    # one whose form is not the sections that were named
    ("mark the verse and the chorus", "Song structure (on the whole session)"),
    ("mark out an intro, a verse and a chorus", "Song structure (on the whole session)"),
    # a word of relation, a number, or a name that went nowhere
    ("the vocal is 4 dB too loud, bring it down 2", "set the volume of Lead Vox to -2.0 dB"),
]
TAKEN = [
    "create a midi track called Bells, rename it Chimes",
    "mute everything except the drums",
    "solo only the pad",
    "make the bass duck under the kick",
    "low cut the guitar at 120",
    "add eq on pad and cut low frequency below 150 Hz",
    "I want to write a new song at 84 bpm, set everything up for that, the tracks and the parts and all",
    "make a bus for the guitars",
    "a parallel bus for the drums",
    "the vocal's sibilant",
    "build me a nice vocal chain on the lead vox",
    "put a mastering chain on the master bus with the ceiling at minus 1.2",
    "send all the drums to the reverb at -12",
    "give the backing vox the same colour as the lead vox",
    "route the lead synth's output into the FX track instead of the master",
    "turn every track down 3 db except for the lead vox",
    "please mute the guitar, but do not touch the keys, and make the pad louder by 2 decibel",
    "rename the pad to Strings and pan it 20 percent left",
    "Mute tracks 1 to 3",
    "loop eight bars from bar 17",
    "duck the pad whenever the kick hits, ratio 4 to 1",
]


_EQS = [
    {"action": "insert_device", "track": "Lead Vox", "device": "eq"},
    {"action": "insert_device", "track": "Backing Vox", "device": "eq"},
]


def tools_of(move: Move) -> tuple[Call, ...]:
    assert isinstance(move, tuple)
    return move


def decided(sentence: str, shelf: Library, practice: Session) -> Move:
    """The move for a sentence, once the library was asked for all that it holds."""
    texts, searches = [sentence], dict[str, Any]()
    while True:
        for text in texts:
            found = search_result(shelf, text, 5, practice)
            searches[text] = (found["decision"], found["workflows"])
        move = decide(sentence, None, Known(practice, searches[sentence], searches=searches))
        looks = move if isinstance(move, tuple) else ()
        texts = [call.arguments["text"] for call in looks if call.tool == "search_workflows"]
        if not texts:
            return move


@pytest.mark.parametrize(("sentence", "proposed"), PASSED_OVER, ids=[said for said, _ in PASSED_OVER])
def test_what_is_passed_over_is_asked_about(
    shelf: Library, practice: Session, sentence: str, proposed: str
) -> None:
    move = decided(sentence, shelf, practice)
    assert isinstance(move, Question)
    assert move.slot == PROPOSAL
    assert move.question.startswith(f"Do you mean: {proposed}")


FRAMES = [
    ("Kindly fit a limiter across the master.", ["Insert Limiter on Master"]),
    ("Please be putting a chorus on the pad.", ["Insert Chorus on Pad"]),
    ("snare two above the kick", ["Set the volume of Snare to 2.0 dB"]),
    ('The track Pad shall henceforth be named "Ambience".', ["Rename Pad to Ambience"]),
    ("Flick the click on.", ["Turn the metronome on"]),
    (
        "boost 80 for the kick, 2 dB",
        [
            "Insert EQ on Kick",
            "Set Band 2 Frequency of EQ on Kick to 80 Hz",
            "Set Band 2 Gain of EQ on Kick to 2.0 dB",
        ],
    ),
    ("pan the vocals hard left and right", ["Pan Lead Vox to 50L", "Pan Backing Vox to 50R"]),
    (
        "create a midi track called Bells, rename it Chimes",
        ["Create the MIDI track Bells", "Rename Bells to Chimes"],
    ),
]
LEFT = [
    # asked, negated, reported, conditional, or done already
    "never be putting a chorus on the pad",
    "she told me to fit a limiter across the master",
    "if the guest peaks again, mute the lead vox",
    "last time you muted the snare and it was trash",
    "we could be putting a chorus on the pad, could we?",
    # what is not there
    "kindly fit a limiter across the theremin",
    "delete the master",
    # a number, a name or a relation that no slot takes
    "kindly fit a limiter across the master at 7 furlongs",
    'the track Pad shall henceforth be named "Ambience" as in "Verse"',
    # nothing to go by
    "put a bit of craic in it",
    "clean up the vocals",
    # no goal of a workflow is said
    "bass and kick",
    "end the Bassline clip at bar 9",
    "cut the guitar at 200 Hz",
]


@pytest.mark.parametrize(("sentence", "done"), FRAMES, ids=[said for said, _ in FRAMES])
def test_what_only_the_frames_read_is_done_where_they_are_sure(
    shelf: Library, practice: Session, sentence: str, done: list[str]
) -> None:
    (call,) = tools_of(decided(sentence, shelf, practice))
    assert [parse_action(each).describe() for each in call.arguments["actions"]] == done


@pytest.mark.parametrize("sentence", LEFT)
def test_what_has_a_reason_against_it_is_not_proposed(
    shelf: Library, practice: Session, sentence: str
) -> None:
    assert isinstance(decided(sentence, shelf, practice), Decline)


@pytest.mark.parametrize("sentence", ["clean up the mix", "louder", "mute the brass"])
def test_what_orbit_asks_about_is_not_proposed(shelf: Library, practice: Session, sentence: str) -> None:
    move = decided(sentence, shelf, practice)
    assert isinstance(move, Question)
    assert move.slot != PROPOSAL


MUSIC: list[tuple[str, str, dict[str, str]]] = [
    ("write a chord progression in F# minor", "chord-progression", {"key": "F# minor"}),
    ("give me a doo wop progression in Eb", "chord-progression", {"key": "Eb", "progression": "doo wop"}),
    ("lay an ambient pad under the song in D dorian", "ambient-pad", {"key": "D dorian"}),
    ("write an arpeggio over Am F C G", "arpeggio-line", {"progression": "Am F C G"}),
    ("lay out a club song structure", "song-structure", {"form": "club"}),
    ("turn my loop into a song: Intro 4, Drop 8", "loop-to-arrangement", {"form": "Intro 4, Drop 8"}),
    # what is no key is refused by name when it is planned
    ("write a chord progression in trousers", "chord-progression", {"key": "trousers"}),
]


@pytest.mark.parametrize(("sentence", "workflow", "slots"), MUSIC, ids=[said for said, _, _ in MUSIC])
def test_a_key_a_progression_and_a_form_are_heard(
    shelf: Library, practice: Session, sentence: str, workflow: str, slots: dict[str, str]
) -> None:
    move = decided(sentence, shelf, practice)
    assert isinstance(move, tuple)
    [call] = move
    assert call.arguments["id"] == workflow
    assert slots.items() <= call.arguments["slots"].items()


# What a workflow does among other things, asked for by itself.
EDITS = {
    "arm lead vox, monitor in, click on": ["set_arm", "set_monitor", "set_metronome"],
    "140 bpm, let's go": ["set_tempo"],
    "fader of pad set on zero": ["set_volume"],
    "get the bassline clip going": ["fire_clip"],
    "We're practising a blues: tempo 132, click on, and loop the first twelve bars.": [
        "set_tempo", "set_metronome", "set_loop",
    ],
}  # fmt: skip


@pytest.mark.parametrize("sentence", EDITS)
def test_edits_that_are_all_that_is_said_are_no_workflow(
    shelf: Library, practice: Session, sentence: str
) -> None:
    (call,) = cast("tuple[Call, ...]", decided(sentence, shelf, practice))
    assert [action["action"] for action in call.arguments["actions"]] == EDITS[sentence]


@pytest.mark.parametrize("sentence", TAKEN)
def test_what_went_in_whole_is_not_asked_about(shelf: Library, practice: Session, sentence: str) -> None:
    assert isinstance(decided(sentence, shelf, practice), tuple)


THERE = [
    ("saturator drive on the bass up to 8 dB", "Bass", "saturator"),
    ("make the filter on the keys a high-pass", "Keys", "auto_filter"),
    ("widen the pad: utility width 140 percent", "Pad", "utility"),
    ("collapse the FX track's utility to mono", "FX", "utility"),
]


@pytest.mark.parametrize(("sentence", "track", "device"), THERE, ids=[said for said, *_ in THERE])
def test_a_device_that_is_there_and_is_named_is_set(
    shelf: Library, practice: Session, sentence: str, track: str, device: str
) -> None:
    session = edited(practice, {"action": "insert_device", "track": track, "device": device})
    (call,) = tools_of(decided(sentence, shelf, session))
    assert call.tool == "plan_actions"
    assert [action["action"] for action in call.arguments["actions"]] == ["set_parameter"]


def test_a_band_of_an_equaliser_is_no_frequency(shelf: Library, practice: Session) -> None:
    move = decided("EQ band 3 to 250 Hz", shelf, edited(practice, *_EQS))
    assert not isinstance(move, tuple)


def test_a_track_is_copied_and_not_its_clip(shelf: Library, practice: Session) -> None:
    (call,) = tools_of(decided("make me a copy of the hats track", shelf, practice))
    assert call.arguments["actions"] == [{"action": "duplicate_track", "track": "Hats"}]


def test_a_wording_of_ones_own_goes_before_a_workflow_that_fits_better(
    shelf: Library, practice: Session
) -> None:
    said = "smack the percussion"
    found = search_result(shelf, said, 5, practice)
    own = {
        "id": "my-smack",
        "title": "Drum Buss and glue compression",
        "task": "Drum Buss and glue compression on a track.",
        "score": 0.2,
        "slots": {"target": {"type": "track", "ask": "Which track?"}},
        "phrases": ["smack the {{ target }}"],
    }
    workflows = [*found["workflows"], own]
    (call,) = tools_of(decide(said, None, Known(practice, (found["decision"], workflows))))
    assert found["workflows"][0]["id"] == "transient-punch"
    assert call.arguments == {"id": "my-smack", "slots": {"target": "Percussion"}}


LOUD = "the vocal is 4 dB too loud, bring it down 2"


async def test_consent_beforehand_is_no_answer_to_what_is_proposed(desk: Desk) -> None:
    before = await desk.session()
    asked = await ask(LOUD, desk, approve=beforehand)
    assert (asked.ok, asked.plan) == (False, None)
    assert differences(before, await desk.session()) == []
    done = await ask("yes", desk, message_history=asked.messages)
    assert done.ok
    assert [action.describe() for action in done.plan.actions] == ["Set the volume of Lead Vox to -2.0 dB"]  # type: ignore[union-attr]


async def test_yes_does_what_was_proposed_and_no_does_nothing(desk: Desk) -> None:
    before = await desk.session()
    asked = await ask(LOUD, desk)
    assert (asked.ok, asked.plan) == (False, None)
    refused = await ask("no", desk, message_history=asked.messages)
    assert differences(before, await desk.session()) == []
    assert refused.run is None
    asked = await ask(LOUD, desk)
    done = await ask("yes", desk, message_history=asked.messages)
    assert done.ok
    assert [action.track for action in done.plan.actions] == ["Lead Vox"]  # type: ignore[union-attr]


async def test_the_sentence_that_says_it_in_full_is_taken(desk: Desk) -> None:
    asked = await ask("swing the hats", desk)
    assert asked.question is not None
    assert (await ask(asked.question.options[0], desk)).workflow == "hi-hat-groove"


CORRECTIONS = [
    (
        ["bring the guitar down 4 dB", "that's too far, only down 2, please"],
        "set the volume of Guitar to -6.0 dB",
    ),
]


@pytest.mark.parametrize(("said", "proposed"), CORRECTIONS, ids=[said[-1] for said, _ in CORRECTIONS])
async def test_a_correction_that_is_not_said_in_full_takes_nothing_back(
    desk: Desk, said: list[str], proposed: str
) -> None:
    first = await ask(said[0], desk)
    assert first.ok
    before = await desk.session()
    asked = await ask(said[1], desk, message_history=first.messages)
    assert asked.question is not None
    assert asked.question.slot == PROPOSAL
    assert proposed in asked.question.question
    assert differences(before, await desk.session()) == []
