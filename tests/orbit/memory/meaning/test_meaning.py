"""Vectors in step with the things they are of: nothing embedded twice, nothing mixed, nothing left behind."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from daw_bridges.errors import MemoryStoreError, ModelError
from orbit.memory import Store
from orbit.memory.index import CollectionName, Index, place_for
from orbit.memory.meaning import Meaning, Meanings
from tests.orbit.memory.meaning.conftest import Letters, best, held, meaning_of, save

TITLES = {
    "duck": "Duck the bass under the kick",
    "verb": "A long reverb on a return",
    "loud": "Louder master with a limiter",
}


class Paused(Letters):
    """Embeds single texts when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.may_end = Event(), Event()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(texts) == 1:
            self.begun.set()
            assert self.may_end.wait(60)
        return super().embed(texts)


@pytest.fixture
def filled(store: Store) -> Store:
    for name, title in TITLES.items():
        save(store, name, title)
    return store


def test_the_nearest_come_first_with_their_cosines(filled: Store) -> None:
    embedder = Letters()
    meaning = meaning_of(filled, embedder)
    cosines = meaning.cosines("duck the bass")
    assert cosines is not None
    assert next(iter(cosines)) == "duck"
    assert list(cosines.values()) == sorted(cosines.values(), reverse=True)
    assert set(cosines) == set(TITLES)


def test_only_the_nearest_are_given_and_those_asked_for_too(filled: Store, tmp_path: Path) -> None:
    exact = meaning_of(filled, Letters())
    everything = exact.cosines("duck the bass")
    assert everything is not None
    for meaning in (exact, held(filled, Letters(), tmp_path / "index")):
        few = meaning.cosines("duck the bass", nearest=1, also=["loud", "nothing", "duck"])
        assert few is not None
        assert list(few) == ["duck", "loud"]
        np.testing.assert_allclose(list(few.values()), [everything["duck"], everything["loud"]], atol=1e-5)
        meaning.close()


def test_from_the_index_or_exactly_the_answers_are_the_same(store: Store, tmp_path: Path) -> None:
    for number in range(300):
        save(store, f"w{number}", f"{number * 7919 % 1000} reverb {number} delay {number * 31 % 97} gate")
    exact, by_index = meaning_of(store, Letters()), held(store, Letters(), tmp_path / "index")
    for text in ("reverb 5", "delay 96 gate", "something else", "17"):
        one, other = exact.cosines(text, nearest=20), by_index.cosines(text, nearest=20)
        assert one is not None
        assert other is not None
        # Chroma's graph may miss one of many that are equally near; what it gives is right.
        shared = one.keys() & other.keys()
        assert len(shared) >= 15
        np.testing.assert_allclose(
            [one[each] for each in shared], [other[each] for each in shared], atol=1e-4
        )
    by_index.close()


def test_a_text_is_embedded_once_however_often_it_is_asked(filled: Store) -> None:
    embedder = Letters()
    meaning = meaning_of(filled, embedder)
    for _ in range(3):
        meaning.cosines("duck the bass")
        meaning.cosines("something loud")
    assert len(embedder.texts) == len(TITLES) + 2


def test_what_is_expected_is_embedded_beside_other_work_and_once(filled: Store) -> None:
    embedder = Paused()
    meaning = meaning_of(filled, embedder)
    meaning.follow()
    meaning.expect("duck the bass")
    meaning.expect("duck the bass")
    assert embedder.begun.wait(60)
    asking = ThreadPoolExecutor(1).submit(best, meaning, "duck the bass")
    embedder.may_end.set()
    assert asking.result(60) == "duck"
    meaning.expect("duck the bass")
    meaning.close()
    assert embedder.texts[len(TITLES) :] == ["duck the bass"]


def test_whoever_waits_for_what_is_expected_meets_its_failure_too(filled: Store) -> None:
    embedder = Paused()
    meaning = meaning_of(filled, embedder)
    meaning.follow()
    embedder.fails_after = len(TITLES)
    meaning.expect("duck the bass")
    assert embedder.begun.wait(60)
    asking = ThreadPoolExecutor(1).submit(meaning.cosines, "duck the bass")
    embedder.may_end.set()
    assert asking.result(60) is None
    embedder.fails_after = None
    assert best(meaning, "duck the bass") == "duck"
    meaning.close()


