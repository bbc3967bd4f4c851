"""The Remote Script as it lies there: Python 3.7, the standard library and Live's own, nothing that waits."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import vermin

from daw_bridges.ableton import REMOTE_SCRIPT

SOURCES = sorted(REMOTE_SCRIPT.rglob("*.py"))
LIVES_OWN = {"Live", "_Framework", "ableton"}
PYTHON = (3, 7)

# What would hold up Live's main thread, or fight with it.
WAITING_MODULES = {
    "_thread", "asyncio", "concurrent", "multiprocessing", "queue", "select", "selectors", "subprocess",
    "threading", "urllib", "http", "ssl", "smtplib", "ftplib",
}  # fmt: skip
WAITING_CALLS = {
    "sleep", "input", "system", "popen", "Popen", "wait", "communicate", "create_connection", "getaddrinfo",
    "gethostbyname", "sendall", "settimeout", "join_thread", "fork",
}  # fmt: skip

every_source = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)


def tree_of(source: Path) -> ast.Module:
    return ast.parse(source.read_text(encoding="utf-8"), feature_version=PYTHON)


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
            assert isinstance(node.args[0], ast.Constant)
            yield str(node.args[0].value)


def needed_python(source: str) -> tuple[int, int]:
    """The oldest Python 3 that has all of what some source uses: syntax, modules, functions, arguments."""
    _, needed = vermin.detect(source)
    return needed or (3, 0)


@every_source
def test_it_is_python_3_7_and_needs_no_package(source: Path) -> None:
    roots = {name.split(".")[0] for name in imports(tree_of(source))}
    assert roots <= set(sys.stdlib_module_names) | LIVES_OWN


@every_source
def test_it_uses_nothing_that_came_after_python_3_7(source: Path) -> None:
    assert needed_python(source.read_text(encoding="utf-8")) <= PYTHON


@pytest.mark.parametrize(
    "source",
    [
        "import math\nmath.prod([1])",
        "'a'.removeprefix('b')",
        "(x := 1)",
        "import functools\n@functools.cached_property\ndef f(s): pass",
        "import zoneinfo",
    ],
)
def test_what_came_later_would_be_found(source: str) -> None:
    assert needed_python(source) > PYTHON


@every_source
def test_it_starts_no_thread_and_waits_for_nothing(source: Path) -> None:
    tree = tree_of(source)
    assert WAITING_MODULES.isdisjoint(name.split(".")[0] for name in imports(tree))
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    assert WAITING_CALLS.isdisjoint(called)


@every_source
def test_every_socket_is_told_not_to_block(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    assert text.count("socket.socket(socket.") <= text.count("setblocking(False)")
