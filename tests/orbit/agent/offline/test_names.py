"""What a user says about names, and sentences that use them, read without a language model."""

from __future__ import annotations

import pytest

from daw_bridges.actions import SetMute
from daw_bridges.session import Session, Track
from orbit.agent.offline.deciding import Known, decide
from orbit.agent.offline.moves import Call
from orbit.agent.offline.understanding import Edits, Forget, Problem, Remember, understand
from orbit.agent.offline.understanding.filling import fill_slots
from orbit.agent.offline.understanding.templates import recipe_of
from orbit.agent.tools import search_result
from orbit.memory import Library


@pytest.mark.parametrize(
    ("sentence", "name", "track"),
    [
        ("when I say vox I mean Lead Vox", "vox", "Lead Vox"),
        ("no, when I say singer I mean the backing vox", "singer", "Backing Vox"),
        ("whenever I say the monster, I mean the bass", "monster", "Bass"),
        ("by wobble I mean the bass", "wobble", "Bass"),
        ("I meant Lead Synth by lead", "lead", "Lead Synth"),
        ("wobble means the bass", "wobble", "Bass"),
        ("Wobble is short for Bass", "Wobble", "Bass"),
        ("BV is short for the backing vox", "BV", "Backing Vox"),
        ("I call the pad Clouds", "Clouds", "Pad"),
        ("we always call the lead synth the hook", "hook", "Lead Synth"),
        ("nickname the guitar Frank", "Frank", "Guitar"),
        ("the guitar is also called Frank", "Frank", "Guitar"),
        ("remember that Frank is the guitar", "Frank", "Guitar"),
        ("from now on frank means Guitar", "frank", "Guitar"),
        ("no, frank is the guitar", "frank", "Guitar"),
        ('when I say "the big one" I mean "Lead Synth"', "the big one", "Lead Synth"),
        ("could you please remember that Frank is the guitar, thanks", "Frank", "Guitar"),
    ],
)
def test_what_a_track_is_called_is_understood(
    practice: Session, sentence: str, name: str, track: str
) -> None:
    assert understand(sentence, practice) == Remember(name, track)


def test_calling_a_track_by_a_new_word_renames_it_unless_the_word_is_a_track(practice: Session) -> None:
    renamed = understand("call the pad Clouds", practice)
    assert isinstance(renamed, Edits)
    assert [action.action for action in renamed.actions] == ["rename_track"]
    lead_v = practice.model_copy(
        update={"tracks": (Track.model_validate({"name": "Lead V", "kind": "audio"}), *practice.tracks[:4])}
    )
    assert understand("call the lead vox Lead V", lead_v) == Remember("lead vox", "Lead V")
    assert understand("call the lead vox Lead V", practice) != Remember("lead vox", "Lead V")


@pytest.mark.parametrize(
    "sentence",
    ["when I say kick I mean the bass", "remember that lead vox is Backing Vox", "I call the pad Keys"],
)
def test_a_tracks_own_name_cannot_be_given_to_another(practice: Session, sentence: str) -> None:
    problem = understand(sentence, practice)
    assert isinstance(problem, Problem)
    assert "own name comes first" in problem.message


def test_a_name_for_a_track_that_is_not_there_is_told_so(practice: Session) -> None:
    problem = understand("when I say vox I mean Lead V9000", practice)
    assert isinstance(problem, Problem)
    assert "Lead V9000".casefold() in problem.message.casefold()


def test_two_tracks_of_one_name_cannot_share_another(practice: Session) -> None:
    twins = practice.model_copy(update={"tracks": (practice.tracks[0], *practice.tracks)})
    problem = understand("when I say thump I mean #1", twins)
    assert isinstance(problem, Problem)
    assert "2 tracks are called Kick" in problem.message


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("forget the name Frank", "Frank"),
        ("forget that Frank is the guitar", "Frank"),
        ("stop calling the guitar Frank", "Frank"),
        ("frank no longer means the guitar", "frank"),
    ],
)
def test_a_name_is_forgotten_when_that_is_said(practice: Session, sentence: str, name: str) -> None:
    assert understand(sentence, practice) == Forget(name)


def test_forgetting_a_word_is_about_a_name_only_where_it_is_one(practice: Session) -> None:
    assert understand("forget Frank", practice, {"frank": "Guitar"}) == Forget("Frank")
    assert not isinstance(understand("forget Frank", practice), Forget)
    assert not isinstance(understand("forget it", practice), Forget)


@pytest.mark.parametrize(
    "sentence",
    ["mute wobble", "mute the wobble", "please mute my Wobble track", "can you mute the WOBBLE channel"],
)
def test_a_nickname_stands_for_its_track(practice: Session, sentence: str) -> None:
    understood = understand(sentence, practice, {"wobble": "Bass"})
    assert isinstance(understood, Edits)
    assert understood.actions == (SetMute(track="Bass", on=True),)


def test_a_name_on_the_screen_goes_before_a_nickname(practice: Session) -> None:
    understood = understand("mute the kick", practice, {"kick": "Bass"})
    assert isinstance(understood, Edits)
    assert understood.actions == (SetMute(track="Kick", on=True),)


def test_a_nickname_goes_before_what_a_word_usually_means(practice: Session) -> None:
    usually = understand("mute the vocals", practice)
    taught = understand("mute the singer", practice, {"singer": "Backing Vox"})
    assert isinstance(usually, Edits)
    assert len(usually.actions) == 2
    assert isinstance(taught, Edits)
    assert taught.actions == (SetMute(track="Backing Vox", on=True),)


def test_a_nickname_fills_a_slot_of_a_workflow(practice: Session, shelf: Library) -> None:
    sentence, nicknames = "make wobble duck under the kick", {"wobble": "Bass"}
    found = search_result(shelf, sentence, 5, practice)
    known = Known(practice, (found["decision"], found["workflows"]), nicknames)
    first = next(each for each in found["workflows"] if each["id"] == "sidechain-compression")
    assert fill_slots(sentence, recipe_of(first), practice, nicknames).slots == {
        "target": "Bass",
        "source": "Kick",
    }
    move = decide("when I say thump I mean the kick", None, known)
    assert move == (Call("remember_name", {"name": "thump", "track": "Kick"}),)
