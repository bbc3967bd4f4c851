"""The part of ``diff`` that brings automation into line, of a clip and of a track's timeline alike."""

from __future__ import annotations

from collections.abc import Iterable

from daw_bridges.actions import AutomateParameter
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.session import Envelope

__all__ = ["bring_automation"]


def bring_automation(
    draft: Draft, index: int, here: Iterable[Envelope], goal: Iterable[Envelope], clip: str | None = None
) -> None:
    """Draw what is automated otherwise on the track at ``index``, in a clip or (None) on its timeline."""
    if here is goal:
        return
    ours, theirs = ({(e.device, e.parameter): e.points for e in drawn} for drawn in (here, goal))
    for device, parameter in sorted({*ours, *theirs}):
        points = theirs.get((device, parameter), ())
        if ours.get((device, parameter), ()) != points:
            track = draft.name(index)
            draft.do(
                AutomateParameter, track=track, device=device, parameter=parameter, points=points, clip=clip
            )
