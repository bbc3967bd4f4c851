"""What is known of the user, as it is told: each thing with its names, and all there is about one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from orbit.memory.entities.habits import Habit, LevelHabit
from orbit.memory.entities.knowing import Candidate, Entities
from orbit.memory.entities.names import EntityKind, name_key
from orbit.workflows.roles import known_role

if TYPE_CHECKING:
    from orbit.memory.store.entities import StoredEntity

__all__ = ["Known", "KnownOf", "known", "known_of"]


@dataclass(frozen=True)
class Known:
    """One of the user's things: what it is (``audio``, ``compressor``), its other names, songs it is in."""

    id: str
    kind: str
    name: str
    sort: str
    called: tuple[str, ...]
    songs: int
    source: str


@dataclass(frozen=True)
class KnownOf:
    """What a name may mean, likeliest first, and what is usual for what it names."""

    name: str
    means: tuple[Candidate, ...]
    things: tuple[Known, ...]
    devices: tuple[Habit, ...]
    levels: tuple[LevelHabit, ...]


def known(entities: Entities, kind: EntityKind | None = None) -> list[Known]:
    """Give every track and plug-in that is known, or all of one kind, by kind and name."""
    return [_known(entities, entity) for entity in entities.all(kind)]


def known_of(entities: Entities, name: str) -> KnownOf:
    """Give what is known of a name: a track, a plug-in, a part (vocal), a kind of device (compressor)."""
    means = entities.resolve(name)
    meant = {candidate.id for candidate in means}
    things = [_known(entities, entity) for entity in entities.all() if entity.id in meant]
    role, kind = known_role(name), _device_kind(name)
    usual = entities.usual
    of_role = usual.habits(role=role) if role else []
    of_kind = usual.habits(kind) if kind else []
    return KnownOf(
        name, tuple(means), tuple(things), (*of_kind, *of_role), tuple(usual.levels(role) if role else ())
    )


def _device_kind(name: str) -> str | None:
    from daw_bridges.catalog import catalog

    return catalog().kind_of_words(name_key(name))


def _known(entities: Entities, entity: StoredEntity) -> Known:
    called = tuple(dict.fromkeys(entry.name for entry in entities.names_of(entity.id)))
    songs = len(entity.facts.get("songs", ()))
    sort = str(entity.facts.get("kind", ""))
    return Known(entity.id, entity.kind, entity.name, sort, called, songs, entity.source)
