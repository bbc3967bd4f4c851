"""Which names can be given, and which names are the same one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import UsageError
from orbit.memory.entities.names import LONGEST_NAME, checked_name, entity_id, is_placeholder, name_key


@pytest.mark.parametrize(
    "text", ["vox", "the vox", "My VOX track", "Vox.", "  vox  ", "VÓX", "the vox channel"]
)
def test_what_people_put_around_a_name_is_no_part_of_it(text: str) -> None:
    assert name_key(text) == "vox"


@pytest.mark.parametrize(
    "name",
    [
        "it",
        "The",
        "everything",
        "all tracks",
        "master",
        "",
        "  ",
        "12",
        "#3",
        "-",
        "one two three four five six",
    ],
)
def test_words_that_sentences_need_are_no_names(name: str) -> None:
    with pytest.raises(UsageError):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["vo\u202ex", "vo\x00x", "vo\u200bx", "x" * (LONGEST_NAME + 1), "vo\u2066x\u2069", "\ud800x"]
)
def test_names_that_hide_something_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        checked_name(name)


@pytest.mark.parametrize("name", ["1-MIDI", "Audio 3", "Inst 12", "Track 4", "2-Audio", "MIDI", "Bus 2"])
def test_a_name_the_host_gave_is_nobodys(name: str) -> None:
    assert is_placeholder(name)


@pytest.mark.parametrize("name", ["Bass", "Audio Bass", "Lead V", "808", "MIDI Strings"])
def test_a_name_somebody_gave_is_theirs(name: str) -> None:
    assert not is_placeholder(name)


@given(st.text(max_size=300))
def test_a_key_is_its_own_key_and_fits_the_database(text: str) -> None:
    key = name_key(text)
    assert len(entity_id("plugin", text)) <= 200
    if len(key) < 150:
        assert name_key(key) == key


@given(st.text(max_size=80))
def test_a_name_is_kept_as_it_is_shown_or_refused(text: str) -> None:
    try:
        name = checked_name(text)
    except UsageError:
        return
    assert len(name) <= LONGEST_NAME
    assert not any(unicodedata.category(letter).startswith("C") for letter in name)
    assert checked_name(name) == name
