"""The steps of a routine, gone through in order: each field a constant, a slot, or what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from daw_bridges.actions import ACTIONS, Action, DuplicateClip
from orbit.learning.demonstration import Event
from orbit.learning.generalising.agreement import commonest
from orbit.learning.generalising.cast import ITEM, Cast, UnwritableError
from orbit.learning.generalising.conditions import Conditions
from orbit.learning.generalising.fields import SORTS, Sort, sort_of, track_fields
from orbit.learning.generalising.literals import is_safe
from orbit.learning.generalising.naming import value_names
from orbit.learning.generalising.places import Places, reference
from orbit.learning.generalising.reading import Seen, entry_for, read
from orbit.learning.generalising.sightings import Sighting
from orbit.learning.generalising.subjects import device_kind
from orbit.learning.generalising.values import Constant, Open, settle
from orbit.workflows.templates import is_template, names_in

__all__ = ["Made", "made_of"]

_OFTEN = 0.5
"""An optional step is part of the routine where it is done at least that often; so is an optional field."""


@dataclass(slots=True)
class Made:
    """What a pattern came to."""

    places: Places
    conditions: Conditions = field(default_factory=Conditions)
    steps: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    notes: list[str] = field(default_factory=list[str])


def made_of(seen: Sequence[Sighting], optional: frozenset[int], agreement: float) -> Made | None:
    """Make the steps of a pattern; None where one cannot be written down, or none is left."""
    steps = range(len(seen[0].places))
    events = [sighting.events for sighting in seen]
    found = {step: _column([row[step] for row in events], optional=step in optional) for step in steps}
    columns = {step: column for step, column in found.items() if column is not None}
    made = Made(Places(agreement))
    try:
        _Walk(seen, list(columns.values()), made).walk([step not in optional for step in columns])
    except UnwritableError:
        return None
    _keep_apart(made)
    return made if made.steps else None


def _column(events: Sequence[Event | None], *, optional: bool) -> list[Event | None] | None:
    """One step's events, of its commonest action; None for a step that is mostly left out."""
    found = commonest([None if event is None else _form(event.action) for event in events])
    if found is None:
        return None
    column = [event if event is not None and _form(event.action) == found[0] else None for event in events]
    there = sum(event is not None for event in column)
    return None if optional and there < _OFTEN * len(events) else column


def _form(action: Action) -> tuple[str, bool]:
    """Which action it is, and of one that takes either of two fields, which."""
    return action.action, isinstance(action, DuplicateClip) and action.to_bar is None


def _keep_apart(made: Made) -> None:
    """Two tracks that were never one must not be one."""
    slots = [name for name, slot in made.places.slots.items() if slot["type"] == "track"]
    for place, one in enumerate(slots):
        for other in slots[place + 1 :]:
            made.conditions.need({"value": reference(one), "not": reference(other)})


