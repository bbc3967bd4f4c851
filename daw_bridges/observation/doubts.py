"""What an agent's action may have done besides what can be foretold: that is its doing, and nobody else's."""

from __future__ import annotations

from dataclasses import dataclass

from daw_bridges.actions import Action, CreateTrack, DuplicateTrack, InsertDevice, LoadPreset, SetArm
from daw_bridges.errors import ActionError
from daw_bridges.references import track_index
from daw_bridges.session import Session

__all__ = ["Doubt", "doubt_about"]


@dataclass(frozen=True)
class Doubt:
    """Where an action may have changed more than was foretold: on a track, or anywhere (None)."""

    track: str | None
    devices_only: bool = False

    def covers(self, session: Session, action: Action) -> bool:
        """Whether a change that was found in the session may be the doubtful action's."""
        if self.track is None:
            return True
        # A host arms a track that is given an instrument.
        if self.devices_only and not (hasattr(action, "device") or isinstance(action, SetArm)):
            return False
        return _track_name(session, action) == self.track


def doubt_about(session: Session, action: Action, *, certain: bool) -> Doubt | None:
    """What is in doubt about an action that was done to the session; ``certain`` if it was read back."""
    match action:
        case _ if not certain:
            return Doubt(_track_name(session, action))
        case InsertDevice() | LoadPreset():
            return Doubt(_track_name(session, action), devices_only=True)
        case CreateTrack():
            return Doubt(action.name)
        case DuplicateTrack():
            return Doubt(action.name or _track_name(session, action))
        case _:
            return None


def _track_name(session: Session, action: Action) -> str | None:
    reference: str | None = getattr(action, "track", None)
    if reference is None:
        return None
    try:
        return session.tracks[track_index(session, reference)].name
    except ActionError:
        return reference
