"""What was learned against what is known: the new is offered, what is known gets one more reason to be.

What the user threw out, or did not want when it was offered, does not come back by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace

from orbit.learning.admission import HOST
from orbit.learning.deeds import Deed, Deeds, deed_of, offers_of
from orbit.learning.online.operations import keep_offer
from orbit.learning.pattern import LEAST
from orbit.learning.routine import Learned
from orbit.memory.library import Library
from orbit.memory.store import Store, StoredWorkflow
from orbit.memory.store.database import utc_now
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
    ``unwanted`` says why it is left out: ``dismissed`` or ``forgotten``; ``waiting``: it was offered before,
    under its name. Otherwise it is new. ``own``: it was found in the user's own work.
    """

    workflow: Workflow
    support: int
    proven: str = ""
    known: str | None = None
    unwanted: str | None = None
    waiting: bool = False
    own: bool = True

    @property
    def is_new(self) -> bool:
        """Whether it is neither known nor unwanted nor offered already."""
        return self.known is None and self.unwanted is None and not self.waiting

    @property
    def is_proven(self) -> bool:
        """Whether it was carried out on a simulated host; what was not is not offered."""
        return self.proven == HOST


def settle(
    library: Library,
    learned: Sequence[Learned],
    *,
    offer: bool = True,
    keep: bool = False,
    others: Collection[str] = (),
) -> list[Settled]:
    """Say of each learned workflow what it is to the library; ``offer`` what is new and proven, all or none.

    ``keep`` takes what is offered as well. ``others`` are the trajectories that are not the user's own; what
    mostly rests on them is kept as what it is: somebody else's. The same again changes nothing. Raises
    MemoryStoreError.
    """
    with library.store.transaction():
        shelf = _Shelf(library, others)
        settled = [shelf.settled(each) for each in learned]
        for one in settled if offer else ():
            _note(library.store, one)
            if keep and (one.waiting or (one.is_new and one.is_proven)):
                keep_offer(library, one.workflow.workflow_name)
    return settled


class _Shelf:
    """What the library knows, and what was added to it just now."""

    def __init__(self, library: Library, others: Collection[str]) -> None:
        self.deeds, self.offers = Deeds(library), library.store.offers.all()
        self._others = others
        origins = library.store.workflows.origins()
        self._own = {name for name, origin in origins.items() if origin.source in _LEARNED}
        waiting = {each.id for each in self.offers if each.status == "offered"}
        self._taken = {*origins, *waiting, *library.store.workflows.forgotten()}
        self._new: dict[str, Deed] = {}

    def settled(self, learned: Learned) -> Settled:
        deed = deed_of(dump_workflow(learned.workflow))
        known = self._known(deed)
        if known is not None:
            return self._told(learned, known, known=known)
        refused = next(offers_of(deed, self.offers, "dismissed", "forgotten"), None)
        if refused is not None:
            return self._told(learned, learned.workflow.workflow_name, unwanted=refused.status)
        offered = next(offers_of(deed, self.offers, "offered"), None)
        name = self._free(learned.workflow.workflow_name) if offered is None else offered.id
        self._new[name] = deed
        self._taken.add(name)
        # What was never carried out on a host was told to nobody.
        return self._told(learned, name, waiting=offered is not None and offered.proven == HOST)

    def _known(self, deed: Deed) -> str | None:
        found = self.deeds.same(deed) or self.deeds.variant(deed)
        if found is None:
            # With more of it seen, what was learned before may come out a step longer or shorter.
            near, alike = self.deeds.nearest(deed) or ("", 0.0)
            found = near if near in self._own and alike >= _THE_SAME else None
        return found or next((name for name, each in self._new.items() if each.shape == deed.shape), None)

    def _told(
        self,
        learned: Learned,
        name: str,
        *,
        known: str | None = None,
        unwanted: str | None = None,
        waiting: bool = False,
    ) -> Settled:
        """Rest it on the user's own work where that alone would do, else say that it is not theirs."""
        seen = learned.routine.trajectories
        mine = [each for each in seen if each not in self._others]
        behind = Provenance(source=Source.INDUCED, trajectories=_latest(mine))
        workflow = learned.workflow.model_copy(update={"workflow_name": name, "provenance": behind})
        own = len(mine) >= min(LEAST, len(seen))
        support = max(learned.support, len(seen))
        return Settled(workflow, support, learned.proven, known, unwanted, waiting, own)

    def _free(self, name: str) -> str:
        number, found = 1, name
        while found in self._taken:
            number += 1
            found = f"{name}-{number}"
        return found


def _note(store: Store, settled: Settled) -> None:
    """Stand behind what is known, count what waits, and offer what is new."""
    if settled.unwanted is not None:
        return
    name, behind = settled.workflow.workflow_name, settled.workflow.provenance.trajectories
    if settled.known is not None:
        if (stored := store.workflows.get(name)) is not None:
            _stand_behind(store, stored, behind)
    elif settled.waiting:
        waits = store.offers.get(name)
        if settled.support > waits.support:
            store.offers.put(replace(waits, support=settled.support, trajectories=behind))
    elif settled.is_proven:
        seen = store.offers.find(name)
        store.offers.put(replace(_offer(settled), does=seen.does if seen else ()))


def _offer(settled: Settled) -> StoredOffer:
    """The offer of a workflow; the user sees it now, so that it is not told of beside an answer."""
    source = Source.INDUCED if settled.own else Source.IMPORTED
    provenance = settled.workflow.provenance.model_copy(update={"source": source})
    body = dump_workflow(settled.workflow.model_copy(update={"provenance": provenance}))
    return StoredOffer(
        settled.workflow.workflow_name,
        "offered",
        **asdict(deed_of(body)),
        body=body,
        support=settled.support,
        trajectories=provenance.trajectories,
        proven=settled.proven,
        note=None if settled.own else "found in other people's work",
        mentioned=utc_now(),
    )


def _stand_behind(store: Store, stored: StoredWorkflow, trajectories: Sequence[str]) -> None:
    """Name the trajectories as some of those behind a workflow that does the same."""
    seen = frozenset(trajectories)
    others = (each for each in stored.origin.trajectories if each not in seen)
    behind = (*others, *trajectories)
    if behind != stored.origin.trajectories:
        # The same content again changes no more than where it comes from.
        store.workflows.put(stored.body, replace(stored.origin, trajectories=behind))


def _latest(trajectories: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trajectories))[-MOST_BEHIND:]
