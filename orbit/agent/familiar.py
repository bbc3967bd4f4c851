"""How well Orbit knows whom it works for: names given to tracks, and what their sessions show."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from daw_bridges.actions import RenameTrack
from daw_bridges.bridge import Status
from daw_bridges.errors import MemoryStoreError, NotFoundError, OrbitError, UsageError
from daw_bridges.references import find_track
from orbit.workflows.roles import bare

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory import Library
    from orbit.workflows import Run

__all__ = ["Familiar"]

_log = logging.getLogger("orbit.agent")


class Familiar:
    """What is known of the user's things at one desk.

    ``learning``: whether its sessions are the user's own, and are learned from; a practice session is not.
    """

    def __init__(self, library: Library, *, learning: bool) -> None:
        # What a quick command does not need is not loaded with the agent.
        from orbit.memory.entities import Entities

        self.entities, self._learning = Entities(library.store), learning
        self._last: Session | None = None

    def nicknames(self, session: Session) -> dict[str, str]:
        """What the user calls the tracks of a session; nothing where that cannot be looked up."""
        try:
            return self.entities.nicknames(session)
        except MemoryStoreError as error:
            _log.warning("working without the user's own names: %s", error)
            return {}

    def remember(self, name: str, track: str, session: Session) -> str:
        """Remember what the user calls a track; give what they are told.

        Raises UsageError where the name cannot be one, NotFoundError for a track that is not there.
        """
        names = session.track_names
        if track not in names:
            raise NotFoundError("track", track, names)
        if any(bare(other) == bare(name) for other in names):
            raise UsageError(f"There is a track called “{name}”: a track's own name goes before any other.")
        known = self.entities.learn(name, track)
        return f"All right: “{name}” is {known.name}."

    def forget(self, name: str) -> str:
        """Forget a name; give what the user is told. Raises NotFoundError for a name that meant nothing."""
        meant = " and ".join(self.entities.forget(name))
        return f"All right: “{name}” is not {meant} any more."

    def noticed(self, session: Session) -> None:
        """Learn from a session as the user left it."""
        if self._learning and session is not self._last:
            self._quietly(lambda: self.entities.usual.saw(session))
            self._last = session

    def did(self, run: Run) -> None:
        """Learn from what Orbit did: that it was Orbit, and what a track was called before."""
        if run.after is not None and self._learning:
            after = run.after
            self._quietly(lambda: self.entities.usual.did(run.before, after))
        for result in run.results if run.ok else ():
            if isinstance(result.action, RenameTrack) and result.status is Status.VERIFIED:
                self._renamed(result.action, run.before)

    def _renamed(self, renamed: RenameTrack, before: Session) -> None:
        """Keep the name a track had: whoever still says it means that track."""
        from orbit.memory.entities import is_placeholder

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
