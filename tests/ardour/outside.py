"""Starts the driving side in its namespaces, and gathers what it says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.ardour.needs import Installed, isolated

__all__ = ["Report", "run", "started"]

REPOSITORY = Path(__file__).parents[2]
_SECONDS = 150
_BACKEND = "mido.backends.rtmidi/UNIX_JACK"


@dataclass
class Report:
    """What one run showed."""

    lines: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    said: str = ""
    """What it wrote besides."""

    def of(self, name: str) -> dict[str, Any]:
        """Give what was told of one thing; of one that was never reached, why."""
        end = self.lines.get("end", {}).get("why", "it ended without a word")
        return self.lines.get(name, {"why": f"not reached: {end}\n{self.said[-3000:]}"})


def run(installed: Installed, cache: Path, names: Sequence[str] = ()) -> Report:
    """Start Ardour, have everything (or what is named) shown, end it all, and report."""
    lines: dict[str, dict[str, Any]] = {}
    said: list[str] = []
    with started(installed, cache, names) as process:
        assert process.stdout is not None
        too_long = threading.Timer(_SECONDS, process.kill)
        too_long.start()
        for line in process.stdout:
            if line.startswith("{"):
                told = json.loads(line)
                lines[told["name"]] = told
            else:
                said.append(line)
        too_long.cancel()
    return Report(lines, "".join(said))


@contextmanager
def started(installed: Installed, cache: Path, names: Sequence[str] = ()) -> Generator[subprocess.Popen[str]]:
    """Start the driving side; whatever becomes of it, all that it started is gone afterwards."""
    root = Path(tempfile.mkdtemp(prefix="orbit-ardour-"))
    folders = (root, cache.absolute(), installed.libraries, installed.jack)
    inside = [sys.executable, "-m", "tests.ardour.inside", *map(str, folders), *names]
    process = subprocess.Popen(
        # The wheel of python-rtmidi brings a JACK library of its own, that PipeWire does not answer.
        isolated(["env", f"LD_PRELOAD={installed.libjack}", *inside]),
        cwd=REPOSITORY,
        env={**os.environ, "MIDO_BACKEND": _BACKEND},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()  # closes the pipes, and waits
        shutil.rmtree(root, ignore_errors=True)
