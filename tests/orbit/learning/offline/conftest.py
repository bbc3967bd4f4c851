"""A memory with the shipped workflows in it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from orbit.memory import Library, Store
from orbit.memory.workflow_files import WorkflowFiles


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library(Store(tmp_path / "data" / "memory.db"))
    WorkflowFiles(library.store, Path(str(resources.files("workflows_seed")))).refresh()
    yield library
    library.close()
