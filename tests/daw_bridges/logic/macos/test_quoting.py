"""Literals: whatever the text, it is read as that text and as nothing else."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import NotPossibleError
from daw_bridges.logic.macos.procedures import create_track, rename_track
from daw_bridges.logic.macos.quoting import literal
from daw_bridges.logic.macos.script import render
from tests.daw_bridges.logic.macos.applescript import check, evaluate, statements
from tests.daw_bridges.logic.macos.hostile import HOSTILE, names
from tests.laws import tries

_Values = st.recursive(
    names() | st.just("") | st.integers(-(10**9), 10**9),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=8,
)


@given(names())
def test_a_text_is_read_as_that_text(text: str) -> None:
    assert evaluate(literal(text)) == text
    assert literal(text).isascii()
    assert "\n" not in literal(text)


@settings(max_examples=tries(200, 4000))
@given(_Values)
def test_a_value_is_read_as_that_value(value: object) -> None:
    assert evaluate(literal(value)) == value  # pyright: ignore[reportArgumentType]


@given(st.floats(-1e6, 1e6))
def test_a_number_is_read_to_a_millionth(value: float) -> None:
    assert evaluate(literal(value)) == pytest.approx(value, abs=1e-6)


@settings(max_examples=tries(100, 1000))
@given(names(), names())
def test_no_name_changes_what_a_script_does(old: str, new: str) -> None:
    plain, given_names = render(rename_track("Old", "New")), render(rename_track(old, new))
    check(given_names)
    assert len(given_names.splitlines()) == len(plain.splitlines())
    calls = [line for line in statements(given_names) if any(token.text in ("&", "id") for token in line)]
    changed = [
        after
        for before, after in zip(plain.splitlines(), given_names.splitlines(), strict=True)
        if before != after
    ]
    assert [line.split("(")[0].strip() for line in changed] == [
        name
        for name, is_other in (("my requireSelected", old != "Old"), ("my typeText", new != "New"))
        if is_other
    ]
    assert calls or (old + new).isascii()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_one_argument(name: str) -> None:
    script = render(create_track("audio", name, None))
    check(script)
    [line] = [line for line in script.splitlines() if line.strip().startswith("my typeText(")]
    assert evaluate(line.strip().removeprefix("my typeText")) == name


def test_a_comment_does_not_hold_a_name() -> None:
    script = render(rename_track("-- one", "\nquit"))
    assert script.splitlines()[0].startswith("-- rename_track: written by Orbit")


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x\udfff"])
def test_what_is_no_text_is_refused(text: str) -> None:
    with pytest.raises(NotPossibleError, match="not a text that a name could hold"):
        literal(text)


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_what_is_no_number_is_refused(number: float) -> None:
    with pytest.raises(NotPossibleError, match="not a number"):
        literal(number)
