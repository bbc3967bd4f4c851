"""What a person is told of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from daw_bridges.bridge import MANUAL_STEP, Status
from orbit.workflows import Plan, Run

__all__ = ["told_failure", "told_nothing_left", "told_results", "told_run", "told_taken_back", "told_undone"]

Read = tuple[str, str | None, str | None]
"""Of one result: its status, its code and its reason."""


def told_run(plan: Plan | None, run: Run) -> str:
    """Say how a run went."""
    if run.ok:
        read = [(result.status.value, result.code, result.reason) for result in run.results]
        return _told(plan.result, read, plan.result_by_hand) if plan else _told("Done.", read)
    return told_failure(run.reason, rolled_back=run.rolled_back)


def told_undone(title: str, run: Run, beside: str = "") -> str:
    """Say what was taken back, and whether all of it was; ``beside`` goes before it."""
    told = told_taken_back(title, [result.model_dump(mode="json") for result in run.results])
    return f"{beside} {told}".strip()


def told_nothing_left(title: str, beside: str = "", before_it: str | None = None) -> str:
    """Say that nothing of what was to be taken back is left; ``before_it`` is what was done before it."""
    told = f"There is nothing left of “{title}” to take back. {beside}".strip()
    return f"{told} The change before it was “{before_it}”: shall I take that back?" if before_it else told


def told_taken_back(title: str, results: Sequence[Mapping[str, Any]]) -> str:
    """Say what was taken back; results as in JSON."""
    whole = all(each.get("code") != MANUAL_STEP for each in results)
    taken_back = f"Taken back: {title}."
    if whole:
        return told_results(f"{taken_back} The session is as it was before.", results)
    return told_results(taken_back, results, by_hand=f"{taken_back} The session will be as it was before")


def told_failure(reason: str | None, *, rolled_back: bool) -> str:
    """Say why it failed, and how the session was left."""
    why = reason or "The DAW did not do it."
    return f"{why} The session is as it was before." if rolled_back and "as it was" not in why else why


def told_results(result: str, results: Sequence[Mapping[str, Any]], *, by_hand: str = "") -> str:
    """Say what was done, how much of it was read back, and what is left to the user; results as in JSON.

    ``by_hand`` begins the sentence that goes on with what is left, "once you do this".
    """
    read = [(each["status"], each.get("code"), each.get("reason")) for each in results]
    return _told(result, read, by_hand)


def _told(result: str, read: Sequence[Read], result_by_hand: str = "") -> str:
    unread = [(code, reason) for status, code, reason in read if status == Status.UNVERIFIED.value]
    by_hand = [str(reason) for code, reason in unread if code == MANUAL_STEP and reason]
    left = " ".join(by_hand)
    if by_hand and len(by_hand) == len(read):
        return f"This can only be done by hand: {left}"
    sent = len(unread) - len(by_hand)
    said = [f"{sent} of {len(read)} steps could not be read back: check them in the DAW."] if sent else []
    if not by_hand:
        return " ".join((result, *said))
    # What comes only of the step that is left must not be told as done.
    but = "one step is" if len(by_hand) == 1 else f"{len(by_hand)} steps are"
    opening = f"{result_by_hand} once you do this" if result_by_hand else f"All but {but} done. Left for you"
    return " ".join((f"{opening}: {left}", *said))
