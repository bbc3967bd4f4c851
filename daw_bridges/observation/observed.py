"""One thing that was seen to be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from daw_bridges.actions import Action
from daw_bridges.session import Session

__all__ = ["Observed", "OnSession", "Origin"]

Origin = Literal["user", "agent"]
"""Who did it: a person at the DAW, or Orbit (this one or another)."""

OnSession = Callable[[Session], None]
"""Told the session an observation begins with, and again whenever it has to begin anew."""


@dataclass(frozen=True, slots=True)
class Observed:
    """An action that was done, ``t`` seconds after the observation began; ``t`` never runs backwards.

    The actions of a stream lead from the session it began with to what the host shows
    (``daw_bridges.algebra.retrace``). An ``undo`` takes back the one action before it that still stands; if
    the host takes back several at once, there are several; what it does again comes as the actions
    themselves. What was done before the observation began can be undone too: that is seen as what it changes.
    """

    t: float
    origin: Origin
    action: Action
