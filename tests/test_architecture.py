"""The shape of the house: layers, sizes, docstrings, declared dependencies; what the tree must not hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from statistics import median, quantiles

import pytest

# One process, which parses the tree once.
pytestmark = pytest.mark.xdist_group("architecture")

ROOT = Path(__file__).parents[1]
PACKAGES = ("orbit", "daw_bridges", "workflows_seed", "benchmarks")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
PYTHON_FILES = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]
MAX_LINES = 400


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_every_module_says_what_it_is_for() -> None:
    assert [_name(path) for path in SOURCES if not ast.get_docstring(_tree(path))] == []


def test_no_file_is_too_long_to_read() -> None:
    lines = {_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in PYTHON_FILES}
    assert {name: count for name, count in lines.items() if count > MAX_LINES} == {}


def test_functions_are_short() -> None:
    lengths = [
        node.end_lineno - node.lineno + 1
        for path in SOURCES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    ]
    assert median(lengths) <= 9
    assert quantiles(lengths, n=20)[-1] <= 35


def test_nothing_is_left_to_be_implemented() -> None:
    names = {
        _name(path)
        for path in PYTHON_FILES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Name) and node.id == "NotImplementedError"
    }
    assert names == set()


def test_the_tree_names_no_machine_and_has_no_marks_of_a_merge() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    machine = re.compile(
        r"^(?:<{7}|>{7}) |(?<![\w.])/(?:root|home|Users|work|tmp|opt)/[a-z_]|files\.pythonhosted|index-url="
    )
    found = [
        f"{name}:{number}"
        for name in listed.stdout.splitlines()
        if name != _name(Path(__file__)) and (ROOT / name).is_file()
        for number, line in enumerate((ROOT / name).read_text("utf-8", "replace").splitlines(), start=1)
        if machine.search(line)
    ]
    assert found == []


def _imported() -> set[str]:
    """The top-level modules that the installed packages import, anywhere in them, from outside the tree."""
    names: set[str] = set()
    for path in SOURCES:
        if path.is_relative_to(ROOT / "benchmarks") or "remote_script" in path.parts:
            continue  # not installed with the package; loaded by Live
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Import):
                names.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - set(PACKAGES)


def _declared() -> tuple[set[str], set[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    plain = {_distribution(line) for line in project["dependencies"]}
    extra = {_distribution(line) for lines in project["optional-dependencies"].values() for line in lines}
    return plain, extra


def _distribution(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def test_every_import_is_declared_and_every_declaration_is_imported() -> None:
    providers = packages_distributions()
    used = {_distribution(name) for module in _imported() for name in providers.get(module, [module])}
    plain, extra = _declared()
    assert used - plain - extra <= {"pydantic-core"}  # pydantic and its core come as one
    assert plain - used == set()
