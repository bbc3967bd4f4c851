"""Running the checks: all at once, each with an end, and none able to stop another."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, Status, problem
from orbit.doctor.registry import CHECKS, Check

__all__ = ["Examined", "examine"]

DONE, FAILED, UNREACHABLE = 0, 1, 3


@dataclass(frozen=True)
class Examined:
    """The findings, in the order of the checks."""

    findings: tuple[tuple[Check, Finding], ...]
    asked: str
    """The DAW that the user means to work with."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; warnings are allowed."""
        return self.count(Status.PROBLEM) == 0

    def count(self, status: Status) -> int:
        """Say how many findings stand so."""
        return sum(finding.status is status for _, finding in self.findings)

    @property
    def exit_code(self) -> int:
        """The program's exit status: 3 when the DAW that was asked for cannot be reached, else 1 or 0."""
        wrong = [finding for _, finding in self.findings if finding.status is Status.PROBLEM]
        if any(finding.unreachable for finding in wrong):
            return UNREACHABLE
        return FAILED if wrong else DONE

    def to_json(self) -> dict[str, Any]:
        """The document: one object, JSON types only."""
        return {"ok": self.ok, "checks": [_entry(check, finding) for check, finding in self.findings]}


def _entry(check: Check, finding: Finding) -> dict[str, str]:
    return {
        "id": check.id,
        "title": check.title,
        "status": finding.status.value,
        "detail": finding.detail,
        "fix": finding.fix,
    }


def examine(case: Case, checks: Sequence[Check] = CHECKS) -> Examined:
    """Run the checks that concern the case; those that have nothing to say are left out."""
    wanted = [check for check in checks if check.daw in (None, case.only) or case.only is None]
    # What checks need is imported and settled before the first runs, and one after the other: of two threads
    # that import a module in vain, one is told nonsense; and the practice session sets the environment.
    obstacles = {check.id: _obstacle(check, case) for check in wanted}
    waiting = [(check, _Running(check, case, obstacles[check.id])) for check in wanted]
    found = [(check, running.finding()) for check, running in waiting]
    said = tuple((check, finding) for check, finding in found if finding is not None)
    return Examined(said, case.settings.daw)


def _obstacle(check: Check, case: Case) -> Finding | None:
    """What keeps a check from being run at all."""
    try:
        _ = check.function
        if check.daw is not None:
            case.host(check.daw)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other checks count
        return _failure(error)
    return None


def _failure(error: Exception) -> Finding:
    if isinstance(error, ModuleNotFoundError):
        return problem(f"This needs {error.name}, which is not installed.", "See what Packages says.")
    return problem(
        f"The check itself failed: {type(error).__name__}: {error}",
        "Run orbit doctor again; if it happens again, it is a bug in Orbit: please report it.",
    )


class _Running:
    """A check in a thread of its own, which is given up when it takes too long."""

    def __init__(self, check: Check, case: Case, obstacle: Finding | None) -> None:
        self._check, self._case = check, case
        self._found: SimpleQueue[Finding | None] = SimpleQueue()
        self._end = time.monotonic() + check.seconds
        if obstacle is not None:
            self._found.put(obstacle)
            return
        # A daemon: a check that hangs in the system must not keep the program from ending.
        threading.Thread(target=self._run, name=f"orbit-doctor-{check.id}", daemon=True).start()

    def finding(self) -> Finding | None:
        """Wait for what it finds."""
        try:
            return self._found.get(timeout=max(self._end - time.monotonic(), 0.01))
        except Empty:
            return problem(
                f"This check was not finished within {self._check.seconds:g} s.",
                "Run orbit doctor again; if it happens again, a disk or a network does not answer.",
            )

    def _run(self) -> None:
        try:
            self._found.put(self._check.look(self._case))
        except Exception as error:  # noqa: BLE001 - whatever one check trips over, the others count
            self._found.put(_failure(error))
