"""What to make of a routine that was found: something known, something refused, or something to offer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace

from orbit.learning.deeds import Deeds, deed_of
from orbit.learning.online.habits import Changed, habit_of
from orbit.learning.online.making import Draft
from orbit.learning.routine import Learned
from orbit.memory import Library
from orbit.memory.store.offers import StoredOffer
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Provenance, Source, Workflow

__all__ = ["Found", "Offering"]

_MOST_BEHIND = 100
"""A workflow names at most so many trajectories as those behind it: the latest."""


@dataclass(frozen=True)
class Found:
    """A routine found again: what all sightings of it that were looked at come to.

    ``trajectory`` is the one it was just seen in. ``habit`` says what the last few sightings alone come to,
    None while there are too few; ``only``: nothing like it was done in another way meanwhile.
    """

    draft: Draft
    trajectory: str
    habit: Callable[[], Draft | None]
    only: bool = False


class Offering:
    """Compares what was found with the library and with earlier offers, and keeps what comes of it."""

    def __init__(self, library: Library) -> None:
        self._library, self._store = library, library.store
        self._deeds = Deeds(library)

    def taken(self) -> frozenset[str]:
        """Give the names that a new workflow may not have."""
        offers = {offer.id for offer in self._store.offers.all()}
        return frozenset(self._deeds.known()) | offers | self._store.workflows.forgotten()

    def consider(self, found: Found) -> StoredOffer | None:
        """Keep what follows from a routine that was found; give the offer, if there is a new one."""
        deed = found.draft.deed
        with self._store.transaction():
            same = self._deeds.same(deed)
            known = same or self._deeds.variant(deed)
            if known is not None:
                self._stand_behind(known, found.trajectory)
                return self._habit(known, found) if same is None else None
            if self._deeds.refused(deed) is not None:
                return None
            before = next(self._deeds.offers(deed, "offered"), None)
            return self._new(found) if before is None else self._again(before, found)

    def _again(self, before: StoredOffer, found: Found) -> None:
        """Count one more sighting of what is on offer; what it does is as all sightings have it."""
        draft = found.draft
        learned = draft.proven() if draft.deed.structure != before.structure else None
        if learned is not None:
            self._put(before, learned)
        seen = {**dict.fromkeys(before.trajectories), **dict.fromkeys(draft.routine.trajectories)}
        more = before.support + (found.trajectory not in before.trajectories)
        kept = self._store.offers.get(before.id)
        counted = replace(kept, support=max(draft.support, more), trajectories=tuple(seen)[-_MOST_BEHIND:])
        self._store.offers.put(counted)

    def _new(self, found: Found) -> StoredOffer | None:
        """Offer what is new, unless it is a way of doing what is known that is not the usual one by now."""
        near, _ = self._deeds.nearest(found.draft.deed) or (None, 0.0)
        own = near is not None and self._source(near) in {Source.INDUCED, Source.TAUGHT}
        if own and not (found.only and found.habit() is not None):
            return None
        learned = found.draft.proven()
        if learned is None:
            return None
        return self._put(_blank(learned.workflow.workflow_name, replaces=near if own else None), learned)

    def _habit(self, known: str, found: Found) -> StoredOffer | None:
        """Follow a habit that has moved: what Orbit had learned itself is brought up to date."""
        habit = found.habit()
        if habit is None:
            return None
        own = self._source(known) is Source.INDUCED
        changed = habit_of(self._library.definition(known), found.draft, habit, own=own)
        if changed is None:
            return None
        if own:
            self._bring_up_to_date(known, changed)
            return None
        deed = deed_of(dump_workflow(changed.learned.workflow))
        if self._deeds.refused(deed) is not None or any(self._deeds.offers(deed, "offered")):
            return None
        blank = _blank(_free(f"{known[:60]}-my-way", self.taken()), replaces=known, note=changed.note)
        return self._put(blank, changed.learned)

    def _bring_up_to_date(self, known: str, changed: Changed) -> None:
        stored = self._store.workflows.get(known)
        if stored is not None:
            self._store.workflows.put(
                dump_workflow(changed.learned.workflow), stored.origin, note=changed.note
            )

    def _stand_behind(self, known: str, trajectory: str) -> None:
        """Name a trajectory among those behind a workflow: it was done there by hand."""
        stored = self._store.workflows.get(known)
        if stored is not None and trajectory not in stored.origin.trajectories:
            behind = (*stored.origin.trajectories, trajectory)[-_MOST_BEHIND:]
            self._store.workflows.put(stored.body, replace(stored.origin, trajectories=behind))

    def _put(self, offer: StoredOffer, learned: Learned) -> StoredOffer:
        """Keep an offer with what was learned in it."""
        trajectories = tuple(dict.fromkeys(learned.routine.trajectories))[-_MOST_BEHIND:]
        body = dump_workflow(_named(learned.workflow, offer.id, trajectories))
        told = {
            **asdict(deed_of(body)),
            "body": body,
            "support": learned.support,
            "trajectories": trajectories,
            "proven": learned.proven,
            "note": offer.note or "; ".join(learned.routine.notes) or None,
        }
        return self._store.offers.put(replace(offer, **told))

    def _source(self, workflow_id: str) -> Source:
        stored = self._store.workflows.get(workflow_id)
        return Source(stored.origin.source) if stored is not None else Source.TAUGHT


def _blank(offer_id: str, *, replaces: str | None = None, note: str | None = None) -> StoredOffer:
    return StoredOffer(offer_id, "offered", "", "", replaces=replaces, note=note)


def _named(workflow: Workflow, name: str, trajectories: tuple[str, ...]) -> Workflow:
    behind = Provenance(source=Source.INDUCED, trajectories=trajectories)
    return workflow.model_copy(update={"workflow_name": name, "provenance": behind})


def _free(name: str, taken: Collection[str]) -> str:
    numbers = (f"{name}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (name, *numbers) if each not in taken)
