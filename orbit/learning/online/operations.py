"""What a face may ask about offers: each a typed function of a library, so that it crosses a wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from daw_bridges.errors import MemoryStoreError, UsageError
from orbit.learning.online.naming import name_of, steps_told, title_of
from orbit.learning.online.telling import told
from orbit.memory import Library
from orbit.memory.store import Origin
from orbit.memory.store.offers import StoredOffer
from orbit.memory.trust.structure import shape
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.workflow import Source

__all__ = ["Offer", "as_offer", "dismiss_offer", "keep_offer", "mention_offer", "offers"]


@dataclass(frozen=True)
class Offer:
    """A workflow that was found in what the user did.

    ``status`` is offered, kept or dismissed; ``support`` how often it was done by hand; ``steps`` say in a
    few words what it does, ``says`` how it is offered to a person. ``workflow`` is its JSON, ``kept_as`` the
    id of the workflow it became, ``replaces`` the one whose place it takes.
    """

    id: str
    status: str
    title: str
    support: int
    steps: str
    says: str
    workflow: dict[str, Any]
    trajectories: tuple[str, ...] = ()
    proven: str = ""
    replaces: str | None = None
    kept_as: str | None = None
    note: str | None = None


def offers(library: Library) -> list[Offer]:
    """Give the offers that wait for a word, the best supported first."""
    return [as_offer(each) for each in library.store.offers.ready()]


def keep_offer(library: Library, offer_id: str, name: str | None = None) -> Offer:
    """Take what is offered into the library, under another name if one is given.

    Raises NotFoundError when there is no such open offer, UsageError when the name is taken or no name.
    """
    store = library.store
    with store.transaction():
        offer = store.offers.get(offer_id)
        body = _named(offer, name)
        replaced = store.workflows.get(offer.replaces) if offer.replaces is not None else None
        if replaced is not None and name is None and shape(body) == shape(replaced.body):
            body = {**body, "workflow_name": replaced.id}
        elif store.workflows.get(str(body["workflow_name"])) is not None:
            raise UsageError(f"There is already a workflow “{body['workflow_name']}”. Give another --name.")
        note = offer.note if replaced is not None else f"seen done by hand {offer.support} times"
        saved = store.workflows.put(
            body, Origin(_source(body).value, trajectories=offer.trajectories), note=note
        )
        if replaced is not None and saved.id != replaced.id:
            store.workflows.standing.supersede(replaced.id, saved.id)
        return as_offer(store.offers.decide(offer_id, "kept", workflow_id=saved.id))


def dismiss_offer(library: Library, offer_id: str) -> Offer:
    """Turn an offer down: the routine is not offered again unless it changes. Raises NotFoundError."""
    return as_offer(library.store.offers.decide(offer_id, "dismissed"))


def mention_offer(library: Library) -> str | None:
    """Give what is to be said of the best offer that was never told of, once."""
    from orbit.learning.online.telling import mention

    return mention(library)


def as_offer(offer: StoredOffer) -> Offer:
    """Give an offer as faces see it."""
    return Offer(
        id=offer.id,
        status=offer.status,
        title=title_of(offer),
        support=offer.support,
        steps=steps_told(offer),
        says=told(offer),
        workflow=dict(offer.body or {}),
        trajectories=offer.trajectories,
        proven=offer.proven,
        replaces=offer.replaces,
        kept_as=offer.workflow_id,
        note=offer.note,
    )


def _source(body: Mapping[str, Any]) -> Source:
    """What was found in what is not the user's own stays somebody else's, until it has proven itself."""
    source: Mapping[str, Any] = body.get("provenance") or {}
    return Source(source.get("source", Source.INDUCED))


def _named(offer: StoredOffer, name: str | None) -> dict[str, Any]:
    """Give the workflow as it will be saved; a name with capitals or blanks is its title too."""
    body = dict(offer.body or {})
    if not body:
        raise MemoryStoreError(f"The offer “{offer.id}” has no workflow in it. Dismiss it.")
    if name is not None:
        given = " ".join(name.split())
        body["workflow_name"] = name_of(given)
        if given != body["workflow_name"] and len(given) >= _SHORTEST_TITLE:
            body["title"] = given[:_LONGEST_TITLE]
    return dump_workflow(parse_workflow(body))


_SHORTEST_TITLE, _LONGEST_TITLE = 3, 120
