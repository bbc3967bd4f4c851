"""What was learned against what is known: the new is kept, what is known gets one more reason to be.

What the user threw out, or did not want when it was offered, does not come back by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from orbit.learning.routine import Learned
from orbit.memory.store import Origin, Store, StoredWorkflow
from orbit.memory.store.offers import StoredOffer
from orbit.memory.trust.structure import shape, structure
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Provenance, Source, Workflow

__all__ = ["MOST_BEHIND", "Settled", "settle"]

MOST_BEHIND = 100
"""A workflow names at most so many trajectories as those it was learned from: the latest."""

_NOT_WANTED = ("dismissed", "forgotten")


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


def settle(store: Store, learned: Sequence[Learned], *, keep: bool = True) -> list[Settled]:
    """Say of each learned workflow what it is to the library; with ``keep``, save what is new, all or none.

    The same again changes nothing.
    """
    with store.transaction():
        shelf = _Shelf(store)
        settled = [_settled(store, shelf, each) for each in learned]
        if keep:
            for each, one in zip(learned, settled, strict=True):
                _keep(store, each, one)
    return settled


class _Shelf:
    """What the library knows, by what it does; what is added to it is known from then on."""

    def __init__(self, store: Store) -> None:
        superseded = {
            name for name, standing in store.workflows.standing.unusual().items() if standing.superseded_by
        }
        # What was superseded is found last: two that do the same are one, the one that stayed.
        stored = sorted(store.workflows.all(), key=lambda each: (each.id in superseded, each.id))
        self.names = {each.id for each in stored}
        self._exact: dict[str, str] = {}
        self._alike: dict[str, str] = {}
        for each in stored:
            self.add(each.body, each.id)

    def add(self, body: Mapping[str, Any], name: str) -> None:
        self.names.add(name)
        self._exact.setdefault(structure(body), name)
        self._alike.setdefault(shape(body), name)

    def known(self, body: Mapping[str, Any]) -> str | None:
        return self._exact.get(structure(body)) or self._alike.get(shape(body))

    def free(self, name: str) -> str:
        number, found = 1, name
        while found in self.names:
            number += 1
            found = f"{name}-{number}"
        return found


def _settled(store: Store, shelf: _Shelf, learned: Learned) -> Settled:
    body = dump_workflow(learned.workflow)
    known = shelf.known(body)
    if known is not None:
        return _told(learned, known, known=known)
    unwanted = next((each.status for each in _offers_of(store, body) if each.status in _NOT_WANTED), None)
    if unwanted is not None:
        return _told(learned, learned.workflow.workflow_name, unwanted=unwanted)
    name = shelf.free(learned.workflow.workflow_name)
    shelf.add(body, name)
    return _told(learned, name)


def _told(learned: Learned, name: str, *, known: str | None = None, unwanted: str | None = None) -> Settled:
    behind = Provenance(source=Source.INDUCED, trajectories=_latest(learned.routine.trajectories))
    workflow = learned.workflow.model_copy(update={"workflow_name": name, "provenance": behind})
    return Settled(workflow, learned.support, learned.proven, known, unwanted)


def _keep(store: Store, learned: Learned, settled: Settled) -> None:
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
    for offer in _offers_of(store, body):
        if offer.status == "offered":
            store.offers.decide(offer.id, "kept", workflow_id=name)


def _offers_of(store: Store, body: Mapping[str, Any]) -> list[StoredOffer]:
    names = structure(body), shape(body)
    return [each for each in store.offers.all() if each.structure == names[0] or each.shape == names[1]]


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
