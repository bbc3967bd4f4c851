"""Which keys a pattern fits: ``*`` is any run of characters, ``:`` among them, and ``?`` any single one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from daw_bridges.errors import UsageError
from orbit.memory.keyed.linear import compiled
from orbit.memory.store.keyed import KeyedTable
from orbit.memory.store.keyed_rows import KeyState
from orbit.workflows.memory_tasks.keys import is_pattern

__all__ = ["fitting", "matching"]

_WILD = re.compile(r"([*?])")
_WRITTEN = {"*": ".*", "?": "."}


def fitting(pattern: str, keys: Sequence[str]) -> list[str]:
    """Give those of some keys that a pattern fits."""
    written = "".join(
        _WRITTEN.get(word, re.escape(word)) for word in _WILD.split(re.sub("[*]+", "*", pattern))
    )
    expression = compiled(f"(?s){written}")
    return [key for key in keys if expression.fullmatch(key)]


def matching(table: KeyedTable, ref: str, key: str, most: int) -> list[KeyState]:
    """Give the keys that a key or a pattern means, in order. Raises UsageError when there are too many."""
    if not is_pattern(key):
        state = table.key(ref, key)
        return [] if state is None else [state]
    literal = _WILD.split(key, maxsplit=1)[0]
    states = {state.key: state for state in table.keys(ref, literal)}
    found = fitting(key, list(states))
    if len(found) > most:
        raise UsageError(
            f"“{key}” matches {len(found)} keys, and at most {most} may be touched. "
            "Narrow it, or raise max_keys."
        )
    return [states[name] for name in found]
