"""``diff``: the actions that lead from one session to another.

The way is walked, not guessed: each part applies what it finds to a draft (``draft.py``) before the next part
looks, so side effects are seen, and at the end the draft is compared with the goal. What no action can bring
about is named, never hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from daw_bridges.actions import Action
from daw_bridges.algebra.difference.automation import bring_automation
from daw_bridges.algebra.difference.chains import bring_chain
from daw_bridges.algebra.difference.clips import bring_clips
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.difference.scenes import append_scenes, bring_playing, delete_rows
from daw_bridges.algebra.difference.strips import bring_strip
from daw_bridges.algebra.difference.structure import bring_tracks
from daw_bridges.algebra.difference.timeline import bring_locators, bring_time
from daw_bridges.algebra.equivalence import differences, paired
from daw_bridges.errors import IrreversibleError
from daw_bridges.references import all_devices
from daw_bridges.session import Session

__all__ = ["Way", "diff", "nearest"]


class Way(NamedTuple):
    """The actions that lead nearest to a session, and what no action says, one sentence each."""

    actions: list[Action]
    unsaid: list[str]


def diff(before: Session, after: Session) -> list[Action]:
    """The actions that lead from one session to another, in order; few of them for a small change.

    Raises IrreversibleError when no actions lead there, naming what would be missing (audio that is gone, the
    order of tracks …); its ``actions`` lead as near as they can.
    """
    actions, unsaid = nearest(before, after)
    if unsaid:
        raise IrreversibleError(_lost(unsaid), actions)
    return actions


def nearest(before: Session, after: Session) -> Way:
    """The actions that lead from one session as near to another as any can, and what is left out."""
    draft = Draft(before)
    bring_time(draft, after)
    pairs = bring_tracks(draft, after)
    for one, other in pairs:
        bring_chain(draft, one, after.tracks[other])
    for one, other in pairs:
        bring_strip(draft, one, after.tracks[other])
    for one, other in pairs:
        bring_automation(draft, one, draft.track(one).automation, after.tracks[other].automation)
    rows, doomed = append_scenes(draft, after, pairs)
    for one, other in pairs:
        bring_clips(draft, one, after.tracks[other], rows, doomed)
    delete_rows(draft, doomed)
    bring_locators(draft, after)
    bring_playing(draft, after, pairs)
    unsaid = [*differences(draft.session, after), *_plug_ins_unset(draft.session, after)]
    return Way(draft.actions, unsaid)


def _plug_ins_unset(session: Session, goal: Session) -> Iterator[str]:
    """Plug-ins whose settings no action can reach, because only the host knows what a new one has."""
    for one, other in paired(session.tracks, goal.tracks):
        for (_, have), (_, want) in zip(all_devices(one), all_devices(other), strict=False):
            if want.parameters and not have.parameters and not want.unread and want.name == have.name:
                yield f"{other.name} · {want.name}: the settings of the plug-in"


def _lost(missing: list[str]) -> str:
    shown = "; ".join(missing[:5])
    more = f" (and {len(missing) - 5} more)" if len(missing) > 5 else ""
    return f"Orbit has no action for this: {shown}{more}. Do that part by hand in the DAW."
