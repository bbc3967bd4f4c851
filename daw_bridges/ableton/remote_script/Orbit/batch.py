"""Carrying out edits as one undo step: each is reported as it is read back, and the first failure ends it."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator

from . import automation, clips, devices, mixer, routing, tracks, transport
from .errors import BAD_REQUEST, HOST_ERROR, NOT_POSSIBLE, EditError
from .live import LiveSet

Report = Callable[[int, Dict[str, Any]], None]


def _undo(live: LiveSet, _edit: Dict[str, Any]) -> Iterator[Any]:
    song = live.song
    # What the batch did so far becomes a step of its own: the undo takes back one thing, not half of two.
    song.end_undo_step()
    try:
        if not song.can_undo:
            raise EditError(NOT_POSSIBLE, "There is nothing to undo in Live.")
        song.undo()
        yield
    finally:
        song.begin_undo_step()
    return {"undone": True}


EDITS: Dict[str, Callable[[LiveSet, Dict[str, Any]], Iterator[Any]]] = {"undo": _undo}
for _area in (transport, tracks, mixer, routing, devices, clips, automation):
    EDITS.update(_area.EDITS)


def perform(live: LiveSet, body: Dict[str, Any], report: Report) -> Iterator[Any]:
    """Do the edits of a request in order; each is reported as done, failed or skipped."""
    edits = body.get("edits")
    if not isinstance(edits, list) or not all(isinstance(edit, dict) for edit in edits):
        raise EditError(BAD_REQUEST, "A batch is a list of edits.")
    live.made = {}
    live.song.begin_undo_step()
    try:
        done = yield from _in_order(live, edits, report)
    finally:
        live.song.end_undo_step()
    return {"done": done}


def _in_order(live: LiveSet, edits: Any, report: Report) -> Iterator[Any]:
    for place, edit in enumerate(edits):
        result = yield from _attempt(live, dict(edit, place=place))
        report(place, result)
        if result["status"] != "done":
            for rest in range(place + 1, len(edits)):
                report(rest, {"status": "skipped"})
            return place
        yield
    return len(edits)


def _attempt(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    try:
        do = EDITS.get(edit.get("edit", ""))
        if do is None:
            raise EditError(BAD_REQUEST, "There is no edit “%s”." % edit.get("edit"))
        observed = yield from do(live, edit)
        return {"status": "done", "observed": observed, "made": live.made.get(edit["place"])}
    except EditError as error:
        return {"status": "failed", "code": error.code, "message": error.message, "observed": error.observed}
    except Exception as error:  # noqa: BLE001 - whatever Live raises, the batch answers
        # Live raises bare RuntimeErrors; its own words are the best reason there is.
        return {"status": "failed", "code": HOST_ERROR, "message": "Live refused: %s" % error}
