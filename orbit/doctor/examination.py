"""Running the checks: all at once, each with an end, and none able to stop another."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
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
    for daw in {check.daw for check in wanted if check.daw}:
        # Before anything runs, as far as it goes; what fails here fails again in the checks, which say so.
        with suppress(Exception):
            case.host(daw)
    waiting = [(check, _Running(check, case)) for check in wanted]
    found = [(check, running.finding()) for check, running in waiting]
    said = tuple((check, finding) for check, finding in found if finding is not None)
    return Examined(said, case.settings.daw)


class _Running:
    """A check in a thread of its own, which is given up when it takes too long."""

    def __init__(self, check: Check, case: Case) -> None:
        self._check, self._case = check, case
        self._found: SimpleQueue[Finding | None] = SimpleQueue()
        # Imported one after the other: of two threads that import a module in vain, one is told nonsense.
        with suppress(Exception):
            _ = check.function
        self._end = time.monotonic() + check.seconds
        # A daemon: a check that hangs in the system must not keep the program from ending.
        threading.Thread(target=self._run, name=f"orbit-doctor-{check.id}", daemon=True).start()

    def finding(self) -> Finding | None:
        """Wait for what it finds."""
        try:
            return self._found.get(timeout=max(self._end - time.monotonic(), 0.01))
        except Empty:
            return problem(
                f"This could not be found out within {self._check.seconds:g} s.",
                "Run orbit doctor again; if it stays so, a disk or a network does not answer.",
            )

    def _run(self) -> None:
        try:
            self._found.put(self._check.look(self._case))
        except ModuleNotFoundError as error:
            self._found.put(
                problem(f"This needs {error.name}, which is not installed.", "See what Packages says.")
            )
        except Exception as error:  # noqa: BLE001 - whatever one check trips over, the others count
            self._found.put(
                problem(
                    f"The check itself failed: {type(error).__name__}: {error}",
                    "Run orbit doctor again; if it stays so, this is a mistake in Orbit: report it.",
                )
            )
