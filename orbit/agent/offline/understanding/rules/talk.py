"""What is said beside edits: taking back."""

from __future__ import annotations

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.rule import Built, Rule, TakeBack

__all__ = ["ABLE_TO", "RULES"]

ABLE_TO = (
    "I can work the mixer (“turn the vocals down 2 dB”, “pan the keys left”), tracks, tempo, devices "
    "and clips, "
    "and whole workflows (“make the bass duck under the kick”). “Undo” takes the last thing back."
)
"""What Orbit can be asked for, in a sentence."""


def _undo(_: Ground) -> Built:
    return TakeBack()


RULES = (
    Rule(
        _undo,
        (
            (
                "(undo|undo it|undo that|undo this|undo last|take it back|take that back|revert|revert "
                "that|revert it|roll back|roll it back|roll that back|put it back|put it "
                "back how it was|put it back as it was)"
            ),
            "undo last (thing|change|step|action|edit|one|move|workflow)",
            "undo what you [just] did",
            "(revert|reverse|take back) last (thing|change|step|action|edit|one|move)",
            "go back [one step|to before]",
            "(revert|reverse|take back) what you [just] did",
            "i did not like that",
            "that was wrong",
            "never mind that",
        ),
    ),
)
"""The wordings that take back."""
