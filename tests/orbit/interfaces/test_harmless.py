"""Names that others chose reach the terminal as letters, never as what it obeys."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from orbit.interfaces.cli.harmless import harmless
from orbit.interfaces.cli.output import print_json, screen

OBEYED = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"]
HOSTILE = [
    "\x1b[2J\x1b[Hgone",
    "\x1b]0;a title\x07",
    "\x9b31mred",
    "\x1b]52;c;aGVsbG8=\x07",
    "over\rwritten",
    "\u202eesrever\u202c",
    "\x1bP$q\x1b\\",
]


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    assert not set(harmless(text)) & set(OBEYED)
    assert len(harmless(text)) == len(text)


@given(st.text(alphabet=st.characters(exclude_categories=("Cc", "Cf", "Cs"))))
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("name", HOSTILE)
def test_a_console_shows_it_whatever_it_stands_in(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    console = screen()
    table = Table(name)
    table.add_row(Text(name), name.replace("[", r"\["))
    for each in (name, Text(name), table):
        console.print(each, markup=False)
    console.rule(Text(name))
    written = sys.stdout.getvalue()  # pyright: ignore[reportAttributeAccessIssue]
    assert any(word in written for word in ("gone", "title", "red", "aGVs", "written", "esrever", "$q"))
    assert not set(written) & {*OBEYED, "\u202e", "\u202c"}


@pytest.mark.parametrize("name", HOSTILE)
def test_json_escapes_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": name})
    out = capsys.readouterr().out
    assert json.loads(out) == {"name": name}
    assert not set(out) & {*OBEYED, "\u202e", "\u202c"}


def test_a_failure_says_the_name_and_not_what_it_would_do(orbit: Any) -> None:
    ended = orbit("als", "no\x1b[2Jsuch\x07.als")
    assert ended.status != 0
    assert not set(ended.err) & set(OBEYED)
