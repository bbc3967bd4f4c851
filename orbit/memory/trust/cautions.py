"""What a person has to know of a workflow before agreeing to its plan, and whether to be asked anyhow."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from daw_bridges.errors import NotFoundError

if TYPE_CHECKING:
    from orbit.memory.store import Store

__all__ = ["Caution", "caution_of"]


@dataclass(frozen=True)
class Caution:
    """``consent``: its plan is never carried out unasked. ``notes`` say why, and what else to consider."""

    consent: bool = False
    notes: tuple[str, ...] = ()


def caution_of(store: Store, workflow_id: str) -> Caution:
    """Give what to be told of a workflow before it runs; nothing of one that is trusted and current."""
    try:
        standing = store.workflows.standing.get(workflow_id)
    except NotFoundError:
        return Caution()
    notes: list[str] = []
    if not standing.trusted:
        notes.append(_where_from(store, workflow_id))
    if standing.superseded_by is not None:
        notes.append(f"“{standing.superseded_by}” has replaced it.")
    if standing.invalid_since is not None:
        since = datetime.fromisoformat(standing.invalid_since)
        why = standing.invalid_reason or "no reason given"
        notes.append(f"Since {since.day} {since:%b %Y} it may no longer work: {why}")
    return Caution(consent=not standing.trusted, notes=tuple(notes))


def _where_from(store: Store, workflow_id: str) -> str:
    stored = store.workflows.get(workflow_id)
    file = stored.origin.file if stored else None
    where = f" from {file}" if file else ""
    return (
        f"This workflow was imported{where} and has not proven itself here: look at its steps before you "
        "agree."
    )
