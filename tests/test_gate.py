"""What the gate decides it decides the same way every time, and its last lines say what failed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.__main__ import names
from tests.laws import GATE_CASES, example_of

ROOT = Path(__file__).parents[1]
GATE = {"HYPOTHESIS_PROFILE": "default", "PYTHONPATH": str(ROOT)}


def _ran(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=os.environ | more, capture_output=True, text=True, check=False
    )


def _drawn() -> list[tuple[int, str, float]]:
    drawn: list[tuple[int, str, float]] = []

    @settings(max_examples=GATE_CASES)
    @given(st.integers(), st.text(), st.floats(allow_nan=False))
    def law(number: int, text: str, fraction: float) -> None:
        drawn.append((number, text, fraction))

    law()
    return drawn


def test_a_law_draws_the_same_whatever_else_was_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _drawn()
    names = [f"stranger_{number}" for number in range(5)]
    for number, name in enumerate(names):
        constants = f"A, B, C = {7_700_000 + number}, 'a constant of {name}', {number}.125\n"
        (tmp_path / f"{name}.py").write_text(constants, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in names:
        __import__(name)
    assert _drawn() == before
    assert len(before) == GATE_CASES


_LAWS = """
from hypothesis import given, settings, strategies as st

@given(st.integers(0, 9), st.lists(st.booleans()))
def test_none_is_seven(number, flags):
    assert number != 7

@given(st.data())
def test_none_that_is_drawn_is_seven(data):
    assert data.draw(st.integers(0, 9)) != 7
"""


def test_a_law_that_fails_ends_with_the_line_to_paste(tmp_path: Path) -> None:
    (tmp_path / "test_planted.py").write_text(_LAWS, "utf-8")
    pytest_here = [sys.executable, "-m", "pytest", "-p", "tests.laws", "-p", "no:randomly", "-q"]
    done = _ran([*pytest_here, "test_planted.py"], tmp_path, **GATE)
    assert done.returncode == 1, done.stdout + done.stderr
    told = done.stdout.partition("to be pasted above the law")[2]
    example, _, blob = told.partition("test_planted.py::test_none_that_is_drawn_is_seven\n")
    assert "@example(\n    number=7,\n    flags=[]" in example
    line = blob.splitlines()[0]
    assert line.startswith("@reproduce_failure(")
    pasted = _LAWS.replace("import given", "import reproduce_failure, given")
    pasted = pasted.replace("@given(st.data", f"{line}\n@given(st.data")
    (tmp_path / "test_planted.py").write_text(pasted, "utf-8")
    again = _ran([*pytest_here, "-k", "drawn", "test_planted.py"], tmp_path, **GATE)
    assert "1 failed" in again.stdout


def test_a_law_of_its_own_draw_is_refused(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "from tests.laws import check_laws\n"
        "def pytest_collection_modifyitems(items): check_laws(items)\n", "utf-8"
    )  # fmt: skip
    planted = _LAWS.replace("@given(st.data", "@settings(max_examples=201)\n@given(st.data")
    (tmp_path / "test_planted.py").write_text(planted, "utf-8")
    done = _ran([sys.executable, "-m", "pytest", "-q", "test_planted.py"], tmp_path, **GATE)
    assert done.returncode == 4
    assert f"at most {GATE_CASES} cases" in done.stderr
    assert "test_none_that_is_drawn_is_seven" in done.stderr


def test_what_cannot_be_written_down_is_told() -> None:
    assert example_of("test_it(x=<object at 0>)", "") == "cannot be written down: test_it(x=<object at 0>)"
    assert example_of("test_it(x=1, y=<Unit.DB: 'dB'>)", "") == "@example(x=1, y=Unit.DB)"


def test_a_benchmark_nobody_has_is_said_with_those_there_are(tmp_path: Path) -> None:
    done = _ran([sys.executable, "-m", "benchmarks", "speed"], tmp_path, **GATE)
    assert done.returncode == 2
    assert all(name in done.stderr for name in ("speed", "startup", "peers"))
    assert {"startup", "replay", "peers", "logic", "retrieval", "memory", "learning"} <= set(names())


_FAKES: dict[str, str] = {
    "dpkg": "exit 0",
    "initdb": "exit 0",
    "make": 'case "$1" in\n'
    '    test) echo "FAILED tests/test_a.py::test_b - assert 1 == 2"; echo "  /a.py:1:2 - error: No"\n'
    '        echo "=== 1 failed, 3 passed in 2s ==="; exit 2;;\n'
    '    bench-smoke) echo "FAILED benchmarks.startup"; exit 2;;\n'
    '    demo) echo "Traceback"; exit 1;;\n'
    "esac",
}


def test_the_last_lines_of_the_gate_name_the_steps_and_the_tests_that_failed(tmp_path: Path) -> None:
    done = _gate(tmp_path, _FAKES)
    assert done.returncode == 1
    told = done.stdout.partition("=== steps")[2]
    assert [line.split()[-1] for line in told.splitlines()[1:6]] == [
        "passed", "FAILED", "passed", "FAILED", "FAILED"
    ]  # fmt: skip
    assert "=== 1 failed, 3 passed in 2s ===" in told
    assert "=== test FAILED\n  /a.py:1:2 - error: No\nFAILED tests/test_a.py::test_b - assert 1 == 2" in told
    assert "=== demo FAILED\n" in told
    assert told.endswith("=== bench FAILED\nFAILED benchmarks.startup\n")


def test_the_gate_that_passes_ends_with_its_steps_and_their_times(tmp_path: Path) -> None:
    done = _gate(tmp_path, _FAKES | {"make": 'echo "=== 4 passed in 2s ==="'})
    assert done.returncode == 0
    assert done.stdout.count(" s  passed") == 5
    assert done.stdout.endswith("=== 4 passed in 2s ===\n")


def _gate(folder: Path, programs: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `.ci/run` where every program it starts is a made-up one."""
    (folder / "bin").mkdir()
    (folder / "main" / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", folder / "main" / ".ci" / "run")
    for name, text in programs.items():
        program = folder / "bin" / name
        program.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        program.chmod(0o755)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return _ran(["bash", str(folder / "main" / ".ci" / "run")], folder, PATH=path)
