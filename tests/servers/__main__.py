"""Run tests of the memory against PostgreSQL and a Chroma server, started here and ended here.

``python -m tests.servers [pytest arguments]``; without any, the memory suite and the servers' own tests.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg

from tests.servers.chroma import running_chroma
from tests.servers.postgres import running_postgres
from tests.servers.serving import CHROMA, POSTGRES, PROFILE

_ROOT = Path(__file__).parents[2]
_SUITE = ("-n", "logical", "--dist", "loadgroup", "tests/orbit/memory", "tests/servers")
_FIXED = ("--randomly-seed=1", "--randomly-dont-reorganize")
_WITHOUT = ("tests/orbit/memory/test_embedding.py", "tests/orbit/memory/test_words.py")
"""These keep nothing."""


def main() -> int:
    """Run pytest between the start and the end of both servers; give its exit code."""
    with running_postgres() as postgres, running_chroma() as chroma:
        with psycopg.connect(postgres.url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE places (name text PRIMARY KEY, path text NOT NULL)")
        given = {
            POSTGRES: postgres.url(),
            CHROMA: chroma.url,
            "HYPOTHESIS_PROFILE": PROFILE,
            "PYTHONHASHSEED": "0",
        }
        command = [sys.executable, "-m", "pytest", "-p", "tests.servers.plugin", "-m", "not local_files"]
        command += [f"--ignore={path}" for path in _WITHOUT]
        return subprocess.run(
            [*command, *_FIXED, *(sys.argv[1:] or _SUITE)], cwd=_ROOT, env=os.environ | given, check=False
        ).returncode


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the servers end with it
    sys.exit(main())
