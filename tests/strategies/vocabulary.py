"""Any action of the vocabulary, well formed, whether or not a session could take it."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from daw_bridges.actions import ACTIONS, Action
from daw_bridges.session import Note

__all__ = ["well_formed_actions"]

_TEXT = st.text(min_size=1, max_size=12)
_WORDS = {
    "kind": st.sampled_from(["midi", "audio", "return"]),
    "mode": st.sampled_from(["in", "auto", "off"]),
    "color": st.from_regex(r"\A#[0-9a-fA-F]{6}\Z"),
    "db": st.one_of(st.just(-math.inf), st.floats(-1000, 1000)),
    "value": st.one_of(st.floats(allow_nan=False, allow_infinity=False), _TEXT),
    "points": st.lists(st.tuples(st.floats(0, 64), st.floats(-1000, 1000)), max_size=3).map(tuple),
    "notes": st.lists(
        st.builds(Note, st.integers(0, 127), st.floats(0, 64), st.floats(0.01, 64), st.floats(1, 127)),
        max_size=3,
    ).map(tuple),
}
_BY_TYPE: dict[str, SearchStrategy[Any]] = {
    "bool": st.booleans(),
    "int": st.integers(-1000, 1000),
    "float": st.floats(allow_nan=False, allow_infinity=False),
    "str": _TEXT,
}


def _field(name: str, annotation: str) -> SearchStrategy[Any]:
    if name in _WORDS:
        return _WORDS[name]
    plain = next(kind for kind in _BY_TYPE if kind in annotation)
    return st.none() | _BY_TYPE[plain] if "None" in annotation else _BY_TYPE[plain]


@st.composite
def well_formed_actions(draw: DrawFn, name: str | None = None) -> Action:
    """Any action (of that name) with fields of the right form, whether or not some session could take it."""
    cls = ACTIONS[draw(st.sampled_from(sorted(ACTIONS))) if name is None else name]
    fields = {
        name: draw(_field(name, str(field.annotation)))
        for name, field in cls.model_fields.items()
        if name != "action"
    }
    if "to_slot" in fields:
        fields["to_slot"] = None if fields["to_bar"] is not None else draw(st.integers(1, 100))
    return cls.model_validate(fields)  # pyright: ignore[reportReturnType]
