"""What every operation of keyed memory stands on: the tables, each memory's rules, and finding its keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from daw_bridges.errors import NotFoundError
from orbit.memory.keyed.patterns import matching
from orbit.memory.keyed.policy import Policies, Policy
from orbit.memory.keyed.redaction import Redactor
from orbit.memory.store.keyed import KeyedTable
from orbit.memory.store.keyed_rows import KeyState
from orbit.workflows.memory_tasks.keys import is_pattern

__all__ = ["Ground", "Probe"]

Probe = Callable[[], str]
"""Tries one more thing for health, and says what is wrong with it; empty when nothing is."""


@dataclass(frozen=True)
class Ground:
    """The tables of one scope, the policies of its memories, and what else health tries."""

    table: KeyedTable
    policies: Policies
    probes: Mapping[str, Probe] = field(default_factory=dict[str, Probe])
    _redactors: dict[str, Redactor] = field(default_factory=dict[str, Redactor])

    def policy(self, ref: str) -> Policy:
        """Give the rules of a memory."""
        return self.policies.of(ref)

    def redactor(self, ref: str) -> Redactor:
        """Give what takes the secrets out for a memory. Raises UsageError for a pattern that is none."""
        if ref not in self._redactors:
            policy = self.policy(ref)
            self._redactors[ref] = Redactor(
                policy.redact, usual=policy.redact_usual, replacement=policy.redaction
            )
        return self._redactors[ref]

    def keys(self, ref: str, key: str, most: int) -> list[KeyState]:
        """Give the keys that a key or a pattern means, in order; UsageError when they are too many."""
        return matching(self.table, ref, key, most)

    def keys_there(self, ref: str, key: str, most: int) -> list[KeyState]:
        """Give them likewise, but raise NotFoundError for a single key that is not there."""
        found = self.keys(ref, key, most)
        if not found and not is_pattern(key):
            raise NotFoundError(f"key in the memory {ref}", key)
        return found
