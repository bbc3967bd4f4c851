"""Faults for tests: a host that ignores or refuses writes, freezes, or changes under the script's hands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.document import Document
from daw_bridges.simulated.live.lom import LomObject

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song

__all__ = ["FaultPlan"]


@dataclass(frozen=True)
class _WriteFault:
    class_name: str
    property_name: str
    object_name: str | None
    within: str | None
    error: Exception | None

    def fits(self, target: LomObject, name: str) -> bool:
        if name != self.property_name or all(cls.__name__ != self.class_name for cls in type(target).__mro__):
            return False
        if self.object_name not in (None, _name(target)):
            return False
        return self.within is None or self.within in map(_name, _owners(target))


class FaultPlan:
    """What goes wrong in a host; everything can be taken back with ``clear``."""

    def __init__(self) -> None:
        self._writes: list[_WriteFault] = []
        self._planned: dict[int, Callable[[Song], object]] = {}
        self._running = threading.Event()
        self._running.set()
        self.operations = 0

    def ignore(self, path: str, name: str | None = None, within: str | None = None) -> None:
        """Accept writes to ``path`` (``DeviceParameter.value``) without effect.

        ``name`` narrows it to objects of that name, ``within`` to what belongs to a thing of that name.
        """
        self._writes.append(_write_fault(path, name, within, None))

    def fail(
        self, path: str, error: Exception | None = None, name: str | None = None, within: str | None = None
    ) -> None:
        """Let writes to ``path`` raise ``error``."""
        self._writes.append(
            _write_fault(path, name, within, error or RuntimeError("Live refused the change"))
        )

    def at_operation(self, number: int, happening: Callable[[Song], object]) -> None:
        """Let something happen just before the n-th change from now (1 is the next one)."""
        self._planned[self.operations + number] = happening

    def delete_track_at(self, number: int, name: str) -> None:
        """Let the user delete a track just before the n-th change from now."""

        def delete(song: Song) -> None:
            song.delete_track([track.name for track in song.tracks].index(name))

        self.at_operation(number, delete)

    def freeze(self) -> None:
        """Stop Live's main loop, as a modal dialog or a busy disk does, until ``thaw``."""
        self._running.clear()

    def thaw(self) -> None:
        """Let the main loop go on."""
        self._running.set()

    def clear(self) -> None:
        """Take every fault back."""
        self._writes.clear()
        self._planned.clear()
        self.thaw()

    def wait_while_frozen(self) -> None:
        """Block until the main loop may go on."""
        self._running.wait()

    def before_change(self, document: Document) -> None:
        self.operations += 1
        happening = self._planned.pop(self.operations, None)
        if happening is not None:
            happening(document.song)

    def permits(self, target: LomObject, name: str) -> bool:
        for fault in self._writes:
            if fault.fits(target, name):
                if fault.error is not None:
                    raise fault.error
                return False
        return True


def _write_fault(path: str, name: str | None, within: str | None, error: Exception | None) -> _WriteFault:
    class_name, _, property_name = path.partition(".")
    if not property_name:
        raise ValueError(f"'{path}' is no property: write it as 'Track.name'")
    stored_as = {"color": "color_index"}.get(property_name, property_name)
    return _WriteFault(class_name, stored_as, name, within, error)


def _name(target: LomObject) -> str | None:
    return getattr(target, "name", None)


def _owners(target: LomObject) -> Iterator[LomObject]:
    while target.parent_ is not None:
        target = target.parent_
        yield target
