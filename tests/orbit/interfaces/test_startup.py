from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HEAVY = {
    "chromadb",
    "mcp",
    "numpy",
    "onnxruntime",
    "prompt_toolkit",
    "pydantic_ai",
    "sqlalchemy",
    "tokenizers",
}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        *(
            [*words, "--help"]
            for words in ([], ["do"], ["chat"], ["doctor"], ["install"], ["als"], ["watch"], ["mcp"])
        ),
    ],
)
def test_help_and_version_import_nothing_heavy(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "orbit.interfaces.cli", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in imported
    assert imported & {*HEAVY, "rich"} == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["do", "turn the bass down 3 dB"],
        ["do", "undo"],
        ["session"],
        ["workflows", "list"],
        ["workflows", "show", "vocal-chain"],
        ["memory", "stats"],
    ],
    ids=" ".join,
)
def test_a_plain_edit_and_a_look_import_no_model_and_no_index(arguments: list[str], data_dir: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "orbit.interfaces.cli", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    imported = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "sqlalchemy" in imported
    compares = {"numpy"} if arguments[:1] == ["do"] else set[str]()  # what a rule reads, the ranker reads too
    assert imported & (HEAVY - {"sqlalchemy"}) <= compares
    assert not {"cache", "index"} & {path.name for path in data_dir.iterdir()}


@pytest.mark.parametrize("group", [[], ["workflows"], ["memory"], ["simulate"], ["als"]], ids=" ".join)
def test_each_command_has_one_line_of_help(orbit: Any, group: list[str]) -> None:
    _, _, commands = orbit(*group, "--help").out.partition("Commands:\n")
    lines = commands.splitlines()
    assert lines
    assert [line for line in lines if not re.match(r"  \w+ +\S.*[.]$", line) or line.endswith("...")] == []


def test_a_program_started_with_stdin_closed_has_nothing_to_read_and_works(tmp_path: Path) -> None:
    command = f'exec "{sys.executable}" -m orbit.interfaces.cli chat --data-dir "{tmp_path}" <&-'
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
