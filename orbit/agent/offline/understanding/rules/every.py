"""Every rule there is, and the words they are made of."""

from __future__ import annotations

import re
from functools import cache

from orbit.agent.offline.understanding.rule import Rule
from orbit.agent.offline.understanding.rules import (
    clips,
    copies,
    devices,
    levels,
    names,
    notes,
    parameters,
    preferences,
    routing,
    switches,
    talk,
    tracks,
    transport,
)

__all__ = ["ALL_RULES", "rule_words"]

_AREAS = (
    talk, names, notes, preferences, transport, levels, switches, routing, tracks, copies, devices,
    parameters, clips,
)  # fmt: skip
ALL_RULES: tuple[Rule, ...] = tuple(rule for area in _AREAS for rule in area.RULES)


@cache
def rule_words() -> frozenset[str]:
    """The words that stand in the wordings of some edit."""
    patterns = (pattern for rule in ALL_RULES if rule not in copies.RULES for pattern in rule.patterns)
    said = (word for pattern in patterns for word in re.sub(r"\{[^}]*\}", " ", pattern).split())
    return frozenset(word for each in said for word in re.findall(r"[a-z]+", each))
