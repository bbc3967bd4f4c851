"""Health of keyed memory: nothing is said to work that was not tried just now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import uuid4

from daw_bridges.errors import OrbitError
from orbit.memory.keyed.flushing import fill_of
from orbit.memory.keyed.ground import Ground
from orbit.memory.keyed.payload import tokens_in
from orbit.memory.keyed.responses import HealthCheck, HealthResponse
from orbit.memory.store.keyed_rows import Entry, KeyState
from orbit.workflows.memory_tasks.requests import MAX_KEYS, HealthRequest

__all__ = ["health"]

_PROBES = "__health__"
"""The memory that probes go to; no request can name it."""


def health(ground: Ground, request: HealthRequest) -> HealthResponse:
    """Try what the memory rests on, and say how full it is. Never raises for what it finds."""
    checks = list(_checks(ground, request))
    states = _states(ground, request, checks)
    policy = ground.policy(request.memory_ref)
    fullest = max(states, key=lambda state: fill_of(state, policy), default=None)
    filled = fill_of(fullest, policy) if fullest is not None else 0.0
    shown = states if request.include_stats else []
    return HealthResponse(
        memory_ref=request.memory_ref,
        key=request.key,
        healthy=all(check.ok for check in checks),
        checks=checks,
        warnings=_warnings(fullest, filled, policy.near_limit),
        actual_strategy=policy.strategy.value,
        last_flush=max((state.flushed for state in states if state.flushed), default=None),
        key_count=len(shown),
        message_count=sum(state.messages for state in shown),
        token_count=sum(state.tokens for state in shown),
        current_tokens=fullest.tokens if fullest is not None else 0,
        fullest_key=fullest.key if fullest is not None else None,
        fill=round(filled, 4),
    )


def _states(ground: Ground, request: HealthRequest, checks: list[HealthCheck]) -> list[KeyState]:
    try:
        return ground.keys(request.memory_ref, request.key, MAX_KEYS)
    except OrbitError as error:
        checks.append(HealthCheck(name="keys", ok=False, detail=str(error)))
        return []


def _warnings(fullest: KeyState | None, filled: float, near: float) -> list[str]:
    if fullest is None or filled < near:
        return []
    return [f"“{fullest.key}” is {filled:.0%} full: flush it, or raise its limits in memories.toml."]


def _checks(ground: Ground, request: HealthRequest) -> Iterator[HealthCheck]:
    if request.check_connectivity:
        yield _tried("write, read back, delete", lambda: _probe(ground))
    yield _tried("expired keys are gone", lambda: _swept(ground))
    yield _tried("what is kept adds up", lambda: _adds_up(ground, request.memory_ref))
    yield _tried("backups are whole", lambda: _backups(ground))
    yield _tried("patterns to redact", lambda: _redacts(ground, request.memory_ref))
    for name, probe in ground.probes.items():
        yield _tried(name, probe)


def _tried(name: str, probe: Callable[[], str]) -> HealthCheck:
    try:
        wrong = probe()
    except OrbitError as error:
        wrong = str(error)
    return HealthCheck(name=name, ok=not wrong, detail=wrong)


def _probe(ground: Ground) -> str:
    """Write something, read it in another transaction, delete it, and see that it is gone."""
    table, key, word = ground.table, uuid4().hex, uuid4().hex
    try:
        with table.turn(_PROBES, key):
            table.add(_PROBES, key, [Entry("system", word, tokens_in(word))])
        read = [entry.content for entry in table.page(_PROBES, key, offset=0, limit=2)]
    finally:
        table.drop(_PROBES, [key])
    if read != [word]:
        return "what was written did not read back as it was"
    return "what was deleted is still there" if table.key(_PROBES, key) is not None else ""


def _swept(ground: Ground) -> str:
    ground.table.sweep()
    return "" if ground.table.sweep() == 0 else "expired keys come back"


def _adds_up(ground: Ground, ref: str) -> str:
    wrong = ground.table.strays(ref)
    return f"{wrong} messages belong to no key" if wrong else ""


def _backups(ground: Ground) -> str:
    damaged = ground.table.backups.damaged()
    return f"damaged: {', '.join(damaged)}" if damaged else ""


def _redacts(ground: Ground, ref: str) -> str:
    redactor = ground.redactor(ref)
    return "" if not ground.policy(ref).redact_usual or redactor.text("a@b.example")[1] else "nothing goes"
