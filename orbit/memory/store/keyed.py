"""The keys of a scope's memories and their entries in order: what keyed memory is kept in.

Nothing here knows of operations or limits; ``orbit.memory.keyed`` does. A key whose time is over is not there
any more for any reader, also before it is swept away.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.keyed_backups import KeyedBackupTable
from orbit.memory.store.keyed_rows import Entry, KeyState
from orbit.memory.store.keyed_states import KeyStates
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["AS_IT_IS", "KeyedTable"]

AS_IT_IS = ""
"""A time that is none: the one that is there stays."""

_KEYS, _ENTRIES = schema.keyed_keys, schema.keyed_entries
_AT_ONCE = 500
"""Keys in one statement: every database takes that many values."""


def _is_named(table: Table) -> ColumnElement[bool]:
    names = ("scope_user", "scope_project", "ref", "key")
    return and_(*(table.c[name] == bindparam(f"its_{name}") for name in names))


# Put together once: to build these anew takes longer than to have them done.
_HELD = select(_KEYS.c.version, _KEYS.c.expires).where(_is_named(_KEYS)).with_for_update()
_LAST_PLACE = select(func.max(_ENTRIES.c.place)).where(_is_named(_ENTRIES))
_ADD = insert(_ENTRIES)


@cache
def _count_up(*times: str) -> Any:
    """The statement that counts a key's version up and sets these columns of times."""
    new: dict[str, Any] = {name: bindparam(f"new_{name}") for name in times}
    counted = update(_KEYS).where(_is_named(_KEYS)).values(version=_KEYS.c.version + 1, **new)
    return counted.returning(_KEYS.c.version)


