"""The user's preferences at work: what a plan takes from them, and what it has to ask because of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import OrbitError, SlotError
from daw_bridges.references import find_track
from orbit.agent.context import Record, corrections_in
from orbit.memory.entities import name_key
from orbit.memory.preferences import (
    Ask,
    Confirm,
    Correction,
    DeviceName,
    Known,
    Preference,
    Preferences,
    Protect,
    SlotValueWanted,
    about_it,
    meant,
    settled,
)
from orbit.workflows import Binding, Plan, Workflow, bind, slot_texts
from orbit.workflows.roles import NO_NICKNAMES, Nicknames, all_called
from orbit.workflows.slots import SlotType
from orbit.workflows.touched import touched

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.agent.memories import Memories

__all__ = ["Preferred"]

_log = logging.getLogger("orbit.agent")
_TRACKS = (SlotType.TRACK, SlotType.TRACKS)


class Preferred:
    """The preferences of a desk's scope. A memory that cannot be read concerns no plan: it does without."""

    def __init__(self, memories: Memories) -> None:
        self._memories, self._looking = memories, Preferences(memories.plain)
        self.told: str | None = None
        """The id of the preference that was spoken of last here: "forget that preference" means it."""

    @cached_property
    def kept(self) -> Preferences:
        """Where they are kept. Raises UsageError when the memory's rules cannot be read."""
        return Preferences(self._memories.keyed)

    def all(self) -> tuple[Known, ...]:
        """Give every preference that holds; none where they cannot be read."""
        try:
            return self._looking.all()
        except OrbitError as error:
            _log.warning("working without the user's preferences: %s", error)
            return ()

    # -- in a plan -------------------------------------------------------------------------------------

    def filled(
        self,
        workflow: Workflow,
        given: Mapping[str, Any],
        session: Session,
        nicknames: Nicknames = NO_NICKNAMES,
    ) -> tuple[Binding, tuple[str, ...]]:
        """Fill a workflow's slots from what was said, then from preferences, then as ever; give what to tell.

        Raises SlotError for what was said and cannot be; a preference that cannot be is told of.
        """
        slots = {name: value for name, value in given.items() if value not in (None, "", [], ())}
        binding, notes = bind(workflow, slots, session, nicknames), dict[str, str]()
        for known, wanted in self._wanted(workflow, slots):
            if wanted.where and not _concerns(wanted.where, binding, workflow, session, nicknames):
                continue
            try:
                tried = bind(workflow, {**slots, wanted.slot: wanted.value}, session, nicknames)
            except SlotError as error:
                notes[wanted.slot] = f"You prefer {wanted.describe()}, which is not possible here: {error}"
                continue
            if wanted.slot in tried.slots:
                slots[wanted.slot], binding = wanted.value, tried
                notes[wanted.slot] = _told(known, wanted, slot_texts(workflow, tried.slots)[wanted.slot])
                self.told = known.id
        return binding, tuple(notes.values())

    def _wanted(self, workflow: Workflow, given: Mapping[str, Any]) -> list[tuple[Known, SlotValueWanted]]:
        """What is preferred for the slots that were not given; what holds for some tracks only comes last."""
        mine = [
            (known, known.preference)
            for known in self.all()
            if isinstance(known.preference, SlotValueWanted)
            and known.preference.workflow == workflow.workflow_name
            and known.preference.slot in workflow.slots
            and known.preference.slot not in given
        ]
        return sorted(mine, key=lambda each: bool(each[1].where))

    def guarded(self, plan: Plan, nicknames: Callable[[Session], Nicknames]) -> Plan:
        """Give a plan with what the user wants to be asked before, and why.

        ``nicknames`` looks up what the user calls the tracks of a session, where that is needed.
        """
        reasons = tuple(dict.fromkeys(self._reasons(plan, nicknames)))
        if not reasons:
            return plan
        return plan.model_copy(
            update={"consent": (*plan.consent, *reasons), "notes": (*reasons, *plan.notes)}
        )

    def _reasons(self, plan: Plan, nicknames: Callable[[Session], Nicknames]) -> list[str]:
        try:
            held = [known.preference for known in self._looking.all()]
        except OrbitError as error:
            return [f"Your preferences about being asked cannot be read, so I ask: {error}"]
        asked = {each.action for each in held if isinstance(each, Ask)}
        protected = [each for each in held if isinstance(each, Protect)]
        done = {action.action for action in plan.actions}
        called = nicknames(plan.before) if protected else NO_NICKNAMES
        return [
            *(_protected(each, names) for each in protected if (names := _meets(each, plan, called))),
            *(f"You want to be asked first: {Ask(action=name).describe()}." for name in sorted(done & asked)),
        ]

    def confirms(self, usual: bool) -> bool:
        """Whether every change is asked about; ``usual`` is the setting, which no words take away."""
        said = [known.preference.on for known in self.all() if isinstance(known.preference, Confirm)]
        return usual or (said[-1] if said else False)

    def device_names(self) -> dict[str, str]:
        """Give what the user calls devices: ``{"pro c": "compressor"}``, keys as they are compared."""
        held = (known.preference for known in self.all())
        return {name_key(each.name): each.device for each in held if isinstance(each, DeviceName)}

    def learn_from(
        self, workflow: Callable[[str], Workflow], new: Record, earlier: tuple[Record, ...]
    ) -> None:
        """Note what a request corrected of those before it."""
        for correction in corrections_in(new, earlier, workflow):
            self.corrected(correction, new.sitting)

    def corrected(self, correction: Correction, sitting: str) -> None:
        """Note a correction, beside the user's request; in enough sittings it becomes a preference."""
        try:
            self.kept.corrected(correction, sitting)
        except OrbitError as error:
            _log.warning("a correction was not noted: %s", error)

    # -- said and forgotten ----------------------------------------------------------------------------

    def prefer(self, preference: Preference, words: str, workflow: Callable[[str], Workflow]) -> str:
        """Keep a preference; give what the user is told.

        Raises NotFoundError for a workflow that is not there, UsageError or SlotError for a slot or a value
        that cannot be.
        """
        if isinstance(preference, SlotValueWanted):
            preference = settled(preference, workflow(preference.workflow))
        self.told = self.kept.prefer(preference, words).id
        if isinstance(preference, Confirm) and not preference.on:
            return _NO_MORE
        return f"All right, from now on: {preference.describe()}."

    def forget(self, about: str = "") -> str:
        """Forget what is meant by an id or by words, by none what was spoken of last; give what is told.

        Raises NotFoundError for none, UsageError where it could be several.
        """
        gone = [self.kept.forget(known.id).preference.describe() for known in self.meant(about)]
        return f"All right, no longer: {'; '.join(gone)}."

    def meant(self, about: str = "") -> list[Known]:
        """Give the preferences that are meant; see ``forget``."""
        return meant(self.kept.all(), about, self.told)

    def listed(self, about: str = "") -> str:
        """Say which preferences there are, or those that words are about."""
        chosen = about_it(self.all(), about) if about else list(self.all())
        if not chosen:
            return f"You have no preference about “{about}”." if about else "You have no preferences yet."
        if len(chosen) == 1:
            self.told = chosen[0].id
        return " ".join(known.describe() for known in chosen)


