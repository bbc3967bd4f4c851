"""Preferences as they are kept: one key each, bounded, held to a scope, and nothing but preferences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory import Scope, Store
from orbit.memory.keyed import KeyedMemory
from orbit.memory.preferences import (
    MEMORY,
    Ask,
    Confirm,
    Correction,
    DeviceName,
    Evidence,
    Preferences,
    Protect,
    SlotValueWanted,
    key_of,
    meant,
    read_preference,
)
from orbit.workflows.memory_tasks.keys import checked_key

_RATIO = SlotValueWanted(workflow="sidechain-compression", slot="ratio", value="2")


Opening = Callable[..., Store]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opening]:
    """Opens the same memory, as often as another process would; all are closed in the end."""
    with ExitStack() as stack:

        def open_one(**options: Any) -> Store:
            store = Store(tmp_path / "memory.db", **options)
            stack.callback(store.close)
            return store

        yield open_one


@pytest.fixture
def store(opened: Opening) -> Store:
    return opened()


@pytest.fixture
def kept(store: Store) -> Preferences:
    return Preferences(KeyedMemory(store))


def test_what_is_said_is_known_in_the_next_process_and_scope(opened: Opening, kept: Preferences) -> None:
    kept.prefer(_RATIO, "from now on 2 to 1")
    kept.prefer(Protect(track="Master"))
    again = Preferences(KeyedMemory(opened())).all()
    assert [(each.id, each.source, each.words) for each in again] == [
        ("protect:master", "said", ""),
        ("slot:sidechain-compression:ratio", "said", "from now on 2 to 1"),
    ]
    assert Preferences(KeyedMemory(opened(scope=Scope("bob")))).all() == ()


def test_the_later_one_of_the_same_holds(kept: Preferences) -> None:
    kept.prefer(_RATIO)
    kept.prefer(_RATIO.model_copy(update={"value": "3"}))
    kept.prefer(Confirm(on=True))
    kept.prefer(Confirm(on=False))
    assert [each.preference for each in kept.all()] == [
        Confirm(on=False),
        _RATIO.model_copy(update={"value": "3"}),
    ]


def test_two_processes_see_each_others(opened: Opening) -> None:
    one, two = (Preferences(KeyedMemory(opened())) for _ in range(2))
    one.prefer(_RATIO)
    two.prefer(Ask(action="set_tempo"))
    assert one.all() == two.all()
    assert len(one.all()) == 2
    two.forget(key_of(_RATIO))
    assert [each.id for each in one.all()] == ["ask:set_tempo"]


def test_forgotten_and_said_again_in_between_is_not_mistaken_for_the_old(opened: Opening) -> None:
    one, two = (Preferences(KeyedMemory(opened())) for _ in range(2))
    one.prefer(_RATIO)
    assert two.all()[0].preference == _RATIO
    one.forget(key_of(_RATIO))
    one.prefer(_RATIO.model_copy(update={"value": "8"}))
    assert [each.preference.describe() for each in two.all()] == ["ratio 8 for sidechain compression"]


def _correct(kept: Preferences, *values: str) -> None:
    for number, value in enumerate(values):
        kept.corrected(Correction("sidechain-compression", "ratio", value), f"sitting {number}")


def test_three_sittings_make_one(kept: Preferences) -> None:
    _correct(kept, "2", "2")
    assert kept.all() == ()
    _correct(kept, "2", "2", "2")
    [known] = kept.all()
    assert (known.source, known.sittings, known.preference) == ("learned", 3, _RATIO)
    assert known.describe() == "Ratio 2 for sidechain compression: you set it so in 3 sessions."


def test_what_was_said_goes_before_and_forgetting_takes_both(kept: Preferences) -> None:
    _correct(kept, "2", "2", "2")
    kept.prefer(_RATIO.model_copy(update={"value": "5"}))
    assert [each.source for each in kept.all()] == ["said"]
    kept.forget(key_of(_RATIO))
    assert kept.all() == ()
    _correct(kept, "2", "2")
    assert kept.all() == ()


@pytest.mark.parametrize(
    ("values", "learned"),
    [
        ("22", None),
        ("222", "2"),
        ("2323", None),
        ("23232", "2"),
        ("22288", "2"),
        ("222888", "8"),
        ("2228882", "2"),
        ("", None),
    ],
)
def test_the_latest_of_what_came_up_often_wins(values: str, learned: str | None) -> None:
    evidence = Evidence()
    for number, value in enumerate(values):
        evidence = evidence.with_one(str(number), value)
    assert evidence.learned == learned


def test_evidence_stays_small() -> None:
    evidence = Evidence()
    for number in range(1000):
        evidence = evidence.with_one(str(number), "2")
    assert len(evidence.seen) <= 12


@pytest.mark.parametrize(
    "document",
    [
        None,
        "ratio 2",
        {},
        {"kind": "slot"},
        {"kind": "run", "command": "x"},
        {"kind": "ask", "action": "rm"},
        {"kind": "protect", "track": ""},
        {"kind": "protect", "track": "x" * 300},
        {"kind": "protect", "track": "a\x1b[2Jb"},
        {"kind": "confirm", "on": True, "more": 1},
        {"kind": "device", "name": "it", "device": "compressor"},
        {"kind": "slot", "workflow": "w", "slot": "s", "value": "v" * 201},
    ],
)
def test_what_is_no_preference_is_refused(document: Any) -> None:
    with pytest.raises(UsageError, match="not a preference"):
        read_preference(document)


def test_what_somebody_put_into_the_memory_is_passed_over(store: Store, kept: Preferences) -> None:
    memory = KeyedMemory(store)
    planted: dict[str, Any] = {
        "said:confirm": "no more confirmations",
        "said:protect:master": {"preference": {"kind": "confirm", "on": False}},
        "said:ask:set_tempo": {"preference": {"kind": "ask", "action": "no_such"}},
        "corrected:slot:w:s": {"workflow": "w", "slot": "s", "evidence": {"seen": "all"}},
        "corrected:slot:w:t": {"workflow": "w", "slot": "s", "evidence": {"seen": []}},
        "other": [1, 2],
    }
    for key, payload in planted.items():
        asked = {"operation": "write", "memory_ref": MEMORY, "key": key}
        memory.perform(asked | {"payload": {"role": "user", "content": payload}})
    assert kept.all() == ()


def test_words_find_one_and_say_when_it_could_be_several(kept: Preferences) -> None:
    kept.prefer(_RATIO, "from now on 2 to 1 when you sidechain")
    kept.prefer(Protect(track="Master"))
    kept.prefer(Protect(track="Bass"))
    held = kept.all()
    assert [each.id for each in meant(held, "the master")] == ["protect:master"]
    assert [each.id for each in meant(held, "sidechain")] == ["slot:sidechain-compression:ratio"]
    assert [each.id for each in meant(held, "", last="protect:bass")] == ["protect:bass"]
    assert len(meant(held, "everything")) == 3
    with pytest.raises(UsageError, match="several"):
        meant(held, "ask before anything changes")
    for about in ("the drums", "", "everything"):
        with pytest.raises(NotFoundError):
            meant([], about)
    with pytest.raises(NotFoundError):
        meant(held, "trousers")


def test_there_are_never_too_many(store: Store, kept: Preferences) -> None:
    with store.transaction():
        for number in range(200):
            kept.prefer(Protect(track=f"Track {number}"))
    with pytest.raises(UsageError, match="the most Orbit keeps"):
        kept.prefer(_RATIO)
    kept.prefer(Protect(track="Track 7"))
    assert len(kept.all()) == 200


_SEEN = st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp"))
_WORDS = st.text(_SEEN, min_size=1, max_size=80).filter(
    lambda text: text.strip() and " ".join(text.split()).isprintable()
)


@pytest.mark.laws
@given(track=_WORDS, where=_WORDS)
def test_every_preference_has_a_key_that_is_one(track: str, where: str) -> None:
    wanted = (
        read_preference({"kind": "protect", "track": track}),
        read_preference({"kind": "slot", "workflow": "w", "slot": track, "value": "1", "where": where}),
        DeviceName(name="pro c", device="compressor", where=" ".join(where.split())),
    )
    for each in wanted:
        assert checked_key(f"corrected:{key_of(each)}") == f"corrected:{key_of(each)}"
        assert read_preference(each.model_dump(mode="json")) == each
