"""Habits: counted from what songs show, a place once, and never from what Orbit set itself."""

from __future__ import annotations

import math
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.session import Session
from orbit.memory.entities import Entities
from orbit.memory.entities.habits import merged, spoken
from orbit.memory.store import Store
from tests.orbit.memory.entities.conftest import device, song, track


def _songs(count: int, ratio: float, *, start: int = 0) -> list[Session]:
    compressor = device("compressor", {"ratio": ratio})
    return [song(f"Song {number}", track("Lead Vox", compressor)) for number in range(start, start + count)]


def test_the_usual_device_and_its_usual_setting(entities: Entities) -> None:
    for each in (*_songs(8, 3.0), *_songs(2, 6.0, start=8)):
        entities.usual.saw(each)
    [habit] = entities.usual.habits("compressor")
    assert (habit.device, habit.count, habit.of, habit.role) == ("Compressor", 10, 10, None)
    assert str(habit) == "your usual compressor is Compressor (10 of 10), ratio 3 in 8 of 10"
    [on_voices] = entities.usual.habits("compressor", "vocal")
    assert (on_voices.role, on_voices.count) == ("vocal", 10)
    assert entities.usual.habits("compressor", "bass") == []
    assert spoken([habit]).startswith("Your usual compressor is")


def test_two_sightings_are_no_habit(entities: Entities) -> None:
    for each in _songs(2, 3.0):
        entities.usual.saw(each)
    assert entities.usual.habits() == []


def test_looking_again_counts_nothing_again(entities: Entities) -> None:
    [once] = _songs(1, 3.0)
    assert entities.usual.saw(once) > 0
    assert [entities.usual.saw(once) for _ in range(5)] == [0] * 5
    assert entities.usual.habits() == []


def test_a_song_counts_as_it_is_now(entities: Entities) -> None:
    for each in _songs(4, 3.0):
        entities.usual.saw(each)
    for each in _songs(3, 8.0):
        entities.usual.saw(each)
    [habit] = entities.usual.habits("compressor")
    assert {setting.text: setting.count for setting in habit.settings} == {"8": 3}
    for number in range(4):
        entities.usual.saw(song(f"Song {number}", track("Lead Vox")))
    assert entities.usual.habits("compressor") == []


def test_what_orbit_sets_is_its_own_doing_until_the_user_changes_it(entities: Entities) -> None:
    for number, each in enumerate(_songs(4, 4.0)):
        entities.usual.did(song(f"Song {number}", track("Lead Vox")), each)
        entities.usual.saw(each)
    assert entities.usual.habits() == []
    for each in _songs(3, 2.5):
        entities.usual.saw(each)
    [habit] = entities.usual.habits("compressor")
    assert (habit.count, habit.of, habit.settings[0].value) == (3, 3, 2.5)


def test_what_the_user_had_before_a_run_stays_theirs(entities: Entities) -> None:
    for number in range(3):
        before = song(f"Song {number}", track("Lead Vox", device("compressor", {"ratio": 3.0})))
        after = song(f"Song {number}", before.tracks[0], track("Bass", device("compressor", {"ratio": 9.0})))
        entities.usual.did(before, after)
    [habit] = entities.usual.habits("compressor")
    assert (habit.count, habit.of, habit.settings[0].value) == (3, 3, 3.0)


def test_what_is_left_at_its_default_is_nobodys_habit(entities: Entities) -> None:
    for number in range(5):
        entities.usual.saw(song(f"Song {number}", track("Lead Vox", device("compressor"))))
    [habit] = entities.usual.habits("compressor")
    assert (habit.count, habit.settings) == (5, ())


def test_a_plugin_that_no_catalogue_knows_is_met_without_its_settings(entities: Entities) -> None:
    unknown = device("eq").model_copy(update={"name": "FabFilter Pro-Q 3"})
    for number in range(3):
        entities.usual.saw(song(f"Song {number}", track("Pad", unknown)))
    [habit] = entities.usual.habits("eq")
    assert (habit.device, habit.settings) == ("FabFilter Pro-Q 3", ())
    [plugin] = entities.all("plugin")
    assert (plugin.name, len(plugin.facts["songs"])) == ("FabFilter Pro-Q 3", 3)


def test_usual_levels_are_told_with_their_spread(entities: Entities) -> None:
    for number, level in enumerate((-8.0, -7.0, -6.0, -5.0, -12.0)):
        entities.usual.saw(song(f"Song {number}", track("Bass", db=level), track("Kick")))
    [bass] = entities.usual.levels()
    assert (bass.role, bass.db, bass.low_db, bass.high_db, bass.of) == ("bass", -7.0, -8.0, -6.0, 5)
    assert entities.usual.levels("kick") == []


def test_silence_is_no_level(entities: Entities) -> None:
    for number in range(4):
        entities.usual.saw(song(f"Song {number}", track("Bass", db=-math.inf)))
    assert entities.usual.levels() == []


def test_tracks_nobody_named_are_not_met(entities: Entities) -> None:
    entities.usual.saw(song("Night", track("1-MIDI"), track("Audio 3"), track("Bass")))
    assert [entity.name for entity in entities.all("track")] == ["Bass"]


def test_a_song_keeps_its_name_to_itself(entities: Entities, store: Store) -> None:
    entities.usual.saw(song("My secret album", track("Bass", device("eq"), db=-3.0)))
    kept = [row.facts for row in store.entities.all()]
    assert "secret" not in str(kept)
    assert len(kept) > 2


_LEVELS = st.lists(st.sampled_from([-12.0, -6.0, -3.0, 0.0]), max_size=4)


@given(st.lists(st.tuples(st.sampled_from("abc"), _LEVELS), max_size=12))
def test_evidence_is_what_each_song_showed_last(looks: list[tuple[str, list[float]]]) -> None:
    places: dict[str, dict[str, Any]] = {}
    shown: dict[str, list[float]] = {}
    for name, levels in looks:
        seen = {f"{name}/{place}": {"db": level} for place, level in enumerate(levels)}
        news = merged(places, seen, name, by_orbit=False)
        places = places if news is None else news
        assert merged(places, seen, name, by_orbit=True) is None
        shown[name] = levels
    assert {place: fact["db"] for place, fact in places.items()} == {
        f"{name}/{place}": level for name, levels in shown.items() for place, level in enumerate(levels)
    }


# Each example makes a database of its own.
@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from([2.0, 3.0, 4.5])), min_size=1, max_size=8))
def test_a_habit_never_counts_more_than_there_is(looks: list[tuple[int, float]]) -> None:
    with TemporaryDirectory() as folder, closing(Store(Path(folder) / "memory.db")) as store:
        usual = Entities(store).usual
        for number, ratio in looks:
            usual.saw(_songs(1, ratio, start=number)[0])
        habits = usual.habits()
    latest = dict(looks)
    assert bool(habits) == (len(latest) >= 3)
    for habit in habits:
        assert habit.count == habit.of == len(latest)
        for setting in habit.settings:
            assert setting.count == [*latest.values()].count(float(str(setting.value)))
