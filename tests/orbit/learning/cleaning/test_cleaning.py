"""Cleaning by example: what stands, what came to nothing, and what was taken back."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import action_json
from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.memory.trajectory import Trajectory

Edit = dict[str, Any]


def edit(what: str, track: str | None = None, /, **fields: Any) -> Edit:
    return {"action": what} | ({} if track is None else {"track": track}) | fields


def cleaned(*edits: Edit, step: float = 1.0, daw: str = "ableton", **fields: Any) -> Demonstration:
    actions = [{"t": place * step, "origin": "user"} | each for place, each in enumerate(edits)]
    return clean(Trajectory(id="t", daw=daw, actions=actions, **fields))  # pyright: ignore[reportArgumentType]


def does(demonstration: Demonstration) -> list[str]:
    return [event.does for event in demonstration.events]


def values(demonstration: Demonstration, field: str) -> list[Any]:
    return [action_json(event.action).get(field) for event in demonstration.events]


def rejected(demonstration: Demonstration) -> list[list[str]]:
    return [[event.does for event in run] for run in demonstration.rejected]


def volume(track: str, db: float | None, **fields: Any) -> Edit:
    return edit("set_volume", track, db=db, **fields)


def threshold(track: str, value: float | str, device: str = "compressor", **fields: Any) -> Edit:
    return edit("set_parameter", track, device=device, parameter="threshold", value=value, **fields)


def ratio(track: str, value: float | str) -> Edit:
    return edit("set_parameter", track, device="compressor", parameter="ratio", value=value)


def insert(track: str, device: str, **fields: Any) -> Edit:
    return edit("insert_device", track, device=device, **fields)


UNDO = edit("undo")


def test_nothing_comes_of_nothing() -> None:
    assert cleaned().events == ()
    assert cleaned(UNDO, UNDO).events == ()


def test_a_drag_is_the_value_it_ended_at() -> None:
    found = cleaned(*(volume("Bass", -db) for db in range(1, 50)))
    assert values(found, "db") == [-49.0]


def test_two_knobs_dragged_at_once_are_two_edits_in_the_order_they_were_touched() -> None:
    found = cleaned(*(each for n in range(9) for each in (threshold("Bass", -n), ratio("Bass", n))))
    assert does(found) == ["set_parameter compressor threshold", "set_parameter compressor ratio"]
    assert values(found, "value") == [-8.0, 8.0]


def test_a_drag_goes_on_while_another_track_is_worked_on() -> None:
    found = cleaned(volume("Bass", -1), insert("Kick", "eq"), volume("Bass", -2))
    assert does(found) == ["set_volume", "insert_device eq"]
    assert values(found, "db")[0] == -2.0


def test_a_setting_that_is_set_again_after_other_work_on_the_track_is_two_edits() -> None:
    found = cleaned(volume("Bass", -1), insert("Bass", "eq"), volume("Bass", -2))
    assert does(found) == ["set_volume", "insert_device eq", "set_volume"]


def test_a_drag_is_one_hands() -> None:
    found = cleaned(volume("Bass", -6, origin="agent"), volume("Bass", -5))
    assert [(event.by_hand, event.action.db) for event in found.events] == [(False, -6), (True, -5)]  # type: ignore[union-attr]


def test_what_is_known_to_be_so_is_no_edit() -> None:
    found = cleaned(
        threshold("Bass", -24), insert("Bass", "eq"), threshold("Bass", "-24.0 dB"), threshold("Bass", -24)
    )
    assert does(found) == ["set_parameter compressor threshold", "insert_device eq"]
    choice = edit("set_monitor", "Bass", mode="in")
    assert len(cleaned(choice, insert("Bass", "eq"), choice).events) == 2


@pytest.mark.parametrize(
    ("one", "other"), [("1.2 kHz", 1200.0), ("0.5 s", "500 ms"), ("On", "on"), ("4:1", "4.00 : 1")]
)
def test_a_value_is_the_same_however_it_is_written(one: Any, other: Any) -> None:
    assert len(cleaned(threshold("Bass", one), insert("Bass", "eq"), threshold("Bass", other)).events) == 2


def test_levels_of_nothing_are_known_too() -> None:
    assert len(cleaned(volume("Bass", None), insert("Bass", "eq"), volume("Bass", None)).events) == 2


def test_a_switch_and_back_comes_to_nothing() -> None:
    found = cleaned(edit("set_mute", "Kick", on=True), edit("set_mute", "Kick", on=False))
    assert found.events == ()
    assert rejected(found) == [["set_mute"]]


def test_a_switch_and_back_around_other_work_is_two_edits() -> None:
    solo = [edit("set_solo", "Kick", on=on) for on in (True, False)]
    assert len(cleaned(solo[0], volume("Kick", -3), solo[1]).events) == 3


def test_a_value_that_was_put_back_comes_to_nothing() -> None:
    found = cleaned(volume("Bass", -6), insert("Bass", "eq"), volume("Bass", -3), volume("Bass", -6))
    assert does(found) == ["set_volume", "insert_device eq"]
    assert rejected(found) == [["set_volume"]]


def test_what_is_put_back_late_is_not_told_as_unwanted() -> None:
    found = cleaned(edit("set_mute", "Kick", on=True), edit("set_mute", "Kick", on=False), step=46)
    assert (found.events, found.rejected) == ((), ())


@pytest.mark.parametrize(
    ("do", "undo"),
    [
        (insert("Bass", "eq"), edit("remove_device", "Bass", device="EQ Eight")),
        (edit("create_track", kind="midi", name="New"), edit("delete_track", "New")),
        (edit("duplicate_track", "Bass", name="Bass 2"), edit("delete_track", "Bass 2")),
        (edit("create_clip", "Bass", slot=2, length_beats=4), edit("delete_clip", "Bass", clip="#2")),
        (edit("duplicate_clip", "Bass", clip="#1", to_bar=9), edit("delete_clip", "Bass", clip="@9")),
        (edit("create_scene", name="Drop"), edit("delete_scene", scene="drop")),
        (edit("add_locator", bar=9, name="Drop"), edit("remove_locator", bar=9)),
    ],
)
def test_what_is_made_and_at_once_unmade_comes_to_nothing(do: Edit, undo: Edit) -> None:
    found = cleaned(volume("Kick", -1), do, undo, volume("Snare", -1))
    assert does(found) == ["set_volume", "set_volume"]
    assert len(found.rejected) == 1
    assert does(cleaned(undo, do)) != []


def test_what_was_done_to_a_thing_goes_with_it() -> None:
    found = cleaned(
        insert("Bass", "eq"), threshold("Bass", 3, "eq"), edit("remove_device", "Bass", device="eq")
    )
    assert found.events == ()
    assert rejected(found) == [["insert_device eq", "set_parameter eq threshold"]]


def test_a_thing_that_served_stays_although_it_was_removed_later() -> None:
    found = cleaned(
        insert("Bass", "tuner"), volume("Bass", -1), edit("remove_device", "Bass", device="tuner")
    )
    assert does(found) == ["insert_device tuner", "set_volume", "remove_device tuner"]


def test_an_undo_takes_back_what_still_stands() -> None:
    found = cleaned(volume("A", -1), insert("A", "eq"), insert("B", "gate"), UNDO, UNDO, insert("A", "echo"))
    assert does(found) == ["set_volume", "insert_device echo"]
    assert rejected(found) == [["insert_device eq", "insert_device gate"]]


def test_undos_apart_are_runs_apart_and_late_ones_are_no_rejection() -> None:
    found = cleaned(insert("A", "eq"), UNDO, insert("A", "gate"), insert("B", "echo"), UNDO)
    assert rejected(found) == [["insert_device eq"], ["insert_device echo"]]
    assert rejected(cleaned(insert("A", "eq"), UNDO, step=46)) == []


def test_an_undone_drag_is_rejected_as_one_edit() -> None:
    found = cleaned(volume("A", -1), volume("A", -2), volume("A", -3), UNDO, UNDO, UNDO)
    assert rejected(found) == [["set_volume"]]
    assert values(cleaned(volume("A", -1), volume("A", -2), UNDO), "db") == [-1.0]


def test_orbits_own_edits_are_marked() -> None:
    found = cleaned(insert("A", "eq", origin="agent"), UNDO, volume("A", -1, origin="agent"))
    assert [event.by_hand for event in found.events] == [False]
    assert [event.by_hand for run in found.rejected for event in run] == [False]


def test_a_failed_trajectory_loses_the_edit_at_which_it_failed() -> None:
    edits = [insert("A", "eq"), volume("A", -1), volume("A", -2)]
    assert does(cleaned(*edits, outcome="failure")) == ["insert_device eq"]
    assert does(cleaned(*edits, outcome="success")) == ["insert_device eq", "set_volume"]


def test_a_thing_that_is_named_at_once_was_created_so() -> None:
    found = cleaned(
        edit("create_track", kind="audio", name="5-Audio"), edit("rename_track", "5-Audio", name="Vox")
    )
    assert does(found) == ["create_track audio"]
    assert values(found, "name") == ["Vox"]
    clip = cleaned(
        edit("create_clip", "A", slot=2, length_beats=4), edit("rename_clip", "A", clip="#2", name="Hook")
    )
    assert values(clip, "name") == ["Hook"]
    scene = cleaned(edit("create_scene", name="9"), edit("rename_scene", scene="9", name="Drop"))
    assert values(scene, "name") == ["Drop"]


def test_a_scene_keeps_its_name_where_it_is_taken_away() -> None:
    found = cleaned(edit("create_scene", name="Drop"), edit("rename_scene", scene="Drop", name=""))
    assert does(found) == ["create_scene", "rename_scene"]


def test_notes_drawn_one_by_one_are_added_together() -> None:
    found = cleaned(
        *(
            edit("add_notes", "A", clip=clip, notes=[[36, beat, 1, 100]])
            for beat in range(4)
            for clip in ("#1",)
        ),
        edit("add_notes", "A", clip="#2", notes=[[36, 0, 1, 100]]),
    )
    assert [len(notes) for notes in values(found, "notes")] == [4, 1]


def test_a_demonstration_says_whose_it_is() -> None:
    found = cleaned(volume("A", -1), session="s", project="p", goal="quieter", daw="logic")
    assert (found.trajectory, found.session, found.project) == ("t", "s", "p")
    assert (found.goal, found.daw) == ("quieter", "logic")
