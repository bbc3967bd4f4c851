"""What health tries beside keyed memory itself: the database's file, and the search index."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from orbit.memory.health import index_damage, store_health
from orbit.memory.store import Scope

if TYPE_CHECKING:
    from orbit.memory.keyed.ground import Probe
    from orbit.settings import Settings

__all__ = ["probes_for"]

_PATIENCE = 5.0
"""Seconds that a Chroma server may take."""


def probes_for(settings: Settings) -> Mapping[str, Probe]:
    """Give what to try for these settings."""
    probes: dict[str, Probe] = {}
    folder, scope = settings.data_dir, Scope(settings.user, settings.project)
    if settings.store_url is None:
        probes["the database file is sound"] = lambda: _file(folder, scope)
    url = settings.index_url
    probes["the search index answers" if url else "the search index is sound"] = (
        (lambda: _server(url)) if url else (lambda: index_damage(folder))
    )
    return probes


def _file(folder: Path, scope: Scope) -> str:
    store_health(folder, scope)  # raises what is wrong
    return ""


def _server(url: str) -> str:
    """Ask a Chroma server whether it lives."""
    import httpx

    try:
        reply = httpx.get(f"{url.rstrip('/')}/api/v2/heartbeat", timeout=_PATIENCE)
    except httpx.HTTPError as error:
        return f"the Chroma server at {url} does not answer: {error}"
    return "" if reply.is_success else f"the Chroma server at {url} answers {reply.status_code}"
