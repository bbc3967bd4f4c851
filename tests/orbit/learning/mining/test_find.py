"""Patterns are found where edits recur together, and nowhere else."""

from __future__ import annotations

from random import Random

from orbit.learning.mining import find_patterns
from orbit.learning.pattern import Pattern
from tests.orbit.learning.mining.sittings import Edit, demonstration, on_track, scattered


def words(patterns: list[Pattern]) -> list[str]:
    return ["".join(pattern.does) for pattern in patterns]


def test_what_recurs_on_one_track_is_a_pattern() -> None:
    demonstrations = [
        demonstration(number, ("a", (0,)), (f"other {number}", (1,)), ("b", (0,)), ("c", (0,)))
        for number in range(5)
    ]
    (pattern,) = find_patterns(demonstrations)
    assert pattern.does == ("a", "b", "c")
    assert [(one.demonstration, one.places) for one in pattern.occurrences] == [
        (number, (0, 2, 3)) for number in range(5)
    ]


def test_three_times_is_enough_and_twice_is_not() -> None:
    sittings = [demonstration(number, *on_track(0, "abcd")) for number in range(3)]
    assert words(find_patterns(sittings)) == ["abcd"]
    assert find_patterns(sittings[:2]) == []
    assert find_patterns(sittings, least=4) == []


def test_what_orbit_did_itself_is_no_evidence() -> None:
    by_orbit = [demonstration(number, *on_track(0, "abcd"), by_hand=False) for number in range(5)]
    assert find_patterns(by_orbit) == []
    assert find_patterns([*by_orbit, demonstration(5, *on_track(0, "abcd"))]) == []


def test_nothing_recurs_in_nothing() -> None:
    assert find_patterns([]) == []
    assert find_patterns([demonstration(0)]) == []


def test_listening_is_no_step() -> None:
    edits: list[Edit] = [("a", (0,)), ("play", ()), ("stop", ()), ("b", (0,)), ("c", (0,))]
    found = find_patterns([demonstration(number, *edits) for number in range(6)])
    assert words(found) == ["abc"]
    assert found[0].occurrences[0].places == (0, 3, 4)


def test_chance_is_no_pattern() -> None:
    rng = Random(7)
    assert find_patterns([demonstration(n, *scattered(rng, 20)) for n in range(300)]) == []
    assert find_patterns([demonstration(0, *scattered(rng, 3000, tracks=1))]) == []


def test_two_things_done_at_the_same_time_are_told_apart() -> None:
    rng = Random(3)
    demonstrations = [
        demonstration(number, *_shuffled(rng, on_track(rng.randrange(3), "abcde"), on_track(3, "vwxy")))
        for number in range(12)
    ]
    assert sorted(words(find_patterns(demonstrations))) == ["abcde", "vwxy"]


def test_a_step_left_out_now_and_then_leaves_it_the_same() -> None:
    kept = ["abcdef", "abcdef", "acdef", "abcdef", "abcde", "abcdef", "bcdef", "abcdef", "abdef"]
    (pattern,) = find_patterns([demonstration(n, *on_track(0, does)) for n, does in enumerate(kept)])
    assert "".join(pattern.does) == "abcdef"
    assert pattern.occurrences[2].places == (0, None, 1, 2, 3, 4)
    assert len(pattern.occurrences) == len(kept)
    assert pattern.optional == frozenset()


def test_a_step_that_is_often_left_out_is_optional() -> None:
    kept = ["abcde", "abde", "abcde", "abde", "abcde", "abde", "abcde", "abcde"]
    (pattern,) = find_patterns([demonstration(n, *on_track(0, does)) for n, does in enumerate(kept)])
    assert ("".join(pattern.does), pattern.optional) == ("abcde", {2})


def test_an_edit_of_two_tracks_leads_from_one_to_the_other() -> None:
    rng = Random(5)
    demonstrations = [
        demonstration(
            number,
            *scattered(rng, 5),
            ("insert", (one,)),
            ("sidechain", (one, other)),
            *scattered(rng, 2),
            ("threshold", (one,)),
            ("fader", (other,)),
            *scattered(rng, 5),
        )
        for number in range(10)
        for one, other in [rng.sample(range(6), 2)]
    ]
    assert ("insert", "sidechain", "threshold", "fader") in [
        one.does for one in find_patterns(demonstrations)
    ]


def test_what_is_done_at_once_to_tracks_that_nothing_links_is_one() -> None:
    edits: list[Edit] = [("tempo", ()), ("create", (0,)), ("colour", (0,)), ("create", (1,)), ("locator", ())]
    rng = Random(2)
    demonstrations = [demonstration(n, *edits, *scattered(rng, 12)) for n in range(8)]
    assert find_patterns(demonstrations)[0].does == ("tempo", "create", "colour", "create", "locator")


def test_shared_beginnings_do_not_make_one_of_two() -> None:
    rng = Random(4)
    demonstrations = [
        demonstration(number, *on_track(number % 5, "abcd" + rng.choice(["efg", "xyz"])))
        for number in range(40)
    ]
    assert sorted(words(find_patterns(demonstrations))) == ["abcdefg", "abcdxyz"]


def test_what_is_done_twice_in_a_row_is_one_thing() -> None:
    demonstrations = [demonstration(n, *on_track(0, "abc"), *on_track(1, "abc")) for n in range(6)]
    (pattern,) = find_patterns(demonstrations)
    assert "".join(pattern.does) == "abc"
    assert len(pattern.occurrences) == 12


def test_the_greatest_gain_comes_first() -> None:
    demonstrations = [
        demonstration(n, *on_track(0, "abcdefg"), *(on_track(1, "xyz") if n % 2 else [])) for n in range(12)
    ]
    found = find_patterns(demonstrations)
    assert words(found) == ["abcdefg", "xyz"]
    assert found[0].gain > found[1].gain > 0


def test_what_recurs_in_one_can_be_asked_for_alone() -> None:
    demonstrations = [
        demonstration(n, *on_track(0, "abcd" if n < 6 else "wxyz"), *on_track(1, "pqrs")) for n in range(12)
    ]
    assert sorted(words(find_patterns(demonstrations))) == ["abcd", "pqrs", "wxyz"]
    assert sorted(words(find_patterns(demonstrations, within=[11]))) == ["pqrs", "wxyz"]


def _shuffled(rng: Random, *rows: list[Edit]) -> list[Edit]:
    """Several rows at the same time, each in its own order."""
    turns = [number for number, row in enumerate(rows) for _ in row]
    rng.shuffle(turns)
    waiting = [iter(row) for row in rows]
    return [next(waiting[number]) for number in turns]
