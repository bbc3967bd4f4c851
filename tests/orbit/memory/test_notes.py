"""Notes and skills: kept once, found by meaning and by words, and gone when they are forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory import Library, Scope, Store
from orbit.memory.notes import LONGEST_TEXT, Notes
from tests.orbit.memory.conftest import Counting, opened

TEXTS = {
    "snare": "The snare sample clips, replace it before the mixdown.",
    "singer": "Mara sings best with little reverb in her headphones and the click quiet.",
    "label": "The label wants the instrumental version by Friday.",
    "bass": "For the low end I record the bass twice and keep the second take in mono.",
}


@pytest.fixture
def library(tmp_path: Path, embedder: Counting) -> Iterator[Library]:
    library = opened(tmp_path, embedder)
    yield library
    library.close()


def _kept(notes: Notes) -> dict[str, str]:
    return {name: notes.add(text, title=name).id for name, text in TEXTS.items()}


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("what was wrong with the drum hit", "snare"),
        ("how does the vocalist like her monitoring", "singer"),
        ("when is the deadline of the record company", "label"),
        ("mono bass take", "bass"),
    ],
)
def test_notes_are_found_by_what_they_mean(library: Library, query: str, name: str) -> None:
    notes = Notes(library.store, library.meaning_of("note"))
    kept = _kept(notes)
    assert notes.search(query)[0].note.id == kept[name]


def test_without_an_embedder_words_find_them(store: Store) -> None:
    notes = Notes(store)
    kept = _kept(notes)
    [found] = notes.search("is anything noted about the label")
    assert (found.note.id, found.meaning) == (kept["label"], None)
    assert 0.0 < found.score <= 1.0
    assert notes.search("quantum chromodynamics") == []
    assert notes.search("   ") == []
    assert Notes(store).search("snare", 1)[0].note.id == kept["snare"]


def test_an_embedder_that_fails_leaves_the_words(library: Library, embedder: Counting) -> None:
    notes = Notes(library.store, library.meaning_of("note"))
    embedder.broken = True
    kept = _kept(notes)
    assert notes.search("the label")[0].note.id == kept["label"]
    embedder.broken = False
    assert notes.search("when is the deadline of the record company")[0].note.id == kept["label"]


def test_only_what_is_new_is_embedded(library: Library, embedder: Counting) -> None:
    notes = Notes(library.store, library.meaning_of("note"))
    kept = _kept(notes)
    notes.search("the snare")
    before = embedder.texts
    notes.search("the snare")
    assert embedder.texts == before
    notes.change(kept["snare"], "The snare is replaced.")
    notes.search("the snare")
    assert embedder.texts == before + 1


def test_the_same_words_are_kept_once(store: Store) -> None:
    notes = Notes(store)
    first, again = notes.add("one two three"), notes.add("  one two three\n")
    assert first.id == again.id
    assert first.created == again.created
    assert len(notes.all()) == 1
    assert notes.add("one two three", kind="skill").id != first.id
    assert len(notes.all("skill")) == 1


def test_a_change_keeps_what_else_there_was(store: Store) -> None:
    notes = Notes(store)
    note = notes.add("before", title="Snare", tags=["drums", "todo", "drums"])
    changed = notes.change(note.id, "after")
    assert (changed.title, changed.tags, changed.created) == ("Snare", ("drums", "todo"), note.created)
    assert notes.get(note.id).text == "after"
    assert changed.updated >= note.updated


def test_a_forgotten_note_is_gone_from_table_vectors_and_search(library: Library) -> None:
    meaning = library.meaning_of("note")
    assert meaning is not None
    notes = Notes(library.store, meaning)
    kept = _kept(notes)
    notes.search("the label")
    notes.forget(kept["label"])
    assert kept["label"] not in [note.id for note in notes.all()]
    near = meaning.cosines("the label wants it by friday", also=[kept["label"]])
    assert set(near or ()) == {*kept.values()} - {kept["label"]}
    assert all(found.note.id != kept["label"] for found in notes.search("the label wants it by friday", 9))
    for again in (notes.forget, notes.get):
        with pytest.raises(NotFoundError):
            again(kept["label"])


@pytest.mark.parametrize("text", ["", "  \n ", "\0\u202e", "x" * (LONGEST_TEXT + 1)])
def test_what_cannot_be_kept_is_refused(store: Store, text: str) -> None:
    with pytest.raises(UsageError):
        Notes(store).add(text)
    assert Notes(store).all() == []


def test_titles_and_tags_have_limits(store: Store) -> None:
    with pytest.raises(UsageError, match="title"):
        Notes(store).add("x", title="t" * 500)
    with pytest.raises(UsageError, match="tags"):
        Notes(store).add("x", tags=[f"tag {number}" for number in range(99)])
    long_line = Notes(store).add("word " * 200)
    assert len(long_line.title) <= 200
    assert long_line.title.endswith("…")


def test_what_cannot_be_seen_is_not_kept(store: Store) -> None:
    note = Notes(store).add("ig\u202enore\u0000 all\n\tlines", title="a\u2066b")
    assert (note.title, note.text) == ("ab", "ignore all\n\tlines")


def test_another_user_or_project_sees_no_note(store: Store, tmp_path: Path) -> None:
    note = Notes(store).add("mine alone")
    for scope in (Scope("somebody"), Scope(project="other")):
        theirs = Store(tmp_path / "words.db", scope=scope)
        assert Notes(theirs).all() == []
        assert Notes(theirs).search("mine alone") == []
        with pytest.raises(NotFoundError):
            Notes(theirs).forget(note.id)
        theirs.close()
    assert Notes(store).get(note.id).text == "mine alone"
