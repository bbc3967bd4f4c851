"""The scripts as they are: each held by a file in ``golden``, and whole as far as can be seen without a Mac.

``ORBIT_UPDATE_GOLDEN=1`` writes the files anew; look at the difference before it is committed.
"""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest

from daw_bridges.errors import NotFoundError, OutOfRangeError
from daw_bridges.logic.key_commands import COMMANDS, command
from daw_bridges.logic.macos import gestures as g
from daw_bridges.logic.macos import procedures as p
from daw_bridges.logic.macos.elements import ELEMENTS, element
from daw_bridges.logic.macos.procedure import Procedure, Proof
from daw_bridges.logic.macos.script import HANDLERS, render
from tests.daw_bridges.logic.macos.applescript import check

GOLDEN = Path(__file__).with_name("golden")

PROCEDURES: dict[str, Procedure] = {
    "create_audio_track": p.create_track("audio", "Lead Vox", "Guitar"),
    "create_first_track": p.create_track("midi", "Bass", None),
    "create_return": p.create_return("Reverb"),
    "duplicate_track": p.duplicate_track("Bass", "Bass 2"),
    "delete_track": p.delete_track("Bass"),
    "rename_track": p.rename_track("Bass", 'Sub "Bass" – é'),
    "rename_strip": p.rename_strip("Aux 3", "Reverb"),
    "set_tempo": p.set_tempo(126),
    "set_time_signature": p.set_time_signature(6, 8),
    "add_locator": p.add_locator(33, "Drop"),
    "import_region": p.import_region("Bass", Path("/Volumes/Orbit/region-1.mid"), 17, "Riff"),
    "undo": p.undo(),
    "read_tempo": p.read("tempo"),
}


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_script_is_the_one_that_was_looked_at(name: str) -> None:
    script, golden = render(PROCEDURES[name]), GOLDEN / f"{name}.applescript"
    if os.environ.get("ORBIT_UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(script, encoding="ascii")
    assert golden.read_text(encoding="ascii") == script


def test_no_script_is_held_that_nothing_renders() -> None:
    assert {path.stem for path in GOLDEN.glob("*")} == set(PROCEDURES)


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_script_is_whole(name: str) -> None:
    check(render(PROCEDURES[name]))


def test_every_handler_is_of_use() -> None:
    scripts = "".join(render(procedure) for procedure in PROCEDURES.values())
    unused = [path.stem for path in HANDLERS.iterdir() if path.read_text("ascii") not in scripts]
    assert unused == []


def test_every_gesture_and_command_is_of_use() -> None:
    done = {type(gesture) for procedure in PROCEDURES.values() for gesture in procedure.gestures}
    every = {getattr(g, name) for name in g.__all__ if name != "Gesture"}
    assert every == done
    given = {
        gesture.id
        for procedure in PROCEDURES.values()
        for gesture in procedure.gestures
        if isinstance(gesture, g.Command)
    }
    assert given == set(COMMANDS)


def test_data_says_what_the_gestures_say() -> None:
    for procedure in PROCEDURES.values():
        for gesture, data in zip(procedure.gestures, procedure.data, strict=True):
            assert set(data) == {"gesture", *(field.name for field in fields(gesture))}


def test_letters_are_only_put_into_a_field() -> None:
    """Keys are pressed one by one by number, and only Return, Escape and the panel's Go to Folder."""
    for path in HANDLERS.iterdir():
        source = path.read_text("ascii")
        assert "keystroke" not in source
        assert set(_after(source, "key code ")) <= {"36", "53", "5"}


def _after(source: str, word: str) -> list[str]:
    return [part.split()[0] for part in source.split(word)[1:]]


def test_a_deletion_checks_the_track_right_before_it() -> None:
    gestures = PROCEDURES["delete_track"].gestures
    at = gestures.index(g.Command("delete_track"))
    assert gestures[at - 1] == g.RequireSelected("Bass")
    gestures = PROCEDURES["import_region"].gestures
    at = gestures.index(g.Command("delete_track"))
    assert gestures[at - 1] == g.AwaitNewTrack()


@pytest.mark.parametrize("bpm", [4, 991, 126.5])
def test_a_tempo_that_cannot_be_set_is_told(bpm: float) -> None:
    with pytest.raises(OutOfRangeError, match=f"{bpm:g}"):
        p.set_tempo(bpm)


def test_what_a_person_would_do_is_told_for_each() -> None:
    for procedure in PROCEDURES.values():
        assert procedure.by_hand.endswith(".")
        assert not procedure.expected or procedure.expected in procedure.by_hand


def test_a_reading_confirms_what_it_says() -> None:
    tempo = p.set_tempo(126)
    assert tempo.proof is Proof.READING
    assert [tempo.confirmed_by(each) for each in ("126", "126.0", "126,0000", "125", None, "")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
    assert p.set_time_signature(6, 8).confirmed_by("6/8")
    assert not p.set_time_signature(6, 8).confirmed_by("4/4")
    assert not p.undo().confirmed_by("Undo Cut")


def test_what_is_not_in_the_tables_is_named() -> None:
    with pytest.raises(NotFoundError, match="command of Logic"):
        command("quit")
    with pytest.raises(NotFoundError, match="element of Logic"):
        element("volume")
    assert all(element(each).shown for each in ELEMENTS)


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("\tend tell\n", ""),
        ("end typeText", "end typetext"),
        ('my requireSelected("Bass")', 'my requireSelected("Bass", 2)'),
        ("my readSelected()", "my readTheSelected()"),
        ("value of aField to theText", "value of (aField to theText"),
    ],
)
def test_a_broken_script_would_be_noticed(part: str, instead: str) -> None:
    script = render(PROCEDURES["rename_track"])
    assert part in script
    with pytest.raises((AssertionError, KeyError)):
        check(script.replace(part, instead, 1))
