"""Errors as JSON and back: an Orbit error arrives as what it was, anything else with its traceback."""

from __future__ import annotations

import json
import traceback
from typing import Any, cast

from daw_bridges import errors
from daw_bridges.errors import EngineError, OrbitError

__all__ = ["HostFailedError", "LeavingError", "LostError", "pack_error", "unpack_error"]


class LeavingError(EngineError):
    """The host is closing and nothing was changed: the next may be asked."""

    def __init__(self) -> None:
        super().__init__("This Orbit is closing. Nothing was changed: ask again.")


class LostError(EngineError):
    """The host ended, or the connection to it; ``begun``: when it was about to change something."""

    def __init__(self, *, begun: bool = True) -> None:
        self.begun = begun
        super().__init__("The Orbit that was doing this stopped. Look at the session before you ask again.")


class HostFailedError(Exception):
    """Something went wrong inside the host, by no intent of Orbit's; its traceback is a note of this."""


def pack_error(error: BaseException) -> dict[str, Any]:
    """Give an error as JSON."""
    if not isinstance(error, OrbitError):
        text = "".join(traceback.format_exception(error))
        return {"error": None, "message": f"{type(error).__name__}: {error}", "traceback": text}
    # A class of another module goes as the nearest one of the common tree.
    name = next(cls.__name__ for cls in type(error).__mro__ if cls.__module__ == errors.__name__)
    return {"error": name, "message": str(error), "details": _plain(vars(error))}


def _plain(details: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in details.items():
        try:
            kept[name] = json.loads(json.dumps(value))
        except (TypeError, ValueError):
            continue
    return kept


def unpack_error(document: dict[str, Any]) -> Exception:
    """Give the error that a document tells of."""
    cls = getattr(errors, document["error"]) if document.get("error") in errors.__all__ else None
    if cls is None:
        failure = HostFailedError(str(document.get("message")))
        failure.add_note(str(document.get("traceback", "")))
        return failure
    # Its constructor makes the message; here the message is there already.
    error = cls.__new__(cls)
    Exception.__init__(error, document["message"])
    for name, value in document.get("details", {}).items():
        setattr(error, name, tuple(cast("list[Any]", value)) if isinstance(value, list) else value)
    return error
