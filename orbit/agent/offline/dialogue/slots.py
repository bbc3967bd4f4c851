"""A workflow's slots as they were filled last, with other tracks or another value in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent.offline.dialogue.past import named_in
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.workflows.roles import ROLES, role_of

__all__ = ["with_settings", "with_tracks", "with_value"]

_FIRST = ("target", "track", "tracks", "source")
"""Which slot is meant where nothing else tells: what the workflow is done to."""


def with_tracks(
    slots: Mapping[str, str], tracks: Sequence[str], session: Session, instead_of: Sequence[str] = ()
) -> dict[str, str] | None:
    """The slots with other tracks in one of them; None where no slot holds tracks.

    The slot that holds what is replaced, or else a track of the same family, or else the first.
    """
    returns = {track.name for track in session.returns}
    sort = returns.isdisjoint(tracks)  # a return stands for a return
    held = {
        name: named
        for name, value in slots.items()
        if (named := named_in(value, session)) and returns.isdisjoint(named) == sort
    }
    if not held:
        return None
    slot = _holding(held, instead_of) or _akin(held, tracks, session) or _first(held)
    taken = {name for other, names in held.items() if other != slot for name in names}
    if taken & set(tracks):
        return None
    return {**slots, slot: ", ".join(tracks)}


def _holding(held: Mapping[str, Sequence[str]], replaced: Sequence[str]) -> str | None:
    return next((slot for slot, names in held.items() if set(names) & set(replaced)), None)


def _akin(held: Mapping[str, Sequence[str]], tracks: Sequence[str], session: Session) -> str | None:
    """The only slot whose track is of the same family as the new one: a snare goes where the kick was."""
    families = {slot: _family(names[0], session) for slot, names in held.items()}
    wanted = _family(tracks[0], session)
    akin = [slot for slot, family in families.items() if family is not None and family == wanted]
    return akin[0] if len(akin) == 1 else None


def _family(name: str, session: Session) -> str | None:
    role = role_of(find_track(session, name))
    return next((whole for whole, what in ROLES.items() if role in what.parts), role)


def _first(held: Mapping[str, Sequence[str]]) -> str:
    return next((slot for slot in _FIRST if slot in held), next(iter(held)))


def with_value(slots: Mapping[str, str], said: str, request: str = "") -> dict[str, str] | None:
    """The slots with another value in the only one of its unit; None where that is none, or not one.

    Of several, the one whose value was said in the ``request``.
    """
    unit = _unit(said)
    fitting = [name for name, value in slots.items() if unit is not None and _unit(value) == unit]
    if not fitting and unit is Unit.NONE:
        fitting = [name for name, value in slots.items() if _unit(value) is not None]
    if len(fitting) > 1:
        numbers = [token.number for token in tokenize(request)]
        fitting = [name for name in fitting if parse_quantity(slots[name]).value in numbers]
    return {**slots, fitting[0]: said} if len(fitting) == 1 else None


def with_settings(slots: Mapping[str, str], settings: Mapping[str, str]) -> dict[str, str] | None:
    """The slots with those set that are named; None where one is no slot."""
    named = {name.replace(" ", "_"): value for name, value in settings.items()}
    return {**slots, **named} if named and set(named) <= set(slots) else None


def _unit(value: str) -> Unit | None:
    try:
        return parse_quantity(value).unit
    except QuantityError:
        return None
