"""What Orbit knows of the user's things, asked and taught: the names they go by, and what is usual."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory.entities.names import EntityKind, checked_name, entity_id, name_key
from orbit.memory.entities.usual import Usual
from orbit.workflows.roles import called, closest

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory.store import Store
    from orbit.memory.store.entities import StoredEntity, StoredName

__all__ = ["Candidate", "Entities", "NameSource"]

NameSource = Literal["said", "renamed", "chosen"]
"""How a name was learned: the user said so, the thing was called that before, or it was picked when asked."""

_ENOUGH_CHOICES = 3
"""So often the same thing must have been picked, and nothing else, before Orbit stops asking."""
_SCORES = {"said": 1.0, "renamed": 0.9, "chosen": 0.5}
_OWN, _NEAR = 0.8, 0.6


@dataclass(frozen=True)
class Candidate:
    """One of the user's things that a name may mean: ``score`` 0 … 1, and ``why`` in a person's words."""

    id: str
    kind: str
    name: str
    score: float
    why: str


class Entities:
    """The user's things in one store's scope.

    Everything raises MemoryStoreError when the store cannot be used.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._table = store, store.entities
        self.usual = Usual(store)
        """What the user usually does, learned from their sessions."""

    # -- names -----------------------------------------------------------------------------------------

    def learn(
        self, name: str, meaning: str, kind: EntityKind = "track", *, source: NameSource = "said"
    ) -> Candidate:
        """Remember that ``name`` means the thing called ``meaning``; what was said last goes first.

        Raises UsageError for a name that cannot be one.
        """
        name, meaning = checked_name(name), _checked_meaning(meaning)
        key, its_id = name_key(name), entity_id(kind, meaning)
        if key == name_key(meaning):
            raise UsageError(f"“{meaning}” is already called that.")
        with self._store.transaction():
            if self._table.get(its_id) is None:
                self._table.put(its_id, kind, meaning, {}, source=source)
            self._table.call(its_id, key, name, self._stronger(key, its_id, source))
        return Candidate(its_id, kind, meaning, _SCORES[source], _why(source, name, 1))

    def forget(self, name: str, kind: EntityKind | None = None) -> list[str]:
        """Let a name mean nothing any more; give what it meant. Raises NotFoundError for no name."""
        key = name_key(name)
        with self._store.transaction():
            known = [entry for entry in self._table.names(folded=key) if _is_of(entry.entity_id, kind)]
            if not known:
                raise NotFoundError("name", name, self._taught())
            entities = [self._table.get(entry.entity_id) for entry in known]
            for entry in known:
                self._table.uncall(key, sources=_SCORES, entity_id=entry.entity_id)
        return [entity.name for entity in entities if entity is not None]

    def forget_entity(self, its_id: str) -> None:
        """Delete one of the user's things with its names and facts. Raises NotFoundError."""
        if not self._table.forget(its_id):
            raise NotFoundError("entity", its_id, [entity.id for entity in self._table.all()][:20])

    def resolve(
        self, name: str, kind: EntityKind | None = None, *, among: Sequence[str] | None = None
    ) -> list[Candidate]:
        """Give what a name may mean, likeliest first, each with why; ``among``: only things called so now."""
        key = name_key(name)
        entities = self._all(kind)
        taught = [*self._by_taught_name(key, entities)]
        own = [entity for entity in entities.values() if name_key(entity.name) == key]
        near = [] if taught or own else self._nearly(name, list(entities.values()))
        found = [
            *taught,
            *(_candidate(entity, _OWN, f"it is called “{entity.name}”") for entity in own),
            *(_candidate(entity, _NEAR, f"“{entity.name}” is spelled almost the same") for entity in near),
        ]
        present = found if among is None else [each for each in found if each.name in among]
        return _each_once(sorted(present, key=lambda each: -each.score))

    def nicknames(self, session: Session) -> dict[str, str]:
        """Give what the user calls the tracks of this session: ``{"vox": "Lead V"}``, keys as `name_key`.

        A name on the screen goes before any nickname, and a nickname of a track that is not here, or whose
        name two tracks have, is none. What a track was called before counts where the words mean nothing now.
        """
        entries = self._table.names()
        if not entries:
            return {}
        here = list(session.track_names)
        own = {name_key(name) for name in here}
        tracks = {entity_id("track", name): name for name in here if here.count(name) == 1}
        found: dict[str, str] = {}
        for entry in sorted(entries, key=lambda entry: -_SCORES[entry.source]):
            usable = entry.entity_id in tracks and entry.folded not in own
            if usable and self._in_force(entry, entries, session):
                found.setdefault(entry.folded, tracks[entry.entity_id])
        return found

    def names_of(self, its_id: str) -> list[StoredName]:
        """Give what one thing is called beside its own name, last used first."""
        return self._table.names(entity_id=its_id)

    def all(self, kind: EntityKind | None = None) -> list[StoredEntity]:
        """Give every track and plug-in that is known, or all of one kind, by name."""
        return sorted(self._all(kind).values(), key=lambda entity: (entity.kind, entity.name.casefold()))

    # -- within ----------------------------------------------------------------------------------------

    def _all(self, kind: EntityKind | None) -> dict[str, StoredEntity]:
        kinds = get_args(EntityKind) if kind is None else (kind,)
        return {entity.id: entity for each in kinds for entity in self._table.all(each)}

    def _stronger(self, key: str, its_id: str, source: NameSource) -> str:
        """What was said stays said, however often the thing is picked later."""
        known = (entry.source for entry in self._table.names(folded=key, entity_id=its_id))
        return max((source, *known), key=lambda each: _SCORES[each])

    def _taught(self) -> list[str]:
        return list(dict.fromkeys(entry.name for entry in self._table.names()))[:20]

    def _by_taught_name(self, key: str, entities: dict[str, StoredEntity]) -> Iterator[Candidate]:
        for entry in self._table.names(folded=key):
            entity = entities.get(entry.entity_id)
            if entity is not None:
                yield _candidate(entity, _SCORES[entry.source], _why(entry.source, entry.name, entry.seen))

    @staticmethod
    def _nearly(name: str, entities: Sequence[StoredEntity]) -> list[StoredEntity]:
        return [entities[at] for at in closest(name, [entity.name for entity in entities])]

    @staticmethod
    def _in_force(entry: StoredName, entries: Sequence[StoredName], session: Session) -> bool:
        if entry.source != "chosen":
            return entry.source == "said" or not called(session, entry.name)
        others = (other for other in entries if other.folded == entry.folded and other is not entry)
        return entry.seen >= _ENOUGH_CHOICES and all(other.source == "renamed" for other in others)


def _is_of(entity_id: str, kind: EntityKind | None) -> bool:
    return kind is None or entity_id.startswith(f"{kind}:")


def _checked_meaning(meaning: str) -> str:
    name = " ".join(meaning.split())
    if not name or len(name) > _LONGEST_MEANING or not name.isprintable():
        raise UsageError("Say which track or plug-in is meant by the name it has in the DAW.")
    return name


_LONGEST_MEANING = 200


def _why(source: str, name: str, times: int) -> str:
    match source:
        case "said":
            return f"you call it “{name}”"
        case "renamed":
            return f"it was called “{name}” before"
        case _:
            return f"you picked it for “{name}”" + (f" {times} times" if times > 1 else "")


def _candidate(entity: StoredEntity, score: float, why: str) -> Candidate:
    return Candidate(entity.id, entity.kind, entity.name, score, why)


def _each_once(candidates: Iterable[Candidate]) -> list[Candidate]:
    first: dict[str, Candidate] = {}
    for candidate in candidates:
        first.setdefault(candidate.id, candidate)
    return list(first.values())