class _Walk:
    def __init__(self, seen: Sequence[Sighting], columns: Sequence[list[Event | None]], made: Made) -> None:
        self._seen, self._columns, self._made = seen, columns, made
        self._agreement = made.places.agreement
        self._cast = Cast(seen, columns, made.places, made.conditions)
        self._clips: set[tuple[Any, str]] = set()
        self._copies = frozenset(_copies(seen))

    def walk(self, always: Sequence[bool]) -> None:
        """Write the steps; a track that only steps are about that are not always done need not be there."""
        needed: set[str] = set()
        for step in range(len(self._columns)):
            before = len(self._made.steps)
            if step not in self._cast.absorbed:
                self._step(step)
            if always[step]:
                needed |= {name for written in self._made.steps[before:] for name in _slots_in(written)}
        for name, slot in self._made.places.slots.items():
            if name not in needed and slot["type"] in ("track", "tracks"):
                slot["optional"] = True

    def _step(self, step: int) -> None:
        action = self._action(step)
        names = [name for name in ACTIONS[action.action].model_fields if name not in ("action", "label")]
        if (
            differs := next((name for name in names if self._is_another_each_time(step, name)), None)
        ) is not None:
            self._made.notes.append(f"Left out, for it was different each time: {action.action}, {differs}.")
            return
        fields: dict[str, Any] = {}
        label: str | None = None
        for name in names:
            if name == "device":
                fields[name], label = self._cast.device(step, fields)
            else:
                self._field(step, name, fields)
        self._write(step, action.action, fields | ({} if label is None else {"as": label}))

    def _action(self, step: int) -> Action:
        return next(event.action for event in reversed(self._columns[step]) if event is not None)

    def _is_another_each_time(self, step: int, name: str) -> bool:
        """Whether a field is needed, and holds what no slot could and what differs, such as notes."""
        if SORTS.get(name) is not Sort.FIXED or not self._is_required(step, name):
            return False
        return settle(self._read(step, name), Sort.FIXED, self._agreement) is None

    def _is_required(self, step: int, name: str) -> bool:
        return ACTIONS[self._action(step).action].model_fields[name].is_required()

    def _field(self, step: int, name: str, fields: dict[str, Any]) -> None:
        place = track_fields(self._action(step)).get(name)
        track = None if place is None else self._cast.track(step, name, place)
        if track is not None:
            fields[name] = track
        elif name == "parameter":
            fields[name] = self._parameter(step, fields)
        else:
            self._value(step, name, fields)

    def _write(self, step: int, action: str, fields: dict[str, Any]) -> None:
        row = self._cast.row(step)
        repeated = {} if row is None else {"for_each": row}
        number = len(self._made.steps) + 1
        self._made.steps.append({"step_number": number, "action": action, **repeated, **fields})
        if ITEM in fields.values():
            return
        self._need_the_clip(action, fields)
        self._made.conditions.done(action, fields, self._cast.label(step))
        if action == "rename_track":
            self._cast.renamed(step, str(fields["name"]))

    def _need_the_clip(self, action: str, fields: dict[str, Any]) -> None:
        track = fields.get("track")
        if fields.get("clip") is not None and (track, fields["clip"]) not in self._clips:
            self._made.conditions.need({"track": track, "clip": fields["clip"], "exists": True})
        if action in ("create_clip", "rename_clip", "duplicate_clip"):
            slot = fields.get("slot", fields.get("to_slot"))
            self._clips |= {(track, str(fields.get("name"))), (track, f"#{slot}")}

    def _parameter(self, step: int, fields: dict[str, Any]) -> str:
        if self._action(step).action == "automate_parameter" and fields.get("device") == "mixer":
            sent_to = self._cast.track(step, "parameter", 1)
            if sent_to is not None:
                return sent_to
        found = commonest(
            [
                None if event is None else _neutral(sighting, event)
                for sighting, event in zip(self._seen, self._columns[step], strict=True)
            ]
        )
        if found is None or not is_safe(found[0]):
            raise UnwritableError
        return found[0]

    def _read(self, step: int, name: str) -> list[Seen | None]:
        return [
            None if event is None else read(event.action, name, at.demonstration.daw, device_kind(at, event))
            for at, event in zip(self._seen, self._columns[step], strict=True)
        ]

    def _value(self, step: int, name: str, fields: dict[str, Any]) -> None:
        seen = self._read(step, name)
        there = sum(each is not None for each in seen)
        if there > _OFTEN * sum(event is not None for event in self._columns[step]):
            self._settled(step, name, seen, fields)
        elif self._is_required(step, name):
            fields[name] = None

    def _settled(self, step: int, name: str, seen: Sequence[Seen | None], fields: dict[str, Any]) -> None:
        sort = sort_of(self._action(step), name)
        range_, choices = self._allowed(step) if sort is Sort.PARAMETER else (None, ())
        settled = settle(seen, sort, self._agreement, range_=range_, choices=choices, copies=self._copies)
        if settled is None or (sort is Sort.PLACE and isinstance(settled, Open)):
            return
        if isinstance(settled, Constant):
            fields[name] = settled.written
        else:
            same = self._cast.called(settled.seen) if settled.slot["type"] == "text" else None
            fields[name] = same or self._opened(step, name, settled, fields)

    def _opened(self, step: int, name: str, settled: Open, fields: dict[str, Any]) -> str:
        pairs = zip(self._seen, self._columns[step], strict=True)
        kind = next((device_kind(sighting, event) for sighting, event in pairs if event is not None), "")
        names = value_names(self._action(step).action, name, fields.get("parameter"), kind)
        slot = self._made.places.open(names, settled.slot, settled.seen)
        if settled.disputed:
            said = slot.replace("_", " ")
            self._made.notes.append(f"It was done both ways, so {said} is left open.")
        return reference(slot)

    def _allowed(self, step: int) -> tuple[tuple[float, float] | None, tuple[str, ...]]:
        """The range and the choices that every host seen gives a parameter."""
        known = {
            entry_for(at.demonstration.daw, device_kind(at, event), getattr(event.action, "parameter", ""))
            for at, event in zip(self._seen, self._columns[step], strict=True)
            if event is not None
        }
        entries = [entry for entry in known if entry is not None]
        if len(entries) < len(known):
            return None, ()
        ranges = [entry.range for entry in entries if entry.range is not None]
        choices = entries[0].choices if len(entries) == 1 else None
        if len(ranges) < len(entries):
            return None, choices or ()
        return (max(low for low, _ in ranges), min(high for _, high in ranges)), ()


def _copies(seen: Sequence[Sighting]) -> Iterator[int]:
    """The sightings that are like an earlier one of the same demonstration, on another track."""
    times = Counter(sighting.demonstration.trajectory for sighting in seen)
    known: set[tuple[str, ...]] = set()
    for place, sighting in enumerate(seen):
        if times[sighting.demonstration.trajectory] == 1:
            continue
        done = [
            "" if event is None else event.action.model_dump_json(exclude={"track"})
            for event in sighting.events
        ]
        told = (sighting.demonstration.trajectory, *done)
        if told in known:
            yield place
        known.add(told)


def _slots_in(step: Mapping[str, Any]) -> Iterator[str]:
    if "for_each" in step:
        yield str(step["for_each"])
    yield from (name for value in step.values() if is_template(value) for name in names_in(value))


def _neutral(sighting: Sighting, event: Event) -> str:
    said = str(getattr(event.action, "parameter", ""))
    entry = entry_for(sighting.demonstration.daw, device_kind(sighting, event), said)
    return said if entry is None else entry.key
