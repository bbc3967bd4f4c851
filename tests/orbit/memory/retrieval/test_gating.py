"""What cannot work on a session, however its slots are filled; and all that may."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.session import Session
from orbit.memory.retrieval.gating import hindrance
from tests.orbit.memory.conftest import make_workflow

TRACK = {"type": "track", "ask": "Which track?"}
MASTER = {"name": "Master", "kind": "master"}


def session(*tracks: dict[str, Any], **fields: Any) -> Session:
    return Session.model_validate({"daw": "ableton", "tracks": [*tracks, MASTER], **fields})


KICK = {"name": "Kick", "kind": "midi", "clips": [{"slot": 1, "name": "Beat", "length_beats": 16}]}
VOX = {"name": "Vox", "kind": "audio", "devices": [{"name": "Compressor", "kind": "compressor"}]}
SONG = {
    "name": "Song",
    "kind": "audio",
    "arrangement_clips": [{"name": "A", "length_beats": 4, "start_bar": 1}],
}


def why(
    where: Session, *preconditions: dict[str, Any], daws: tuple[str, ...] = (), **slots: Any
) -> str | None:
    fields = {"preconditions": list(preconditions), "slots": slots, "daws": list(daws)}
    return hindrance(make_workflow("one", "One", "A task", **fields), where)


def test_a_workflow_of_another_host_cannot_work() -> None:
    assert why(session(), daws=("logic", "ardour")) == "It works in logic and ardour, and this is ableton."
    assert why(session(), daws=("logic", "ableton")) is None


@pytest.mark.parametrize(
    ("condition", "here", "there"),
    [
        ({"tracks": {"at_least": 2}}, session(KICK, VOX), session(KICK)),
        ({"returns": 0}, session(KICK), session({"name": "A-Reverb", "kind": "return"})),
        ({"track": "Kick", "exists": True}, session(KICK), session(VOX)),
        ({"track": "Master", "device": "limiter", "exists": False}, session(KICK), None),
        ({"not": {"track": "Kick", "exists": True}}, session(VOX), session(KICK)),
        ({"any": [{"tempo": 99}, {"track": "Vox", "exists": True}]}, session(VOX), session(KICK)),
        ({"locators": {"at_least": 1}}, session(locators=[{"bar": 1, "name": "A"}]), session()),
    ],
)
def test_what_no_slot_is_in_is_asked_of_the_session(
    condition: dict[str, Any], here: Session, there: Session | None
) -> None:
    assert why(here, condition) is None
    if there is not None:
        assert why(there, condition)


def test_a_track_is_looked_for_that_fits() -> None:
    audio = {"track": "{{ target }}", "kind": "audio"}
    assert why(session(KICK, VOX), audio, target=TRACK) is None
    assert why(session(KICK), audio, target=TRACK) == (
        "Nothing here meets its condition: The kind of the target is audio."
    )
    compressed = {"track": "{{ target }}", "device": "compressor", "exists": True}
    assert why(session(KICK, VOX), compressed, target=TRACK) is None
    assert why(session(KICK), compressed, target=TRACK)


def test_conditions_must_hold_together() -> None:
    audio = {"track": "{{ target }}", "kind": "audio"}
    with_clip = {"track": "{{ target }}", "clip_count": {"at_least": 1}}
    assert why(session(KICK, VOX), audio, with_clip, target=TRACK)
    assert why(session({**KICK, "kind": "audio"}), audio, with_clip, target=TRACK) is None


def test_two_slots_are_two_tracks_where_they_must_differ() -> None:
    differ = {"value": "{{ target }}", "not": "{{ source }}"}
    assert why(session(), differ, target=TRACK, source=TRACK)
    assert why(session(KICK), differ, target=TRACK, source=TRACK) is None


def test_two_tracks_of_one_name_are_two_tracks() -> None:
    audio = {"track": "{{ target }}", "kind": "audio"}
    assert (
        why(session({"name": "Same", "kind": "audio"}, {"name": "Same", "kind": "midi"}), audio, target=TRACK)
        is None
    )


@pytest.mark.parametrize(
    ("condition", "slot", "kind"),
    [
        ({"track": "{{ target }}", "clip": "{{ what }}", "exists": True}, "text", "clip in the session view"),
        ({"track": "{{ target }}", "at_bar": "{{ what }}", "exists": True}, "bars", "clip on the timeline"),
        ({"scene": "{{ what }}", "exists": True}, "text", "scene"),
        ({"locator": "{{ what }}", "exists": True}, "text", "locator"),
    ],
)
def test_a_thing_of_any_name_must_be_there_at_all(condition: dict[str, Any], slot: str, kind: str) -> None:
    slots: dict[str, Any] = {"what": {"type": slot, "ask": "Which one?"}}
    if "target" in str(condition):
        slots["target"] = TRACK
    full = session(KICK, SONG, scenes=["A"], locators=[{"bar": 1, "name": "A"}])
    assert why(full, condition, **slots) is None
    assert why(session(VOX), condition, **slots) == f"There is no {kind} here."


@pytest.mark.parametrize(
    ("condition", "slots"),
    [
        ({"track": "{{ name }}", "exists": False}, {"name": {"type": "text", "ask": "What name?"}}),
        ({"track": "{{ bus }}", "exists": False}, {"bus": TRACK | {"default": "Kick"}}),
        (
            {"track": "{{ target }}", "device": "compressor", "parameter": "threshold", "at_most": -90},
            {"target": TRACK},
        ),
        ({"track": "Vox", "device": "compressor", "sidechain": "Nobody"}, {}),
        ({"track": "The {{ target }}", "exists": True}, {"target": TRACK}),
        ({"tempo": "{{ speed }}"}, {"speed": {"type": "number", "ask": "How fast?"}}),
    ],
)
def test_what_nobody_can_know_is_allowed(condition: dict[str, Any], slots: dict[str, Any]) -> None:
    assert why(session(KICK, VOX), condition, **slots) is None


def test_a_session_of_many_tracks_is_not_searched_for_ever() -> None:
    many = session(*({"name": f"T{at}", "kind": "midi"} for at in range(60)))
    audio = [{"track": "{{ one }}", "kind": "audio"}, {"value": "{{ one }}", "not": "{{ two }}"}]
    assert why(many, *audio, one=TRACK, two=TRACK)
    impossible = [{"track": "{{ one }}", "name": "T1"}, {"value": "{{ one }}", "not": "{{ two }}"}]
    assert why(many, *impossible, one=TRACK, two=TRACK) is None


def test_without_any_track_nothing_that_needs_one_works() -> None:
    assert hindrance(
        make_workflow(
            "one",
            "One",
            "A task",
            slots={"target": TRACK},
            preconditions=[{"value": "{{ target }}", "not": "x"}],
        ),
        Session(daw="ableton"),
    )
