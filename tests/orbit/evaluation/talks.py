"""Conversations as the judge sees them: what the sessions read, and how the last turn ended."""

from __future__ import annotations

from daw_bridges.session import Session
from orbit.agent.answers import Answer, Question
from orbit.evaluation.talking import Talk, Turn
from orbit.outcome import Outcome

__all__ = ["ASKED", "DONE", "REFUSED", "talk"]

DONE = Answer(ok=True, reply="Done.")
REFUSED = Answer(ok=False, reply="No.")
ASKED = Answer(ok=False, reply="Which one?", question=Question(question="Which one?"))


def talk(before: Session, *afters: Session, last: Answer = DONE) -> Talk:
    """A conversation that left these sessions, turn by turn; only the last may not have been done."""
    held = Talk(before)
    for place, after in enumerate(afters):
        answer = last if place == len(afters) - 1 else DONE
        outcome = Outcome(answer, held.after, after)
        held.turns.append(Turn("…", outcome, held.after, after, 0.1, None, 1, 1, 1, fell_back=False))
    return held
