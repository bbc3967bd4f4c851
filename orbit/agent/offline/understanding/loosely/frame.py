"""A frame: something that can be wanted, the words that say so, and the plain sentence it comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.lexicon import ANYWHERE, NEVER, PROCESSING

__all__ = ["Frame"]


@dataclass(frozen=True)
class Frame:
    """Something that can be wanted."""

    say: Callable[[Evidence], str | None]
    """The plain sentence; None where what is named does not make one."""
    cues: frozenset[str] = frozenset()
    """The words of which one has to stand there; with none, what is named says enough."""
    more: frozenset[str] = frozenset()
    """Words that may stand beside."""
    strangers: int = 0
    """How many words that mean nothing to anybody may stand beside: only where what is named says enough."""
    parameters: bool = field(default=False, kw_only=True)
    """Whether it is about parameters: then their names count as named."""

    any_verb: Callable[[Evidence], bool] | None = field(default=None, kw_only=True)
    """When what is named says enough, so that a verb nobody knows may open the sentence."""

    def fits(self, evidence: Evidence, known: frozenset[str]) -> bool:
        """Whether the words beside what is named are all explained; ``known`` mean something elsewhere."""
        rest = set(evidence.rest)
        if self.cues and rest.isdisjoint(self.cues):
            return False
        left = rest - self.cues - self.more
        if not NEVER.isdisjoint(left - (ANYWHERE - NEVER)):
            return False
        left -= ANYWHERE
        if len(left) == 1 and left.isdisjoint(known | PROCESSING) and self.any_verb is not None:
            return self.any_verb(evidence) and evidence.opens_with(*left)
        return len(left) <= self.strangers and left.isdisjoint(known)
