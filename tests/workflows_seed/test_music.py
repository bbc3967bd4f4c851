"""What the seeds that write music come to: in any key, in odd metres, under names of any script."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.actions import AddLocator, DuplicateClip, SetParameter
from daw_bridges.errors import PreconditionError, SlotError
from daw_bridges.session import Clip, Note, Session, Track, TrackKind
from orbit.workflows import Plan, PlanError, load_workflow
from orbit.workflows.patterns import worked_out
from tests.laws import tries
from tests.workflows_seed.proof import planned
from workflows_seed import FOLDER

MUSIC = {
    name: load_workflow(FOLDER / f"{name}.yaml")
    for name in (
        *("chord-progression", "arpeggio-line", "four-on-the-floor", "hi-hat-groove", "ambient-pad"),
        *("sub-bass-layer", "build-and-drop", "song-structure", "loop-to-arrangement"),
    )
}
TONICS = ("C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B")
KEYS = st.sampled_from([f"{tonic} {mode}" for tonic in TONICS for mode in ("major", "minor")])
STEPS = {"major": (0, 2, 4, 5, 7, 9, 11), "minor": (0, 2, 3, 5, 7, 8, 10)}
METERS = [(4, 4), (3, 4), (6, 8), (7, 8), (5, 4)]
WRITTEN = {
    "chord-progression": "キーボード",
    "arpeggio-line": "アルペジオ",
    "hi-hat-groove": "ハイハット",
    "ambient-pad": "パッド",
}
"""Each seed that writes one clip, and a track for it."""


def empty(meter: tuple[int, int] = (4, 4), *names: str, tempo: float = 120.0) -> Session:
    tracks = tuple(Track(name=name, kind=TrackKind.MIDI) for name in names)
    scenes = ("", "", "")
    return Session(daw="ableton", tempo=tempo, time_signature=meter, scenes=scenes, tracks=tracks)


def written(plan: Plan, track: str) -> Clip:
    [clip] = next(each for each in plan.predicted.tracks if each.name == track).clips
    return clip


def scale(key: str) -> set[int]:
    tonic, mode = key.split()
    return {(TONICS.index(tonic) + step) % 12 for step in STEPS[mode]}


@settings(max_examples=tries(60, 2000))
@given(st.sampled_from(sorted(set(WRITTEN) - {"hi-hat-groove"})), KEYS, st.sampled_from(METERS))
def test_what_is_written_is_in_key_and_fills_its_clip(seed: str, key: str, meter: tuple[int, int]) -> None:
    track = WRITTEN[seed]
    clip = written(planned(seed, empty(meter, track), target=track, key=key), track)
    assert {note.pitch % 12 for note in clip.note_list} <= scale(key)
    assert clip.length_beats == pytest.approx(4 * meter[0] * 4 / meter[1])
    assert {int(note.start_beat / clip.length_beats * 4 + 1e-6) for note in clip.note_list} == {0, 1, 2, 3}
    assert max(note.start_beat + note.duration_beats for note in clip.note_list) <= clip.length_beats + 1e-5


@pytest.mark.parametrize("meter", METERS)
@pytest.mark.parametrize("seed", WRITTEN)
def test_it_is_said_and_not_done_twice(seed: str, meter: tuple[int, int]) -> None:
    plan = planned(seed, empty(meter, WRITTEN[seed]), target=WRITTEN[seed])
    assert WRITTEN[seed] in plan.result
    with pytest.raises(PreconditionError, match="already"):
        planned(seed, plan.predicted, target=WRITTEN[seed])


def test_a_second_progression_goes_into_the_next_row_that_is_free() -> None:
    first = planned("chord-progression", empty((4, 4), "Keys"), key="Eb major")
    second = planned("chord-progression", first.predicted, progression="ii V I I", name="Turnaround")
    # The key is the one that is heard in what was written first.
    assert (second.slots["key"], second.slots["slot"]) == ("Eb major", 2)
    assert "Fm Bb Eb Eb" in second.result
    full = second.predicted.model_copy(update={"scenes": ("", "")})
    with pytest.raises(PlanError, match="Choose a free slot"):
        planned("chord-progression", full, progression="I IV")


def test_what_is_no_key_and_no_chord_is_refused_with_what_would_do() -> None:
    with pytest.raises(SlotError, match=r"is no key\. Say one such as A minor"):
        planned("chord-progression", empty(), key="trousers")
    with pytest.raises(SlotError, match=r"is no chord\. A progression is numerals"):
        planned("arpeggio-line", empty(), progression="I Q")


@pytest.mark.parametrize("meter", METERS)
def test_the_beat_is_one_row_with_the_backbeat_and_the_offbeats_around_the_kick(
    meter: tuple[int, int],
) -> None:
    plan = planned("four-on-the-floor", empty(meter, "Kick", "Snare", "Hats"), bars=2)
    assert {written(plan, name).slot for name in ("Kick", "Snare", "Hats")} == {1}
    kick = [note.start_beat for note in written(plan, "Kick").note_list]
    assert len({note.velocity for note in written(plan, "Kick").note_list}) == 1
    offbeats = [note.start_beat for note in written(plan, "Hats").note_list]
    assert set(kick).isdisjoint(offbeats)
    backbeat = [note.start_beat for note in written(plan, "Snare").note_list]
    assert set(backbeat) <= set(kick)
    if meter == (4, 4):
        assert kick == list(range(8))
        assert backbeat == [1, 3, 5, 7]
        assert offbeats == [beat + 0.5 for beat in range(8)]


def test_a_beat_without_a_snare_track_is_a_kick_and_hats_and_says_so() -> None:
    plan = planned("four-on-the-floor", empty((4, 4), "Kick", "Hats"))
    assert "Left out, because this session has none: snare." in plan.notes
    assert written(plan, "Hats").notes == 16


@pytest.mark.parametrize(("swing", "late"), [(50, 0.25), (54, 0.27), (66, 0.33)])
def test_the_second_sixteenth_comes_as_late_as_the_swing_says(swing: int, late: float) -> None:
    notes = written(planned("hi-hat-groove", empty((4, 4), "Hats"), swing=swing), "Hats").note_list
    assert sorted({round(note.start_beat % 0.5, 6) for note in notes}) == pytest.approx([0.0, late])
    assert len({note.velocity for note in notes}) == 3  # accents, hits and ghost notes


def test_a_pad_swells_in_note_values_of_the_tempo() -> None:
    actions = planned("ambient-pad", empty((4, 4), tempo=90.0)).actions
    found = {action.parameter: action.value for action in actions if isinstance(action, SetParameter)}
    assert (found["attack"], found["release"]) == ("1.33333 s", "2.66667 s")


def test_the_sub_plays_the_bass_line_alone_and_low() -> None:
    line = tuple(Note(40 + step, step, 1.5, 60 + step) for step in range(8))
    bass = Clip(name="低音", slot=1, length_beats=8, note_list=line)
    session = empty((7, 8)).model_copy(
        update={"tracks": (Track(name="Bass", kind=TrackKind.MIDI, clips=(bass,)),)}
    )
    sub = written(planned("sub-bass-layer", session), "Sub")
    assert (sub.name, sub.length_beats) == ("低音", 8)
    assert [note.pitch % 12 for note in sub.note_list] == [note.pitch % 12 for note in line]
    assert all(28 <= note.pitch < 40 and note.velocity == 100 for note in sub.note_list)
    for before, after in pairwise(sub.note_list):
        assert before.start_beat + before.duration_beats <= after.start_beat


@pytest.mark.parametrize("meter", METERS)
def test_a_build_ends_at_the_drop_and_is_not_built_twice(meter: tuple[int, int]) -> None:
    plan = planned("build-and-drop", empty(meter, "スネア", "Snare"), drop="bar 17", length=4)
    markers = {each.name: each.bar for each in plan.predicted.locators}
    assert markers == {"Build": 13, "Drop": 17}
    snare, riser = (plan.predicted.tracks[place] for place in (1, 2))
    beats = 4 * meter[0] * 4 / meter[1]
    for track in (snare, riser):
        assert [(each.start_bar, each.length_beats) for each in track.arrangement_clips] == [(13, beats)]
        ends = [note.start_beat + note.duration_beats for note in track.arrangement_clips[0].note_list]
        assert max(ends) <= beats - 1 + 1e-6
    with pytest.raises(PreconditionError, match="already"):
        planned("build-and-drop", plan.predicted, drop="bar 17", length=4)
    with pytest.raises(PreconditionError):
        planned("build-and-drop", empty(meter, "Snare"), drop="bar 3", length=8)


@pytest.mark.parametrize("form", ["pop", "club", "Hip-Hop", "aaba", "blues", "イントロ 4, 歌 8 bars, サビ 8"])
def test_a_structure_is_laid_out_once(form: str) -> None:
    plan = planned("song-structure", empty((7, 8)), form=form, bar=9)
    assert plan.predicted.locators[0].bar == 9
    assert all(isinstance(action, AddLocator) for action in plan.actions)
    with pytest.raises(PreconditionError, match="number of locators"):
        planned("song-structure", plan.predicted, form=form, bar=9)


def test_a_loop_becomes_a_song_over_two_hundred_tracks() -> None:
    notes = tuple(worked_out({"pattern": "beat", "rhythm": "eighths", "bars": 8}, empty()))
    loop = Clip(name="輪", slot=1, length_beats=32, note_list=notes)
    tracks = tuple(Track(name=f"楽器 {n}", kind=TrackKind.MIDI, clips=(loop,)) for n in range(200))
    session = empty().model_copy(update={"tracks": tracks})
    form = "Intro 8, Chorus 8, Outro 8"
    plan = planned("loop-to-arrangement", session, form=form)
    bars = defaultdict[float, int](int)
    for action in plan.actions:
        if isinstance(action, DuplicateClip) and action.to_bar is not None:
            bars[action.to_bar] += 1
    assert bars == {1: 200, 9: 200, 17: 200}
    with pytest.raises(PlanError, match="in the way"):
        planned("loop-to-arrangement", plan.predicted, form=form)


def test_where_there_is_no_loop_nothing_is_arranged() -> None:
    with pytest.raises(PlanError, match="no clip in the session view"):
        planned("loop-to-arrangement", empty((4, 4), "Keys"))


@pytest.mark.parametrize("name", MUSIC)
def test_settings_have_sources_and_a_reach(name: str) -> None:
    seed = MUSIC[name]
    assert seed.scope is not None
    assert len(seed.sources) >= 1
    assert seed.postconditions
