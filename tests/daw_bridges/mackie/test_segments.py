"""Seven-segment characters: the whole table, and texts with points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import MessageError
from daw_bridges.mackie import segments
from daw_bridges.mackie.messages import AssignmentDigit


def test_the_table_is_ascii_from_the_blank_to_the_underscore() -> None:
    for code in range(64):
        character, dot = segments.character_of(code)
        assert ord(character) == (code if code >= 0x20 else code + 0x40)
        assert not dot
        assert segments.character_of(code + 64) == (character, True)
    assert sorted(segments.CHARACTERS) == [chr(value) for value in range(0x20, 0x60)]


@given(st.integers(0, 127))
def test_every_code_reads_back(code: int) -> None:
    assert segments.code_of(*segments.character_of(code)) == code


@pytest.mark.parametrize("character", ["a", "", "AB", "ü", "`"])
def test_what_the_display_has_not_is_refused(character: str) -> None:
    with pytest.raises(MessageError, match="capitals"):
        segments.code_of(character)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("tr.", "TR."), ("Pn", "PN"), ("P1.", "P1."), ("", "  "), ("Q", " Q"), ("1.2", "1.2"), ("1..", "1..")],
)
def test_a_mode_is_written_as_it_is_read(text: str, shown: str) -> None:
    found = segments.split(text, segments.MODE_PLACES)
    assert segments.joined([one for one, _ in found], [dot for _, dot in found]) == shown


def test_the_right_character_is_written_first() -> None:
    assert segments.assignment("P1.") == [AssignmentDigit(0, "1", dot=True), AssignmentDigit(1, "P")]
    assert [each.character for each in segments.timecode("109.02.01.126")] == list("6211020901")


def test_more_than_fits_is_refused() -> None:
    with pytest.raises(MessageError, match="3 characters; the display has 2"):
        segments.assignment("P12")
