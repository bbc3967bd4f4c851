"""What a sentence has to say of the last thing, and what that was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from daw_bridges.actions import Action
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.evidence import Evidence, Piece
from orbit.agent.offline.dialogue.past import edits_of
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["CORRECTS", "NEUTRAL", "Heard", "in_words"]

NEUTRAL = frozenset({"fine", "thanks", "sorry", "noun", "but", "next", "scrap"})
"""What says nothing of what is to be done where something else is said."""
CORRECTS = ("no", "meant", "scrap", "spared tracks", "spared kind", "spared value")
"""What says plainly that the last thing was not what was meant."""


@dataclass(frozen=True)
class Heard:
    """What a sentence has to say of the last thing."""

    tokens: Sequence[Token]
    pieces: Evidence
    last: Done | None
    known: Known

    @cached_property
    def actions(self) -> list[Action]:
        """The edits of the last thing."""
        return edits_of(self.last) if self.last is not None else []

    @cached_property
    def edits(self) -> frozenset[str]:
        """What sorts of edits those are."""
        return frozenset(action.action for action in self.actions)

    def says(self, needs: Sequence[str], may: Sequence[str] = ()) -> bool:
        """Whether one of some things is said, and beside it nothing that says more than it may."""
        return self.pieces.any(*needs) and self.pieces.labels - NEUTRAL <= {*needs, *may}

    def value(self, kind: str, piece: Piece) -> Any:
        """What a piece is as something of a kind."""
        return KINDS[kind].read(self.known.ground(""), piece.tokens)


def in_words(tokens: Sequence[Token]) -> str:
    """The words of some tokens."""
    return " ".join(token.text for token in tokens)
