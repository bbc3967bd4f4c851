"""What one run left behind: the run itself, what failed in it, each action it performed, and their sums."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "SHORT_ID",
    "Failure",
    "OpenRun",
    "Outcomes",
    "RunRecord",
    "ToolCall",
    "session_sha256",
    "short_id",
    "utc_text",
]


def session_sha256(session: Mapping[str, Any]) -> str:
    """Give the SHA-256 of a session's JSON, whatever order its keys are in."""
    text = json.dumps(session, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def utc_text(moment: datetime) -> str:
    """Give a moment as the store keeps it: ISO 8601 in UTC, always with microseconds, so that it sorts.

    A moment without a zone is in UTC already.

    >>> utc_text(datetime(2026, 10, 1, 14, tzinfo=UTC))
    '2026-10-01T14:00:00.000000+00:00'
    """
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="microseconds")


SHORT_ID = 8
"""So many digits of an id are shown to people, and are enough to mean it by."""


def short_id(whole: str) -> str:
    """Give an id as it is shown to people."""
    return whole[:SHORT_ID] if _ID.match(whole) else whole


_ID = re.compile(r"^(?:[0-9a-f]{32}){1,2}$")


def _id() -> str:
    return uuid4().hex


def _now() -> datetime:
    return datetime.now(UTC)


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True)


class RunRecord(_Kept):
    """One attempt to change a session, kept whether it worked or not.

    ``results`` are the host's answers, one a step, each with its ``action`` and ``status``; beside them stand
    ``step`` (of the workflow, or else of the plan, from 1), ``expected_output``, and ``t``, the seconds from
    the start after which it was read back.
    ``inverse`` holds the actions (as JSON) that take it back: empty when nothing was changed, None when it
    cannot be taken back. ``after`` is the session it left, as JSON; it is kept for the latest runs only.
    """

    id: str = Field(default_factory=_id)
    workflow_id: str | None = None
    workflow_version: int | None = None
    trajectory_id: str | None = None
    goal: str | None = None
    daw: str
    project: str = ""
    ok: bool
    failed_step: int | None = None
    reason: str | None = None
    rolled_back: bool = False
    seconds: float = 0.0
    started: datetime = Field(default_factory=_now)
    results: list[dict[str, Any]] = []
    inverse: list[dict[str, Any]] | None = None
    before_sha256: str | None = None
    after: dict[str, Any] | None = None
    after_sha256: str | None = None
    undone_at: datetime | None = None


class OpenRun(_Kept):
    """A run that was begun: its plan, and the session before it, both as JSON.

    ``undoes`` is the run that it takes back, if it is an undo. ``confirmed`` counts the steps that the DAW
    has confirmed so far. ``ended`` says that its process lives and could not put it among the runs.
    """

    id: str = Field(default_factory=_id)
    daw: str
    title: str
    goal: str | None = None
    workflow_id: str | None = None
    undoes: str | None = None
    actions: list[dict[str, Any]]
    before: dict[str, Any] = {}
    started: datetime = Field(default_factory=_now)
    confirmed: int = 0
    ended: bool = False


class Failure(_Kept):
    """What failed, apart from the run it failed in (whose id it then has): where, and what was wrong there.

    ``step`` is that of the workflow, or else of the plan, from 1; None when it failed before or after all
    steps. ``daw`` is empty where it failed outside of Orbit. ``expected`` is what the step should have come
    to, ``observed`` what the host read, both for people. ``task`` is what was asked for. It is ``resolved``
    when a later run did the same and was verified.
    """

    id: str = Field(default_factory=_id)
    run_id: str | None = None
    workflow_id: str | None = None
    workflow_version: int | None = None
    task: str | None = None
    daw: str = ""
    step: int | None = None
    action: dict[str, Any] | None = None
    code: str | None = None
    reason: str
    expected: str | None = None
    observed: str | None = None
    failed_at: datetime = Field(default_factory=_now)
    resolved_at: datetime | None = None

    @property
    def resolved(self) -> bool:
        """Whether it was mended since."""
        return self.resolved_at is not None

    def warning(self) -> str:
        """Say it to whoever is about to do the same."""
        what = f"step {self.step}" if self.step is not None else "an attempt"
        where = f" on {self.daw}" if self.daw else ""
        expected = f" Expected: {self.expected.rstrip('.')}." if self.expected else ""
        read = f" Read: {self.observed.rstrip('.')}." if self.observed else ""
        day = f"{self.failed_at.day} {self.failed_at:%b %Y}"
        return f"On {day} {what} failed{where}: {self.reason}{expected}{read}"


class ToolCall(_Kept):
    """One action performed, or one tool called, by a run or beside one.

    ``status`` is the host's (verified, unverified, failed) or the caller's own word; ``result`` is JSON;
    ``thread`` is the conversation or the session of work it belongs to; ``seconds`` how long it took.
    """

    id: str = Field(default_factory=_id)
    run_id: str | None = None
    trajectory_id: str | None = None
    thread: str | None = None
    tool: str = Field(min_length=1, max_length=100)
    arguments: dict[str, Any] = {}
    status: str = Field(min_length=1, max_length=20)
    result: Any = None
    seconds: float | None = None
    called_at: datetime = Field(default_factory=_now)


class Outcomes(_Kept):
    """How a workflow went so far: ``verified`` runs that stood, ``failed`` ones, and ``undone`` ones.

    ``mended`` of the failed ones were followed by a run in which the same step was verified.
    """

    verified: int = 0
    failed: int = 0
    undone: int = 0
    mended: int = 0
    last_failed_step: int | None = None
    last_reason: str | None = None

    @property
    def runs(self) -> int:
        """How often it ran."""
        return self.verified + self.failed + self.undone

    @property
    def standing_failures(self) -> int:
        """How many failures nothing has mended yet."""
        return max(self.failed - self.mended, 0)
