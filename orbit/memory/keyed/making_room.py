"""Flush as an operation: which keys are full enough, and what is taken out of them."""

from __future__ import annotations

from orbit.memory.keyed.flushing import Choice, choose, fill_of
from orbit.memory.keyed.ground import Ground
from orbit.memory.keyed.policy import Policy
from orbit.memory.keyed.responses import FlushResponse
from orbit.memory.store.keyed_rows import KeyState
from orbit.workflows.memory_tasks.requests import MAX_KEYS, FlushRequest, Strategy

__all__ = ["flush", "take_out"]


def flush(ground: Ground, request: FlushRequest) -> FlushResponse:
    """Make room in keys that are filled to the threshold, or with ``force`` in all; see FlushOptions."""
    ref, policy = request.memory_ref, ground.policy(request.memory_ref)
    states = ground.keys_there(ref, request.key, MAX_KEYS)
    full = _full(states, request, policy)
    strategy = request.strategy or policy.strategy
    with ground.table.whole():
        choices = {state.key: _flushed(ground, request, state, policy, strategy) for state in full}
    done = {key: choice for key, choice in choices.items() if choice is not None and choice.gone}
    return _response(request, states, done, strategy)


def _full(states: list[KeyState], request: FlushRequest, policy: Policy) -> list[KeyState]:
    """Give the keys to flush, those that were used longest ago first."""
    threshold = policy.threshold if request.threshold is None else request.threshold
    due = [s for s in states if s.messages and (request.force or fill_of(s, policy) >= threshold)]
    due.sort(key=lambda state: (state.last_used or "", state.key))
    return due[: request.max_keys]


def _flushed(
    ground: Ground, request: FlushRequest, state: KeyState, policy: Policy, strategy: Strategy
) -> Choice | None:
    ref, key = request.memory_ref, state.key
    if request.dry_run:
        return choose(ground.table.entries(ref, [key]), policy, strategy, force=request.force)
    with ground.table.turn(ref, key):
        held = ground.table.entries(ref, [key])
        if not held:
            return None  # somebody else cleared it meanwhile
        choice = choose(held, policy, strategy, force=request.force)
        if choice.gone:
            take_out(ground, ref, key, choice)
            ground.table.mark(ref, key, flushed=True)
    return choice


def take_out(ground: Ground, ref: str, key: str, choice: Choice) -> None:
    """Do to a key what was chosen; whoever calls holds the turn at it."""
    if not choice.gone:
        return
    ground.table.empty(ref, [key], [entry.place for entry in choice.gone])
    if choice.summary is not None:
        ground.table.set_entry(ref, key, choice.summary.place, choice.summary)


def _response(
    request: FlushRequest, states: list[KeyState], done: dict[str, Choice], strategy: Strategy
) -> FlushResponse:
    used = next((choice.strategy for choice in done.values()), strategy)
    freed = sum(choice.tokens_freed for choice in done.values())
    gone = sum(len(choice.gone) for choice in done.values())
    summaries = sum(choice.summary is not None for choice in done.values())
    return FlushResponse(
        memory_ref=request.memory_ref,
        key=request.key,
        summary_generated=summaries > 0,
        message_count=sum(state.messages for state in states) - gone + summaries,
        token_count=sum(state.tokens for state in states) - freed,
        dry_run=request.dry_run,
        would_flush=bool(done),
        actual_strategy=used.value,
        flushed_keys=sorted(done),
        remaining_keys=[state.key for state in states if state.key not in done],
        messages_flushed=gone,
        tokens_freed=freed,
        memory_freed=sum(choice.characters_freed for choice in done.values()),
    )
