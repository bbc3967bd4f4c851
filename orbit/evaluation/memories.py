"""The memories that tasks are done with: none, the shipped workflows, and those and what was learned.

Each is made once, with the product's own means, as a data directory; every task gets a copy of it, so that
no task knows what another one did, and nobody's own memory is touched.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from daw_bridges.errors import UsageError
from orbit.hosts import PRACTICE

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["MEMORIES", "Memory", "copied", "demonstrations", "of_its_own", "prepare"]

Memory = Literal["none", "seed", "learned"]
MEMORIES: tuple[Memory, ...] = ("none", "seed", "learned")

_MADE_ONCE = "cache"
"""Weights of an embedder: large, never written again, and shared by all copies."""


def demonstrations() -> list[Path]:
    """The shipped files of what a producer did by hand."""
    folder = Path(str(resources.files("orbit.evaluation") / "demonstrations"))
    return sorted(folder.glob("*.jsonl"))


def of_its_own(settings: Settings, folder: Path) -> Settings:
    """The settings with everything kept in a folder, and the practice session as the DAW."""
    return replace(
        settings,
        data_dir=folder,
        daw=PRACTICE,
        store_url=None,
        index_url=None,
        user="bench",
        project="bench",
        confirm=False,
        refine="off",
    )


def prepare(memory: Memory, settings: Settings, folder: Path, taught: Sequence[Path] = ()) -> list[str]:
    """Make a memory in a folder; give the ids of what was learned. Raises MemoryStoreError or UsageError.

    ``taught`` are the demonstrations to learn from, where not the shipped ones.
    """
    from orbit.server import open_library

    library = open_library(of_its_own(settings, folder))
    try:
        if memory == "none":
            for workflow_id in library.titles():
                library.forget(workflow_id)
        if memory == "learned":
            from orbit.learning.offline import learn

            report = learn(list(taught) or demonstrations(), library, keep=True, mine=True)
            if report.troubles:
                first = report.troubles[0]
                raise UsageError(f"{first.file}, line {first.line}: {first.why}")
            new = (each.workflow.workflow_name for each in report.workflows if each.is_new and each.is_proven)
            return list(new)
        return []
    finally:
        library.close()


def copied(folder: Path, to: Path) -> Path:
    """Copy a memory; what is made once is linked, where the disk can."""
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns(_MADE_ONCE))
    made = folder / _MADE_ONCE
    if made.is_dir():
        shutil.copytree(made, to / _MADE_ONCE, copy_function=_linked)
    return to


def _linked(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target
