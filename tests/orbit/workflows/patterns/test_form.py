"""Forms: where sections begin, and which loops play in them."""

from __future__ import annotations

import pytest

from daw_bridges.errors import NotPossibleError, OutOfRangeError
from daw_bridges.session import Clip, Session, Track, TrackKind
from orbit.workflows.patterns import worked_out

EMPTY = Session(daw="ableton")


def looped(*names: str, beats: float = 8, slot: int = 2) -> Session:
    tracks = [
        Track(
            name=name, kind=TrackKind.MIDI, clips=(Clip(name=f"{name} loop", slot=slot, length_beats=beats),)
        )
        for name in names
    ]
    return Session(daw="ableton", tracks=tuple(tracks))


def placed(session: Session, form: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for item in worked_out({"pattern": "arrangement", "form": form}, session):
        found.setdefault(item["track"], []).append(item["bar"])
    return found


def test_sections_follow_each_other_and_are_numbered_where_there_are_several() -> None:
    made = worked_out({"pattern": "sections", "form": "Intro 4, Verse 8, Verse 8 bars", "end": True}, EMPTY)
    assert [(each["name"], each["bar"]) for each in made] == [
        ("Intro", 1), ("Verse 1", 5), ("Verse 2", 13), ("End", 21)
    ]  # fmt: skip


def test_a_form_goes_by_its_name_from_any_bar() -> None:
    made = worked_out({"pattern": "sections", "form": "Hip-hop", "from_bar": 9}, EMPTY)
    assert (made[0], made[2]["name"], len(made)) == ({"name": "Intro", "bar": 9, "bars": 4}, "Hook 1", 8)


@pytest.mark.parametrize("form", ["", "verse chorus verse", "Verse eight", "Verse 8 apples", "Verse 0"])
def test_what_is_no_form_is_refused(form: str) -> None:
    with pytest.raises(OutOfRangeError, match="sections with their bars"):
        worked_out({"pattern": "sections", "form": form}, EMPTY)


def test_everybody_plays_in_the_drop_and_fewer_elsewhere() -> None:
    session = looped("Kick", "Hats", "Bass", "Keys", "Lead Synth")
    assert placed(session, "Intro 2, Verse 4, Break 2, Drop 2") == {
        "Kick": [3, 5, 9],
        "Hats": [1, 3, 5, 9],
        "Bass": [3, 5, 9],
        "Keys": [1, 3, 5, 7, 9],
        "Lead Synth": [7, 9],
    }


def test_a_section_that_nobody_would_play_is_played_by_all() -> None:
    assert placed(looped("Bass"), "Intro 2, Drop 2") == {"Bass": [1, 3]}


def test_the_fullest_row_is_the_loop() -> None:
    session = looped("Bass", "Keys")
    more = session.tracks[0].clips[0].model_copy(update={"slot": 1})
    bass = session.tracks[0].model_copy(update={"clips": (more, *session.tracks[0].clips)})
    session = session.model_copy(update={"tracks": (bass, session.tracks[1])})
    made = worked_out({"pattern": "arrangement", "form": "Drop 2"}, session)
    assert [(each["track"], each["clip"]) for each in made] == [("Bass", "#2"), ("Keys", "#2")]


def test_a_loop_longer_than_a_section_and_no_loop_at_all_are_refused() -> None:
    with pytest.raises(NotPossibleError, match="lasts 4 bars"):
        placed(looped("Bass", beats=16), "Drop 2")
    with pytest.raises(NotPossibleError, match="no clip"):
        placed(EMPTY, "Drop 2")
