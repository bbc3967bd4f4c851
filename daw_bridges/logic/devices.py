"""What is known of a strip's plug-ins, as devices of a session, remembered by strip, slot and name.

The list of inserts tells six letters of a name and whether it is bypassed. The rest takes a look into the
plug-in; what was seen there is remembered, and holds until another name stands in the slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from daw_bridges.catalog import DeviceEntry, ParameterEntry, catalog
from daw_bridges.errors import AmbiguousError, NotFoundError
from daw_bridges.logic.displays import SWITCH, read, which_choice
from daw_bridges.logic.inserts import Slot
from daw_bridges.logic.naming import fits, match
from daw_bridges.logic.parameters import ShownParameter, assigned, enumerated, keys
from daw_bridges.logic.plug_in_list import whole_name
from daw_bridges.quantities import Unit
from daw_bridges.session import Device, Parameter

__all__ = ["DAW", "Known", "Memory", "device_of", "entry_of", "parameter_of"]

DAW = "logic"


@dataclass(frozen=True, slots=True)
class Known:
    """What a look into a plug-in told: its whole name, its parameters, and the names on each page."""

    short: str
    name: str
    parameters: tuple[ShownParameter, ...]
    layout: tuple[tuple[str, ...], ...] = ()
    count: int = 0


@dataclass
class Memory:
    """What was seen of plug-ins, by the strip's place in the mixer and the slot (from 1)."""

    seen: dict[tuple[int, int], Known] = field(default_factory=dict[tuple[int, int], Known])
    names: set[str] = field(default_factory=set[str])
    """Whole names that were read, also of plug-ins that the catalogue does not know."""

    def keep(self, place: int, slot: int, known: Known) -> None:
        """Remember what was seen."""
        self.seen[place, slot] = known
        self.names.add(whole_name(known.name))

    def known(self, place: int, slot: Slot) -> Known | None:
        """What was seen in a slot, if the same plug-in seems to be in it still.

        The asterisk of one that is bypassed takes a letter from its name.
        """
        known = self.seen.get((place, slot.number))
        if known is None:
            return None
        return known if slot.name == known.short or fits(slot.name, whole_name(known.name)) else None

    def forget(self, place: int | None = None) -> None:
        """Forget a strip's plug-ins, or all: the tracks are others now."""
        self.seen = (
            {} if place is None else {key: value for key, value in self.seen.items() if key[0] != place}
        )

    def name(self, place: int, slot: Slot) -> str:
        """The whole name of the plug-in in a slot where there is no doubt, else what the display reads."""
        known = self.known(place, slot)
        if known is not None:
            return known.name
        try:
            return match(slot.name, tuple({*catalog().devices(DAW), *self.names}), "plug-in")
        except (NotFoundError, AmbiguousError):
            return slot.name


def entry_of(name: str) -> DeviceEntry | None:
    """The catalogue's table of the plug-in of that whole name."""
    if catalog().identify(DAW, name=name) is None:
        return None
    return catalog().device(DAW, name)


def device_of(slot: Slot, name: str, parameters: Sequence[ShownParameter]) -> Device:
    """A plug-in as a device of a session."""
    entry = entry_of(whole_name(name))
    rows = assigned(parameters, entry)
    named = keys(parameters, entry)
    numbered = enumerated([each for each in parameters if not each.placeholder])
    return Device(
        name=whole_name(name),
        kind=None if entry is None else entry.kind,
        enabled=not slot.bypassed,
        parameters={
            named[each.index]: parameter_of(
                f"Control #{each.index + 1}" if numbered else each.name, each.text, rows.get(each.index)
            )
            for each in parameters
            if each.index in named
        },
    )


def parameter_of(shown: str, text: str, row: ParameterEntry | None) -> Parameter:
    """A displayed value as a parameter of a session; the catalogue's row gives name, unit and choices."""
    if row is None:
        return _without_row(shown, text)
    if row.choices is not None:
        value = which_choice(text, row.choices) or text
        return Parameter(name=row.name, value=value, unit=Unit.CHOICE, text=text, choices=row.choices)
    reading = read(text, row.unit)
    if reading.value is None:
        return Parameter(name=row.name, value=text, unit=Unit.CHOICE, text=text)
    unit = reading.unit or row.unit
    span = row.range if unit is row.unit else None
    return Parameter(name=row.name, value=reading.value, unit=unit, text=text, range=span)


def _without_row(shown: str, text: str) -> Parameter:
    if (state := which_choice(text, SWITCH)) is not None:
        return Parameter(name=shown, value=state, unit=Unit.CHOICE, text=text, choices=SWITCH)
    reading = read(text)
    if reading.value is None:
        return Parameter(name=shown, value=text, unit=Unit.CHOICE, text=text)
    return Parameter(name=shown, value=reading.value, unit=reading.unit or Unit.NONE, text=text)
