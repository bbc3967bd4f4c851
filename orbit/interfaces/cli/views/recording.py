"""Recording as a person, or a program, is told of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from orbit.interfaces.cli.views.following import Told
from orbit.interfaces.dates import moment

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory.store.consent import RecordingState
    from orbit.memory.trajectory import TrajectoryAction

__all__ = ["RecordingTold", "state_document", "state_line"]

_ALIVE = timedelta(seconds=40)
"""How long after its last sign of life a recorder is believed to run."""


class RecordingTold(Told):
    """What whoever started a recording is told: each edit to a person, each trajectory to a program."""

    def opened(self, session: Session) -> None:
        """Say which set is observed."""
        name = f"“{session.name}”" if session.name else "the open set"
        self.say(f"Recording what you do in {name} ({len(session.tracks)} tracks). Ctrl-C ends it.")

    def noted(self, step: TrajectoryAction) -> None:
        """Show an edit."""
        if not self.as_json:
            self.say(f"  {step.action.describe()}")

    def offered(self, line: str) -> None:
        """Say what was found in what was done."""
        self.say(line)

    def rests(self, resting: bool) -> None:
        """Say that recording rests, or goes on."""
        self.say("Recording is paused." if resting else "Recording continues.")


def state_document(state: RecordingState) -> dict[str, Any]:
    """Give the state of recording as JSON."""
    recorder = dict(state.recorder) if _alive(state) and state.recorder is not None else None
    return {
        "ok": True,
        "consented_at": state.consented_at,
        "paused_at": state.paused_at,
        "recording": recorder is not None and state.allowed,
        "recorder": recorder,
    }


def state_line(state: RecordingState) -> str:
    """Say the state of recording in a sentence or two."""
    if state.consented_at is None:
        return "You have not agreed to be recorded; nothing is recorded. “orbit record” asks you."
    recorder = state.recorder if _alive(state) else None
    runs = f"Process {recorder['pid']} records {recorder['daw']}" if recorder else "Nothing is recording now"
    rests = f", paused since {moment(state.paused_at)}" if state.paused_at else ""
    return f"{runs}{rests}. You agreed to it {moment(state.consented_at)}."


def _alive(state: RecordingState) -> bool:
    if state.recorder is None or state.seen is None:
        return False
    return datetime.now(UTC) - datetime.fromisoformat(state.seen) < _ALIVE
