"""Language grows as rows and not in Python: word lists and patterns under ``orbit/agent`` only get fewer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import orbit.agent

AGENT = Path(orbit.agent.__path__[0])
WORD_LISTS, PATTERNS = 34, 119
"""As many as there are: who takes one away lowers the figure."""
_LISTED = {"words", "phrases", "in_order"}
_FEW = 3


def calls() -> Iterator[ast.Call]:
    for path in sorted(AGENT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def is_word_list(call: ast.Call) -> bool:
    """Whether it is words in one text, or a set of several texts as they stand there."""
    match call:
        case ast.Call(func=ast.Name(id=name)) if name in _LISTED:
            return True
        case ast.Call(func=ast.Name(id="frozenset"), args=[ast.Set(elts=held)]):
            texts = [each for each in held if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            return len(texts) >= _FEW
        case _:
            return False


def is_pattern(call: ast.Call) -> bool:
    return ast.unparse(call.func) == "re.compile"


def test_word_lists_and_patterns_only_get_fewer() -> None:
    found = list(calls())
    assert sum(map(is_word_list, found)) <= WORD_LISTS
    assert sum(map(is_pattern, found)) <= PATTERNS
