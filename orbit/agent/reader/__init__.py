"""The reader: every mention of a sentence, the frames they fill, and a ranker that says which is meant.

Mentions are read in every way; frames take them as slots; stretches of the sentence are edits or remarks.
What comes to the same edits is one reading. Structure forbids some; the rest are ranked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.agent.reader.decide import Decision, read

__all__ = ["Decision", "read"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from orbit.agent.reader import decide  # the ranker takes numpy, which questions do without

    return getattr(decide, name)
