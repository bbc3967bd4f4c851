"""Listeners that can be trusted to be there, to be there once, and to be gone when they are not wanted."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, Tuple

from .live import alive, identity


class Ears:
    """The same listeners, with one callback, on any number of Live's objects."""

    __slots__ = ("_callback", "_names", "_things")

    def __init__(self, names: Tuple[str, ...], callback: Callable[[], None]) -> None:
        self._names, self._callback = names, callback
        self._things: Dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._things) * len(self._names)

    def listen(self, things: Iterable[Any]) -> None:
        """Listen to exactly these from now on."""
        wanted = {identity(thing): thing for thing in things}
        for pointer in [pointer for pointer in self._things if pointer not in wanted]:
            self._leave(self._things.pop(pointer))
        for pointer, thing in wanted.items():
            # One that was deleted and brought back by undo has the identity it had, and no listeners.
            if pointer not in self._things or self.deaf_to(thing):
                self._things[pointer] = thing
                self._join(thing)

    def deaf_to(self, thing: Any) -> bool:
        """Whether a thing has lost the listeners it was given."""
        return not any(_has(thing, name, self._callback) for name in self._names)

    def _join(self, thing: Any) -> None:
        for name in self._names:
            try:
                if not _has(thing, name, self._callback):
                    getattr(thing, "add_%s_listener" % name)(self._callback)
            except (AttributeError, RuntimeError, TypeError):
                # Not every object of a kind, nor every version of Live, has all of them.
                continue

    def _leave(self, thing: Any) -> None:
        for name in self._names:
            try:
                if alive(thing) and _has(thing, name, self._callback):
                    getattr(thing, "remove_%s_listener" % name)(self._callback)
            except (AttributeError, RuntimeError, TypeError):
                continue

    def close(self) -> None:
        """Listen to nothing any more."""
        while self._things:
            self._leave(self._things.popitem()[1])


def _has(thing: Any, name: str, callback: Callable[[], None]) -> bool:
    try:
        return bool(getattr(thing, "%s_has_listener" % name)(callback))
    except (AttributeError, RuntimeError, TypeError):
        return False


class Listener:
    """What listens to one of Live's objects and to what is in it."""

    def __init__(self, later: "Later") -> None:
        self.later = later
        self._ears: List[Ears] = []
        self._inside: Dict[int, Listener] = {}
        self.closed = False

    def hear(self, names: Tuple[str, ...], callback: Callable[[], None]) -> Ears:
        ears = Ears(names, callback)
        self._ears.append(ears)
        return ears

    def keep(self, things: Iterable[Any], make: Callable[[Any], "Listener"]) -> None:
        """Have a listener for each of the things, made a little later, and none for any other."""
        wanted = {identity(thing): thing for thing in things}
        for pointer in [pointer for pointer in self._inside if pointer not in wanted]:
            self._inside.pop(pointer).close()
        for pointer, thing in wanted.items():
            there = self._inside.get(pointer)
            if there is not None and not there.deaf_to(thing):
                continue
            if there is not None:
                there.close()
            self._inside[pointer] = fresh = make(thing)
            self.later.do(fresh, fresh.attach)

    def attach(self) -> None:
        """Add the listeners, and see to what is inside."""

    def deaf_to(self, thing: Any) -> bool:
        """Whether the thing lost its listeners, as what undo brings back does."""
        return bool(self._ears) and bool(len(self._ears[0])) and self._ears[0].deaf_to(thing)

    def closing(self) -> Iterator[Any]:
        """Close step by step, deaf to what is still to come."""
        self.closed = True
        for inner in list(self._inside.values()):
            yield from inner.closing()
            yield
        self.close()

    def close(self) -> None:
        """Remove every listener, for good."""
        self.closed = True
        for ears in self._ears:
            ears.close()
        while self._inside:
            self._inside.popitem()[1].close()


class Later:
    """Work that is put off to a tick with time for it."""

    def __init__(self) -> None:
        self._work: Dict[Tuple[Listener, Callable[[], None]], None] = {}

    def do(self, listener: Listener, work: Callable[[], None]) -> None:
        """Do it soon, and once however often it is asked for until then."""
        self._work[listener, work] = None

    def step(self) -> bool:
        """Do one piece; whether there was one."""
        if not self._work:
            return False
        listener, work = next(iter(self._work))
        del self._work[listener, work]
        try:
            if not listener.closed:
                work()
        except (AttributeError, RuntimeError, TypeError, IndexError):
            # What it was about is gone; whatever held it has changed too and is looked at again.
            pass
        return True
