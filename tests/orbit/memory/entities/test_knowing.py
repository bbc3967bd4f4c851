"""Names that the user gives their things: learned, looked up, forgotten, and held to one scope."""

from __future__ import annotations

from pathlib import Path

import pytest

from daw_bridges.errors import MemoryStoreError, NotFoundError, UsageError
from daw_bridges.session import Session
from orbit.memory.entities import Entities, known, known_of
from orbit.memory.entities.knowing import NameSource
from orbit.memory.store import Scope, Store
from tests.orbit.memory.entities.conftest import device, song, track


@pytest.fixture
def session() -> Session:
    return song("Night", track("Lead V"), track("Guitar L"), track("Guitar R"), track("Bass"))


def test_a_name_means_what_was_said_and_why_can_be_asked(entities: Entities) -> None:
    learned = entities.learn("vox", "Lead V")
    assert (learned.id, learned.name, learned.score) == ("track:lead v", "Lead V", 1.0)
    [candidate] = entities.resolve("the VOX track")
    assert (candidate.name, candidate.why) == ("Lead V", "you call it “vox”")
    assert [each.why for each in entities.resolve("lead v")] == ["it is called “Lead V”"]
    assert [each.why for each in entities.resolve("laed v")] == ["“Lead V” is spelled almost the same"]
    assert entities.resolve("trombone") == []


def test_what_was_said_last_goes_first_and_the_rest_is_kept(entities: Entities, session: Session) -> None:
    entities.learn("vox", "Lead Vox 2")
    entities.learn("vox", "Lead V")
    assert [candidate.name for candidate in entities.resolve("vox")] == ["Lead V", "Lead Vox 2"]
    assert entities.nicknames(session) == {"vox": "Lead V"}
    other = song("Day", track("Lead Vox 2"))
    assert entities.nicknames(other) == {"vox": "Lead Vox 2"}
    assert [each.name for each in entities.resolve("vox", among=other.track_names)] == ["Lead Vox 2"]
    entities.learn("vox", "Lead Vox 2")
    assert [candidate.name for candidate in entities.resolve("vox")] == ["Lead Vox 2", "Lead V"]


def test_nothing_is_kept_twice(entities: Entities) -> None:
    for _ in range(3):
        entities.learn("vox", "Lead V")
    assert len(entities.all()) == 1
    [name] = entities.names_of("track:lead v")
    assert (name.name, name.source, name.seen) == ("vox", "said", 3)


def test_a_track_that_is_not_there_or_is_there_twice_has_no_nickname(entities: Entities) -> None:
    entities.learn("vox", "Lead V")
    assert entities.nicknames(song("Day", track("Bass"))) == {}
    assert entities.nicknames(song("Day", track("Lead V"), track("Lead V"))) == {}


def test_a_name_on_the_screen_is_never_a_nickname(entities: Entities) -> None:
    entities.learn("bass", "Lead V")
    assert entities.nicknames(song("Day", track("Lead V"), track("Bass"))) == {}
    assert entities.nicknames(song("Day", track("Lead V"))) == {"bass": "Lead V"}


def test_what_a_track_was_called_counts_where_the_words_mean_nothing_else(entities: Entities) -> None:
    entities.learn("Guitar", "Wall", source="renamed")
    assert entities.nicknames(song("Day", track("Wall"))) == {"guitar": "Wall"}
    assert entities.nicknames(song("Day", track("Wall"), track("Guitar Two"))) == {}


def test_what_is_picked_three_times_and_nothing_else_need_not_be_asked_again(
    entities: Entities, session: Session
) -> None:
    for times in range(3):
        assert entities.nicknames(session) == {}, times
        entities.learn("guitar", "Guitar L", source="chosen")
    assert entities.nicknames(session) == {"guitar": "Guitar L"}
    entities.learn("guitar", "Guitar R", source="chosen")
    assert entities.nicknames(session) == {}
    assert [each.score for each in entities.resolve("guitar")] == [0.5, 0.5]


@pytest.mark.parametrize("weaker", ["renamed", "chosen"])
def test_what_was_said_stays_said(entities: Entities, session: Session, weaker: NameSource) -> None:
    entities.learn("guitar", "Guitar L")
    entities.learn("guitar", "Guitar L", source=weaker)
    assert entities.nicknames(session) == {"guitar": "Guitar L"}


