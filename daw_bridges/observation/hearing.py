"""How a bridge's observers hear what the bridge itself performs: every ``perform`` tells them, as it goes."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from daw_bridges.actions import Action
    from daw_bridges.bridge import OnResult, Result

__all__ = ["Hearer", "heard", "hearing"]

_HEARERS = "_hearers"


class Hearer(Protocol):
    """Who wants to know what a bridge performs."""

    def begins(self) -> None:
        """Hear that the bridge begins to perform."""
        ...

    def hears(self, result: Result) -> None:
        """Hear what became of an action, as soon as the host confirms it."""
        ...

    def ends(self, unknown: Sequence[Action]) -> None:
        """Hear that the bridge has stopped performing, and of which actions it never learnt the result."""
        ...


def _hearers(bridge: object) -> list[Hearer]:
    # A bridge need not know of this, so it is not asked to prepare for it in its constructor.
    return vars(bridge).setdefault(_HEARERS, [])


@contextmanager
def hearing(bridge: object, hearer: Hearer) -> Generator[None]:
    """Have the hearer told what the bridge performs."""
    _hearers(bridge).append(hearer)
    try:
        yield
    finally:
        _hearers(bridge).remove(hearer)


class _Teller:
    """Passes results on, to the observers first."""

    def __init__(self, bridge: object, on_result: OnResult | None) -> None:
        self._bridge, self._on_result = bridge, on_result
        self.count = 0

    def __call__(self, place: int, result: Result) -> None:
        self.count += 1
        for hearer in tuple(_hearers(self._bridge)):
            hearer.hears(result)
        if self._on_result is not None:
            self._on_result(place, result)


def heard(perform: Callable[..., Awaitable[list[Result]]]) -> Callable[..., Awaitable[list[Result]]]:
    """A bridge's ``perform`` that tells the bridge's observers; one that calls another's tells once."""

    @functools.wraps(perform)
    async def telling(self: object, actions: Sequence[Action], *, on_result: OnResult | None = None) -> Any:
        if isinstance(on_result, _Teller):
            return await perform(self, actions, on_result=on_result)
        for hearer in tuple(_hearers(self)):
            hearer.begins()
        teller = _Teller(self, on_result)
        try:
            return await perform(self, actions, on_result=teller)
        finally:
            for hearer in tuple(_hearers(self)):
                hearer.ends(actions[teller.count :])

    return telling
