"""What is doubtful in a library: found by counting and comparing, with no model, and nothing is changed.

Each finding says what to do about it. Workflows that come with Orbit are not called unused or unverified:
they wait for their day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from orbit.memory.records import Outcomes
from orbit.memory.store.standing import Standing, Usage
from orbit.memory.trust.confidence import confidence_of
from orbit.memory.trust.hosts import Hosts, hosts_of
from orbit.memory.trust.structure import shape, structure

if TYPE_CHECKING:
    from orbit.memory.store import Store, StoredWorkflow

__all__ = ["STALE_DAYS", "UNUSED_DAYS", "Audit", "Finding", "Kind", "audit"]

UNUSED_DAYS, STALE_DAYS = 30, 365
_DOUBTFUL = 0.5  # the expected chance of success below which a workflow is called failing
_RUNS_NEEDED = 2


class Kind(StrEnum):
    """What can be doubtful."""

    DUPLICATE = "duplicate"
    """Several do exactly the same, whatever they are called."""
    VARIANT = "variant"
    """Several do the same with other values."""
    FAILING = "failing"
    """It fails, or is undone, more often than it stands."""
    UNVERIFIED = "unverified"
    """It was imported, or has run, and never ended verified here."""
    STALE = "stale"
    """It was last verified long ago, or on an older version of the host."""
    UNUSED = "unused"
    """It is the user's own and never ran."""


@dataclass(frozen=True)
class Finding:
    """One thing to look at: which workflows, why, and what can be done about it."""

    kind: Kind
    workflows: tuple[str, ...]
    why: str
    advice: str


@dataclass(frozen=True)
class Audit:
    """What was looked through, and what was found, the weightiest kinds first."""

    workflows: int
    superseded: int
    findings: tuple[Finding, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many findings there are of each kind; every kind is there."""
        return {kind.value: sum(each.kind is kind for each in self.findings) for kind in Kind}


@dataclass(frozen=True)
class _Known:
    """All that is known of one workflow."""

    stored: StoredWorkflow
    standing: Standing
    outcomes: Outcomes
    usage: Usage
    hosts: Hosts
    now: datetime

    @property
    def is_own(self) -> bool:
        return self.stored.origin.source != "seed"


def audit(store: Store, now: datetime | None = None) -> Audit:
    """Look through every workflow that is offered; those that were superseded are only counted."""
    standings, outcomes = store.workflows.standing.unusual(), store.runs.outcomes()
    usage, hosts = store.workflows.standing.usage(), hosts_of(store)
    everything = [
        _Known(
            stored,
            standings.get(stored.id, Standing()),
            outcomes.get(stored.id, Outcomes()),
            usage.get(stored.id, Usage()),
            hosts,
            now or datetime.now(UTC),
        )
        for stored in store.workflows.all()
    ]
    offered = [each for each in everything if each.standing.superseded_by is None]
    findings = [*_alike([each.stored for each in offered]), *(f for each in offered for f in _of_one(each))]
    order = list(Kind)
    findings.sort(key=lambda finding: (order.index(finding.kind), finding.workflows))
    return Audit(len(offered), len(everything) - len(offered), tuple(findings))


def _alike(stored: list[StoredWorkflow]) -> Iterator[Finding]:
    same = _groups(stored, structure)
    for ids in same.values():
        if len(ids) > 1:
            yield Finding(
                Kind.DUPLICATE,
                ids,
                "They do exactly the same, step by step.",
                f"orbit workflows merge {ids[0]} {ids[1]}",
            )
    first_of = {each: ids[0] for ids in same.values() for each in ids}
    for ids in _groups(stored, shape).values():
        different = tuple(dict.fromkeys(first_of[each] for each in ids))
        if len(different) > 1:
            yield Finding(
                Kind.VARIANT,
                different,
                "They take the same steps with other values.",
                f"orbit workflows diff {different[0]} {different[1]}",
            )


def _groups(
    stored: list[StoredWorkflow], named: Callable[[Mapping[str, Any]], str]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in stored:
        key = named(each.body)
        found[key] = (*found.get(key, ()), each.id)
    return found


def _of_one(known: _Known) -> Iterator[Finding]:
    one = known.stored.id
    for kind, look in _LOOKS.items():
        why, advice = look(known) or ("", "")
        if why:
            yield Finding(kind, (one,), why, advice.format(id=one))


def _failing(known: _Known) -> tuple[str, str] | None:
    went = known.outcomes
    if went.runs < _RUNS_NEEDED or confidence_of(went).expected >= _DOUBTFUL:
        return None
    last = f" Last: {went.last_reason}" if went.last_reason else ""
    counts = f"{went.verified} succeeded, {went.failed} failed and {went.undone} were undone"
    return (
        f"Of {went.runs} runs, {counts}.{last}",
        "orbit workflows versions {id}; orbit workflows revert {id} N",
    )


def _unverified(known: _Known) -> tuple[str, str] | None:
    if not known.standing.trusted:
        return "It was imported and has not proven itself here.", 'try it: orbit do "…" --dry-run'
    if known.is_own and known.outcomes.runs and known.usage.last_verified is None:
        return f"It ran {_times(known.outcomes.runs)} and was never verified.", "orbit workflows show {id}"
    return None


def _stale(known: _Known) -> tuple[str, str] | None:
    if known.standing.invalid_since is not None:
        return (known.standing.invalid_reason or "It no longer works."), "try it, or teach it again"
    last = known.usage.last_verified
    if last is None:
        return None
    if moved := known.hosts.moved_on(known.stored.id):
        return moved, "try it on the new version"
    days = (known.now - datetime.fromisoformat(last)).days
    if days > STALE_DAYS and not known.standing.pinned:
        return (
            f"It was last verified {days} days ago.",
            "try it; or keep it as it is: orbit workflows pin {id}",
        )
    return None


def _unused(known: _Known) -> tuple[str, str] | None:
    age = known.now - datetime.fromisoformat(known.stored.created)
    if not known.is_own or known.outcomes.runs or known.standing.pinned or age < timedelta(days=UNUSED_DAYS):
        return None
    return f"It was saved {age.days} days ago and never ran.", "orbit workflows forget {id}"


_LOOKS: dict[Kind, Callable[[_Known], tuple[str, str] | None]] = {
    Kind.FAILING: _failing,
    Kind.UNVERIFIED: _unverified,
    Kind.STALE: _stale,
    Kind.UNUSED: _unused,
}


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
