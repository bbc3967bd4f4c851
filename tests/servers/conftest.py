"""The servers' own tests run where the servers do (`make test-servers`), and are no part of `make test`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.servers.serving import CHILD, POSTGRES


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Collect nothing here without servers, and never what is for the processes that tests start."""
    return True if POSTGRES not in os.environ or collection_path.is_relative_to(CHILD) else None


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database of this test's own."""
    books, name = os.environ[POSTGRES], f"test_{uuid4().hex}"
    with psycopg.connect(books, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        yield f"{books.rpartition('/')[0]}/{name}"
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
