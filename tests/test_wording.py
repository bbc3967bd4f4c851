"""The words that people read are plain English: phrases that are not, in no message."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_NOT_ENGLISH = (
    "What that comes to",
    "Nothing of the kind was called",
    "destroys something",
    "is so already",
    "So already",
    "took no notice",
    "nothing of it was done",
    "Nothing more was taken back",
    "Nobody answers",
    "See to it",
    "cannot be told to",
    "cannot be had",
    "is none of them",
    "could not be brought to",
    "in the place of",
    "near in meaning",
    "nothing said why",
    "taken in:",
    "Check the rights",
)


def _messages(file: Path) -> Iterator[str]:
    """Every text of a module but its docstrings, what is filled in left open."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def test_no_message_is_in_anything_but_plain_english() -> None:
    files = [file for package in ("orbit", "daw_bridges") for file in (_ROOT / package).rglob("*.py")]
    assert len(files) > 100
    strange = [
        (str(file.relative_to(_ROOT)), phrase)
        for file in files
        for text in _messages(file)
        for phrase in _NOT_ENGLISH
        if phrase in text
    ]
    assert strange == []
