"""How far from clean a corpus is: what hands do between the steps, forget, repeat, and do not hit exactly."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["LEVELS", "Noise"]


@dataclass(frozen=True)
class Noise:
    """The shares, from 0 to 1, of what happens to the steps of a workflow while it is done.

    ``inserted``: another edit comes before a step. ``dropped``: a step is forgotten. ``interleaved``: a
    workflow is done at the same time as the next. ``repeated``: a value is set, and set again a step or two
    later. ``undone``: something wrong is done and undone at once. ``drift``: how far from a constant a hand
    stops, as a share of the usual range. ``drags``: a knob passes through other values.
    """

    inserted: float = 0.0
    dropped: float = 0.0
    interleaved: float = 0.0
    repeated: float = 0.0
    undone: float = 0.0
    drift: float = 0.0
    drags: float = 0.25


LEVELS = MappingProxyType(
    {
        "clean": Noise(),
        "moderate": Noise(0.10, 0.05, 0.20, repeated=0.02, undone=0.02, drift=0.005),
        "heavy": Noise(0.25, 0.10, 0.50, repeated=0.05, undone=0.05, drift=0.015),
        "extreme": Noise(0.60, 0.20, 0.90, repeated=0.10, undone=0.10, drift=0.03),
    }
)
"""The three usual levels, their first three shares as in earlier comparisons, and one that breaks things."""
