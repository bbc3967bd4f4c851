"""What "redo" means: what was taken back last, while nothing else was done since."""

from __future__ import annotations

import re

from orbit.agent.context import Done
from orbit.agent.offline.dialogue.deeds import Deed
from orbit.agent.offline.dialogue.past import Past, is_joined

__all__ = ["redone"]

_REDO = re.compile(
    r"\b(?:redo|reapply)\b|\bundo (?:the )?(?:last )?undo\b|\bback again\b|\bafter all\b|"
    r"\bwhat you (?:just )?(?:undid|took back)\b",
    re.IGNORECASE,
)


def redone(past: Past) -> Deed | tuple[str, dict[str, str]] | None:
    """The edits, or the workflow with its slots, that were taken back last; None where nothing was.

    Taking back two things and redoing twice gives both, the earlier one first; whatever else is done in
    between ends that, as in any program.
    """
    standing: list[Done] = []
    gone: list[Done] = []
    for done in reversed(past.recent):
        redo = done.outcome in ("done", "taken_back") and _REDO.search(done.request) is not None
        if redo and gone:
            gone.pop()
        elif done.outcome in ("done", "taken_back"):
            gone.clear()
        back = [each for each in reversed(standing) if each.outcome == "taken_back"][: done.took_back]
        standing = [each for each in standing if each not in back]
        gone.extend(back if done.outcome == "undid" else ())
        if done.outcome in ("done", "taken_back"):
            standing.append(done)
    if not gone:
        return None
    last = gone[-1]
    whole = last.workflow is not None and not is_joined(last)
    return (str(last.workflow), dict(last.slots)) if whole else Deed.of(last)
