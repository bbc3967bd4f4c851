from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"chromadb", "numpy", "onnxruntime", "pydantic_ai", "sqlalchemy", "tokenizers"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["do", "--help"], ["workflows", "--help"]])
def test_help_and_version_import_nothing_heavy(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "orbit.interfaces.cli", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in imported
    assert imported & HEAVY == set()
