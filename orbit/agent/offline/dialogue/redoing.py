"""What "redo" means: what was taken back last, while nothing else was done since."""

from __future__ import annotations

import re
from itertools import takewhile

from orbit.agent.context import Done
from orbit.agent.offline.dialogue.deeds import Deed
from orbit.agent.offline.dialogue.past import Past
from orbit.agent.offline.understanding.tokens import tokenize

__all__ = ["redone"]

_REDO = re.compile(
    r"\b(?:redo|reapply)\b|\bundo (?:the )?(?:last )?undo\b|\bback again\b|\bafter all\b|"
    r"\bwhat you (?:just )?(?:undid|took back)\b",
    re.IGNORECASE,
)
_TWO = frozenset({"twice", "both", "couple"})
_ALL = frozenset({"everything", "all", "start"})


def redone(past: Past) -> Deed | tuple[str, dict[str, str]] | None:
    """The edits, or the workflow with its slots, that were taken back last; None where nothing was.

    Taking back two things and redoing twice gives both, the earlier one first.
    """
    acts = [done for done in past.recent if done.outcome in ("done", "undid", "taken_back")]
    again = list(takewhile(lambda done: done.outcome == "done" and bool(_REDO.search(done.request)), acts))
    undos = list(takewhile(lambda done: done.outcome == "undid", acts[len(again) :]))
    gone = list(takewhile(lambda done: done.outcome == "taken_back", acts[len(again) + len(undos) :]))
    gone = gone[: sum(_count(done, len(gone)) for done in undos)]
    if len(gone) <= len(again):
        return None
    last = gone[-1 - len(again)]
    return (last.workflow, dict(last.slots)) if last.workflow is not None else Deed.of(last)


def _count(undid: Done, most: int) -> int:
    """How many things a request took back, by its words."""
    tokens = tokenize(undid.request)
    words = {token.text for token in tokens}
    numbers = [int(token.number) for token in tokens if token.number is not None]
    return most if words & _ALL else 2 if words & _TWO else max([1, *numbers])
