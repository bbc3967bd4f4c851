"""Whether what differs was opened and what stays was kept: field by field, beside what was planted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import parse_quantity
from orbit.learning.evaluation.corpora.planted import Planted, PlantedStep, Value
from orbit.learning.evaluation.corpora.vocabulary import EditKind
from orbit.learning.evaluation.found import Found, FoundStep, slot_in
from orbit.learning.evaluation.likeness import aligned
from orbit.learning.evaluation.scores.matching import Matching
from orbit.workflows.slots import SlotType

__all__ = ["Fields", "judge_fields"]

_CLOSE, _DRIFTED = 0.01, 0.05
"""How far off a value may be, as a share of the usual range: as it was, and where hands drift."""

_WORDS = frozenset({SlotType.TEXT, SlotType.CHOICE})


@dataclass(frozen=True)
class Fields:
    """Counts over the steps that were found of workflows that were found.

    ``opened`` of ``fields``: open where they differ, constant (and of that value) where they do not.
    ``typed`` of ``slots``: of the type, and so the unit, of their values. Pairs of fields that always hold
    the same: ``pairs`` were planted, ``joined`` found, ``both`` both; ``_values`` are those of no tracks.
    """

    fields: int = 0
    opened: int = 0
    slots: int = 0
    typed: int = 0
    pairs: int = 0
    joined: int = 0
    both: int = 0
    pairs_values: int = 0
    joined_values: int = 0
    both_values: int = 0

    def __add__(self, other: Fields) -> Fields:
        return Fields(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))

    @property
    def accuracy(self) -> float:
        """The share of the fields that are rightly open or constant, from 0 to 1; nan without any."""
        return self.opened / self.fields if self.fields else math.nan

    @property
    def types(self) -> float:
        """The share of the rightly open fields whose slot has the right type and unit; nan without any."""
        return self.typed / self.slots if self.slots else math.nan

    @property
    def together(self) -> float:
        """F1 of the pairs of fields that share a slot; nan where there are none on either side."""
        return _f1(self.both, self.joined, self.pairs)

    @property
    def values_together(self) -> float:
        """The same for values alone, which are rarer and harder than tracks."""
        return _f1(self.both_values, self.joined_values, self.pairs_values)


def _f1(both: int, found: int, planted: int) -> float:
    return 2 * both / (found + planted) if found + planted else math.nan


@dataclass(frozen=True)
class _Field:
    """A field of both: what was planted (``same`` is what else holds the same), and what was found."""

    same: str
    opens: bool
    right: bool
    slot: str | None
    types: frozenset[SlotType]
    track: bool


def judge_fields(found: Sequence[Found], planted: Sequence[Planted], matching: Matching) -> Fields:
    """Judge the fields of all that was found of what was planted; nothing where nothing was generalised."""
    total = Fields()
    for match in matching.matches:
        if found[match.found].generalised:
            total += _judged(found[match.found], planted[match.planted])
    return total


def _judged(found: Found, planted: Planted) -> Fields:
    pairs = aligned(found.does, planted.does)
    fields = [
        field
        for here, there in pairs
        for field in _both(found.steps[here], planted.steps[there], planted, found)
    ]
    opened = [field for field in fields if field.opens and field.slot is not None]
    counts = Fields(
        fields=len(fields),
        opened=sum(field.right for field in fields),
        slots=len(opened),
        typed=sum(found.slots[field.slot or ""].type in field.types for field in opened),
    )
    for one, other in combinations(fields, 2):
        counts += _pair(one, other)
    return counts


def _pair(one: _Field, other: _Field) -> Fields:
    if one.track is not other.track:
        return Fields()
    planted = int(one.same == other.same and one.opens)
    joined = int(one.slot is not None and one.slot == other.slot)
    both = planted & joined
    if one.track:
        return Fields(pairs=planted, joined=joined, both=both)
    values = {"pairs_values": planted, "joined_values": joined, "both_values": both}
    return Fields(pairs=planted, joined=joined, both=both, **values)


def _both(found: FoundStep, planted: PlantedStep, workflow: Planted, whole: Found) -> Iterator[_Field]:
    yield _track(found.track, planted.part, workflow, whole)
    if planted.other is not None and found.other is not None:
        yield _track(found.other, planted.other, workflow, whole)
    if planted.value is not None and planted.kind.action != "create_track":
        yield _value(found, planted, planted.value, whole)


def _track(said: str, part: int, workflow: Planted, whole: Found) -> _Field:
    slot = _known(said, whole)
    opens = _is_open(part, workflow)
    types = frozenset({SlotType.TRACK, SlotType.TRACKS})
    if workflow.parts[part].created:
        types |= {SlotType.TEXT}
    return _Field(f"part {part}", opens, opens is (slot is not None), slot, types, track=True)


def _is_open(part: int, workflow: Planted) -> bool:
    """Whether a part's track differs: not where it always has one name, or is created under one."""
    if not workflow.parts[part].created:
        return len(workflow.parts[part].names) != 1
    made = next(s for s in workflow.steps if s.part == part and s.kind.action == "create_track")
    return made.value is not None and made.value.variable is not None


def _value(found: FoundStep, planted: PlantedStep, value: Value, whole: Found) -> _Field:
    slot = _known(found.value, whole)
    types = _types(planted.kind)
    if value.variable is not None:
        return _Field(value.variable, True, slot is not None, slot, types, track=False)
    right = _is_constant(found.value if slot is None else None, planted.kind, value)
    if not right and slot is not None and value.drifts:
        # What no hand hits twice may be open too, if it is proposed as what the hand aims at.
        right = _is_constant(whole.slots[slot].default, planted.kind, value)
    return _Field(f"constant {id(planted)}", False, right, slot, types, track=False)


def _types(kind: EditKind) -> frozenset[SlotType]:
    if kind.type is None:
        return frozenset()
    return _WORDS if kind.type in _WORDS else frozenset({kind.type})


def _known(said: Any, whole: Found) -> str | None:
    name = slot_in(said)
    if name is None:
        return None
    name = name.removeprefix("item_of_")
    return name if name in whole.slots else None


def _is_constant(found: Any, kind: EditKind, value: Value) -> bool:
    if found is None or value.constant is None:
        return False
    if kind.span is None or isinstance(value.constant, str):
        return str(found).casefold() == str(value.constant).casefold()
    number = _number(found)
    off = _DRIFTED if value.drifts else _CLOSE
    return number is not None and abs(number - value.constant) <= off * _width(kind, value.constant)


def _width(kind: EditKind, about: float) -> float:
    """The usual range, for what is heard by ratio that of its neighbourhood."""
    assert kind.span is not None
    return (
        abs(about) * math.log(kind.span[1] / kind.span[0]) if kind.by_ratio else kind.span[1] - kind.span[0]
    )


def _number(found: Any) -> float | None:
    if isinstance(found, int | float):
        return float(found)
    try:
        return parse_quantity(str(found)).value
    except QuantityError:
        return None
