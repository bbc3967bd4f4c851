"""The side chain's source: a pop-up menu in a plug-in's window, which no control surface reaches.

So it is left to the user, in exact words, after what can be checked was: that the plug-in is there, that
it is switched on, and that it has a side chain at all. It is never reported as done.

Sources: Logic Pro User Guide 10.6, p. 559 (audio and software instrument tracks, inputs, busses); Logic Pro X
User Manual, p. 502 (in the first versions of 10, an instrument track goes through a bus).
"""

from __future__ import annotations

from daw_bridges.actions import SetSidechain
from daw_bridges.bridge import MANUAL_STEP, Result, Status
from daw_bridges.errors import NotPossibleError
from daw_bridges.logic.devices import entry_of
from daw_bridges.logic.inserts import Slot
from daw_bridges.references import track_index, track_label
from daw_bridges.session import Session, TrackKind

__all__ = ["manual_step"]


def manual_step(session: Session, action: SetSidechain, slot: Slot, name: str) -> Result:
    """What is left to the user for a side chain, with what was seen of the plug-in.

    Raises NotPossibleError for a plug-in of Logic's own that has no side chain.
    """
    entry = entry_of(name)
    if entry is not None and not entry.sidechain:
        raise NotPossibleError(
            f"{name} in Logic has no side chain. Use one that has, such as a compressor or a noise gate."
        )
    observed = {"device": name, "insert": slot.number, "enabled": not slot.bypassed}
    return Result(
        action=action,
        status=Status.UNVERIFIED,
        observed=observed,
        reason=_words(session, action, slot, name),
        code=MANUAL_STEP,
    )


def _words(session: Session, action: SetSidechain, slot: Slot, name: str) -> str:
    track = track_label(session, action.track)
    opened = f"In Logic, click {name} in insert {slot.number} of “{track}” to open its window"
    on = f" Then switch {name} on: it is bypassed." if slot.bypassed else ""
    if action.source is None:
        return f"{opened}, open the Side Chain menu at the right of its header and choose None.{on}"
    source = session.tracks[track_index(session, action.source)]
    menu = "open the Side Chain menu at the right of its header and choose"
    return f"{opened}, {menu} {_choice(track_label(session, action.source), source.kind)}.{on}"


def _choice(name: str, kind: TrackKind) -> str:
    """Where the menu has a track; the oldest versions of Logic Pro X have no instruments in it."""
    match kind:
        case TrackKind.MIDI:
            return (
                f"Instrument > “{name}” (where the menu lists no instruments, put a send to a free bus on "
                f"“{name}” and choose that bus)"
            )
        case TrackKind.RETURN | TrackKind.GROUP:
            return f"the bus that “{name}” listens to"
        case TrackKind.MASTER:
            raise NotPossibleError(f"“{name}” cannot feed a side chain in Logic. Choose a track or a bus.")
        case _:
            return f"Audio > “{name}”"
