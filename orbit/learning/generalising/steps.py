"""The steps of a routine, gone through in order: each field a constant or a slot, each subject a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from orbit.learning.demonstration import Event
from orbit.learning.generalising.agreement import commonest, same_throughout
from orbit.learning.generalising.conditions import Conditions
from orbit.learning.generalising.fields import Sort, makes_a_track, sort_of, track_fields
from orbit.learning.generalising.literals import is_safe
from orbit.learning.generalising.naming import track_names, value_names
from orbit.learning.generalising.places import Places, reference
from orbit.learning.generalising.reading import Seen, entry_for, read
from orbit.learning.generalising.sightings import Sighting
from orbit.learning.generalising.subjects import (
    Subject,
    device_kind,
    device_reference,
    devices_of,
    named,
    tracks_of,
)
from orbit.learning.generalising.tracks import MASTER, constant_name, rule_for
from orbit.learning.generalising.values import Constant, Open, settle

__all__ = ["Made", "Steps"]

_OFTEN = 0.5
"""An optional step is part of the routine where it is done at least that often."""


class _UnwritableError(Exception):
    """A step cannot be written down: a name in it would be read as something else."""


@dataclass(slots=True)
class Made:
    """What a pattern came to."""

    places: Places
    steps: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    conditions: Conditions = field(default_factory=Conditions)
    notes: list[str] = field(default_factory=list[str])


class Steps:
    """Makes the steps of a pattern from its sightings."""

    def __init__(self, seen: Sequence[Sighting], optional: frozenset[int], agreement: float) -> None:
        self._seen, self._agreement = seen, agreement
        self._columns = [column for column in _columns(seen, optional) if column is not None]
        self._tracks = tracks_of(self._columns, agreement)
        self._devices = devices_of(self._columns, agreement)
        self._made = Made(Places(agreement))
        self._labels = Counter[str]()

    def made(self) -> Made | None:
        """Go through the steps; None where one cannot be written down, or none is left."""
        try:
            for step in range(len(self._columns)):
                self._step(step)
        except _UnwritableError:
            return None
        self._keep_apart()
        return self._made if self._made.steps else None

    def _step(self, step: int) -> None:
        column = self._columns[step]
        action = next(event.action for event in reversed(column) if event is not None)
        fields: dict[str, Any] = {}
        tracks = track_fields(action)
        for name in type(action).model_fields:
            if name in ("action", "label"):
                continue
            if name in tracks and (step, tracks[name]) in self._tracks and self._names_a_track(step, name):
                fields[name] = self._track(step, name, self._tracks[step, tracks[name]])
            elif name == "device":
                fields[name] = self._device(step, fields)
            elif name == "parameter":
                fields[name] = self._parameter(column)
            elif not self._value(step, name, fields):
                self._made.notes.append(f"Left out, for it was different each time: {action.action} {name}.")
                return
        self._write(step, action.action, fields)

    def _write(self, step: int, action: str, fields: dict[str, Any]) -> None:
        device = self._devices.get((step, 0))
        label = {"as": device.reference} if action == "insert_device" and device is not None else {}
        number = len(self._made.steps) + 1
        self._made.steps.append({"step_number": number, "action": action, **fields, **label})
        self._made.conditions.done(action, fields, None if device is None else device.reference)
        if action == "rename_track" and (step, 0) in self._tracks:
            self._tracks[step, 0].reference = str(fields["name"])

    def _names_a_track(self, step: int, name: str) -> bool:
        """Whether a field mostly names a track, and not a hardware output or nothing."""
        events = [event for event in self._columns[step] if event is not None]
        place = track_fields(events[-1].action)[name]
        return 2 * sum(len(event.tracks) > place for event in events) > len(events)

    def _track(self, step: int, name: str, subject: Subject) -> str:
        if subject.reference is None:
            subject.names = named(self._seen, subject, self._columns)
            event = next(event for event in reversed(self._columns[step]) if event is not None)
            if makes_a_track(event.action, name):
                self._create(subject)
            else:
                self._find(step, name, subject)
        assert subject.reference is not None
        return subject.reference

    def _create(self, subject: Subject) -> None:
        column = [None if called is None else Seen(called, None, called) for called in subject.names]
        settled = settle(column, Sort.NAME, self._agreement)
        assert settled is not None
        if isinstance(settled, Constant):
            subject.reference = str(settled.written)
        else:
            subject.slot = self._made.places.open(["name", "new_track"], settled.slot, settled.seen)
            subject.reference = reference(subject.slot)
        self._made.conditions.need({"track": subject.reference, "exists": False})

    def _find(self, step: int, name: str, subject: Subject) -> None:
        is_return = self._is_return(subject)
        constant = constant_name(subject.names, self._agreement, is_return=is_return)
        if constant is not None:
            subject.reference = constant
        else:
            subject.slot = self._open_track(step, name, subject, is_return=is_return)
            subject.reference = reference(subject.slot)
        if constant != MASTER:
            asked = {"kind": "return"} if is_return else {"exists": True}
            self._made.conditions.need({"track": subject.reference, **asked})

    def _open_track(self, step: int, name: str, subject: Subject, *, is_return: bool) -> str:
        rule: dict[str, Any] = rule_for(subject.names, self._agreement, is_return=is_return)
        slots = self._made.places.slots
        rivals = [
            slot for slot, each in slots.items() if rule and each.get("find", {}).items() >= rule.items()
        ]
        if rivals:
            rule["besides"] = rivals
        action = next(event.action for event in self._columns[step] if event is not None)
        names = track_names(action.action, name, rule.get("role"), first=not slots)
        return self._made.places.add(
            names, {"type": "track"} | ({"find": rule} if rule else {}), subject.names
        )

    def _is_return(self, subject: Subject) -> bool:
        return any(
            event is not None and event.action.action == "set_send" and place == 1
            for step, place in subject.cluster.nodes
            for event in self._columns[step]
        )

    def _device(self, step: int, fields: dict[str, Any]) -> str:
        column = self._columns[step]
        kinds = [
            None if event is None else device_kind(sighting, event)
            for sighting, event in zip(self._seen, column, strict=True)
        ]
        kind = (commonest(kinds) or ("", 0.0))[0]
        inserts = any(event is not None and event.action.action == "insert_device" for event in column)
        subject = self._devices.get((step, 0))
        if not is_safe(kind):
            raise _UnwritableError
        if inserts:
            if subject is not None:
                subject.reference = self._label(kind)
            return kind
        if subject is not None and subject.reference is not None:
            return subject.reference
        return self._there_before(column, subject, fields)

    def _there_before(
        self, column: Sequence[Event | None], subject: Subject | None, fields: dict[str, Any]
    ) -> str:
        said = device_reference(self._seen, column)
        if not is_safe(said):
            raise _UnwritableError
        if subject is not None:
            subject.reference = said
        if "track" in fields:
            self._made.conditions.need({"track": fields["track"], "device": said, "exists": True})
        return said

    def _label(self, kind: str) -> str:
        plain = "_".join("".join(sign if sign.isalnum() else " " for sign in kind.casefold()).split())
        self._labels[plain] += 1
        number = self._labels[plain]
        return f"new_{plain or 'device'}" + (f"_{number}" if number > 1 else "")

    def _parameter(self, column: Sequence[Event | None]) -> str:
        names = [
            None if event is None else _neutral(sighting, event)
            for sighting, event in zip(self._seen, column, strict=True)
        ]
        found = commonest(names)
        if found is None or not is_safe(found[0]):
            raise _UnwritableError
        return found[0]

    def _value(self, step: int, name: str, fields: dict[str, Any]) -> bool:
        """Write a field that holds a value; False where no slot could hold it."""
        column = self._columns[step]
        pairs = list(zip(self._seen, column, strict=True))
        seen = [
            None
            if event is None
            else read(event.action, name, one.demonstration.daw, device_kind(one, event))
            for one, event in pairs
        ]
        action = next(event.action for event in reversed(column) if event is not None)
        required = type(action).model_fields[name].is_required()
        there, all_ = sum(each is not None for each in seen), sum(event is not None for event in column)
        if there <= _OFTEN * all_:
            if required:
                fields[name] = None
            return True
        return self._settled(step, name, seen, fields, required=required)

    def _settled(
        self, step: int, name: str, seen: Sequence[Seen | None], fields: dict[str, Any], *, required: bool
    ) -> bool:
        action = next(event.action for event in reversed(self._columns[step]) if event is not None)
        sort = sort_of(action, name)
        range_, choices = self._allowed(step) if sort is Sort.PARAMETER else (None, ())
        settled = settle(seen, sort, self._agreement, range_=range_, choices=choices)
        if settled is None or (sort is Sort.PLACE and isinstance(settled, Open)):
            return not required
        if isinstance(settled, Constant):
            fields[name] = settled.written
            return True
        fields[name] = self._same_as_a_track(settled) or self._opened(step, name, settled, fields)
        return True

    def _opened(self, step: int, name: str, settled: Open, fields: dict[str, Any]) -> str:
        events = [(one, event) for one, event in zip(self._seen, self._columns[step], strict=True) if event]
        sighting, event = events[-1]
        names = value_names(event.action.action, name, fields.get("parameter"), device_kind(sighting, event))
        slot = self._made.places.open(names, settled.slot, settled.seen)
        if settled.disputed:
            said = slot.replace("_", " ")
            self._made.notes.append(f"It was done one way and the opposite way, so that {said} is left open.")
        return reference(slot)

    def _same_as_a_track(self, settled: Open) -> str | None:
        """The track whose name a text always is."""
        if settled.slot["type"] != "text":
            return None
        subjects = [subject for subject in self._tracks.values() if subject.reference is not None]
        return next(
            (
                subject.reference
                for subject in subjects
                if same_throughout(subject.names, list(settled.seen), self._agreement)
            ),
            None,
        )

    def _allowed(self, step: int) -> tuple[tuple[float, float] | None, tuple[str, ...]]:
        """The range and the choices that every host seen gives a parameter."""
        known = {
            entry_for(one.demonstration.daw, device_kind(one, event), getattr(event.action, "parameter", ""))
            for one, event in zip(self._seen, self._columns[step], strict=True)
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

    def _keep_apart(self) -> None:
        """Two tracks that were never one must not be one."""
        slots = [name for name, slot in self._made.places.slots.items() if slot["type"] == "track"]
        for place, one in enumerate(slots):
            for other in slots[place + 1 :]:
                self._made.conditions.need({"value": reference(one), "not": reference(other)})


def _columns(seen: Sequence[Sighting], optional: frozenset[int]) -> list[list[Event | None] | None]:
    return [_column(seen, step, optional=step in optional) for step in range(len(seen[0].events))]


def _column(seen: Sequence[Sighting], step: int, *, optional: bool) -> list[Event | None] | None:
    """One step's events, of its commonest action; None for a step that is mostly left out."""
    events = [sighting.events[step] for sighting in seen]
    found = commonest([None if event is None else event.action.action for event in events])
    if found is None:
        return None
    column = [event if event is not None and event.action.action == found[0] else None for event in events]
    there = sum(event is not None for event in column)
    return None if optional and there < _OFTEN * len(seen) else column


def _neutral(sighting: Sighting, event: Event) -> str:
    said = str(getattr(event.action, "parameter", ""))
    entry = entry_for(sighting.demonstration.daw, device_kind(sighting, event), said)
    return said if entry is None else entry.key
