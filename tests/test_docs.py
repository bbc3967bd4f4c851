"""The pages say what is so: tables made from the code, and examples that are read by the code."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from daw_bridges.actions import parse_action
from daw_bridges.session import Track
from orbit.interfaces.cli import run
from orbit.workflows import read_workflow
from orbit.workflows.conditions import problems

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def _page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def _tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "docs" / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_tables_are_as_the_code_says(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert page == _tables().with_tables(page), "run `make docs`"


def test_the_documents_of_the_contracts_are_read_by_the_models() -> None:
    action, track = (json.loads(block) for block in _blocks(_page("docs/contracts.md"), "json"))
    assert parse_action(action).describe() == "Insert Compressor on Bass"
    assert Track.model_validate(track).devices[0].sidechain == "Kick"


def test_the_workflow_that_is_shown_is_one() -> None:
    [example] = _blocks(_page("docs/workflows.md"), "yaml")
    assert read_workflow(example.encode()).workflow_name == "low-end-cut"


def test_the_conditions_that_are_shown_are_conditions() -> None:
    page = _page("docs/workflows.md")
    shown = [text for text in re.findall(r"^\| (`\{.*?\}`.*?) \|", page, re.MULTILINE) if "…" not in text]
    conditions = [
        yaml.safe_load(code) for text in shown for code in re.findall(r"`(\{.*?\})`(?:,| |$)", text)
    ]
    assert len(conditions) >= 10
    assert [found for condition in conditions for found in problems(condition)] == []


def _links() -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            yield page, target


def test_links_lead_somewhere() -> None:
    assert [(page.name, target) for page, target in _links() if not (page.parent / target).exists()] == []


def test_the_places_the_pages_name_are_there() -> None:
    named = {
        place
        for page in PAGES
        for place in re.findall(
            r"`((?:orbit|daw_bridges|workflows_seed|tests|docs|requirements)/[\w./]*)`",
            page.read_text("utf-8"),
        )
    }
    assert {place for place in named if not (ROOT / place).exists()} == set()


def test_the_demo_in_the_readme_is_what_the_demo_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ORBIT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("ORBIT_EMBEDDER", "words")
    assert run(["demo"]) == 0
    shown = "\n".join(line.rstrip() for line in capsys.readouterr().out.strip("\n").splitlines())
    assert _blocks(_page("README.md"), "text") == [f"{shown}\n"]


@pytest.mark.parametrize("line", re.findall(r"^\.venv/bin/orbit (.+)$", _page("README.md"), re.MULTILINE))
def test_the_commands_in_the_readme_do_what_they_say(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("ORBIT_EMBEDDER", "words")
    assert run(shlex.split(line)) == 0


def test_the_tests_that_are_named_are_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", _page("docs/memory_models.md")))
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = {name for source in sources for name in re.findall(r"def (test_\w+)\(", source)}
    assert named
    assert named <= there, f"no test is called {sorted(named - there)}"
