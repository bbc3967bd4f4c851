"""Another project's own tests, run as they are, and what came of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

__all__ = ["Outcome", "run_suite"]

_PLAIN = ("-p", "no:randomly", "--no-header", "-q", "--tb=short")
_TRIES = 3


@dataclass(frozen=True)
class Outcome:
    """How many tests there are, those that needed another try, and those that failed every time."""

    tests: int
    late: tuple[str, ...]
    failed: tuple[str, ...]

    def __str__(self) -> str:
        late = f" ({len(self.late)} of them at another try: {', '.join(self.late)})" if self.late else ""
        return f"{self.tests - len(self.failed)} of {self.tests} tests pass{late}"


def run_suite(checkout: Path, without: Iterable[str] = ()) -> Outcome:
    """Run a checkout's ``tests`` there.

    A suite that waits a tenth of a second for an answer fails on a busy machine: what failed is tried again,
    twice at most, and told.
    """
    deselected = [f"--deselect={name}" for name in without]
    tests, first = _run(checkout, deselected)
    failed = first
    for _ in range(_TRIES - 1):
        if failed:
            _, failed = _run(checkout, [*deselected, "--last-failed"])
    return Outcome(tests, tuple(name for name in first if name not in failed), tuple(failed))


def _run(checkout: Path, options: list[str]) -> tuple[int, list[str]]:
    report = checkout / "report.xml"
    command = [sys.executable, "-m", "pytest", "tests", *_PLAIN, f"--junitxml={report}", *options]
    subprocess.run(command, cwd=checkout, check=False)
    cases = list(ET.parse(report).getroot().iter("testcase"))
    return len(cases), [str(case.get("name")) for case in cases if _went_wrong(case)]


def _went_wrong(case: ET.Element) -> bool:
    return case.find("failure") is not None or case.find("error") is not None
