"""Pieces hold all that learning asks of them, and come back from text as they were."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orbit.learning.cleaning import clean
from orbit.learning.evaluation.corpora import LEVELS, Corpus, planted_corpus, realistic_corpus
from orbit.learning.intake import read_trajectories
from orbit.learning.online.pieces import pieces_of, read_piece, rejected_whole, written
from orbit.learning.online.routines import Routines, aligned, named, within
from orbit.memory.store.offers import StoredOffer
from orbit.memory.trajectory import Trajectory
from tests.laws import tries
from tests.orbit.learning.handwork import chain, duck, trajectory


def sessions(tmp_path: Path, text: str) -> list[Trajectory]:
    path = tmp_path / "sessions.jsonl"
    path.write_text(text, "utf-8")
    return [each for each in islice(read_trajectories(str(path)), 40) if isinstance(each, Trajectory)]


@pytest.mark.parametrize("corpus", [planted_corpus, realistic_corpus])
@pytest.mark.parametrize("level", sorted(LEVELS))
def test_what_is_written_is_read_back(tmp_path: Path, corpus: Callable[..., Corpus], level: str) -> None:

    for each in sessions(tmp_path, corpus(101, LEVELS[level], 20).text()):
        for piece in pieces_of(clean(each)):
            assert read_piece(written(piece)) == piece
            assert all(mark >> 63 == 0 for mark in piece.marks)


def test_a_piece_has_its_own_tracks_and_devices_and_no_others() -> None:
    one = clean(trajectory(0, [*chain(["Hats"]), *duck()]))
    ducking = next(
        piece for piece in pieces_of(one) if piece.demonstration.events[0].does.endswith("compressor")
    )
    assert [track.name for track in ducking.demonstration.tracks] == ["Bass", "Kick"]
    assert [device.kind for device in ducking.demonstration.devices] == ["compressor"]
    assert {event.device for event in ducking.demonstration.events if event.device is not None} == {0}


def test_what_was_done_to_several_tracks_is_a_piece_of_its_own() -> None:
    pieces = pieces_of(clean(trajectory(0, chain(["Kick", "Snare", "Hats"]))))
    assert [len(piece.demonstration.events) for piece in pieces if piece.loop] == [6]
    loops = {mark for piece in pieces if piece.loop for mark in piece.marks}
    assert loops.isdisjoint(mark for piece in pieces if not piece.loop for mark in piece.marks)


def test_of_what_was_turned_down_nothing_stands() -> None:
    rejected = rejected_whole(clean(trajectory(0, duck())))
    assert rejected.events == ()
    [piece] = [each for each in pieces_of(rejected) if each.demonstration.rejected]
    assert len(piece.demonstration.rejected[0]) == 4
    assert piece.marks == pieces_of(clean(trajectory(0, duck())))[0].marks


LETTERS = st.text("abcd", max_size=9)


def longest(one: str, other: str) -> int:
    """The length of the longest common subsequence, by its definition."""
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + longest(one[1:], other[1:])
    return max(longest(one[1:], other), longest(one, other[1:]))


@settings(max_examples=tries(50, 500))
@given(LETTERS, LETTERS)
def test_steps_are_found_in_order_and_as_many_as_can_be(steps: str, done: str) -> None:
    places = aligned(steps, done)
    found = [place for place in places if place is not None]
    assert len(places) == len(steps)
    assert found == sorted(set(found))
    assert all(step == done[place] for step, place in zip(steps, places, strict=True) if place is not None)
    assert len(found) == longest(steps, done)


def routine(name: str, does: str) -> StoredOffer:
    return StoredOffer(name, "kept", "", "", does=named(does))


def test_a_piece_is_explained_by_the_longest_routines_in_it() -> None:
    routines = Routines([routine("long", "abcde"), routine("short", "abc"), routine("other", "xyz")])
    seen, left = routines.explain(named("xapbycdez"))
    assert [each.offer.id for each in seen] == ["long", "other"]
    assert left == [2]
    assert routines.explain(named("xb")) == ([], [0, 1])
    assert Routines([]).explain(named("ab")) == ([], [0, 1])


def test_one_step_in_five_may_be_missing() -> None:
    assert within(aligned("abcde", "abde"))
    assert not within(aligned("abcd", "abd"))
    assert not within(aligned("ab", "a"))
