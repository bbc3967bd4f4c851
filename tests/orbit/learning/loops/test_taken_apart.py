"""What happened to be done to two tracks in turn is one thing seen twice; what belongs together stays."""

from __future__ import annotations

from typing import Any

from orbit.learning.demonstration import Demonstration
from orbit.learning.loops import taken_apart
from orbit.learning.pattern import Occurrence, Pattern
from tests.orbit.learning.generalising.made import demonstration

Line = dict[str, Any]


def strip(track: str) -> list[Line]:
    return [
        {"action": "set_volume", "track": track, "db": -6.0},
        {"action": "set_pan", "track": track, "pan": 0.3},
    ]


def sessions(*pairs: tuple[str, str]) -> list[Demonstration]:
    return [demonstration(number, *strip(one), *strip(other)) for number, (one, other) in enumerate(pairs)]


def of(does: tuple[str, ...], *places: tuple[int | None, ...]) -> Pattern:
    return Pattern(does, tuple(Occurrence(number, each) for number, each in enumerate(places)), 9.0)


TWICE = ("set_volume", "set_pan", "set_volume", "set_pan")
ALL = (0, 1, 2, 3)


def test_two_tracks_in_turn_are_two_sightings() -> None:
    [found] = taken_apart([of(TWICE, ALL, ALL)], sessions(("Kick", "Snare"), ("Bass", "Pad")))
    assert found.does == ("set_volume", "set_pan")
    assert [(seen.demonstration, seen.places) for seen in found.occurrences] == [
        (0, (0, 1)), (0, (2, 3)), (1, (0, 1)), (1, (2, 3)),
    ]  # fmt: skip


def test_the_same_track_twice_is_not_taken_apart() -> None:
    pattern = of(TWICE, ALL, ALL)
    assert taken_apart([pattern], sessions(("Kick", "Kick"), ("Bass", "Bass"))) == [pattern]


def test_a_turn_that_is_mostly_missing_is_no_sighting() -> None:
    [found] = taken_apart([of(TWICE, (0, 1, None, 3), ALL)], sessions(("Kick", "Snare"), ("Bass", "Pad")))
    assert [seen.places for seen in found.occurrences] == [(0, 1), (0, 1), (2, 3)]


def test_it_is_one_with_what_was_found_alone() -> None:
    alone = Pattern(("set_volume", "set_pan"), (Occurrence(2, (0, 1)), Occurrence(0, (0, 1))), 4.0)
    pairs = sessions(("Kick", "Snare"), ("Bass", "Pad"), ("Keys", "FX"))
    [found] = taken_apart([of(TWICE, ALL, ALL), alone], pairs)
    assert len(found.occurrences) == 5
    assert found.gain == 13.0


def test_what_repeats_nothing_stays() -> None:
    pattern = of(("set_volume", "set_pan", "set_volume"), (0, 1, 2))
    assert taken_apart([pattern], sessions(("Kick", "Snare"))) == [pattern]
