"""How well Orbit knows whom it works for: names given to tracks, and what their sessions show."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import RenameTrack
from daw_bridges.bridge import Status
from daw_bridges.errors import MemoryStoreError, NotFoundError, NotPossibleError, OrbitError, UsageError
from daw_bridges.references import find_track
from orbit.memory.entities import Entities, Habit, is_placeholder, known_of, spoken
from orbit.memory.knowledge import notes_of
from orbit.workflows.roles import bare, role_of

if TYPE_CHECKING:
    from daw_bridges.session import Session, Track
    from orbit.memory import Library
    from orbit.workflows import Run

__all__ = ["Familiar"]

_log = logging.getLogger("orbit.agent")
_LATEST = 5


class Familiar:
    """What is known of the user's things at one desk.

    ``learning``: whether its sessions are the user's own, and are learned from; a practice session is not.
    """

    def __init__(self, library: Library, *, learning: bool) -> None:
        self.entities, self._learning, self._library = Entities(library.store), learning, library
        self._last: Session | None = None

    def nicknames(self, session: Session) -> dict[str, str]:
        """What the user calls the tracks of a session; nothing where that cannot be looked up."""
        try:
            return self.entities.nicknames(session)
        except MemoryStoreError as error:
            _log.warning("working without the user's own names: %s", error)
            return {}

    def remember(self, name: str, track: str, session: Session, *, picked: bool = False) -> str:
        """Remember what the user calls a track, or that they picked it for a word; give what they are told.

        Raises UsageError where the name cannot be one, NotFoundError for a track that is not there.
        """
        names = session.track_names
        if track not in names:
            raise NotFoundError("track", track, names)
        if any(bare(other) == bare(name) for other in names):
            raise UsageError(f"There is a track called “{name}”: a track's own name comes first.")
        known = self.entities.learn(name, track, source="chosen" if picked else "said")
        return f"All right: “{name}” means {known.name}."

    def forget(self, name: str) -> str:
        """Forget a name; give what the user is told. Raises NotFoundError for a name that meant nothing."""
        meant = " and ".join(self.entities.forget(name))
        return f"All right: “{name}” no longer means {meant}."

    def keep(self, text: str) -> str:
        """Keep a note; give what the user is told. Raises UsageError for what cannot be kept."""
        return f"Noted: “{notes_of(self._library).add(text).title}”"

    def recall(self, about: str) -> str:
        """What is known and noted about something, as the user is told it."""
        notes = notes_of(self._library)
        found = [each.note for each in notes.search(about)] if about else notes.all()[:_LATEST]
        known = known_of(self.entities, about) if about else None
        told = spoken([*known.devices, *known.levels]) if known else ""
        quoted_notes = " ".join(f"You noted: “{note.text}”" for note in found)
        return " ".join(filter(None, (told, quoted_notes))) or (
            f"There is no note about “{about}”." if about else "There are no notes yet."
        )

    def usual(
        self, kind: str, tracks: Sequence[str], session: Session
    ) -> tuple[list[str], list[dict[str, Any]]]:
        """What is usual on each track, and the actions that put it there.

        Raises NotPossibleError where no habit shows yet, NotFoundError for a track that is not there.
        """
        habits = [self._habit(kind, find_track(session, track)) for track in tracks]
        actions = [
            action for track, habit in zip(tracks, habits, strict=True) for action in _as_usual(track, habit)
        ]
        return [str(habit) for habit in habits], actions

    def _habit(self, kind: str, track: Track) -> Habit:
        role, usual = role_of(track), self.entities.usual
        found = (usual.habits(kind, role) if role else []) or usual.habits(kind)
        if not found:
            raise NotPossibleError(
                f"I do not know your usual {kind.replace('_', ' ')} yet: I learn it once three of your songs "
                "have one. Say which one you want."
            )
        return found[0]

    def noticed(self, session: Session) -> None:
        """Learn from a session as the user left it."""
        if self._learning and session != self._last:
            self._quietly(lambda: self.entities.usual.saw(session))
            self._last = session

    def did(self, run: Run) -> None:
        """Learn from what Orbit did: that it was Orbit, and what a track was called before."""
        if run.after is not None and self._learning:
            after, self._last = run.after, None
            self._quietly(lambda: self.entities.usual.did(run.before, after))
        for result in run.results if run.ok else ():
            if isinstance(result.action, RenameTrack) and result.status is Status.VERIFIED:
                self._renamed(result.action, run.before)

    def _renamed(self, renamed: RenameTrack, before: Session) -> None:
        """Keep the name a track had: whoever still says it means that track."""
        try:
            old = find_track(before, renamed.track).name
            if not is_placeholder(old):
                self._quietly(lambda: self.entities.learn(old, renamed.name, source="renamed"))
        except OrbitError as error:
            _log.debug("the old name of a track is not kept: %s", error)

    @staticmethod
    def _quietly(work: Callable[[], object]) -> None:
        """Learn beside the user's request, which a memory that cannot be written does not concern."""
        try:
            work()
        except MemoryStoreError as error:
            _log.warning("nothing was learned from this: %s", error)


def _as_usual(track: str, habit: Habit) -> list[dict[str, Any]]:
    label = "usual"
    inserted = {"action": "insert_device", "track": track, "device": habit.device, "as": label}
    return [
        inserted,
        *(
            {
                "action": "set_parameter",
                "track": track,
                "device": label,
                "parameter": setting.parameter,
                "value": setting.value,
            }
            for setting in habit.settings
        ),
    ]
