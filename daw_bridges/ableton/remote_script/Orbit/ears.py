"""Listeners that can be trusted to be there, to be there once, and to be gone when they are not wanted."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple

from .live import alive, identity

_AT_ONCE = 64
_DONE = object()

Work = Callable[[], Optional[Iterator[Any]]]
"""Work that is done at once, or what it has to go through step by step."""


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
        for _ in self.listening(things):
            pass

    def listening(self, things: Iterable[Any]) -> Iterator[Any]:
        """The same step by step, for things there may be a great many of."""
        wanted: Dict[int, Any] = {}
        for thing in things:
            wanted[identity(thing)] = thing
            if len(wanted) % _AT_ONCE == 0:
                yield
        for pointer in [pointer for pointer in self._things if pointer not in wanted]:
            self._leave(self._things.pop(pointer))
        for number, (pointer, thing) in enumerate(wanted.items()):
            # One that was deleted and brought back by undo has the identity it had, and no listeners.
            if pointer not in self._things or self.deaf_to(thing):
                self._things[pointer] = thing
                self._join(thing)
            if number % _AT_ONCE == _AT_ONCE - 1:
                yield

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
        for _ in self.closing():
            pass

    def closing(self) -> Iterator[Any]:
        """The same step by step."""
        while self._things:
            self._leave(self._things.popitem()[1])
            if len(self._things) % _AT_ONCE == 0:
                yield


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

    def attach(self) -> Optional[Iterator[Any]]:
        """Add the listeners, and see to what is inside; what takes many steps is returned as such."""

    def deaf_to(self, thing: Any) -> bool:
        """Whether the thing lost its listeners, as what undo brings back does."""
        return bool(self._ears) and bool(len(self._ears[0])) and self._ears[0].deaf_to(thing)

    def closing(self) -> Iterator[Any]:
        """Close step by step, deaf to what is still to come."""
        self.closed = True
        for inner in list(self._inside.values()):
            yield from inner.closing()
            yield
        for ears in self._ears:
            yield from ears.closing()
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
        self._work: Dict[Tuple[Listener, Work], None] = {}
        self._begun: Optional[Tuple[Listener, Iterator[Any]]] = None

    def do(self, listener: Listener, work: Work) -> None:
        """Do it soon, and once however often it is asked for until then."""
        self._work[listener, work] = None

    def step(self) -> bool:
        """Do one piece; whether there was one."""
        if self._begun is None and not self._work:
            return False
        try:
            if self._begun is None:
                self._begin()
            else:
                self._go_on(*self._begun)
        except (AttributeError, RuntimeError, TypeError, IndexError):
            # What it was about is gone; whatever held it has changed too and is looked at again.
            self._begun = None
        return True

    def _begin(self) -> None:
        listener, work = next(iter(self._work))
        del self._work[listener, work]
        steps = None if listener.closed else work()
        if steps is not None:
            self._begun = listener, steps

    def _go_on(self, listener: Listener, steps: Iterator[Any]) -> None:
        if listener.closed or next(steps, _DONE) is _DONE:
            self._begun = None
