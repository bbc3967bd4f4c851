"""One batch on its way: what the host says of each edit, graded, and what is known of the set afterwards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from daw_bridges.ableton.grading import grade, skipped
from daw_bridges.ableton.identities import Identities
from daw_bridges.ableton.translation import Translation, with_labels
from daw_bridges.actions import Action
from daw_bridges.bridge import OnResult, Result, Status
from daw_bridges.errors import BridgeError, ProtocolError
from daw_bridges.session import Session

__all__ = ["Batch", "Note", "performed", "stopped"]

Note = Callable[[Result], None]
"""Told each result as soon as it is certain."""


def stopped(results: list[Result]) -> bool:
    """Whether the last result ended the work."""
    return bool(results) and results[-1].status in (Status.FAILED, Status.SKIPPED)


async def performed(
    actions: Sequence[Action],
    on_result: OnResult | None,
    work: Callable[[list[Result], Note], Awaitable[None]],
) -> list[Result]:
    """One result an action of some ``work`` on them, told as they come; behind a failure all are skipped.

    A BridgeError on the way takes the results so far with it.
    """
    results: list[Result] = []

    def note(result: Result) -> None:
        results.append(result)
        if on_result is not None:
            on_result(len(results) - 1, result)

    try:
        await work(results, note)
    except BridgeError as error:
        error.results = tuple(results)
        raise
    for action in actions[len(results) :]:
        note(skipped(action))
    return results


class Batch:
    """The edits of a translation, and what has become of them so far."""

    def __init__(self, translation: Translation, note: Note) -> None:
        self._translation, self._note = translation, note
        self._results: list[Result] = []
        self._made: dict[int, int] = {}

    @property
    def body(self) -> dict[str, Any]:
        """The request for the script."""
        return {"edits": [edit.request for edit in self._translation.edits]}

    def heard(self, place: int, raw: dict[str, Any]) -> None:
        """Take the raw result of an edit; what follows a failure is skipped, whatever the host says."""
        if place != len(self._results) or stopped(self._results):
            return
        self._results.append(grade(self._translation.edits[place], raw))
        if isinstance(made := raw.get("made"), int):
            self._made[place] = made
        self._note(self._results[-1])

    def outcome(self) -> tuple[Session, Identities] | None:
        """The set as it is known to be now; None where only a new snapshot can tell.

        Raises ProtocolError when the host did not say what became of every edit.
        """
        if stopped(self._results):
            return None
        if len(self._results) < len(self._translation.edits):
            raise ProtocolError("Orbit's script in Live did not report on every action. Update it.")
        if self._translation.opaque:
            return None
        self._translation.identities.settle(self._made)
        return with_labels(self._translation.session, None), self._translation.identities
