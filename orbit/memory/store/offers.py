"""The workflows of a scope that were found in what the user did, and what the user said to each.

An offer is open until it is kept or dismissed. What was dismissed stays known by what it does, and so does a
workflow that learning had found and the user threw out: its row keeps the names of what it did, nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, bindparam, delete, insert, or_, select, update

from daw_bridges.errors import NotFoundError
from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["OfferTable", "Status", "StoredOffer"]

_OFFERS = schema.offers

Status = Literal["offered", "kept", "dismissed", "forgotten"]


@dataclass(frozen=True)
class StoredOffer:
    """One workflow on offer.

    ``structure``, ``shape`` and ``kinds`` name what it does, and each of its steps, in digests (see
    `orbit.learning.deeds`); ``does`` names the edits it was found in, one a step, likewise. ``support`` is
    how often it was seen done by hand, ``proven`` where it was carried out again (``host``, ``model``),
    ``replaces`` the workflow whose place it would take, ``workflow_id`` what it was kept as. Times are ISO
    8601 in UTC; ``mentioned`` is when it was last told of, ``decided`` when it was kept or dismissed.
    """

    id: str
    status: Status
    structure: str
    shape: str
    kinds: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    body: Mapping[str, Any] | None = None
    support: int = 0
    trajectories: tuple[str, ...] = ()
    proven: str = ""
    replaces: str | None = None
    workflow_id: str | None = None
    note: str | None = None
    created: str = ""
    updated: str = ""
    mentioned: str | None = None
    decided: str | None = None


class OfferTable:
    """Reads and writes the offers of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def put(self, offer: StoredOffer) -> StoredOffer:
        """Save an offer in the place of the one with its id; when that was first made is kept."""
        with self._database.write() as connection:
            before, now = self.find(offer.id), utc_now()
            created = before.created if before else offer.created or now
            stored = replace(offer, created=created, updated=now)
            connection.execute(delete(_OFFERS).where(self._with_id(offer.id)))
            connection.execute(insert(_OFFERS), self._scope.columns() | _row(stored))
        return stored

    def find(self, offer_id: str) -> StoredOffer | None:
        """Give an offer by its id, or None."""
        found = self._found(_OFFERS.c.id == offer_id)
        return found[0] if found else None

    def get(self, offer_id: str) -> StoredOffer:
        """Give an open offer by its id. Raises NotFoundError, which names those that are open."""
        offer = self.find(offer_id)
        if offer is None or offer.status != "offered":
            raise NotFoundError("offer", offer_id, [each.id for each in self.open()])
        return offer

    def open(self) -> list[StoredOffer]:
        """Give the offers that wait for a word, the best supported first."""
        return sorted(self._found(_OFFERS.c.status == "offered"), key=lambda each: (-each.support, each.id))

    def ready(self) -> list[StoredOffer]:
        """Give the open offers that were carried out on a host: those that a person is told of."""
        return [each for each in self.open() if each.proven == "host"]

    def all(self) -> list[StoredOffer]:
        """Give every offer ever made, by id."""
        return sorted(self._found(), key=lambda each: each.id)

    def decide(self, offer_id: str, status: Status, *, workflow_id: str | None = None) -> StoredOffer:
        """Note what the user said to an open offer, and what it was kept as. Raises NotFoundError."""
        with self._database.write():
            offer = self.get(offer_id)
            return self.put(replace(offer, status=status, workflow_id=workflow_id, decided=utc_now()))

    def count(self, offers: Iterable[StoredOffer]) -> None:
        """Note of offers how often their routines were seen by now, and in which trajectories."""
        now = utc_now()
        seen = [
            {"which": each.id, "times": each.support, "where": json.dumps(each.trajectories), "now": now}
            for each in offers
        ]
        values: dict[str, Any] = {
            "support": bindparam("times"),
            "trajectories": bindparam("where"),
            "updated": bindparam("now"),
        }
        this = and_(in_scope(_OFFERS, self._scope), _OFFERS.c.id == bindparam("which"))
        if seen:
            with self._database.write() as connection:
                connection.execute(update(_OFFERS).where(this).values(values), seen)

    def mention(self, offer_id: str) -> bool:
        """Note that the user was told of an offer; False when there is no such one."""
        with self._database.write() as connection:
            told = update(_OFFERS).where(self._with_id(offer_id)).values(mentioned=utc_now())
            return connection.execute(told).rowcount > 0

    def bar(
        self, structure: str, shape: str, kinds: tuple[str, ...] = (), does: tuple[str, ...] = ()
    ) -> None:
        """Keep what does this from being offered again, and nothing of what it was."""
        self.put(StoredOffer(structure, "forgotten", structure, shape, kinds, does, decided=utc_now()))

    def withdraw(self, offer_id: str) -> bool:
        """Drop an open offer that turned out to be no routine of its own; False when there is none."""
        with self._database.write() as connection:
            open_one = and_(self._with_id(offer_id), _OFFERS.c.status == "offered")
            return connection.execute(delete(_OFFERS).where(open_one)).rowcount > 0

    def forget_workflow(self, workflow_id: str) -> None:
        """Bar what the offers of a workflow do; nothing else of them is kept, nor of those to replace it."""
        with self._database.write() as connection:
            its = self._found(self._of(workflow_id))
            connection.execute(delete(_OFFERS).where(self._with_any([each.id for each in its])))
            for each in its:
                self.bar(each.structure, each.shape, each.kinds, each.does)

    def forget_trajectory(self, trajectory_id: str) -> None:
        """Take a trajectory off every offer that rests on it; an offer that rested on it alone goes."""
        with self._database.write() as connection:
            quoted = json.dumps(trajectory_id)
            for offer in self._found(_OFFERS.c.trajectories.contains(quoted, autoescape=True)):
                left = tuple(each for each in offer.trajectories if each != trajectory_id)
                if left or offer.status != "offered":
                    self.put(replace(offer, trajectories=left))
                else:
                    connection.execute(delete(_OFFERS).where(self._with_id(offer.id)))

    def _found(self, *where: ColumnElement[bool]) -> list[StoredOffer]:
        columns = [_OFFERS.c[name] for name in StoredOffer.__dataclass_fields__]
        query = select(*columns).where(in_scope(_OFFERS, self._scope), *where)
        with self._database.read() as connection:
            return [_offer(dict(row)) for row in connection.execute(query).mappings()]

    def _with_id(self, offer_id: str) -> ColumnElement[bool]:
        return and_(in_scope(_OFFERS, self._scope), _OFFERS.c.id == offer_id)

    def _with_any(self, offer_ids: Sequence[str]) -> ColumnElement[bool]:
        return and_(in_scope(_OFFERS, self._scope), _OFFERS.c.id.in_(offer_ids))

    @staticmethod
    def _of(workflow_id: str) -> ColumnElement[bool]:
        return or_(_OFFERS.c.workflow_id == workflow_id, _OFFERS.c.replaces == workflow_id)


_LISTS = ("kinds", "does", "trajectories")


def _row(offer: StoredOffer) -> dict[str, Any]:
    body = json.dumps(offer.body, ensure_ascii=False, sort_keys=True) if offer.body is not None else None
    lists = {name: json.dumps(getattr(offer, name)) for name in _LISTS}
    return {name: getattr(offer, name) for name in StoredOffer.__dataclass_fields__} | {"body": body} | lists


def _offer(row: dict[str, Any]) -> StoredOffer:
    body = json.loads(row["body"]) if row["body"] else None
    lists: dict[str, Any] = {name: tuple(json.loads(row[name])) for name in _LISTS}
    given: dict[str, Any] = row | {"body": body} | lists
    return StoredOffer(**given)
