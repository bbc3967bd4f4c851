"""What the store's tests share: a store in a file, a run, and processes that begin afresh."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any, TypeVar

import pytest

from orbit.memory.records import RunRecord
from orbit.memory.store import Store

T = TypeVar("T")
DUCK: dict[str, Any] = {"workflow_name": "duck", "title": "Duck", "task": "make it duck"}
SET_TEMPO = {"action": "set_tempo", "bpm": 120.0}

VERSION_1 = Path(__file__).with_name("version_1.sql").read_text("utf-8")
"""A memory as the first released layout left it: two users' workflows, runs, trajectories and vectors."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "memory.db")
    yield store
    store.close()


def run(**fields: Any) -> RunRecord:
    return RunRecord.model_validate({"daw": "practice", "ok": True, "inverse": [SET_TEMPO]} | fields)


def there(found: T | None) -> T:
    assert found is not None
    return found


def processes() -> ForkServerContext:
    """Give processes that share no connection with this one, nor pay for its imports again."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["orbit.memory.store.migrations", "orbit.memory.store"])
    return context
