"""What a face may ask about recording, as plain functions of a library: consent, a rest, and rejections.

Each is also an operation of the engine, so its arguments and its result can cross a wire.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from orbit.memory import Library
from orbit.memory.store.consent import RecordingState

__all__ = [
    "consent_to_recording",
    "note_recorder",
    "recording",
    "rest_recording",
    "taken_back_by_hand",
    "undone_by_hand",
]


def recording(library: Library) -> RecordingState:
    """Say whether recording is consented to here, whether it rests, and what records now."""
    return library.store.recording.state()


def consent_to_recording(library: Library, agreed: bool) -> RecordingState:
    """Note that the user agrees to be recorded, or does not any more."""
    table = library.store.recording
    return table.consent() if agreed else table.withdraw()


def rest_recording(library: Library, resting: bool) -> RecordingState:
    """Let recording rest, or go on."""
    return library.store.recording.pause() if resting else library.store.recording.resume()


def note_recorder(library: Library, recorder: dict[str, Any] | None) -> RecordingState:
    """Note what records now, as a sign of life; None: it has ended."""
    return library.store.recording.note_recorder(recorder)


def undone_by_hand(library: Library, trajectory_id: str, at: datetime) -> bool:
    """Note that all of a piece of work was taken back; False when there is no such trajectory."""
    return library.store.trajectories.mark_undone(trajectory_id, at)


def taken_back_by_hand(library: Library, daw: str, actions: Sequence[str]) -> bool:
    """Note that the user took back in the DAW what Orbit's last run there had done, all of it.

    ``actions`` are the names of what was taken back, latest first; False when they are not that run's, or it
    is taken back already.
    """
    run = library.last_undoable(daw)
    if run is None or run.trajectory_id is None:
        return False
    trajectory = library.store.trajectories.get(run.trajectory_id)
    if trajectory is None or [step.action.action for step in reversed(trajectory.actions)] != list(actions):
        return False
    library.mark_undone(run.id)
    return True
