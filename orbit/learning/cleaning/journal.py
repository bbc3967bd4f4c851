"""Dictionaries that can be put back: when an edit is undone, names mean again what they meant before it."""

from __future__ import annotations

from typing import Any, Final, TypeVar

__all__ = ["Journal"]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_ABSENT: Final = object()


class Journal:
    """Writes into dictionaries and remembers what stood there."""

    def __init__(self) -> None:
        self.past: list[tuple[dict[Any, Any], Any, Any]] = []
        """What was written over so far; its length is a place to go back to."""

    def put(self, into: dict[_Key, _Value], key: _Key, value: _Value) -> None:
        """Write a value."""
        self.past.append((into, key, into.get(key, _ABSENT)))
        into[key] = value

    def drop(self, from_: dict[_Key, Any], key: _Key) -> None:
        """Take a key out, if it is there."""
        if key in from_:
            self.past.append((from_, key, from_.pop(key)))

    def back_to(self, length: int) -> None:
        """Take back what was written since the journal was so long."""
        while len(self.past) > length:
            into, key, old = self.past.pop()
            if old is _ABSENT:
                into.pop(key, None)
            else:
                into[key] = old
