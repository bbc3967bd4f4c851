"""The page about the Mac's side quotes what Orbit says, and names every action that goes there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from daw_bridges.logic.macos.screen import DONE, LEFT, REFUSED

ROOT = Path(__file__).parents[4]
_PAGE = (ROOT / "docs" / "logic_mac.md").read_text(encoding="utf-8")
_SAYS = (ROOT / "daw_bridges" / "logic" / "macos" / "refusals.py").read_text(encoding="utf-8")
_QUOTED = re.findall(r"^\| “([^”]+)” \|", _PAGE, re.MULTILINE)


@pytest.mark.parametrize("quoted", _QUOTED)
def test_what_the_page_quotes_is_said(quoted: str) -> None:
    parts = [part.strip() for part in quoted.split("…") if part.strip()]
    assert parts
    for part in parts:
        assert part in _SAYS


def test_every_action_is_on_the_page() -> None:
    assert _QUOTED
    assert [name for name in DONE | LEFT if f"`{name}`" not in _PAGE] == []
    assert all("Live Loops" in words for words in REFUSED.values())
