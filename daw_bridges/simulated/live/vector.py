"""Live's own lists: a script can go through them, count, pick and look for something, and nothing more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, SupportsIndex, TypeVar, overload

__all__ = ["Vector", "index_of"]

T = TypeVar("T")


class Vector(Generic[T]):
    """What a running Live hands out for a list: no ``index``, no ``+``, equal to nothing but itself."""

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = tuple(items)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __contains__(self, item: object) -> bool:
        return item in self._items

    @overload
    def __getitem__(self, place: SupportsIndex) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Vector[T]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> T | Vector[T]:
        if isinstance(place, slice):
            return Vector(self._items[place])
        try:
            return self._items[place]
        except IndexError:
            raise IndexError("Index out of range") from None


def index_of(items: Iterable[T], wanted: T) -> int:
    """Where something stands in a list; ValueError if it is not there."""
    for place, item in enumerate(items):
        if item == wanted:
            return place
    raise ValueError(f"{wanted!r} is not in the list")