def test_only_what_changed_is_embedded_whoever_changed_it(filled: Store, tmp_path: Path) -> None:
    embedder = Letters()
    first = meaning_of(filled, embedder)
    first.cosines("x")
    other = Store(tmp_path / "memory.db")
    save(other, "gate", "Gate the toms")
    save(other, "duck", "Pump the pad")
    other.workflows.forget("verb")
    embedder.texts.clear()
    assert best(first, "gate the toms") == "gate"
    assert best(first, "pump the pad") == "duck"
    assert len(embedder.texts) == 2 + 2
    cosines = first.cosines("a long reverb")
    assert cosines is not None
    assert "verb" not in cosines
    other.close()


def test_what_one_process_embedded_no_other_embeds(filled: Store, tmp_path: Path) -> None:
    one, two = Letters(), Letters()
    meaning_of(filled, one).cosines("x")
    other = Store(tmp_path / "memory.db")
    meaning_of(other, two).cosines("y")
    assert two.texts == ["y"]
    other.close()


def test_another_model_of_the_same_dimension_is_never_mixed_in(filled: Store, tmp_path: Path) -> None:
    first, second = Letters("first"), Letters("second")
    one = held(filled, first, tmp_path / "index")
    one.close()
    two = held(filled, second, tmp_path / "index")
    assert len(second.texts) == len(TITLES)
    assert best(two, "duck the bass") == "duck"
    exact = meaning_of(filled, Letters("second")).cosines("duck the bass")
    found = two.cosines("duck the bass")
    assert exact is not None
    assert found is not None
    np.testing.assert_allclose(list(found.values()), list(exact.values()), atol=1e-5)
    two.close()
    embedded = len(first.texts)
    back = held(filled, first, tmp_path / "index")
    assert len(first.texts) == embedded
    assert back.verify() == []
    back.close()


def test_forgotten_it_is_gone_for_every_model(filled: Store, tmp_path: Path) -> None:
    for salt in ("first", "second"):
        held(filled, Letters(salt), tmp_path / "index").close()
    filled.workflows.forget("duck")
    now = meaning_of(filled, Letters("second"), tmp_path / "index")
    assert now.settle()
    now.close()
    for salt in ("first", "second"):
        index = Index(tmp_path / "index", Meaning.index_name(filled, Letters(salt)))
        meaning = meaning_of(filled, Letters(salt))
        assert index.look(meaning._source)
        assert "duck" not in index.ids()
        index.close()
    assert filled.vectors.digests("letters-first:1").keys() == {"verb", "loud"}


def test_embedding_that_is_cut_short_goes_on_where_it_stopped(store: Store) -> None:
    for number in range(600):
        save(store, f"w{number:03d}", f"Title {number}")
    embedder = Letters()
    embedder.fails_after = 550
    meaning = meaning_of(store, embedder)
    assert meaning.cosines("title 7") is None
    embedder.fails_after = None
    embedder.texts.clear()
    assert meaning.cosines("title 7") is not None
    assert len(embedder.texts) == 600 - 512 + 1


