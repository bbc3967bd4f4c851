"""Keyed memory: notes, settings and conversations under hierarchical keys, kept, found and let go."""

from __future__ import annotations

from orbit.memory.keyed.memory import KeyedMemory
from orbit.memory.keyed.policy import Policies, Policy

__all__ = ["KeyedMemory", "Policies", "Policy"]
