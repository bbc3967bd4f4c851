"""Sentences as tokens: numbers in words and digits, units, names kept as they were written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbit.agent.offline.understanding.tokens import source_text, tokenize


@pytest.mark.parametrize(
    ("sentence", "texts"),
    [
        ("set the tempo to one hundred and twenty eight", ["set", "the", "tempo", "to", "128"]),
        ("one oh five bpm", ["105", "bpm"]),
        ("minus six dB", ["-6", "db"]),
        ("minus infinity", ["-inf"]),
        ("a hundred and twenty", ["120"]),
        ("two point five percent", ["2.5", "%"]),
        ("mute one two and three", ["mute", "1", "2", "and", "3"]),
        ("-6dB, 1.2khz; 3,5 dB", ["-6", "db", ",", "1.2", "khz", ",", "3.5", "db"]),
        ("tracks 1-4", ["tracks", "1", "to", "4"]),
        ("pan it 50L at 4:1 and 1/8", ["pan", "it", "50l", "at", "4:1", "and", "1/8"]),
        ("the Kick's side-chain", ["the", "kick", "side", "chain"]),
        ("Küche #3 #FF8800", ["kuche", "#3", "#ff8800"]),
        ("“Lead Vox” – centre", ["lead vox", "center"]),
    ],
)
def test_what_is_written_in_several_ways_is_one_token(sentence: str, texts: list[str]) -> None:
    assert [token.text for token in tokenize(sentence)] == texts


def test_a_name_keeps_its_writing() -> None:
    sentence = "call it Take One-B"
    assert source_text(sentence, tokenize(sentence)[2:]) == "Take One-B"


@given(st.integers(0, 9_999))
def test_a_number_in_words_is_the_number(number: int) -> None:
    assert [token.text for token in tokenize(_in_words(number))] == [str(number)]


_UNITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = (
    "eleven",
    "twelve",
    *(f"{start}teen" for start in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def _in_words(number: int) -> str:
    units, tens = (*_UNITS, *_TEENS), _TENS
    if number < 20:
        return units[number]
    if number < 100:
        return tens[number // 10 - 2] + (f" {units[number % 10]}" if number % 10 else "")
    scale, size = ("hundred", 100) if number < 1000 else ("thousand", 1000)
    rest = f" and {_in_words(number % size)}" if number % size else ""
    return f"{_in_words(number // size)} {scale}{rest}"


@given(st.text(max_size=80))
def test_any_text_has_tokens_that_lie_in_it_in_order(text: str) -> None:
    tokens = tokenize(text)
    ends = [0, *(token.end for token in tokens)]
    assert all(end <= token.start < token.end <= len(text) for end, token in zip(ends, tokens, strict=False))
