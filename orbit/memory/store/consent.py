"""Whether the user of a scope lets Orbit record what is done by hand, and whether it rests just now.

Without a consent that was given here nothing is recorded; it can be taken back at any time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.revisions import put_row
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["ConsentTable", "RecordingState"]

_RECORDING = schema.recording


@dataclass(frozen=True)
class RecordingState:
    """Since when recording is consented to and since when it rests (ISO 8601, UTC; None: it does not).

    ``recorder`` is what the process that records said of itself, last at ``seen``; None when none does.
    """

    consented_at: str | None = None
    paused_at: str | None = None
    recorder: Mapping[str, Any] | None = None
    seen: str | None = None

    @property
    def allowed(self) -> bool:
        """Say whether what is done now may be recorded."""
        return self.consented_at is not None and self.paused_at is None


class ConsentTable:
    """Reads and writes the one row about recording of a scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def state(self) -> RecordingState:
        """Give how it stands now."""
        with self._database.read() as connection:
            query = select(_RECORDING).where(in_scope(_RECORDING, self._scope))
            row = connection.execute(query).mappings().first()
        if row is None:
            return RecordingState()
        recorder = json.loads(row["recorder"]) if row["recorder"] else None
        return RecordingState(row["consented_at"], row["paused_at"], recorder, row["seen"])

    def consent(self) -> RecordingState:
        """Note that the user agreed; the time of the first yes is kept."""
        with self._database.write():
            return self._set(consented_at=self.state().consented_at or utc_now())

    def withdraw(self) -> RecordingState:
        """Take the consent back: nothing is recorded until it is given anew."""
        return self._set(consented_at=None, paused_at=None)

    def pause(self) -> RecordingState:
        """Let recording rest; since when is kept when it rests already."""
        with self._database.write():
            return self._set(paused_at=self.state().paused_at or utc_now())

    def resume(self) -> RecordingState:
        """Let recording go on."""
        return self._set(paused_at=None)

    def note_recorder(self, recorder: Mapping[str, Any] | None) -> RecordingState:
        """Note what records now, as a sign of life; None: it has ended."""
        text = json.dumps(recorder, ensure_ascii=False, sort_keys=True) if recorder is not None else None
        return self._set(recorder=text, seen=utc_now() if recorder is not None else None)

    def _set(self, **values: str | None) -> RecordingState:
        with self._database.write() as connection:
            put_row(connection, _RECORDING, self._scope.columns(), values)
            return self.state()
