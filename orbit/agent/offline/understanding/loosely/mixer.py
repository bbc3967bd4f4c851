"""What can be wanted of the mixer: levels, pans, switches."""

from __future__ import annotations

from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.levels import LEVELS
from orbit.agent.offline.understanding.loosely.panning import PANNING
from orbit.agent.offline.understanding.loosely.switches import SWITCHES

__all__ = ["MIXER"]

MIXER: tuple[Frame, ...] = (*LEVELS, *PANNING, *SWITCHES)
