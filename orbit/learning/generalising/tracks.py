"""What becomes of the tracks of a pattern: a name that never changes, or a slot and how it is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from daw_bridges.references.naming import NUMBERED
from daw_bridges.session import Track, TrackKind
from orbit.learning.generalising.agreement import agreed
from orbit.learning.generalising.literals import is_safe
from orbit.workflows.roles import ROLES, role_of

__all__ = ["MASTER", "constant_name", "is_automatic", "rule_for", "rule_for_row"]

MASTER = "Master"

_AUTOMATIC = re.compile(
    r"\d+[ -](?:midi|audio)|[a-z][ -]return|(?:audio|inst|midi|track|bus|aux|software instrument) ?\d+",
    re.IGNORECASE,
)
"""What hosts call a new track before anybody names it."""


def is_automatic(name: str) -> bool:
    """Whether a name is one that hosts give."""
    return _AUTOMATIC.fullmatch(name.strip()) is not None


def constant_name(names: Sequence[str | None], agreement: float, *, is_return: bool) -> str | None:
    """The one name of a track that every project has: the master, or a return that is always called so.

    Any other track is an open place even where it was always the same: whoever asks may mean another.
    """
    name = agreed([None if name is None else name.casefold() for name in names], agreement)
    if name == MASTER.casefold():
        return MASTER
    spelt = agreed(names, agreement)
    plain = spelt is not None and is_return and is_safe(spelt) and not NUMBERED.match(spelt)
    return spelt if plain else None


def rule_for(names: Sequence[str | None], agreement: float, *, is_return: bool) -> dict[str, Any]:
    """How such a track is found in another session: by its part, by its name, by its kind, or not at all."""
    role = agreed([None if name is None else _role(name, is_return=is_return) for name in names], agreement)
    if role:
        return {"role": role}
    same = agreed(names, agreement)
    if same is not None and is_safe(same) and not NUMBERED.match(same):
        return {"name": same}
    return {"kind": ["return"]} if is_return else {}


def rule_for_row(rows: Iterable[Sequence[str]], agreement: float) -> dict[str, Any]:
    """How such a row of tracks is found: by their part, or by the family that all of them are of."""
    roles = [_role(name, is_return=False) for names in rows for name in names]
    one = agreed(roles, agreement)
    if one:
        return {"role": one}
    families = [name for name, role in ROLES.items() if role.parts]
    shares = {name: sum(role in (name, *ROLES[name].parts) for role in roles) for name in families}
    best = max(families, key=lambda name: shares[name])
    return {"role": best} if roles and shares[best] >= agreement * len(roles) else {}


@lru_cache(maxsize=4096)
def _role(name: str, *, is_return: bool) -> str:
    kinds = (TrackKind.RETURN,) if is_return else (TrackKind.AUDIO, TrackKind.MIDI)
    return next((role for kind in kinds if (role := role_of(Track(name=name, kind=kind)))), "")
