"""The servers' own tests run where the servers do (`make test-servers`), and are no part of `make test`."""

from __future__ import annotations

import os
from pathlib import Path

from tests.servers.serving import CHILD, POSTGRES


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Collect nothing here without servers, and never what is for the processes that tests start."""
    return True if POSTGRES not in os.environ or collection_path.is_relative_to(CHILD) else None
