"""The groove pool: feels that clips may be given. Only a user puts a groove there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.lom import LomObject, Property

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song

__all__ = ["Groove", "GroovePool"]


def _percent(value: float) -> float:
    if not 0.0 <= value <= 100.0:
        raise RuntimeError("Invalid value: 0 to 100 expected")
    return value


class Groove(LomObject):
    """A feel; its amounts are percentages, velocity also below nothing."""

    name = Property(str, "")
    base = Property(int, 3)
    quantization_amount = Property(float, 0.0, check=lambda _, value: _percent(value))
    random_amount = Property(float, 0.0, check=lambda _, value: _percent(value))
    timing_amount = Property(float, 100.0, check=lambda _, value: _percent(value))
    velocity_amount = Property(float, 0.0)


class GroovePool(LomObject):
    """Song.groove_pool."""

    _observable = ("grooves",)

    def __init__(self, song: Song) -> None:
        super().__init__(song.doc_, song)

    @property
    def grooves(self) -> tuple[Groove, ...]:
        return self.all_("grooves")

    def add_groove_(self, name: str) -> Groove:
        """Put a groove into the pool, as a user does from the browser."""
        groove = Groove(self.doc_, self)
        groove.__dict__["=name"] = name
        self.assign_("grooves", (*self.grooves, groove))
        return groove

    def children_(self) -> Iterable[LomObject]:
        return self.grooves
