"""Settings on a data directory of a test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbit.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", embedder="words")
