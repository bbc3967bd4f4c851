"""One edit out of two of the same setting: made where the first was, with the value of the last."""

from __future__ import annotations

from daw_bridges.actions import Action

__all__ = ["moved_on"]

_REFERENCES = ("track", "device", "to", "clip", "scene", "parameter")

_ENDS = ("start_bar", "end_bar")
"""Of a loop: where they are left out, they stay where they were put."""


def moved_on(first: Action, last: Action) -> Action:
    """The later edit of a setting as it would have been made at the time of the earlier one.

    What it is of may have got another name or number in between.
    """
    one, other = vars(first), vars(last)
    moved = {name: one[name] for name in _REFERENCES if one.get(name) != other.get(name)}
    moved |= {name: one[name] for name in _ENDS if name in one and other[name] is None}
    return last.model_copy(update=moved) if moved else last
