"""``orbit bench``: tables for people, one document for programs, and a plain word on wrong usage."""

from __future__ import annotations

from typing import Any

import pytest

_FEW = ("--seeds", "101", "--sizes", "12", "--levels", "clean", "--corpora", "planted")
_TWO = ("--methods", "AWM rule,what was planted")


def test_json_is_one_document_with_a_row_for_each_way(orbit: Any) -> None:
    document = orbit("bench", "learning", "--json", *_FEW, *_TWO).document
    assert [row["method"] for row in document["rows"]] == ["AWM rule", "what was planted"]
    assert [row["f1"]["mean"] for row in document["rows"]] == [0.0, 1.0]
    assert document["rows"][0] | {"seeds": [101], "sessions": 12, "level": "clean"} == document["rows"][0]
    assert document["seconds"] > 0


def test_for_people_it_is_a_table_and_what_it_means(orbit: Any) -> None:
    ended = orbit("bench", "learning", *_FEW, *_TWO)
    assert (ended.status, ended.err) == (0, "")
    for word in ("planted, 12 sessions, clean", "AWM rule", "1.000±.00", "standard deviation"):
        assert word in ended.out


def test_with_several_sizes_it_shows_how_f1_grows(orbit: Any) -> None:
    few = ("--seeds", "101", "--levels", "clean", "--corpora", "planted", "--methods", "what was planted")
    ended = orbit("bench", "learning", "--sizes", "2,3,4", *few)
    assert "planted, clean: F1 by sessions" in ended.out
    assert ended.out.count("1.000±.00") == 6


def test_orbit_itself_is_measured_too(orbit: Any) -> None:
    [row] = orbit("bench", "learning", "--json", *_FEW, "--methods", "Orbit").document["rows"]
    assert row["precision"]["mean"] > 0.5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--levels", "loud"), "clean"),
        (("--corpora", "mine"), "planted"),
        (("--methods", "magic"), "AWM rule"),
        (("--seeds", "8-1"), "Count up from 1"),
        (("--seeds", "1-999999"), "a thousand"),
        (("--sizes", "many"), "no number"),
        (("--sizes", "0"), "Count up from 1"),
    ],
)
def test_wrong_usage_says_what_there_is(orbit: Any, arguments: tuple[str, ...], said: str) -> None:
    ended = orbit("bench", "learning", *arguments)
    assert ended.status == 2
    assert said in ended.err
