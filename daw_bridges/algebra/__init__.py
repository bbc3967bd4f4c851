"""The algebra of sessions: pure functions over immutable models, under everything else.

``apply`` says what an action does, ``diff`` which actions lead from one session to another, ``invert`` which
ones take an action back. The laws that hold between them are in ``tests/daw_bridges/algebra``.
"""

from __future__ import annotations

from daw_bridges.algebra.application import apply, apply_all
from daw_bridges.algebra.difference import Way, diff, nearest
from daw_bridges.algebra.equivalence import differences, equivalent
from daw_bridges.algebra.inversion import holds_more, invert, unclear_routings
from daw_bridges.algebra.labels import resolve_labels
from daw_bridges.algebra.retracing import retrace

__all__ = [
    "Way",
    "apply",
    "apply_all",
    "diff",
    "differences",
    "equivalent",
    "holds_more",
    "invert",
    "nearest",
    "resolve_labels",
    "retrace",
    "unclear_routings",
]
