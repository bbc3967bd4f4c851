"""How words are said and sound: names, numbers, guesses by the letters, and what sounds alike."""

from __future__ import annotations

import pytest

from daw_bridges.session import Session, Track, TrackKind
from orbit.voice import Vocabulary
from orbit.voice.numbers import in_figures
from orbit.voice.pronunciation import letter_sounds, sounds
from orbit.voice.request_grammar import grammar_of
from orbit.voice.sound_match import SoundIndex, nearness, repaired
from orbit.voice.spoken_forms import number_words, spoken_forms, spoken_words


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("808", "eight oh eight"),
        ("808", "eight hundred eight"),
        ("02 Gtr L", "guitar l"),
        ("LeadVox", "lead vox"),
        ("Lead Synth #2", "lead synth number two"),
        ("B-Delay", "delay"),
        ("BVs", "backing vocals"),
        ("Überbass", "uberbass"),
        ("Kick & Snare", "kick and snare"),
    ],
)
def test_how_names_are_said(name: str, form: str) -> None:
    assert form in spoken_forms(name)


@pytest.mark.parametrize("name", ["低音", "Бас", "🎸", "---", ""])
def test_names_without_letters_of_ours_are_not_said(name: str) -> None:
    assert spoken_forms(name) == ()


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("set the tempo to one twenty eight", "set the tempo to 128"),
        ("minus two and a half", "-2.5"),
        ("bars nine to seventeen", "bars 9 to 17"),
        ("one oh four", "104"),
        ("point five", "0.5"),
        ("a ratio of four to one", "a ratio of 4:1"),
        ("the time signature to seven eight", "the time signature to 7/8"),
        ("one hundred and twenty eight point five", "128.5"),
        ("track one and track two", "track 1 and track 2"),
        ("mute the kick", "mute the kick"),
    ],
)
def test_numbers_are_written_in_figures(said: str, written: str) -> None:
    assert in_figures(said) == written


@pytest.mark.parametrize("number", range(0, 1000, 37))
def test_numbers_that_are_said_are_the_numbers_that_are_written(number: int) -> None:
    assert in_figures(number_words(number)) == str(number)


def test_what_a_recogniser_writes_is_said_in_words() -> None:
    said = " ".join(spoken_words("Set it to -6.5 dB, 4:1!"))
    assert said == "set it to minus six point five db four to one"


def test_a_word_in_no_dictionary_is_guessed() -> None:
    assert sounds("bassline") == (*sounds("bass"), *sounds("line"))
    assert sounds("unmuted")[-1] == "D"
    assert letter_sounds("zither") == ("Z", "IH", "TH", "ER")
    assert sounds("xqz"), "something can be said for any letters"


def test_what_sounds_alike_is_near() -> None:
    assert nearness(sounds("vest"), sounds("bass")) > nearness(sounds("coffee"), sounds("bass"))
    assert nearness(sounds("kick"), sounds("kick")) == 1.0
    assert nearness((), sounds("kick")) == 0.0


def test_the_nearest_word_is_the_name_that_was_meant() -> None:
    index = SoundIndex(["kick", "snare", "lead_vox", "bass", "backing_vox", "reverb"])
    heard = {"click": "kick", "snail": "snare", "led_box": "lead_vox", "vest": "bass", "river": "reverb"}
    assert {word: index.near(sounds(word))[0][0] for word in heard} == heard


def test_what_was_heard_is_repaired_by_its_sound_and_by_how_people_ask() -> None:
    session = Session(daw="ableton", tracks=(Track(name="Bass", kind=TrackKind.AUDIO),))
    grammar = grammar_of(Vocabulary.of(session))
    indexes = SoundIndex(grammar.names), SoundIndex(grammar.words.difference(grammar.names))

    def texts(heard: str) -> list[str]:
        return [" ".join(each.words) for each in repaired(spoken_words(heard), grammar, *indexes)]

    assert texts("Mute the bays.")[0] == "mute the bass"
    assert texts("Set the tempo to 128.")[0] == "set the tempo to one twenty eight"
    assert texts("You Turn the base down.")[0] == "turn the bass down", "a breath is no word"
    assert texts("Sprinkle glitter on the bass")[0] == "sprinkle glitter on the bass", (
        "what it cannot mend stays"
    )
    assert texts("") == []