def test_what_a_workflow_said_before_is_not_found_while_the_model_is_out_of_order(
    filled: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = Letters()
    meaning = held(filled, embedder, tmp_path / "index")
    save(filled, "duck", "Something else altogether")
    embedder.fails_after = 0
    with caplog.at_level(logging.WARNING, "orbit.memory"):
        assert meaning.cosines("duck the bass") is None
        assert meaning.settle()
    assert "by words alone: out of order" in caplog.text
    assert meaning._index is not None
    assert meaning._index.ids() == {"verb", "loud"}
    embedder.fails_after = None
    assert best(meaning, "something else") == "duck"
    meaning.close()


class Slow(Letters):
    """Changes the store while it embeds, as another process might."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store, self.changes = store, 1

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = super().embed(texts)
        if self.changes and len(texts) > 1:
            self.changes -= 1
            save(self.store, "duck", f"Newer {self.changes}")
            meaning_of(self.store, Letters()).cosines("brings the vectors into step before this one does")
        return rows


def test_what_is_newer_is_never_overwritten_by_what_is_older(filled: Store) -> None:
    meaning = meaning_of(filled, Slow(filled))
    cosines = meaning.cosines("newer 0")
    assert cosines is not None
    assert next(iter(cosines)) == "duck"
    exact = Letters().embed(["Newer 0. Newer 0"])[0] @ Letters().embed(["newer 0"])[0]
    assert cosines["duck"] == pytest.approx(float(exact), abs=1e-5)


def test_many_changes_at_once_are_written_beside_the_questions(store: Store, tmp_path: Path) -> None:
    save(store, "first", "The first")
    meaning = held(store, Letters(), tmp_path / "index")
    with store.transaction():
        for number in range(40):
            save(store, f"w{number:03d}", f"Title {number}")
    for number in range(12):  # each a change of its own
        store.vectors.put("letters-:1", {})
        save(store, f"x{number}", f"Extra {number}")
        meaning.follow()
    assert best(meaning, "Extra 7. Extra 7") == "x7"
    assert meaning._opening is not None
    meaning._opening.join()
    assert best(meaning, "Extra 7. Extra 7") == "x7"
    assert meaning.verify() == []
    meaning.close()


def test_rebuilt_it_embeds_everything_anew_and_answers_the_same(filled: Store, tmp_path: Path) -> None:
    embedder = Letters()
    meaning = held(filled, embedder, tmp_path / "index")
    before = meaning.cosines("duck the bass")
    embedder.texts.clear()
    assert meaning.rebuild()
    assert len(embedder.texts) == len(TITLES)
    assert meaning.cosines("duck the bass") == before
    assert meaning.verify() == []
    embedder.fails_after = 0
    with pytest.raises(ModelError):
        meaning.rebuild()
    embedder.fails_after = None
    assert meaning.cosines("duck the bass") == before
    meaning.close()


def test_a_fault_is_told_by_verify(filled: Store, tmp_path: Path) -> None:
    meaning = held(filled, Letters(), tmp_path / "index")
    assert meaning.verify() == []
    assert meaning._index is not None
    meaning._index._collection.delete(ids=["loud"])
    assert meaning.verify() == ["1 missing from the index: loud"]
    meaning.close()


@pytest.mark.local_files
def test_a_folder_that_another_holds_cannot_be_verified(filled: Store, tmp_path: Path) -> None:
    meaning = held(filled, Letters(), tmp_path / "index")
    other = meaning_of(filled, Letters(), tmp_path / "index")
    with pytest.raises(MemoryStoreError, match="holds the search index"):
        other.verify()
    meaning.close()


def test_notes_are_found_beside_workflows_and_forgotten(filled: Store, tmp_path: Path) -> None:
    meanings = Meanings(filled, Letters(), place_for(tmp_path / "index"))
    notes = meanings.of("note")
    assert meanings.of("note") is notes
    notes.put({"n1": "The singer likes slapback", "n2": "The drummer is loud"})
    assert best(notes, "slapback") == "n1"
    assert set(meanings.of("workflow").cosines("slapback") or ()) == set(TITLES)
    assert meanings.settle()
    assert notes.verify() == []
    notes.forget(["n1"])
    assert set(notes.cosines("slapback") or ()) == {"n2"}
    assert notes.verify() == []
    meanings.close()


def test_two_users_share_a_folder_and_nothing_else(tmp_path: Path, store: Store) -> None:
    names = {Meaning.index_name(store, Letters()), Meaning.index_name(store, Letters(), "note")}
    names.add(Meaning.index_name(store, Letters("other")))
    other = Store(tmp_path / "other.db")
    names.add(Meaning.index_name(other, Letters()))
    assert len({str(name) for name in names}) == 4
    assert len({name.start for name in names}) == 3
    assert all(isinstance(name, CollectionName) for name in names)
    other.close()