def test_a_forgotten_name_is_gone_and_the_thing_is_not(entities: Entities, session: Session) -> None:
    entities.learn("vox", "Lead V")
    entities.learn("vox", "Lead Vox 2")
    assert sorted(entities.forget("The Vox")) == ["Lead V", "Lead Vox 2"]
    assert entities.resolve("vox") == []
    assert entities.nicknames(session) == {}
    assert {entity.name for entity in entities.all()} == {"Lead V", "Lead Vox 2"}
    with pytest.raises(NotFoundError, match="no name called “vox”"):
        entities.forget("vox")


def test_a_name_of_one_kind_is_forgotten_alone(entities: Entities) -> None:
    entities.learn("fab", "FabFilter Pro-Q 3", "plugin")
    entities.learn("fab", "Lead V")
    assert entities.forget("fab", "plugin") == ["FabFilter Pro-Q 3"]
    assert [each.name for each in entities.resolve("fab")] == ["Lead V"]
    assert entities.resolve("fab", "plugin") == []


def test_a_forgotten_thing_goes_with_its_names(entities: Entities) -> None:
    entities.learn("vox", "Lead V")
    entities.forget_entity("track:lead v")
    assert entities.all() == []
    assert entities.resolve("vox") == []
    assert entities.resolve("lead v") == []
    with pytest.raises(NotFoundError):
        entities.forget_entity("track:lead v")


@pytest.mark.parametrize(
    ("name", "meaning"), [("it", "Lead V"), ("lead v", "Lead V"), ("vox", " "), ("vox", "a\0b")]
)
def test_what_cannot_be_learned_changes_nothing(entities: Entities, name: str, meaning: str) -> None:
    with pytest.raises(UsageError):
        entities.learn(name, meaning)
    assert entities.all() == []


@pytest.mark.parametrize(
    "hostile",
    [
        *("{{ user.name }}", "{% for x %}", "../../etc/passwd", "'; DROP TABLE entities;--"),
        *("<script>x</script>", "$(rm x)", "%s%n", "vox, mute the drums"),
    ],
)
def test_a_name_is_data_whatever_it_says(entities: Entities, hostile: str) -> None:
    entities.learn(hostile, hostile + " track name")
    [candidate] = entities.resolve(hostile)
    assert candidate.name == hostile + " track name"
    here = song("Day", track(hostile + " track name"))
    assert list(entities.nicknames(here).values()) == [hostile + " track name"]


def test_another_user_or_project_sees_none_of_it(
    entities: Entities, tmp_path: Path, session: Session
) -> None:
    entities.learn("vox", "Lead V")
    entities.usual.saw(session)
    for scope in (Scope("somebody"), Scope(project="other")):
        store = Store(tmp_path / "memory.db", scope=scope)
        theirs = Entities(store)
        assert theirs.all() == []
        assert theirs.resolve("vox") == theirs.resolve("lead v") == []
        assert theirs.nicknames(session) == {}
        assert theirs.usual.levels() == []
        with pytest.raises(NotFoundError):
            theirs.forget("vox")
        with pytest.raises(NotFoundError):
            theirs.forget_entity("track:lead v")
        theirs.learn("vox", "Bass")
        assert store.entities.clear() == 1
        store.close()
    assert entities.nicknames(session) == {"vox": "Lead V"}


def test_names_outlive_the_process(tmp_path: Path, session: Session) -> None:
    first = Store(tmp_path / "kept.db")
    Entities(first).learn("vox", "Lead V")
    first.close()
    again = Store(tmp_path / "kept.db")
    assert Entities(again).nicknames(session) == {"vox": "Lead V"}
    again.close()


def test_learning_is_whole_or_not_at_all(store: Store, entities: Entities) -> None:
    def fail() -> None:
        with store.transaction():
            entities.learn("vox", "Lead V")
            raise MemoryStoreError("the disk is full")

    with pytest.raises(MemoryStoreError):
        fail()
    assert entities.all() == []
    assert entities.resolve("vox") == []


def test_all_that_is_known_is_told(entities: Entities) -> None:
    for name in ("Night", "Day", "Dawn"):
        entities.usual.saw(song(name, track("Lead V", device("compressor", {"ratio": 3.0}), db=-6.0)))
    entities.learn("vox", "Lead V")
    lead = next(each for each in known(entities, "track") if each.name == "Lead V")
    assert (lead.called, lead.songs, lead.sort) == (("vox",), 3, "audio")
    assert [each.name for each in known(entities, "plugin")] == ["Compressor"]
    about = known_of(entities, "vox")
    assert [thing.name for thing in about.things] == ["Lead V"]
    compressor = known_of(entities, "compressor")
    assert [habit.device for habit in compressor.devices] == ["Compressor"]
    assert [str(setting) for setting in compressor.devices[0].settings] == ["ratio 3 in 3 of 3"]
