"""The reader of frames beside what Orbit did with the first sentence of a task: do they agree, who is right.

It changes nothing: it reads the session as it was before the sentence, and its edits are applied to that
alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from daw_bridges.algebra import apply_all, differences, resolve_labels
from daw_bridges.errors import OrbitError
from orbit.evaluation.judging import expected_session

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.evaluation.talking import Talk
    from orbit.evaluation.task import Task

__all__ = ["Shadow", "agreement", "shadow_of"]


@dataclass(frozen=True)
class Shadow:
    """How the frames read a sentence: ``verb`` is act, propose, ask or leave."""

    verb: str
    sure: float
    edits: tuple[str, ...]
    agrees: bool
    """Whether it comes to the session that Orbit left."""
    right: bool | None
    """Whether it comes to what the task says; None where its likeliest edits say nothing, or the task not."""

    def document(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


def shadow_of(task: Task, talk: Talk) -> Shadow:
    """Read a task's first sentence by frames."""
    from orbit.agent.offline.understanding.ground import Ground
    from orbit.agent.reader.decide import read

    turn = talk.turns[0]
    decision = read(Ground(turn.before, turn.said))
    after = _after(turn.before, decision.actions)
    agrees = after is not None and not differences(after, turn.after)
    right = None
    if task.leads_to is not None and len(task.say) == 1 and not task.answers and decision.actions:
        right = after is not None and not differences(after, expected_session(task, turn.before))
    told = tuple(action.describe() for action in decision.actions)
    return Shadow(decision.verb, round(decision.sure, 3), told, agrees, right)


def _after(before: Session, actions: Iterable[Any]) -> Session | None:
    try:
        return apply_all(before, resolve_labels(before, list(actions)))
    except OrbitError:
        return None


def agreement(shadows: Iterable[tuple[bool | None, Shadow]]) -> Counter[str]:
    """How often they agree and who is right; the first of each pair is whether Orbit passed."""
    counts: Counter[str] = Counter()
    for passed, shadow in shadows:
        counts["sentences"] += 1
        counts[shadow.verb] += 1
        counts["agree"] += shadow.agrees
        if shadow.verb == "act" and shadow.right is not None:
            whose = {(True, True): "both right", (True, False): "only Orbit right"}
            whose |= {(False, True): "only frames right", (False, False): "neither right"}
            counts[whose[bool(passed), shadow.right]] += 1
    return counts
