"""One line of a trajectory file: its JSON, checked field by field, with what is wrong said for people."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from daw_bridges.errors import OrbitError
from orbit.learning.intake.edits import EditReader
from orbit.memory.trajectory import Trajectory, TrajectoryAction

__all__ = ["MOST_ACTIONS", "LineError", "LineReader"]

MOST_ACTIONS = 100_000
"""A trajectory has at most so many actions."""

_LONGEST_TEXT = 10_000
_LONGEST_NAME = 1_000
_OUTCOMES = ("success", "failure", "unknown")

# A line that does not say when is older than any that does, the same every time it is read.
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_TIME: TypeAdapter[datetime] = TypeAdapter(datetime)


class LineError(OrbitError):
    """A line that is no trajectory; the message says why."""


class LineReader:
    """Reads the lines of one file: it knows which ids it has seen, and each edit it has checked already."""

    def __init__(self) -> None:
        self._edits = EditReader()
        self._seen: dict[str, int] = {}

    def trajectory(self, line: bytes, number: int) -> Trajectory:
        """The trajectory of a line. Raises LineError."""
        document = _document(line)
        actions = self._actions(document.get("actions", []))
        started = _started(document.get("started"), actions)
        return Trajectory.model_construct(
            session=_text(document, "session", _LONGEST_NAME),
            project=_text(document, "project", _LONGEST_NAME),
            daw=_daw(document),
            goal=_text(document, "goal", _LONGEST_TEXT) or None,
            outcome=_outcome(document),
            started=started,
            actions=actions,
            before_sha256=_text(document, "before_sha256", 64) or None,
            after_sha256=_text(document, "after_sha256", 64) or None,
            # Last: a line that is no trajectory must not take its id away from one that is.
            id=self._id(document, line, number),
        )

    def _id(self, document: dict[str, Any], line: bytes, number: int) -> str:
        identity = _text(document, "id", 256) or hashlib.sha256(line.strip()).hexdigest()[:32]
        earlier = self._seen.setdefault(identity, number)
        if earlier != number:
            raise LineError(f"The id “{identity}” is that of line {earlier}, which is used.")
        return identity

    def _actions(self, items: Any) -> list[TrajectoryAction]:
        if not isinstance(items, list):
            raise LineError(f"“actions” is a list, not {_kind(items)}.")
        items = cast("list[Any]", items)
        if len(items) > MOST_ACTIONS:
            raise LineError(f"There are {len(items)} actions; a trajectory has at most {MOST_ACTIONS}.")
        actions: list[TrajectoryAction] = []
        for place, item in enumerate(items, 1):
            try:
                actions.append(self._edits.read(item))
            except OrbitError as error:
                raise LineError(f"Action {place}: {error}") from None
        return actions


def _document(line: bytes) -> dict[str, Any]:
    if b"\0" in line or b"\\u0000" in line:
        raise LineError("There is a NUL character in it.")
    try:
        document = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        try:
            line.decode()
        except UnicodeDecodeError:
            raise LineError("It is not UTF-8 text.") from None
        raise LineError(f"It is not JSON: {error}.") from None
    if not isinstance(document, dict):
        raise LineError(f"A trajectory is an object, not {_kind(document)}.")
    return cast("dict[str, Any]", document)


def _kind(value: object) -> str:
    for kind, name in ((dict, "an object"), (list, "a list"), (str, "a text"), (bool, "true or false")):
        if isinstance(value, kind):
            return name
    return "null" if value is None else "a number"


def _text(document: dict[str, Any], field: str, longest: int) -> str:
    value = document.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise LineError(f"“{field}” is a text, not {_kind(value)}.")
    if len(value) > longest:
        raise LineError(f"“{field}” has {len(value)} characters; at most {longest} are read.")
    return value


def _daw(document: dict[str, Any]) -> str:
    if daw := _text(document, "daw", _LONGEST_NAME):
        return daw
    raise LineError("“daw” is missing: which DAW it was done in (ableton, logic, ardour).")


def _outcome(document: dict[str, Any]) -> Any:
    outcome = document.get("outcome")
    if outcome is None:
        return "unknown"
    if outcome not in _OUTCOMES:
        raise LineError("“outcome” is success, failure or unknown.")
    return outcome


def _started(value: Any, actions: list[TrajectoryAction]) -> datetime:
    """When it began, in UTC; refused where its end lies outside of what a calendar has."""
    if value is None:
        return _LONG_AGO
    try:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise LineError(f"“started” is a time like 2026-10-01T12:00:00Z, not {_kind(value)}.")
        started = _TIME.validate_python(value)
        started = started.replace(tzinfo=UTC) if started.tzinfo is None else started.astimezone(UTC)
        _ = started + timedelta(seconds=max((action.t for action in actions), default=0.0))
    except (ValidationError, OverflowError):
        raise LineError(f"“started” is a time like 2026-10-01T12:00:00Z, not {str(value)[:40]!r}.") from None
    return started
