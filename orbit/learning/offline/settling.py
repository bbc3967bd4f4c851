"""What was learned against what is known: the new is kept, what is known gets one more reason to be.

What the user threw out, or did not want when it was offered, does not come back by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orbit.learning.deeds import Deed, Deeds, deed_of, offers_of
from orbit.learning.routine import Learned
from orbit.memory.library import Library
from orbit.memory.store import Origin, Store, StoredWorkflow
from orbit.memory.store.offers import StoredOffer
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Provenance, Source, Workflow

__all__ = ["MOST_BEHIND", "Settled", "settle"]

MOST_BEHIND = 100
"""A workflow names at most so many trajectories as those it was learned from: the latest."""

_LEARNED = ("induced", "taught")

_THE_SAME = 0.9
"""From this likeness of their steps on, 0 to 1, what was learned now is what was learned before."""


@dataclass(frozen=True)
class Settled:
    """One learned workflow and what became of it.

    ``known`` is the workflow of the library that does the same, by which name it is called here then;
    ``unwanted`` says why it is left out: ``dismissed`` or ``forgotten``. Otherwise it is new.
    """

    workflow: Workflow
    support: int
    proven: str = ""
    known: str | None = None
    unwanted: str | None = None

    @property
    def is_new(self) -> bool:
        """Whether it is neither known nor unwanted."""
        return self.known is None and self.unwanted is None


def settle(library: Library, learned: Sequence[Learned], *, keep: bool = True) -> list[Settled]:
    """Say of each learned workflow what it is to the library; with ``keep``, save what is new, all or none.

    The same again changes nothing. Raises MemoryStoreError.
    """
    with library.store.transaction():
        shelf = _Shelf(library)
        settled = [shelf.settled(each) for each in learned]
        if keep:
            for each, one in zip(learned, settled, strict=True):
                _keep(library.store, shelf.offers, each, one)
    return settled


class _Shelf:
    """What the library knows, and what was added to it just now."""

    def __init__(self, library: Library) -> None:
        self.deeds, self.offers = Deeds(library), library.store.offers.all()
        origins = library.store.workflows.origins()
        self._own = {name for name, origin in origins.items() if origin.source in _LEARNED}
        self._taken = {*origins, *library.store.workflows.forgotten()}
        self._new: dict[str, Deed] = {}

    def settled(self, learned: Learned) -> Settled:
        deed = deed_of(dump_workflow(learned.workflow))
        known = self._known(deed)
        if known is not None:
            return _told(learned, known, known=known)
        refused = next(offers_of(deed, self.offers, "dismissed", "forgotten"), None)
        if refused is not None:
            return _told(learned, learned.workflow.workflow_name, unwanted=refused.status)
        name = self._free(learned.workflow.workflow_name)
        self._new[name] = deed
        self._taken.add(name)
        return _told(learned, name)

    def _known(self, deed: Deed) -> str | None:
        found = self.deeds.same(deed) or self.deeds.variant(deed)
        if found is None:
            # With more of it seen, what was learned before may come out a step longer or shorter.
            near, alike = self.deeds.nearest(deed) or ("", 0.0)
            found = near if near in self._own and alike >= _THE_SAME else None
        return found or next((name for name, each in self._new.items() if each.shape == deed.shape), None)

    def _free(self, name: str) -> str:
        number, found = 1, name
        while found in self._taken:
            number += 1
            found = f"{name}-{number}"
        return found


def _told(learned: Learned, name: str, *, known: str | None = None, unwanted: str | None = None) -> Settled:
    behind = Provenance(source=Source.INDUCED, trajectories=_latest(learned.routine.trajectories))
    workflow = learned.workflow.model_copy(update={"workflow_name": name, "provenance": behind})
    support = max(learned.support, len(learned.routine.trajectories))
    return Settled(workflow, support, learned.proven, known, unwanted)


def _keep(store: Store, offers: Sequence[StoredOffer], learned: Learned, settled: Settled) -> None:
    if settled.unwanted is not None:
        return
    name = settled.workflow.workflow_name
    stored = store.workflows.get(name)
    if stored is not None:
        _stand_behind(store, stored, learned.routine.trajectories)
        return
    body = dump_workflow(settled.workflow)
    origin = Origin(Source.INDUCED.value, trajectories=settled.workflow.provenance.trajectories)
    store.workflows.put(body, origin, note=f"seen done by hand {settled.support} times")
    for offer in offers_of(deed_of(body), offers, "offered"):
        store.offers.decide(offer.id, "kept", workflow_id=name)


def _stand_behind(store: Store, stored: StoredWorkflow, trajectories: Sequence[str]) -> None:
    """Name the trajectories as some of those behind a workflow that does the same."""
    seen = frozenset(trajectories)
    others = (each for each in stored.origin.trajectories if each not in seen)
    behind = (*others, *_latest(trajectories))
    if behind != stored.origin.trajectories:
        # The same content again changes no more than where it comes from.
        store.workflows.put(stored.body, replace(stored.origin, trajectories=behind))


def _latest(trajectories: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trajectories))[-MOST_BEHIND:]
