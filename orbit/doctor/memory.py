"""What Orbit remembers: the store, the workflows in it, the search index over them. They are only read."""

from __future__ import annotations

from daw_bridges.errors import MemoryStoreError
from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, ok, problem, warning
from orbit.memory.embedding.minilm import find_minilm
from orbit.memory.health import STORE, index_damage, index_generation, store_health
from workflows_seed import FOLDER

__all__ = ["index", "library", "store"]


def store(case: Case) -> Finding:
    """Whether the store can be read, is whole, and has the layout that this Orbit knows."""
    path = case.settings.data_dir / STORE
    try:
        health = store_health(case.settings.data_dir)
    except MemoryStoreError as error:
        newer = "layout version" in str(error)
        fix = "Update Orbit, or give another --data-dir." if newer else _move(path)
        return problem(str(error), fix)
    if health is None:
        return ok("empty, made with the first request")
    return ok(f"{health.workflows} workflows, {health.runs} runs remembered")


def _move(path: object) -> str:
    return f"Restore a copy of {path}, or move it away: Orbit then starts with an empty memory."


def library(case: Case) -> Finding | None:
    """Whether the workflows that come with Orbit are there and taken in."""
    shipped = {path.name: path.stem for path in FOLDER.glob("*.yaml")}
    if not shipped:
        return problem(f"No workflows came with Orbit: {FOLDER} is empty.", "Install Orbit again.")
    try:
        health = store_health(case.settings.data_dir)
    except MemoryStoreError:
        return None  # said by the store's own check
    if health is None:
        return ok(f"{len(shipped)} come with Orbit")
    missing = sorted(
        stem
        for name, stem in shipped.items()
        if name not in health.seed_files and stem not in health.forgotten
    )
    if missing:
        return warning(
            f"Not taken in yet: {', '.join(missing)}. The next command that looks for workflows does it.",
            "orbit workflows list",
        )
    return ok(f"{len(shipped)} come with Orbit, all taken in")


def index(case: Case) -> Finding:
    """Whether the search index is whole, as far as its files show."""
    folder, embedder = case.settings.data_dir, case.settings.embedder
    if embedder == "words" or (embedder == "auto" and find_minilm() is None):
        return ok("not used: words alone need none")
    damage = index_damage(folder)
    if damage:
        return problem(f"The search index is damaged: {damage}. Nothing is lost.", "orbit memory rebuild")
    return ok("in order" if index_generation(folder) else "none yet, made with the first request")
