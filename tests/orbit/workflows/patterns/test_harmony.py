"""Chords, arpeggios and low lines: what they come to in every key, and what is heard in them."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import NotPossibleError, OutOfRangeError
from daw_bridges.quantities import beats_per_bar
from daw_bridges.session import Clip, Note, Session, Track, TrackKind
from orbit.workflows.patterns import chords_heard, chords_in, key_heard, worked_out
from tests.laws import tries

EMPTY = Session(daw="ableton")
TONICS = ["C", "C#", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
STEPS = {"major": (0, 2, 4, 5, 7, 9, 11), "minor": (0, 2, 3, 5, 7, 8, 10)}
DIATONIC = {
    "major": ["I", "ii", "iii", "IV", "V", "vi", "vii°"],
    "minor": ["i", "ii°", "III", "iv", "v", "VI", "VII"],
}
METERS = st.sampled_from([(4, 4), (3, 4), (6, 8), (7, 8), (5, 4), (7, 16)])


def pitch_class(name: str) -> int:
    return ("C D EF G A B".index(name[0]) + name.count("#") - name[1:].count("b")) % 12


@st.composite
def harmonies(draw: st.DrawFn) -> tuple[str, set[int], str, Session]:
    """A key and its notes, a progression of its own chords, and a session in some metre."""
    tonic, mode = draw(st.sampled_from(TONICS)), draw(st.sampled_from(list(STEPS)))
    scale = {(pitch_class(tonic) + step) % 12 for step in STEPS[mode]}
    chords = draw(st.lists(st.sampled_from(DIATONIC[mode]), min_size=1, max_size=8))
    return f"{tonic} {mode}", scale, " ".join(chords), Session(daw="ableton", time_signature=draw(METERS))


def check_playable(notes: list[Note], end: float) -> None:
    """Everything in range and in the clip, and no pitch sounding over itself."""
    lines = defaultdict[int, list[Note]](list)
    for note in notes:
        assert 0 <= note.pitch <= 127
        assert 1 <= note.velocity <= 127
        assert note.duration_beats > 0
        assert -1e-6 <= note.start_beat <= note.start_beat + note.duration_beats <= end + 1e-5
        lines[note.pitch].append(note)
    for line in lines.values():
        for before, after in pairwise(sorted(line, key=lambda note: note.start_beat)):
            assert before.start_beat + before.duration_beats <= after.start_beat + 1e-5


@given(
    harmonies(),
    st.sampled_from(["held", "beats", "offbeats", "tresillo"]),
    st.sampled_from(["close", "open"]),
    st.booleans(),
    st.sampled_from([0.5, 1, 2]),
)
def test_chords_are_in_key_and_playable_in_every_key_and_metre(
    harmony: tuple[str, set[int], str, Session], rhythm: str, voicing: str, bass: bool, each: float
) -> None:
    key, scale, progression, session = harmony
    pattern = {"pattern": "chords", "key": key, "progression": progression, "bars_each": each}
    notes = worked_out(pattern | {"rhythm": rhythm, "voicing": voicing, "bass": bass}, session)
    span = each * beats_per_bar(session.time_signature)
    check_playable(notes, span * len(progression.split()))
    assert {note.pitch % 12 for note in notes} <= scale
    if rhythm == "held":
        assert {note.start_beat for note in notes} == {span * n for n in range(len(progression.split()))}


@given(harmonies())
def test_no_voice_jumps_from_a_chord_to_the_next(harmony: tuple[str, set[int], str, Session]) -> None:
    key, _, progression, session = harmony
    notes = worked_out({"pattern": "chords", "key": key, "progression": progression}, session)
    chords = defaultdict[float, list[int]](list)
    for note in notes:
        chords[note.start_beat].append(note.pitch)
    placed = [sorted(chords[at]) for at in sorted(chords)]
    assert all(48 <= pitch <= 76 for chord in placed for pitch in chord)
    for before, after in pairwise(placed):
        assert sum(min(abs(pitch - other) for other in before) for pitch in after) <= 7
        kept = {pitch % 12 for pitch in before} & {pitch % 12 for pitch in after}
        assert not kept or set(before) & set(after)  # of the notes in common, some stay where they are


@settings(max_examples=tries(100, 10_000))
@given(
    harmonies(),
    st.sampled_from(["1/16", "1/8", "1/8T", "1/16T", "1/32"]),
    st.sampled_from(["up", "down", "up and down"]),
    st.integers(1, 4),
    st.sampled_from([40, 75, 100]),
)
def test_an_arpeggio_is_in_key_and_playable_in_every_metre(
    harmony: tuple[str, set[int], str, Session], rate: str, direction: str, octaves: int, gate: float
) -> None:
    key, scale, progression, session = harmony
    pattern = {"pattern": "arpeggio", "key": key, "progression": progression, "rate": rate}
    notes = worked_out(pattern | {"direction": direction, "octaves": octaves, "gate": gate}, session)
    check_playable(notes, beats_per_bar(session.time_signature) * len(progression.split()))
    assert {note.pitch % 12 for note in notes} <= scale
    assert len({note.start_beat for note in notes}) == len(notes)


@settings(max_examples=tries(100, 10_000))
@given(harmonies())
def test_chords_that_were_written_are_heard_again(harmony: tuple[str, set[int], str, Session]) -> None:
    key, _, progression, session = harmony
    pattern = {"pattern": "chords", "key": key, "progression": progression, "bass": True}
    notes, bar = worked_out(pattern, session), beats_per_bar(session.time_signature)
    clip = Clip(name="和音", slot=1, length_beats=bar * len(progression.split()), note_list=tuple(notes))
    keys = Track(name="キーボード", kind=TrackKind.MIDI, clips=(clip,))
    heard = chords_heard(session.model_copy(update={"tracks": (keys,)}))
    assert heard is not None
    written = chords_in(key, progression)
    assert [sounding(str(chord)) for chord in chords_in("C", heard)] == [sounding(str(c)) for c in written]


def sounding(chord: str) -> set[int]:
    return {value % 12 for value in chords_in("C", chord)[0].components(visible=False)}


@pytest.mark.parametrize(
    ("key", "progression", "chords"),
    [
        ("A minor", "i VI III VII", "Am F C G"),
        ("the key of f sharp minor", "pop", "F#m D A E"),
        ("Bb", "1-5-6-4", "Bb F Gm Eb"),
        ("C major", "doo-wop", "C Am F G"),
        ("C", "ii7 – V7 – Imaj7", "Dm7 G7 CM7"),
        ("a minor", "vii° i", "G#dim Am"),
        ("A minor", "bVII IV", "G D"),
        ("D dorian", "i IV", "Dm G"),
        ("B minor", "C/E F♯m7-5 B♭m7", "C/E F#m7-5 Bbm7"),
    ],
)
def test_a_progression_is_read_in_its_key(key: str, progression: str, chords: str) -> None:
    assert " ".join(chord.chord for chord in chords_in(key, progression)) == chords


@pytest.mark.parametrize(
    ("key", "progression"),
    [("H minor", "I"), ("C", "I Q"), ("C", " "), ("trousers", "I"), ("", "I"), ("ハ長調", "I")],
)
def test_what_is_no_music_is_refused(key: str, progression: str) -> None:
    with pytest.raises(OutOfRangeError):
        chords_in(key, progression)


def test_each_chord_lies_next_to_the_one_before_and_its_top_voice_sings() -> None:
    made = worked_out({"pattern": "chords", "key": "A minor", "progression": "i VI III VII"}, EMPTY)
    chords = [{note.pitch for note in made if note.start_beat == 4 * bar} for bar in range(4)]
    assert chords == [{57, 60, 64}, {57, 60, 65}, {55, 60, 64}, {55, 59, 62}]
    assert [note.velocity for note in made[:3]] == [80, 76, 85]


def test_a_left_hand_an_open_position_and_a_rhythm() -> None:
    pattern = {"pattern": "chords", "key": "A minor", "progression": "i", "bass": True, "voicing": "open"}
    made = worked_out(pattern | {"rhythm": "tresillo"}, EMPTY)
    assert sorted({note.start_beat for note in made}) == [0.0, 1.5, 3.0]
    assert sorted({note.pitch for note in made}) == [45, 48, 57, 64]


def test_an_arpeggio_goes_up_and_down_and_leans_on_the_beat() -> None:
    pattern = {"pattern": "arpeggio", "key": "Am", "progression": "i", "rate": "1/8", "octaves": 1}
    line = worked_out(pattern | {"direction": "up and down"}, EMPTY)
    assert [note.pitch for note in line] == [57, 60, 64, 60] * 2
    assert [note.start_beat for note in line] == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]
    assert {(note.start_beat % 1 == 0, note.velocity) for note in line} == {(True, 88), (False, 76)}
    assert {note.duration_beats for note in line} == {0.375}


BASS = Clip(
    name="Line",
    slot=1,
    length_beats=4,
    note_list=(Note(45, 0, 2, 90), Note(57, 0, 1, 90), Note(48, 1, 2, 70), Note(31, 2, 4, 60)),
)


def playing(name: str, clip: Clip) -> Session:
    return Session(daw="ableton", tracks=(Track(name=name, kind=TrackKind.MIDI, clips=(clip,)),))


def test_a_double_takes_the_lowest_voice_one_note_at_a_time_below_80_hertz() -> None:
    session = playing("Bass", BASS)
    line = worked_out({"pattern": "doubled", "track": "Bass", "clip": "Line"}, session)
    assert line == [(33, 0, 1, 100), (36, 1, 1, 100), (31, 2, 2, 100)]
    assert worked_out({"pattern": "clip_length", "track": "Bass", "clip": "Line"}, session) == 4


def test_a_clip_that_shows_no_notes_cannot_be_followed() -> None:
    session = playing("Bass", Clip(name="Line", slot=1, length_beats=4))
    with pytest.raises(NotPossibleError, match="shows no notes"):
        worked_out({"pattern": "doubled", "track": "Bass", "clip": "Line"}, session)


@pytest.mark.parametrize(
    ("key", "progression"),
    [
        ("A minor", "Am F C G"),
        ("C major", "C G Am F"),
        ("Eb major", "Eb Bb Cm Ab"),
        ("C# minor", "C#m A E B"),
    ],
)
def test_key_and_chords_are_heard_in_what_is_there(key: str, progression: str) -> None:
    pattern = {"pattern": "chords", "key": key, "progression": progression, "bass": True}
    clip = Clip(name="Chords", slot=1, length_beats=16, note_list=tuple(worked_out(pattern, EMPTY)))
    session = playing("Keys", clip)
    assert key_heard(session) == key
    assert [str(chord) for chord in chords_in(key, chords_heard(session) or "")] == progression.split()


def test_drums_have_no_key_and_few_notes_tell_none() -> None:
    beat = worked_out({"pattern": "beat", "rhythm": "sixteenths", "bars": 1}, EMPTY)
    clip = Clip(name="Beat", slot=1, length_beats=4, note_list=tuple(beat))
    assert key_heard(playing("Kick", clip)) is None
    assert key_heard(playing("Bass", BASS)) is None
    assert chords_heard(EMPTY) is None
