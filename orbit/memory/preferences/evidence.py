"""What a user corrected: the same slot, the same way, in sitting after sitting, is a preference.

>>> evidence = Evidence()
>>> for sitting in ("Monday", "Tuesday", "Tuesday", "Friday"):
...     evidence = evidence.with_one(sitting, "2")
>>> evidence.learned, evidence.sittings("2")
('2', 3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["ENOUGH", "Correction", "Evidence"]

ENOUGH = 3
"""In so many sittings a slot must have been corrected to the same value."""
_KEPT = 12


@dataclass(frozen=True)
class Correction:
    """A slot that the user set otherwise than it was filled, to ``value`` as a person reads it."""

    workflow: str
    slot: str
    value: str


class _Once(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    sitting: Annotated[str, Field(max_length=100)]
    value: Annotated[str, Field(max_length=200)]


class Evidence(BaseModel):
    """What one slot of one workflow was corrected to, sitting by sitting, the latest last."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seen: tuple[_Once, ...] = ()

    def with_one(self, sitting: str, value: str) -> Evidence:
        """Give the evidence with one more correction; of one sitting the last one counts."""
        others = (each for each in self.seen if each.sitting != sitting)
        return Evidence(seen=(*others, _Once(sitting=sitting, value=value))[-_KEPT:])

    def sittings(self, value: str) -> int:
        """Count the sittings in which it was corrected to a value."""
        return sum(each.value == value for each in self.seen)

    @property
    def learned(self) -> str | None:
        """The value that the user wants: of those that came up often enough, the latest."""
        often = [each.value for each in self.seen if self.sittings(each.value) >= ENOUGH]
        return often[-1] if often else None
