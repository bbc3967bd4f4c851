"""Filling a workflow's slots: from the request, from the session, from defaults, else by asking.

Nothing is guessed: a name that fits two tracks, a role that nobody plays and a value that was not given come
back as questions. A value that cannot be is an error that says what could.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from daw_bridges.errors import SlotError
from daw_bridges.quantities import beats_per_bar
from daw_bridges.references import track_reference
from daw_bridges.session import Session
from orbit.workflows.finding import Found, find_given, find_unasked, track_options
from orbit.workflows.roles import NO_NICKNAMES, Nicknames
from orbit.workflows.slots import FilledSlots, Slot, SlotType, SlotValue, typed
from orbit.workflows.templates import is_template, names_in, render, say
from orbit.workflows.workflow import Workflow

__all__ = ["Binding", "SlotQuestion", "bind", "names_for", "slot_texts"]


class SlotQuestion(BaseModel):
    """What has to be asked before the workflow can be planned."""

    model_config = ConfigDict(frozen=True)

    slot: str
    question: str
    reason: str = ""
    """Why it is asked: nothing was found, or more than one thing was."""
    options: tuple[str, ...] = ()
    """What it could be, where that is known."""


class Binding(BaseModel):
    """The filled slots, the questions that are left, and the optional slots that stay open."""

    model_config = ConfigDict(frozen=True)

    slots: FilledSlots = {}
    missing: tuple[SlotQuestion, ...] = ()
    left_open: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether it can be planned."""
        return not self.missing


def bind(
    workflow: Workflow,
    request_slots: Mapping[str, Any],
    session: Session,
    nicknames: Nicknames = NO_NICKNAMES,
) -> Binding:
    """Fill the slots. Raises SlotError for a slot that is not there or a value that cannot be.

    ``request_slots`` are values as people say them: text with or without a unit, numbers, or lists of track
    names; ``nicknames`` what the user calls tracks of this session.
    """
    return _Binder(workflow, session, nicknames).bind(request_slots)


def names_for(workflow: Workflow, slots: Mapping[str, SlotValue], session: Session) -> dict[str, Any]:
    """What templates can name: the session's facts and, before them, the slots with their units."""
    facts = {"tempo": session.tempo, "beats_per_bar": beats_per_bar(session.time_signature)}
    return facts | {name: typed(workflow.slots[name], value) for name, value in slots.items()}


def slot_texts(workflow: Workflow, slots: Mapping[str, SlotValue]) -> dict[str, str]:
    """The slots' values as a person reads them: ``{"threshold": "-24.0 dB"}``."""
    return {name: say(typed(workflow.slots[name], value)) for name, value in slots.items()}


class _Binder:
    def __init__(self, workflow: Workflow, session: Session, nicknames: Nicknames) -> None:
        self._workflow, self._session, self._nicknames = workflow, session, nicknames
        self._values: dict[str, SlotValue] = {}
        self._questions: dict[str, SlotQuestion] = {}

    def bind(self, given: Mapping[str, Any]) -> Binding:
        for name in given:
            if name not in self._workflow.slots:
                known = ", ".join(self._workflow.slots) or "none"
                raise SlotError(f"{self._workflow.title} has no slot “{name}”. Its slots are: {known}.")
        for name, value in given.items():
            if value is not None and value not in ("", [], ()):
                given_value = find_given(name, self._slot(name), value, self._session, self._nicknames)
                self._take(name, given_value)
        # A clip may tell its track and a track its clip, in whichever order they are declared.
        for _ in range(2):
            self._find_unasked()
        self._fill_defaults()
        # Where there is room is told once it is known on which tracks.
        self._find_unasked(room=True)
        self._fill_defaults(room=True)
        return self._binding()

    def _slot(self, name: str) -> Slot:
        return self._workflow.slots[name]

    @property
    def _open(self) -> list[str]:
        return [
            name for name in self._workflow.slots if name not in self._values and name not in self._questions
        ]

    def _take(self, name: str, found: Found) -> None:
        if found.value is not None:
            self._values[name] = found.value
        elif found.options:
            self._questions[name] = _question(name, self._slot(name), found.reason, found.options)

    def _open_for(self, *, room: bool) -> list[str]:
        finds = ((name, self._slot(name).find) for name in self._open)
        return [name for name, find in finds if bool(find and find.free_slot_on) is room]

    def _find_unasked(self, *, room: bool = False) -> None:
        for name in self._open_for(room=room):
            slot = self._slot(name)
            if slot.find is not None and not (slot.optional and slot.default is not None):
                self._take(name, find_unasked(slot, slot.find, self._values, self._session))

    def _fill_defaults(self, *, room: bool = False) -> None:
        for name in self._by_need(self._open_for(room=room)):
            if (default := self._slot(name).default) is not None:
                self._take(name, self._default(name, self._rendered(default)))

    def _by_need(self, names: Sequence[str]) -> list[str]:
        """The slots in an order in which each comes behind those that its default speaks of."""
        ordered: list[str] = []
        left = list(names)
        while left:
            ready = [name for name in left if not self._spoken_of(name) & (set(left) - {name})] or left
            ordered += ready
            left = [name for name in left if name not in ready]
        return ordered

    def _spoken_of(self, name: str) -> frozenset[str]:
        default = self._slot(name).default
        return names_in(default) if isinstance(default, str) and is_template(default) else frozenset()

    def _default(self, name: str, default: Any) -> Found:
        slot = self._slot(name)
        names = [name.casefold() for name in self._session.track_names]
        if slot.type is SlotType.TRACK and str(default).casefold() not in names:
            return Found(str(default))  # the name of a track that the workflow makes
        return find_given(name, slot, default, self._session)

    def _rendered(self, default: Any) -> Any:
        if not is_template(default):
            return default
        value = render(default, names_for(self._workflow, self._values, self._session))
        return say(value) if isinstance(value, tuple) else value

    def _binding(self) -> Binding:
        optional = tuple(name for name in self._open if self._slot(name).optional)
        for name in self._open:
            if name not in optional:
                self._questions[name] = _question(name, self._slot(name), "", self._options(name))
        missing = [self._questions[name] for name in self._workflow.slots if name in self._questions]
        slots = {name: self._values[name] for name in self._workflow.slots if name in self._values}
        return Binding(slots=slots, missing=tuple(missing), left_open=optional)

    def _options(self, name: str) -> tuple[str, ...]:
        slot = self._slot(name)
        if slot.type in (SlotType.TRACK, SlotType.TRACKS):
            kinds = slot.find.kind if slot.find else ()
            fitting = [at for at, each in enumerate(self._session.tracks) if not kinds or each.kind in kinds]
            return track_options(self._session, [track_reference(self._session, at) for at in fitting])
        return slot.choices


def _question(name: str, slot: Slot, reason: str, options: Sequence[str]) -> SlotQuestion:
    return SlotQuestion(slot=name, question=slot.ask, reason=reason, options=tuple(options))
