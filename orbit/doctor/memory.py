"""What Orbit remembers: the store, the workflows in it, the search index over them. They are only read."""

from __future__ import annotations

from daw_bridges.errors import MemoryStoreError, UsageError
from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, ok, problem, warning
from orbit.memory.embedding.minilm import find_minilm
from orbit.memory.health import (
    STORE,
    StoreHealth,
    index_damage,
    index_generation,
    server_trouble,
    store_health,
)
from orbit.memory.store.copying import daily_copies
from orbit.memory.store.schema import SCHEMA_VERSION
from orbit.memory.store.scope import Scope
from workflows_seed import FOLDER

__all__ = ["index", "library", "store"]


def store(case: Case) -> Finding:
    """Whether the store can be read, is whole, and has a layout that this Orbit knows."""
    try:
        health = _health(case)
    except MemoryStoreError as error:
        return problem(str(error), _fix(case, str(error)))
    if health is None:
        return ok("empty, created with the first request")
    return ok(f"{health.workflows} workflows, {health.runs} runs remembered{_layout(health)}")


def _health(case: Case) -> StoreHealth | None:
    settings = case.settings
    scope = Scope(settings.user, settings.project)
    return store_health(settings.data_dir, scope, settings.store_url)


def _layout(health: StoreHealth) -> str:
    if health.version < SCHEMA_VERSION:
        copy = "" if health.on_server else " and keeps a copy of it as it is"
        return f"; its layout is an older one: the next command brings it up to date{copy}"
    if health.copies:
        kept = ", ".join(str(copy) for copy in health.copies)
        return f"; as it was before its layout changed it is kept in {kept}: delete that when all is well"
    return ""


def _fix(case: Case, trouble: str) -> str:
    if "layout version" in trouble:
        return "Update Orbit, or give another --data-dir."
    if case.settings.store_url:
        return "Make sure that the database server runs, and that store_url is right."
    path = case.settings.data_dir / STORE
    if daily_copies(path):
        return "orbit memory restore"
    return f"Restore a copy of {path}, or move it away: Orbit then starts with an empty memory."


def library(case: Case) -> Finding | None:
    """Whether the workflows that come with Orbit are there and taken in."""
    shipped = {path.name: path.stem for path in FOLDER.glob("*.yaml")}
    if not shipped:
        return problem(f"No workflows came with Orbit: {FOLDER} is empty.", "Install Orbit again.")
    try:
        health = _health(case)
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
            f"Not loaded yet: {', '.join(missing)}. The next command that looks for workflows loads them.",
            "orbit workflows list",
        )
    return ok(f"{len(shipped)} come with Orbit, all loaded")


def index(case: Case) -> Finding:
    """Whether the search index is whole, as far as its files show."""
    folder, embedder = case.settings.data_dir, case.settings.embedder
    if embedder == "words" or (embedder == "auto" and find_minilm() is None):
        return ok("not used: words alone need none")
    if case.settings.index_url:
        return _on_a_server(case.settings.index_url)
    damage = index_damage(folder)
    if damage:
        return problem(f"The search index is damaged: {damage}. Nothing is lost.", "orbit memory rebuild")
    return ok("in order" if index_generation(folder) else "none yet, created with the first request")


def _on_a_server(url: str) -> Finding:
    try:
        trouble = server_trouble(url)
    except UsageError as error:
        return problem(str(error), "Correct the setting index_url.")
    if not trouble:
        return ok("in order, on a Chroma server")
    detail = f"The Chroma server with the search index {trouble}. Nothing is lost, searches are slower."
    return warning(detail, "Start the server (chroma run), or correct the setting index_url.")