_NO_MORE = (
    "All right, I will ask as little as I can. I still ask before what cannot simply be taken back, before "
    "what comes from outside, and where you told me to or a setting does."
)


def _told(known: Known, wanted: SlotValueWanted, value: str) -> str:
    how = "as you prefer" if known.source == "said" else f"as you set it in {known.sittings} sessions"
    return f"{wanted.slot.replace('_', ' ').capitalize()} {value}, {how}."


def _protected(wanted: Protect, names: Sequence[str]) -> str:
    changed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return f"You asked me never to touch {wanted.track}: this changes {changed}."


def _concerns(
    where: str, binding: Binding, workflow: Workflow, session: Session, nicknames: Nicknames
) -> bool:
    """Whether a workflow is about the tracks that some words mean."""
    meant = {track.name for track in all_called(session, where, nicknames)}
    filled = [value for name, value in binding.slots.items() if workflow.slots[name].type in _TRACKS]
    named = (name for value in filled for name in (value if isinstance(value, tuple) else (str(value),)))
    return not meant.isdisjoint(_name(session, name) for name in named)


def _meets(wanted: Protect, plan: Plan, nicknames: Nicknames) -> list[str]:
    """The protected tracks that a plan changes, by name."""
    meant = {track.name for track in all_called(plan.before, wanted.track, nicknames)}
    return [name for name in _touched(plan) if name in meant]


def _touched(plan: Plan) -> list[str]:
    try:
        references = [each.track for each in touched(plan.before, plan.actions) if each.track]
    except OrbitError:
        references = [name for each in plan.actions if isinstance(name := getattr(each, "track", None), str)]
    return list(dict.fromkeys(_name(plan.before, reference) for reference in references))


def _name(session: Session, reference: str) -> str:
    try:
        return find_track(session, reference).name
    except OrbitError:
        return reference
