"""Making room: which messages of a full key go, by each strategy, and what is put in their place.

All of it is plain reckoning over the messages, so that a dry run and the flush itself cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from orbit.memory.keyed.payload import as_summary
from orbit.memory.keyed.policy import Policy
from orbit.memory.store.keyed_rows import Entry, KeyState
from orbit.workflows.memory_tasks.requests import Strategy

__all__ = ["Choice", "choose", "fill_of"]

_FORCED_SHARE = 0.75
"""What at most is left of a key that is flushed by force."""
_SUMMARY_SHARE, _LONGEST_SUMMARY = 0.25, 2000
"""How long a summary may be: a share of what it stands for, and in characters."""


@dataclass(frozen=True)
class Choice:
    """What a flush does to one key: which messages go, and the summary that comes to its ``place``."""

    gone: tuple[Entry, ...]
    kept: tuple[Entry, ...]
    summary: Entry | None
    strategy: Strategy

    @property
    def tokens_freed(self) -> int:
        """Tokens that are saved, as estimated."""
        return sum(entry.tokens for entry in self.gone) - (self.summary.tokens if self.summary else 0)

    @property
    def characters_freed(self) -> int:
        """Characters that are saved."""
        return sum(len(e.content) for e in self.gone) - (len(self.summary.content) if self.summary else 0)


@dataclass(frozen=True)
class _Goal:
    """What may stay."""

    messages: float
    tokens: float
    size: float

    def reached(self, entries: Iterable[Entry]) -> bool:
        held = list(entries)
        return (
            len(held) <= self.messages
            and sum(entry.tokens for entry in held) <= self.tokens
            and sum(len(entry.content) for entry in held) <= self.size
        )


def fill_of(state: KeyState, policy: Policy) -> float:
    """How full a key is: the greatest of its shares of what it may hold; more than 1 beyond it."""
    return max(
        state.messages / policy.max_messages, state.tokens / policy.max_tokens, state.size / policy.max_size
    )


def choose(entries: Sequence[Entry], policy: Policy, strategy: Strategy, *, force: bool = False) -> Choice:
    """Choose what goes so that the policy's target is reached; with ``force`` at least a quarter goes."""
    goal = _goal(entries, policy, force=force)
    if strategy is Strategy.HYBRID_SUMMARY:
        if len(entries) > 2 and (choice := _summarised(entries, policy, goal)).tokens_freed > 0:
            return choice
        # There is nothing between the first and the last, or it is shorter than its summary would be.
        strategy = Strategy.SIMPLE_FIFO
    gone = _first_to_go(_ORDERS[strategy](entries), entries, goal)
    return _choice(entries, gone, None, strategy)


def _goal(entries: Sequence[Entry], policy: Policy, *, force: bool) -> _Goal:
    limits = (policy.max_messages, policy.max_tokens, policy.max_size)
    held = (len(entries), sum(e.tokens for e in entries), sum(len(e.content) for e in entries))
    goals = [limit * policy.target for limit in limits]
    if force:
        goals = [min(goal, has * _FORCED_SHARE) for goal, has in zip(goals, held, strict=True)]
    return _Goal(*goals)


def _oldest_first(entries: Sequence[Entry]) -> list[Entry]:
    return list(entries)


def _longest_unread_first(entries: Sequence[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.used, entry.place))


def _unread_and_large_first(entries: Sequence[Entry]) -> list[Entry]:
    waits = {entry.place: len(entries) - n for n, entry in enumerate(_longest_unread_first(entries))}
    return sorted(entries, key=lambda entry: (-waits[entry.place] * (entry.tokens + 1), entry.place))


_ORDERS: dict[Strategy, Callable[[Sequence[Entry]], list[Entry]]] = {
    Strategy.SIMPLE_FIFO: _oldest_first,
    Strategy.LRU: _longest_unread_first,
    Strategy.TOKEN_AWARE_LRU: _unread_and_large_first,
}


def _first_to_go(order: Sequence[Entry], entries: Sequence[Entry], goal: _Goal) -> set[int]:
    gone: set[int] = set()
    messages, tokens = len(entries), sum(entry.tokens for entry in entries)
    size = sum(len(entry.content) for entry in entries)
    for entry in order:
        if messages <= goal.messages and tokens <= goal.tokens and size <= goal.size:
            break
        gone.add(entry.place)
        messages, tokens, size = messages - 1, tokens - entry.tokens, size - len(entry.content)
    return gone


def _choice(entries: Sequence[Entry], gone: set[int], summary: Entry | None, strategy: Strategy) -> Choice:
    return Choice(
        tuple(entry for entry in entries if entry.place in gone),
        tuple(entry for entry in entries if entry.place not in gone),
        summary,
        strategy,
    )


def _summarised(entries: Sequence[Entry], policy: Policy, goal: _Goal) -> Choice:
    """Keep the first and the last as they are; put one summary in the place of what is between."""
    ends = max(1, min(policy.keep_ends, (len(entries) - 1) // 3))
    middle = entries[ends:-ends]
    summary = replace(as_summary(_summary_of(middle)), place=middle[0].place)
    left = [*entries[:ends], summary, *entries[-ends:]]
    gone = {entry.place for entry in middle}
    if not goal.reached(left):  # the ends alone are too much
        rest = [entry for entry in entries if entry.place not in gone]
        room = _Goal(goal.messages - 1, goal.tokens - summary.tokens, goal.size - len(summary.content))
        gone |= _first_to_go(rest, rest, room)
    return _choice(entries, gone, summary, Strategy.HYBRID_SUMMARY)


def _summary_of(entries: Sequence[Entry]) -> str:
    """Say in few words what messages held: how many, from when to when, and how each begins."""
    head = f"Summary of {len(entries)} messages, {entries[0].created[:10]} to {entries[-1].created[:10]}: "
    whole = sum(len(entry.content) for entry in entries)
    room = min(_LONGEST_SUMMARY, max(0, int(whole * _SUMMARY_SHARE) - len(head)))
    each = max(12, room // len(entries))
    return (head + " / ".join(_fitting((_beginning(entry, each) for entry in entries), room))).rstrip(" :")


def _fitting(pieces: Iterator[str], room: int) -> Iterator[str]:
    for piece in pieces:
        room -= len(piece) + 3
        if room < 0:
            return
        yield piece


def _beginning(entry: Entry, most: int) -> str:
    words = " ".join(entry.content.split())
    sentence = words.partition(". ")[0]
    return sentence if len(sentence) <= most else f"{sentence[: most - 1].rstrip()}…"
