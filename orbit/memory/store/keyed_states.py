"""The keys of a scope's memories as they stand: which there are, how often each was changed, what it holds.

A key whose time is over is not there any more, also before it is swept away.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, or_, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.keyed_rows import KeyState
from orbit.memory.store.moments import Recalled
from orbit.memory.store.scope import Scope

__all__ = ["KeyStates"]

_KEYS, _ENTRIES = schema.keyed_keys, schema.keyed_entries

# Put together once: to build these anew takes longer than to ask them.
_OF_REF = and_(
    _KEYS.c.scope_user == bindparam("scope_user"),
    _KEYS.c.scope_project == bindparam("scope_project"),
    _KEYS.c.ref == bindparam("ref"),
)
_ALIVE = or_(_KEYS.c.expires.is_(None), _KEYS.c.expires > bindparam("now"))
_PLAIN = [_KEYS.c[name] for name in ("key", "version", "created", "updated", "expires", "flushed")]
_HELD = and_(
    _ENTRIES.c.scope_user == _KEYS.c.scope_user,
    _ENTRIES.c.scope_project == _KEYS.c.scope_project,
    _ENTRIES.c.ref == _KEYS.c.ref,
    _ENTRIES.c.key == _KEYS.c.key,
)
_ALL = (
    select(
        *_PLAIN,
        func.count(_ENTRIES.c.place).label("messages"),
        func.coalesce(func.sum(_ENTRIES.c.tokens), 0).label("tokens"),
        func.coalesce(func.sum(func.length(_ENTRIES.c.content)), 0).label("size"),
        func.max(_ENTRIES.c.used).label("last_used"),
    )
    .select_from(_KEYS.outerjoin(_ENTRIES, _HELD))
    .where(_OF_REF, _ALIVE)
    .group_by(*_PLAIN)
)
_ONE = _ALL.where(_KEYS.c.key == bindparam("key"))
_STAMPS = select(_KEYS.c.key, _KEYS.c.version, _KEYS.c.updated, _KEYS.c.expires).where(_OF_REF)


class _Stamp(NamedTuple):
    key: str
    text: str
    expires: str | None


class KeyStates:
    """Looks at the keys of one scope; a memory is called by its ``ref``."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope.columns()
        self._recalled = Recalled[list[_Stamp]](database)

    def all(self, ref: str, prefix: str = "") -> list[KeyState]:
        """Give the keys of a memory that begin like this, in order, with how much each holds."""
        # SQLite's LIKE takes capitals for small letters, so what it finds is looked at once more.
        query = _ALL.where(_KEYS.c.key.startswith(prefix, autoescape=True)) if prefix else _ALL
        with self._database.read() as connection:
            rows = connection.execute(query, self._scope | {"ref": ref, "now": utc_now()}).mappings()
            states = [KeyState(**row) for row in rows]
        return sorted((s for s in states if s.key.startswith(prefix)), key=lambda state: state.key)

    def one(self, ref: str, key: str) -> KeyState | None:
        """Give one key, or None."""
        asked = self._scope | {"ref": ref, "key": key, "now": utc_now()}
        with self._database.read() as connection:
            row = connection.execute(_ONE, asked).mappings().first()
        return KeyState(**row) if row else None

    def stamps(self, ref: str, prefix: str = "") -> dict[str, str]:
        """Give what changes with each change of a key, for the keys that begin like this, in order."""
        known, now = self._recalled.get(ref, lambda: self._stamps(ref)), utc_now()
        return {
            stamp.key: stamp.text
            for stamp in known
            if stamp.key.startswith(prefix) and (stamp.expires is None or stamp.expires > now)
        }

    def _stamps(self, ref: str) -> list[_Stamp]:
        with self._database.read() as connection:
            rows = connection.execute(_STAMPS, self._scope | {"ref": ref}).all()
        return sorted(_Stamp(row.key, f"{row.version} {row.updated}", row.expires) for row in rows)
