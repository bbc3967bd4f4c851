"""What is usual for this user: gathered from their sessions song by song, told as habits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from orbit.memory.entities.habits import Habit, LevelHabit, Places, device_habit, level_habit, merged
from orbit.memory.entities.names import EntityKind, entity_id, is_placeholder
from orbit.memory.entities.observing import DeviceSeen, Sighting, look_at

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory.store import Store
    from orbit.memory.store.entities import StoredEntity

__all__ = ["Usual"]

_MOST_SONGS = 100
_DEVICES, _LEVELS = "habit.device", "habit.level"


class Usual:
    """The tracks, plug-ins and habits that one scope's sessions show.

    Everything raises MemoryStoreError when the store cannot be used.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._table = store, store.entities

    def saw(self, session: Session) -> int:
        """Learn from a session as its user left it; give how many facts changed. Twice is as once."""
        return self._take_in(look_at(session), by_orbit=False)

    def did(self, before: Session, after: Session) -> int:
        """Learn from a run of Orbit: what it changed is its own doing, and no habit of the user."""
        with self._store.transaction():
            return self.saw(before) + self._take_in(look_at(after), by_orbit=True)

    def habits(self, kind: str | None = None, role: str | None = None) -> list[Habit]:
        """Give the usual devices, of a kind (``compressor``) and on a role (``vocal``) where that is said."""
        rows = self._table.all(_DEVICES)
        wanted = [row for row in rows if kind is None or row.name == kind]
        found = (device_habit(row.name, _places(row), role) for row in wanted)
        return [habit for habit in found if habit is not None]

    def levels(self, role: str | None = None) -> list[LevelHabit]:
        """Give the usual levels, of all roles or of one."""
        rows = [row for row in self._table.all(_LEVELS) if role is None or row.name == role]
        found = (level_habit(row.name, _places(row)) for row in rows)
        return [habit for habit in found if habit is not None]

    def _take_in(self, sighting: Sighting, *, by_orbit: bool) -> int:
        with self._store.transaction():
            return (
                self._meet("track", ((track.name, track.kind) for track in sighting.tracks), sighting.song)
                + self._meet("plugin", _plugins(sighting.devices), sighting.song)
                + self._count(_DEVICES, _by_kind(sighting), sighting.song, by_orbit=by_orbit)
                + self._count(_LEVELS, _by_role(sighting), sighting.song, by_orbit=by_orbit)
            )

    def _meet(self, kind: EntityKind, seen: Iterable[tuple[str, str]], song: str) -> int:
        """Note the things of a song that were not met there yet."""
        named = {entity_id(kind, name): (name, sort) for name, sort in seen if not is_placeholder(name)}
        known, news = {entity.id: entity for entity in self._table.all(kind)}, 0
        for its_id, (name, sort) in named.items():
            facts = known[its_id].facts if its_id in known else {}
            songs = list(facts.get("songs", ()))
            if song not in songs or facts.get("kind") != sort:
                songs = [*(each for each in songs if each != song), song][-_MOST_SONGS:]
                new = {**facts, "songs": songs, "kind": sort}
                self._table.put(its_id, kind, name, new, source="seen")
                news += 1
        return news

    def _count(self, kind: str, seen: Mapping[str, Places], song: str, *, by_orbit: bool) -> int:
        known = {row.name: row for row in self._table.all(kind)}
        news = 0
        for name in sorted({*known, *seen}):
            before: Places = _places(known[name]) if name in known else {}
            places = merged(before, seen.get(name, {}), song, by_orbit=by_orbit)
            if places is not None:
                its_id = entity_id(kind, name)
                self._table.put(its_id, kind, name, {"places": places}, source="seen")
                news += 1
        return news


def _places(row: StoredEntity) -> Places:
    return row.facts.get("places", {})


def _plugins(devices: Iterable[DeviceSeen]) -> Iterator[tuple[str, str]]:
    return ((device.name, device.kind or "") for device in devices)


def _by_kind(sighting: Sighting) -> Mapping[str, Places]:
    kinds: dict[str, dict[str, Mapping[str, Any]]] = {}
    for device in sighting.devices:
        if device.kind is not None:
            settings = {key: list(value) for key, value in device.settings.items()}
            fact = {"device": device.name, "role": device.role, "settings": settings}
            kinds.setdefault(device.kind, {})[device.place] = fact
    return kinds


def _by_role(sighting: Sighting) -> Mapping[str, Places]:
    roles: dict[str, dict[str, Mapping[str, Any]]] = {}
    for track in sighting.tracks:
        if track.role is not None and track.level_db is not None:
            level = round(track.level_db, 2)
            roles.setdefault(track.role, {})[track.place] = {"db": level}
    return roles
