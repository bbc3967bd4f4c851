"""The same on several tracks in one go is one edit of several tracks; what is mostly done to one stays so."""

from __future__ import annotations

from typing import Any

from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.loops import fold
from orbit.memory.trajectory import Trajectory
from tests.orbit.learning.generalising.made import demonstration

Line = dict[str, Any]

DRUMS = ("Kick", "Snare", "Hats", "Toms")


def cut(track: str) -> list[Line]:
    on = {"track": track, "device": "eq"}
    return [
        {"action": "insert_device", **on},
        {"action": "set_parameter", **on, "parameter": "band_1_frequency", "value": "90 Hz"},
    ]


def track_by_track(*tracks: str) -> list[Line]:
    return [line for track in tracks for line in cut(track)]


def edit_by_edit(*tracks: str) -> list[Line]:
    return [line for lines in zip(*map(cut, tracks), strict=True) for line in lines]


def sessions(*lines: list[Line]) -> list[Demonstration]:
    return [demonstration(number, *each) for number, each in enumerate(lines)]


def folded(*lines: list[Line]) -> list[list[tuple[str, int]]]:
    return [[(e.action.action, len(e.also)) for e in one.events] for one in fold(sessions(*lines))]


def test_it_makes_no_difference_whether_tracks_or_edits_come_first() -> None:
    once = [("insert_device", 2), ("set_parameter", 2)]
    rows = ("Kick", "Snare", "Hats"), ("Bass", "Keys", "Pad"), ("Snare", "Toms", "Bass")
    assert folded(*(track_by_track(*row) for row in rows)) == [once] * 3
    assert folded(*(edit_by_edit(*row) for row in rows)) == [once] * 3


def test_what_is_mostly_done_to_one_track_stays_as_it_is() -> None:
    alone = [track_by_track(track) for track in ("Kick", "Snare", "Hats", "Bass")]
    rows = [track_by_track("Kick", "Snare", "Hats")] * 3
    assert folded(*rows, *alone)[0] == [("insert_device", 0), ("set_parameter", 0)] * 3


def test_values_that_differ_from_track_to_track_are_no_loop() -> None:
    levels = [[{"action": "set_volume", "track": t, "db": -3.0 * n} for n, t in enumerate(DRUMS)]] * 3
    assert folded(*levels) == [[("set_volume", 0)] * 4] * 3


def test_what_goes_to_different_sockets_is_no_loop() -> None:
    def routed(*sockets: str) -> list[Line]:
        return [{"action": "set_output", "track": t, "to": to} for t, to in zip(DRUMS, sockets, strict=True)]

    apart, together = routed("Ext. 1/2", "Ext. 3/4", "Ext. 5/6", "Ext. 7/8"), routed(*["Ext. 1/2"] * 4)
    assert [len(each.events) for each in fold([_cleaned(number, apart) for number in range(3)])] == [4] * 3
    assert [len(each.events) for each in fold([_cleaned(number, together) for number in range(3)])] == [1] * 3


def _cleaned(number: int, lines: list[Line]) -> Demonstration:
    actions = [{"t": float(t), "origin": "user", **line} for t, line in enumerate(lines)]
    return clean(Trajectory.model_validate({"id": f"t{number}", "daw": "ableton", "actions": actions}))


def test_devices_that_are_then_set_each_to_its_own_are_no_loop() -> None:
    lines = edit_by_edit(*DRUMS)
    own = [line | {"value": 50.0 + 20 * n} for n, line in enumerate(lines[4:])]
    assert folded(*[lines[:4] + own] * 3)[0] == [("insert_device", 0)] * 4 + [("set_parameter", 0)] * 4


def test_one_forgotten_edit_and_something_else_between_do_no_harm() -> None:
    lines = track_by_track(*DRUMS)
    del lines[3]
    lines.insert(2, {"action": "set_tempo", "bpm": 120})
    assert folded(*[lines] * 3)[0] == [("insert_device", 3), ("set_parameter", 2), ("set_tempo", 0)]


def test_little_and_nothing() -> None:
    assert fold([]) == []
    assert folded([]) == [[]]
    assert folded(track_by_track(*DRUMS)) == [[("insert_device", 0), ("set_parameter", 0)] * 4]


def test_much_of_the_same_is_looked_at_once() -> None:
    levels = [{"action": "set_volume", "track": f"T{n % 40}", "db": -0.01 * n} for n in range(2_000)]
    assert folded(*[levels] * 3)[0] == [("set_volume", 0)] * 2_000