class KeyedTable:
    """Reads and writes the keyed memories of one scope; a memory is called by its ``ref``."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._states = KeyStates(database, scope)
        self.backups = KeyedBackupTable(database, scope)

    # -- looking ---------------------------------------------------------------------------------------

    def refs(self) -> list[str]:
        """Give the memories that hold a key, by name."""
        query = select(_KEYS.c.ref).distinct().where(self._mine(), _alive()).order_by(_KEYS.c.ref)
        with self._database.read() as connection:
            return [row.ref for row in connection.execute(query)]

    def count(self, ref: str) -> int:
        """Count the keys of a memory."""
        query = select(func.count()).select_from(_KEYS).where(self._mine(), _KEYS.c.ref == ref, _alive())
        with self._database.read() as connection:
            return int(connection.scalar(query) or 0)

    def strays(self, ref: str) -> int:
        """Count the entries whose key is not there, which there cannot be in a sound database."""
        there = select(_KEYS.c.key).where(self._mine(), _KEYS.c.ref == ref)
        mine = and_(in_scope(_ENTRIES, self._scope), _ENTRIES.c.ref == ref)
        query = select(func.count()).select_from(_ENTRIES).where(mine, _ENTRIES.c.key.not_in(there))
        with self._database.read() as connection:
            return int(connection.scalar(query) or 0)

    def there(self, ref: str, keys: Sequence[str]) -> list[str]:
        """Give those of some keys that are there, also when their time is over."""
        with self._database.read() as connection:
            queries = (select(_KEYS.c.key).where(self._keys_of(ref, some)) for some in _portions(keys))
            return [row.key for query in queries for row in connection.execute(query)]

    def keys(self, ref: str, prefix: str = "") -> list[KeyState]:
        """Give the keys of a memory that begin like this, in order, with how much each holds."""
        return self._states.all(ref, prefix)

    def key(self, ref: str, key: str) -> KeyState | None:
        """Give one key, or None."""
        return self._states.one(ref, key)

    def stamps(self, ref: str, prefix: str = "") -> dict[str, str]:
        """Give what changes with each change of a key, for the keys that begin like this, in order."""
        return self._states.stamps(ref, prefix)

    def entries(self, ref: str, keys: Sequence[str]) -> list[Entry]:
        """Give the entries of some keys: by key, then in their order."""
        found: list[Entry] = []
        with self._database.read() as connection:
            for some in _portions(keys):
                query = self._select(ref, some)
                found += [_entry(row) for row in connection.execute(query).mappings()]
        return sorted(found, key=lambda entry: (entry.key, entry.place))

    def page(self, ref: str, key: str, *, offset: int, limit: int) -> list[Entry]:
        """Give some of a key's entries, in their order."""
        query = self._select(ref, [key]).order_by(_ENTRIES.c.place).offset(offset).limit(limit)
        with self._database.read() as connection:
            return [_entry(row) for row in connection.execute(query).mappings()]

    # -- changing --------------------------------------------------------------------------------------

    @contextmanager
    def turn(self, ref: str, key: str) -> Generator[KeyState | None]:
        """Take the turn at a key: until the block ends, nobody else changes it, in whichever process.

        Gives the key as it stands, None when it is new; it is there from now on. All inside is one
        transaction: an error takes all of it back, and only that.
        """
        with self.whole():
            fresh = self._hold(ref, key)
            yield None if fresh else self.key(ref, key)

    @contextmanager
    def whole(self) -> Generator[None]:
        """Make all that is done inside one: an error takes it back, also inside a greater transaction."""
        with self._database.part():
            yield

    @contextmanager
    def tried(self) -> Generator[None]:
        """Let everything inside happen and then not have happened."""
        with self._database.write() as connection:
            point = connection.begin_nested()
            try:
                yield
            finally:
                if point.is_active:
                    point.rollback()

    def add(self, ref: str, key: str, entries: Sequence[Entry]) -> None:
        """Put entries at the end of a key, in order; their places are given here."""
        now = utc_now()
        with self._database.write() as connection:
            last = connection.scalar(_LAST_PLACE, self._named(ref, key)) or 0
            rows = [self._row(ref, key, entry, last + n, now) for n, entry in enumerate(entries, start=1)]
            if rows:
                connection.execute(_ADD, rows)

    def set_entry(self, ref: str, key: str, place: int, entry: Entry) -> None:
        """Put an entry at a place that is free."""
        with self._database.write() as connection:
            connection.execute(insert(_ENTRIES), self._row(ref, key, entry, place, utc_now()))

    def mark(self, ref: str, key: str, *, flushed: bool = False, expires: str | None = AS_IT_IS) -> int:
        """Count a key's version up and give it; it lives until ``expires``, None is for ever."""
        now = utc_now()
        times = {"updated": now} | ({"flushed": now} if flushed else {})
        times |= {} if expires == AS_IT_IS else {"expires": expires}
        values = self._named(ref, key) | {f"new_{name}": value for name, value in times.items()}
        with self._database.write() as connection:
            return int(connection.scalar(_count_up(*times), values) or 0)

    def empty(self, ref: str, keys: Sequence[str], places: Sequence[int] | None = None) -> int:
        """Take the entries out of keys (of one key, those at ``places``); give how many there were."""
        count = 0
        with self._database.write() as connection:
            for some in _portions(keys if places is None else places):
                at = (
                    self._entries_of(ref, some)
                    if places is None
                    else and_(self._entries_of(ref, keys), _ENTRIES.c.place.in_(some))
                )
                count += connection.execute(delete(_ENTRIES).where(at)).rowcount
        return count

    def drop(self, ref: str, keys: Sequence[str]) -> int:
        """Delete keys with all they hold; give how many keys there were."""
        self.empty(ref, keys)
        with self._database.write() as connection:
            return sum(
                connection.execute(delete(_KEYS).where(self._keys_of(ref, some))).rowcount
                for some in _portions(keys)
            )

    def touch(self, ref: str, entries: Sequence[Entry]) -> None:
        """Note that entries were read just now."""
        places: dict[str, list[int]] = {}
        for entry in entries:
            places.setdefault(entry.key, []).append(entry.place)
        now = utc_now()
        with self._database.write() as connection:
            for key, some in ((key, some) for key, all_ in places.items() for some in _portions(all_)):
                where = and_(self._entries_of(ref, [key]), _ENTRIES.c.place.in_(some))
                connection.execute(update(_ENTRIES).where(where).values(used=now))

    def sweep(self) -> int:
        """Delete the keys whose time is over; give how many there were."""
        gone = and_(self._mine(), _KEYS.c.expires.is_not(None), _KEYS.c.expires <= utc_now())
        with self._database.write() as connection:
            rows = connection.execute(select(_KEYS.c.ref, _KEYS.c.key).where(gone)).all()
            for row in rows:
                self.drop(row.ref, [row.key])
        return len(rows)

    # -- statements ------------------------------------------------------------------------------------

    def _hold(self, ref: str, key: str) -> bool:
        """See that the key's row is there and hold it: other writers wait for it. True when it is new."""
        now = utc_now()
        row = self._scope.columns() | {"ref": ref, "key": key, "version": 0, "created": now, "updated": now}
        where = self._keys_of(ref, [key])
        with self._database.write() as connection:
            put = _put_key(connection.dialect.name)
            while True:
                connection.execute(put, row)
                if (found := connection.execute(_HELD, self._named(ref, key)).first()) is not None:
                    break  # else somebody deleted it between the two
            if found.expires is None or found.expires > now:
                return found.version == 0  # whoever makes a key counts it up before anybody else sees it
            self.empty(ref, [key])
            connection.execute(update(_KEYS).where(where).values(row | {"expires": None, "flushed": None}))
        return True

    def _select(self, ref: str, keys: Sequence[str]) -> Select[Any]:
        living = select(_KEYS.c.key).where(self._keys_of(ref, keys), _alive())
        return select(_ENTRIES).where(self._entries_of(ref, keys), _ENTRIES.c.key.in_(living))

    def _row(self, ref: str, key: str, entry: Entry, place: int, now: str) -> dict[str, Any]:
        return self._scope.columns() | {
            "ref": ref,
            "key": key,
            "place": place,
            "role": entry.role,
            "content": entry.content,
            "metadata": None if entry.metadata is None else json.dumps(entry.metadata),
            "tokens": entry.tokens,
            "summary": entry.summary,
            "created": entry.created or now,
            "used": entry.used or now,
        }

    def _named(self, ref: str, key: str) -> dict[str, str]:
        columns = self._scope.columns() | {"ref": ref, "key": key}
        return {f"its_{name}": value for name, value in columns.items()}

    def _mine(self) -> ColumnElement[bool]:
        return in_scope(_KEYS, self._scope)

    def _keys_of(self, ref: str, keys: Sequence[Any]) -> ColumnElement[bool]:
        return and_(self._mine(), _KEYS.c.ref == ref, _KEYS.c.key.in_(keys))

    def _entries_of(self, ref: str, keys: Sequence[Any]) -> ColumnElement[bool]:
        return and_(in_scope(_ENTRIES, self._scope), _ENTRIES.c.ref == ref, _ENTRIES.c.key.in_(keys))


@cache
def _put_key(dialect: str) -> Any:
    if dialect == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert
    return insert(_KEYS).on_conflict_do_nothing()


def _alive() -> ColumnElement[bool]:
    return or_(_KEYS.c.expires.is_(None), _KEYS.c.expires > utc_now())


def _portions(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (values[start : start + _AT_ONCE] for start in range(0, len(values), _AT_ONCE))


def _entry(row: Mapping[Any, Any]) -> Entry:
    plain = {name: row[name] for name in ("role", "content", "tokens", "created", "used", "key", "place")}
    held = json.loads(row["metadata"]) if row["metadata"] else None
    return Entry(**plain, metadata=held, summary=bool(row["summary"]))
