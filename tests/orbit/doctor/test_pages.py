"""The pages quote what Orbit says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
_PAGE = (ROOT / "docs" / "ableton.md").read_text(encoding="utf-8")
_SAYS = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("orbit/doctor", "daw_bridges/ableton")
    for path in sorted((ROOT / folder).rglob("*.py"))
)
_QUOTED = re.findall(r"^\| “([^”]+)” \|", _PAGE, re.MULTILINE)


def test_the_table_of_troubles_is_there() -> None:
    assert len(_QUOTED) >= 5


@pytest.mark.parametrize("quoted", _QUOTED)
def test_what_the_page_quotes_is_said(quoted: str) -> None:
    for part in re.split("…| and ", quoted):
        said = re.escape(part.strip()).replace("11000", r"\{[^}]+\}")
        assert re.search(said, _SAYS), part
