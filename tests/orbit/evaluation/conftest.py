"""Settings for benchmarks: a model and an embedder that need nothing, and a memory nobody is to touch."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbit.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "the user's own", embedder="words")
