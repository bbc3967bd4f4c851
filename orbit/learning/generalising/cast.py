"""Who is who in a routine: how its steps call each track, each row of tracks and each device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from daw_bridges.references import SEPARATOR, is_mixer
from daw_bridges.references.naming import NUMBERED
from orbit.learning.generalising.agreement import agreed, commonest, same_throughout
from orbit.learning.generalising.conditions import Conditions
from orbit.learning.generalising.fields import Sort, makes_a_track
from orbit.learning.generalising.literals import is_safe
from orbit.learning.generalising.naming import track_names
from orbit.learning.generalising.places import Places, reference
from orbit.learning.generalising.reading import Seen
from orbit.learning.generalising.sightings import Sighting
from orbit.learning.generalising.subjects import (
    Columns,
    Row,
    Subject,
    device_kind,
    devices_of,
    named,
    rows_of,
    tracks_of,
)
from orbit.learning.generalising.tracks import MASTER, constant_name, is_automatic, rule_for, rule_for_row
from orbit.learning.generalising.values import Constant, settle
from orbit.workflows.slots import SlotValue

__all__ = ["ITEM", "Cast", "UnwritableError"]

ITEM = reference("item")
"""How a repeated step calls the track that it is at."""


class UnwritableError(Exception):
    """A step cannot be written down: a name in it would be read as something else."""


class Cast:
    """The tracks and devices of the steps; each gets name, slot and conditions when it is first used."""

    def __init__(
        self, seen: Sequence[Sighting], columns: Columns, places: Places, conditions: Conditions
    ) -> None:
        self._seen, self._columns, self._places, self._conditions = seen, columns, places, conditions
        self._agreement = places.agreement
        self._rows = rows_of(columns, self._agreement)
        self._tracks = tracks_of(columns, self._rows, self._agreement)
        self._devices = devices_of(columns, self._agreement)
        self._labels = Counter[str]()
        self.absorbed = frozenset(self._renamings())
        """Steps that only give a new track the name that it is created with here."""

    def _renamings(self) -> Iterator[int]:
        """Renamings of a track that is created in an earlier step under a name of the host's."""
        for subject in dict.fromkeys(id(each) for each in self._tracks.values()):
            nodes = next(each for each in self._tracks.values() if id(each) == subject).cluster.nodes
            first, *later = [step for step, place in nodes if place == 0] or [0]
            if not self._creates(first) or not all(map(is_automatic, self._given_names(first))):
                continue
            yield from [step for step in later if self._action(step).action == "rename_track"][:1]

    def _creates(self, step: int) -> bool:
        return self._action(step).action == "create_track"

    def _given_names(self, step: int) -> list[str]:
        return [str(getattr(event.action, "name", "")) for event in self._columns[step] if event is not None]

    def _action(self, step: int) -> Any:
        return next(event.action for event in reversed(self._columns[step]) if event is not None)

    def row(self, step: int) -> str | None:
        """The slot of the tracks that a step is repeated over; None for a step that is done once."""
        row = self._rows.get(step)
        if row is not None and row.slot is None:
            row.slot = self._open_row(row)
        return None if row is None else row.slot

    def _open_row(self, row: Row) -> str:
        names = [
            tuple(sighting.demonstration.tracks[track].name for track in tracks)
            for sighting, tracks in zip(self._seen, row.tracks, strict=True)
        ]
        rule = rule_for_row(names, self._agreement)
        slot: dict[str, Any] = {"type": "tracks"} | ({"find": rule} if rule else {})
        seen: list[SlotValue | None] = [each or None for each in names]
        return self._places.add([rule.get("role", "tracks"), "tracks", "others"], slot, seen)

    def track(self, step: int, field: str, place: int) -> str | None:
        """What a field that names a track holds; None where it mostly names none."""
        if place == 0 and self.row(step) is not None:
            return ITEM
        subject = self._tracks.get((step, place))
        if subject is None or not self._mostly(step, place):
            return None
        if subject.reference is None:
            subject.names = named(self._seen, subject, self._columns)
            if makes_a_track(self._action(step), field):
                self._create(subject)
            else:
                self._find(step, field, subject)
        return subject.reference

    def _mostly(self, step: int, place: int) -> bool:
        events = [event for event in self._columns[step] if event is not None]
        return 2 * sum(len(event.tracks) > place for event in events) > len(events)

    def renamed(self, step: int, name: str) -> None:
        """Call a track by another name from here on."""
        if (step, 0) in self._tracks:
            self._tracks[step, 0].reference = name

    def called(self, names: Sequence[SlotValue | None]) -> str | None:
        """The track whose name a text always is; None where it is another one."""
        known = [subject for subject in self._tracks.values() if subject.reference is not None]
        same = (one for one in known if same_throughout(one.names, list(names), self._agreement))
        found = next(same, None)
        return None if found is None else found.reference

    def _create(self, subject: Subject) -> None:
        subject.names = self._names_in_the_end(subject)
        column = [None if called is None else Seen(called, None, called) for called in subject.names]
        settled = settle(column, Sort.NAME, self._agreement)
        assert settled is not None
        if isinstance(settled, Constant):
            subject.reference = str(settled.written)
        else:
            subject.reference = reference(
                self._places.open(["name", "new_track"], settled.slot, settled.seen)
            )
        self._conditions.need({"track": subject.reference, "exists": False})

    def _names_in_the_end(self, subject: Subject) -> Sequence[str | None]:
        """The names that a new track got in an absorbed step, else those it was created with."""
        step = next((step for step, _ in subject.cluster.nodes if step in self.absorbed), None)
        if step is None:
            return subject.names
        given = [None if event is None else str(_named(event.action)) for event in self._columns[step]]
        return [old if new is None else new for new, old in zip(given, subject.names, strict=True)]

    def _find(self, step: int, field: str, subject: Subject) -> None:
        is_return = self._is_return(subject)
        constant = constant_name(subject.names, self._agreement, is_return=is_return)
        subject.reference = constant or reference(self._open(step, field, subject, is_return=is_return))
        if constant != MASTER:
            asked = {"kind": "return"} if is_return else {"exists": True}
            self._conditions.need({"track": subject.reference, **asked})

    def _open(self, step: int, field: str, subject: Subject, *, is_return: bool) -> str:
        rule: dict[str, Any] = rule_for(subject.names, self._agreement, is_return=is_return)
        slots = self._places.slots
        rivals = [slot for slot, each in slots.items() if rule.items() <= each.get("find", {}).items()]
        if rule and rivals:
            rule["besides"] = rivals
        names = track_names(self._action(step).action, field, rule.get("role"), first=not slots)
        slot: dict[str, Any] = {"type": "track"} | ({"find": rule} if rule else {})
        return self._places.add(names, slot, subject.names)

    def _is_return(self, subject: Subject) -> bool:
        return any(
            place == 1 and self._action(step).action in ("set_send", "automate_parameter")
            for step, place in subject.cluster.nodes
        )

    def device(self, step: int, fields: dict[str, Any]) -> tuple[str, str | None]:
        """What the field ``device`` holds, and the label of a device that is inserted here.

        Raises UnwritableError for a name that cannot stand in a workflow.
        """
        kinds = [
            None if event is None else device_kind(sighting, event)
            for sighting, event in zip(self._seen, self._columns[step], strict=True)
        ]
        if not all(is_safe(kind) for kind in kinds if kind is not None):
            raise UnwritableError
        if self._action(step).action == "insert_device":
            return self._inserted(step, kinds)
        subject = self._devices.get((step, 0))
        if subject is not None and subject.reference is not None:
            return subject.reference, None
        return self._there_before(step, subject, fields), None

    def _inserted(self, step: int, kinds: Sequence[str | None]) -> tuple[str, str | None]:
        kind = agreed(kinds, self._agreement)
        subject = self._devices.get((step, 0))
        label = None if subject is None else self._label(kind or "device")
        if subject is not None:
            subject.reference = label
        if kind is not None:
            return kind, label
        mode = commonest(kinds)
        slot = {"type": "device"} | ({} if mode is None else {"default": mode[0]})
        return reference(self._places.open(["device"], slot, kinds)), label

    def _there_before(self, step: int, subject: Subject | None, fields: dict[str, Any]) -> str:
        said = self._said(step)
        if not is_safe(said):
            raise UnwritableError
        if subject is not None:
            subject.reference = said
        if fields.get("track") not in (None, ITEM) and not is_mixer(said):
            self._conditions.need({"track": fields["track"], "device": said, "exists": True})
        return said

    def _said(self, step: int) -> str:
        """How a device that was there before is referred to: by its kind, with its number if it had one."""
        said = [
            None if event is None else _numbered(device_kind(sighting, event), str(_device(event.action)))
            for sighting, event in zip(self._seen, self._columns[step], strict=True)
        ]
        found = commonest(said)
        return "" if found is None else found[0]

    def label(self, step: int) -> str | None:
        """What the steps call the device that a step is about; None for a step about none."""
        subject = self._devices.get((step, 0))
        return None if subject is None else subject.reference

    def _label(self, kind: str) -> str:
        plain = "_".join("".join(sign if sign.isalnum() else " " for sign in kind.casefold()).split())
        self._labels[plain] += 1
        number = self._labels[plain]
        return f"new_{plain or 'device'}" + (f"_{number}" if number > 1 else "")


def _device(action: Any) -> Any:
    return getattr(action, "device", "")


def _named(action: Any) -> Any:
    return action.name


def _numbered(kind: str, written: str) -> str:
    if SEPARATOR in written:
        return written
    _, sign, number = written.rpartition("#")
    return f"{kind}#{number}" if sign and number.isdigit() and not NUMBERED.match(written) else kind
