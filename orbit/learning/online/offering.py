"""What to make of a routine that was found: something known, something refused, or something to offer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace

from orbit.learning.admission import HOST
from orbit.learning.deeds import Deed, Deeds, deed_of, offers_of
from orbit.learning.online.habits import Changed, habit_of
from orbit.learning.online.making import Draft
from orbit.learning.online.pieces import LEAST_EDITS
from orbit.learning.online.routines import Routines
from orbit.learning.routine import Learned
from orbit.memory import Library
from orbit.memory.store.offers import Status, StoredOffer
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
        self._offers: dict[str, StoredOffer] = {}
        self._counted: set[str] = set()
        self._untried: dict[str, Learned] = {}

    def untried(self) -> dict[str, Learned]:
        """Give, once, what was put on offer and has to be carried out on a host before it is told of."""
        untried, self._untried = self._untried, {}
        return untried

    def begin(self) -> None:
        """Read what there is by now: others may have changed it. To be called inside a transaction."""
        self._offers = {offer.id: offer for offer in self._store.offers.all()}
        self._counted.clear()

    def routines(self) -> Routines:
        """Give all that learning has met, whatever the user said to it."""
        return Routines(list(self._offers.values()))

    def taken(self) -> frozenset[str]:
        """Give the names that a new workflow may not have."""
        return frozenset(self._deeds.known()) | frozenset(self._offers) | self._store.workflows.forgotten()

    def count(self, seen: StoredOffer, trajectory: str) -> StoredOffer | None:
        """Count a sighting of a known routine; gives it as it is now, None where it is not wanted."""
        offer = self._offers.get(seen.id)
        if offer is None or offer.status in {"dismissed", "forgotten"}:
            return None
        if offer.workflow_id is not None:
            self._stand_behind(offer.workflow_id, trajectory)
        behind = tuple(dict.fromkeys((*offer.trajectories, trajectory)))[-_MOST_BEHIND:]
        counted = replace(offer, support=offer.support + 1, trajectories=behind)
        self._offers[offer.id] = counted
        self._counted.add(offer.id)
        return counted

    def end(self) -> None:
        """Write down what was counted since `begin`."""
        self._store.offers.count(self._offers[each] for each in sorted(self._counted & self._offers.keys()))

    def look_at(self, known: StoredOffer, found: Found) -> StoredOffer | None:
        """Bring what is on offer, or was kept, to what all sightings come to; give an offer if one is new."""
        if known.status == "offered":
            moved = found.draft.deed.structure != known.structure  # more was seen of it, or values moved
            if moved or known.proven != HOST:
                learned = found.draft.proven()
                if learned is not None:
                    self._put(replace(known, note=None), learned, count=known.support)
            return None
        kept = known.workflow_id
        return self._habit(kept, found) if kept is not None and kept in self._deeds.known() else None

    def change(self, known: StoredOffer, found: Found) -> StoredOffer | None:
        """Follow a routine that is done in another way by now; gives the offer, if one is new."""
        if known.status != "offered":
            return self.consider(found)
        learned = found.draft.proven()
        if learned is not None and not self._refused(found.draft.deed):
            self._put(replace(known, does=found.draft.does, note=None), learned, count=known.support)
        return None

    def consider(self, found: Found) -> StoredOffer | None:
        """Keep what follows from a routine that was met for the first time; give the offer, if it is one."""
        deed = found.draft.deed
        known = self._deeds.same(deed) or self._deeds.variant(deed)
        if known is not None:
            self._tie(found, "kept", known)
            self._stand_behind(known, found.trajectory)
            return self._habit(known, found)
        if self._refused(deed):
            self._tie(found, "dismissed", None)
            return None
        if not found.draft.loop and any(offers_of(deed, self._offers.values(), "offered")):
            return None  # much the same is on offer
        return self._new(found)

    def _tie(self, found: Found, status: Status, workflow_id: str | None) -> None:
        """Note by which edits what is known already is known again."""
        draft = found.draft
        tie = StoredOffer(
            f"seen:{draft.deed.structure[:16]}",
            status,
            **asdict(draft.deed),
            does=draft.does,
            support=draft.support,
            workflow_id=workflow_id,
        )
        self._keep(tie)

    def _new(self, found: Found) -> StoredOffer | None:
        """Offer what is new, unless it is a way of doing what is known that is not the usual one by now."""
        near, _ = self._deeds.nearest(found.draft.deed) or (None, 0.0)
        own = near is not None and self._source(near) in {Source.INDUCED, Source.TAUGHT}
        if own and not (found.only and found.habit() is not None):
            return None
        learned = found.draft.proven()
        if learned is None:
            return None
        blank = _blank(learned.workflow.workflow_name, found.draft, replaces=near if own else None)
        offer = self._put(blank, learned)
        self._withdraw_made_of_others()
        if found.draft.loop:
            self._withdraw_what_it_is_of(offer)
        return offer

    def _withdraw_what_it_is_of(self, loop: StoredOffer) -> None:
        """Withdraw the offer to do to one track what turns out to be always done to several."""
        deed = Deed(loop.structure, loop.shape, loop.kinds)
        for other in list(offers_of(deed, self._offers.values(), "offered")):
            if other.id != loop.id and set(other.trajectories) <= set(loop.trajectories):
                self._store.offers.withdraw(other.id)
                del self._offers[other.id]

    def _withdraw_made_of_others(self) -> None:
        """Withdraw offers that turn out to be two routines which happened to follow one another."""
        for offer in [each for each in self._offers.values() if each.status == "offered"]:
            others = Routines([other for other in self._offers.values() if other.id != offer.id])
            seen, left = others.explain(offer.does)
            if offer.replaces is None and len(seen) > 1 and len(left) < LEAST_EDITS:
                self._store.offers.withdraw(offer.id)
                del self._offers[offer.id]

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
        if self._refused(deed) or any(offers_of(deed, self._offers.values(), "offered")):
            return None
        free = _free(f"{known[:60]}-my-way", self.taken())
        blank = _blank(free, found.draft, replaces=known, note=changed.note)
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

    def _put(self, offer: StoredOffer, learned: Learned, *, count: int = 0) -> StoredOffer:
        """Keep an offer with what was learned in it."""
        trajectories = tuple(dict.fromkeys(learned.routine.trajectories))[-_MOST_BEHIND:]
        body = dump_workflow(_named(learned.workflow, offer.id, trajectories))
        told = {
            **asdict(deed_of(body)),
            "body": body,
            "support": max(count, learned.support),
            "trajectories": trajectories,
            "proven": learned.proven,
            "note": offer.note or "; ".join(learned.routine.notes) or None,
        }
        self._untried[offer.id] = learned
        return self._keep(replace(offer, **told))

    def _keep(self, offer: StoredOffer) -> StoredOffer:
        kept = self._offers[offer.id] = self._store.offers.put(offer)
        return kept

    def _refused(self, deed: Deed) -> bool:
        return any(offers_of(deed, self._offers.values(), "dismissed", "forgotten"))

    def _source(self, workflow_id: str) -> Source:
        stored = self._store.workflows.get(workflow_id)
        return Source(stored.origin.source) if stored is not None else Source.TAUGHT


def _blank(
    offer_id: str, draft: Draft, *, replaces: str | None = None, note: str | None = None
) -> StoredOffer:
    return StoredOffer(offer_id, "offered", "", "", does=draft.does, replaces=replaces, note=note)


def _named(workflow: Workflow, name: str, trajectories: tuple[str, ...]) -> Workflow:
    behind = Provenance(source=Source.INDUCED, trajectories=trajectories)
    return workflow.model_copy(update={"workflow_name": name, "provenance": behind})


def _free(name: str, taken: Collection[str]) -> str:
    numbers = (f"{name}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (name, *numbers) if each not in taken)
