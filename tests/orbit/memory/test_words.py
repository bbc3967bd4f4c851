"""The trade's language, and the two kinds of TF-IDF over it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from orbit.memory.words.language import plain, read, synonym_groups
from orbit.memory.words.spelling import Speller
from orbit.memory.words.tfidf import TermIndex, character_grams, counted


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("duck the bass", "sidechain the low end"),
        ("more verb", "add some reverb"),
        ("the pads should pump", "side-chain compress the pads"),
        ("glue it", "gel everything together"),
        ("process the vox", "process the vocals"),
        ("make it louder", "raise the LUFS"),
        ("the beats", "the drums"),
        ("paste the riff", "duplicate the loop"),
        ("bring it to bar 17", "bring it to measure 9"),
        ("zero all the faders", "reset the mixer"),
    ],
)
def test_two_ways_to_say_a_thing_share_a_group(one: str, other: str) -> None:
    groups = [{term for term in read(text).terms if term.startswith("~")} for text in (one, other)]
    assert groups[0] & groups[1]


def test_how_much_is_dropped_and_what_is_kept() -> None:
    assert plain("-6 dB at 120Hz, 4:1, bar 17, #3, 1/8") == "at bar"
    assert plain("an 808 on the 2nd track") == "an 808 on the track"


def test_words_that_only_wrap_a_request_are_no_part_of_it() -> None:
    assert read("hey, could you please make my bass duck?").words == read("bass duck").words
    assert read("what's it like?").units == ()


def test_the_words_of_a_phrase_are_one_thing_asked_for() -> None:
    assert len(read("get out of the way").units) == 1
    assert len(read("hi hats").units) == 1


def test_every_synonym_group_is_found_by_each_of_its_ways() -> None:
    lost = [
        (group, way)
        for group, ways in synonym_groups().items()
        for way in ways
        if f"~{group}" not in {term for unit in read(way).units for term in unit}
    ]
    assert lost == []


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    reading = read(text)
    assert set(reading.words) <= set(reading.terms)
    assert plain(reading.text) == reading.text


def test_synonyms_are_lower_case_words_once_each() -> None:
    for ways in synonym_groups().values():
        assert len(set(ways)) == len(ways)
        assert all(isinstance(way, str) and way == way.lower() for way in ways)


def test_tfidf_is_the_textbooks() -> None:
    index = TermIndex([["a", "a", "b"], ["b", "c"], ["c"]])
    idf = {"a": math.log(4 / 2) + 1, "b": math.log(4 / 3) + 1, "c": math.log(4 / 3) + 1}
    first = np.array([(1 + math.log(2)) * idf["a"], idf["b"]])
    query = np.array([idf["a"], idf["b"]])
    expected = first @ query / np.linalg.norm(first) / np.linalg.norm(query)
    assert index.scores({"a": 1, "b": 1})[0] == pytest.approx(expected)
    assert index.idf("unheard") > index.idf("a") > index.idf("b")


_words = st.lists(st.sampled_from(["kick", "snare", "bass", "pad", "lead"]), max_size=6)


@given(st.lists(_words, max_size=8), _words)
def test_scores_are_cosines(documents: list[list[str]], query: list[str]) -> None:
    scores = TermIndex(documents).scores(counted(query))
    assert scores.shape == (len(documents),)
    assert ((scores >= 0) & (scores <= 1 + 1e-9)).all()
    for document, score in zip(documents, scores, strict=True):
        assert (score > 0) == bool(set(document) & set(query))
        if document and sorted(document) == sorted(query):
            assert score == pytest.approx(1)


def test_a_slip_of_the_keyboard_still_shares_letters() -> None:
    index = TermIndex([["sidechain"], ["reverb"]], character_grams)
    scores = index.scores(counted(character_grams("sidechian")))
    assert scores[0] > 0.2 > scores[1]


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("sidechian the bass", "sidechain the bass"),
        ("more revreb please", "more reverb please"),
        ("compresor on the vocls", "compressor on the vocals"),
        ("mastring chain", "mastering chain"),
        ("set up a tempalte", "set up a template"),
    ],
)
def test_a_slip_is_read_as_the_word_that_was_meant(slip: str, meant: str) -> None:
    assert Speller(["please set up a template"]).corrected(slip) == meant


@pytest.mark.parametrize(
    "text", ["What's the weather, Mrs. Brass?", "mow my lawn", "pizza", "the kik", "faster", ""]
)
def test_words_that_are_other_words_are_left_alone(text: str) -> None:
    assert Speller(["master the kick"]).corrected(text) == text


def test_the_sessions_own_names_are_not_slips() -> None:
    assert Speller([]).corrected("more Revreb", names=["Revreb 2"]) == "more Revreb"


def test_the_synonyms_file_repeats_no_key() -> None:
    # YAML keeps the last of two equal keys in silence; the groups' words would be lost.
    from importlib.resources import files

    text = files("orbit.memory.words").joinpath("synonyms.yaml").read_text("utf-8")
    root = yaml.compose(text, yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)
    keys = [node.value for node, _ in root.value]
    assert len(set(keys)) == len(keys)
