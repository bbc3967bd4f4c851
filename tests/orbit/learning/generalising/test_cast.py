"""Who is who: created tracks, renamed ones, the master, returns, devices that were there, rows of tracks."""

from __future__ import annotations

from typing import Any

from orbit.learning.generalising import generalise
from orbit.learning.loops import fold
from orbit.learning.routine import Routine
from tests.orbit.learning.generalising.made import demonstration, pattern, workflow

Line = dict[str, Any]


def learned(*sessions: list[Line]) -> Routine:
    seen = fold([demonstration(number, *lines) for number, lines in enumerate(sessions)])
    routine = generalise(pattern(seen), seen)
    assert routine is not None
    workflow(routine)
    return routine


def bus(name: str, *tracks: str) -> list[Line]:
    return [
        {"action": "create_track", "kind": "audio", "name": name},
        *({"action": "set_output", "track": track, "to": name} for track in tracks),
        {"action": "insert_device", "track": name, "device": "glue_compressor"},
    ]


def test_a_created_track_is_called_by_its_name_from_then_on() -> None:
    rows = (("Kick", "Snare", "Hats"), ("Toms", "Snare", "Kick"), ("Clap", "Perc", "Hats"))
    routine = learned(*(bus(f"Bus {number}", *row) for number, row in enumerate(rows)))
    assert [step.get("track", step.get("name")) for step in routine.steps] == [
        "{{ name }}",
        "{{ item }}",
        "{{ name }}",
    ]
    assert routine.steps[1]["to"] == "{{ name }}"
    assert {"track": "{{ name }}", "exists": False} in routine.preconditions
    assert {"track": "{{ name }}", "kind": "audio"} in routine.postconditions


def test_a_name_that_is_always_given_is_constant() -> None:
    rows = (("Kick", "Snare", "Hats"), ("Toms", "Snare", "Kick"), ("Clap", "Perc", "Hats"))
    routine = learned(*(bus("Drum Bus", *row) for row in rows))
    assert routine.steps[0]["name"] == routine.steps[1]["to"] == "Drum Bus"


def test_the_name_a_host_gives_a_new_track_is_the_one_that_it_gets_at_once() -> None:
    def named(number: int, name: str) -> list[Line]:
        new = f"{number + 3}-MIDI"
        return [
            {"action": "create_track", "kind": "midi", "name": new},
            {"action": "rename_track", "track": new, "name": name},
            {"action": "set_arm", "track": name, "on": True},
        ]

    routine = learned(*(named(number, name) for number, name in enumerate(["Lead", "Arp", "Stab"])))
    assert [step["action"] for step in routine.steps] == ["create_track", "set_arm"]
    assert [example["name"] for example in routine.examples] == ["Lead", "Arp", "Stab"]


def test_a_track_that_is_renamed_is_called_so_from_then_on() -> None:
    def renamed(old: str, new: str) -> list[Line]:
        return [
            {"action": "rename_track", "track": old, "name": new},
            {"action": "set_mute", "track": new, "on": True},
        ]

    routine = learned(renamed("1-Audio", "Old"), renamed("Take", "Older"), renamed("Idea", "Oldest"))
    assert [step["track"] for step in routine.steps] == ["{{ target }}", "{{ new_name }}"]
    assert {"track": "{{ new_name }}", "mute": True} in routine.postconditions


def test_the_master_and_a_return_of_one_name_are_constant() -> None:
    def send(track: str) -> list[Line]:
        return [
            {"action": "set_send", "track": track, "to": "A-Reverb", "db": -12.0},
            {"action": "set_volume", "track": "Master", "db": -3.0},
        ]

    routine = learned(send("Vox"), send("Gtr"), send("Piano"))
    assert (routine.steps[0]["to"], routine.steps[1]["track"]) == ("A-Reverb", "Master")
    assert {"track": "A-Reverb", "kind": "return"} in routine.preconditions
    assert not any(condition.get("track") == "Master" for condition in routine.preconditions)


def test_returns_of_different_names_are_found_by_what_they_are() -> None:
    lines = [
        [{"action": "set_send", "track": "Vox", "to": to, "db": -9.0}] for to in ("Hall", "Verb", "Plate")
    ]
    assert learned(*lines).slots["send"]["find"] == {"role": "reverb"}
    lines = [[{"action": "set_send", "track": "Vox", "to": to, "db": -9.0}] for to in ("X", "Y", "Z")]
    assert learned(*lines).slots["send"]["find"] == {"kind": ["return"]}


def test_a_device_that_was_there_is_asked_for_and_one_that_is_inserted_has_a_label() -> None:
    def lines(track: str) -> list[Line]:
        return [
            {"action": "enable_device", "track": track, "device": "eq", "on": False},
            {"action": "insert_device", "track": track, "device": "gate"},
            {"action": "enable_device", "track": track, "device": "gate", "on": True},
        ]

    routine = learned(lines("Kick"), lines("Snare"), lines("Toms"))
    assert [step["device"] for step in routine.steps] == ["eq", "gate", "new_gate"]
    assert routine.steps[1]["as"] == "new_gate"
    assert {"track": "{{ target }}", "device": "eq", "exists": True} in routine.preconditions
    assert {"track": "{{ target }}", "device": "new_gate", "enabled": True} in routine.postconditions


def test_two_tracks_are_never_one() -> None:
    lines = [
        [
            {"action": "set_output", "track": one, "to": other},
            {"action": "set_mute", "track": other, "on": True},
        ]
        for one, other in (("A", "B"), ("C", "D"), ("E", "F"))
    ]
    routine = learned(*lines)
    assert routine.steps[0]["to"] == routine.steps[1]["track"] == "{{ bus }}"
    assert {"value": "{{ target }}", "not": "{{ bus }}"} in routine.preconditions


def test_tracks_of_one_part_leave_each_other_out() -> None:
    lines = [
        [
            {"action": "set_output", "track": one, "to": other},
            {"action": "set_mute", "track": other, "on": True},
        ]
        for one, other in (("Vox", "Lead Vocal"), ("Vocal", "Voice"), ("Lead Vox", "Vocs"))
    ]
    assert learned(*lines).slots["bus"]["find"] == {"role": "vocal", "besides": ["target"]}


def test_a_step_that_is_often_left_out_needs_no_track_of_its_own() -> None:
    def lines(track: str, to: str) -> list[Line]:
        return [
            {"action": "set_mute", "track": track, "on": False},
            {"action": "set_send", "track": track, "to": to, "db": -6.0},
        ]

    seen = [demonstration(n, *lines(t, to)) for n, (t, to) in enumerate([("A", "X"), ("B", "Y"), ("C", "Z")])]
    made = pattern(seen)
    optional = generalise(type(made)(made.does, made.occurrences, 1.0, frozenset({1})), seen)
    assert optional is not None
    workflow(optional)
    assert optional.slots["send"]["optional"] is True
    assert "optional" not in optional.slots["target"]
