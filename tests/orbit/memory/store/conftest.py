"""What the store's tests share: a store in a file, a run, and processes that begin afresh."""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Iterator
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Engine, event

from orbit.memory.records import RunRecord
from orbit.memory.store import Store, schema

T = TypeVar("T")
DUCK: dict[str, Any] = {"workflow_name": "duck", "title": "Duck", "task": "make it duck"}
SET_TEMPO = {"action": "set_tempo", "bpm": 120.0}

VERSION_1 = Path(__file__).with_name("version_1.sql").read_text("utf-8")
"""A memory as the first released layout left it: two users' workflows, runs, trajectories and vectors."""

VERSION_2 = Path(__file__).with_name("version_2.sql").read_text("utf-8")
"""The same as the second layout left it."""


_SCOPED = "|".join(name for name in schema.metadata.tables if name != schema.schema_version.name)
_REACHES = re.compile(rf"\b(?:FROM|JOIN|UPDATE) (?:{_SCOPED})\b")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a memory's database is."""
    return tmp_path / "memory.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A store in that file."""
    store = Store(path)
    yield store
    store.close()


@pytest.fixture(autouse=True)
def held_to_a_scope() -> Iterator[None]:
    """See that no statement reaches anybody's rows without saying whose."""
    loose: list[str] = []

    def look(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        words = " ".join(statement.split())
        if not words.startswith("CREATE") and _REACHES.search(words) and "scope_user = " not in words:
            loose.append(words)

    event.listen(Engine, "before_cursor_execute", look)
    yield
    event.remove(Engine, "before_cursor_execute", look)
    assert loose == []


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
