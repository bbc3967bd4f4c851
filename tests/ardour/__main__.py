"""``python -m tests.ardour [NAME …]``: show everything, or what is named, on a real Ardour.

``python -m tests.ardour --starts N [--burners B]`` starts and ends it N times, with B processes that keep the
processors busy, and says how often it came up.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

from tests.ardour.needs import Installed, MissingError, installed
from tests.ardour.outside import REPOSITORY, run
from tests.ardour.table import table

CACHE = REPOSITORY / ".pytest_cache" / "d" / "ardour"


def main() -> int:
    """Read the command line and do it; 0 when all was well."""
    parser = argparse.ArgumentParser(prog="python -m tests.ardour", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--starts", type=int, default=0)
    parser.add_argument("--burners", type=int, default=0)
    given = parser.parse_args()
    try:
        found = installed()
    except MissingError as missing:
        _say(missing)
        return 1
    if given.starts:
        return _starts(found, given.starts, given.burners)
    report = run(found, CACHE, given.names)
    for line in table(report):
        _say(line)
    for name, told in report.lines.items():
        if "why" in told:
            _say(f"\n{name}\n{told['why']}")
    return int(any("why" in told for told in report.lines.values()))


def _starts(found: Installed, times: int, burners: int) -> int:
    up, failures = 0, list[str]()
    with _busy(burners):
        for number in range(1, times + 1):
            report = run(found, CACHE, ["banks"])
            came = "why" not in report.of("banks")
            up += came
            failures += report.of("start").get("failures", ())
            seconds = report.of("start").get("seconds"), report.of("plugged_in").get("seconds")
            _say(f"{number:3}: {'up' if came else report.of('banks')['why']}, seconds {seconds}")
    _say(f"{up} of {times} came up with {burners} burners; starts that were tried again: {failures}")
    return int(up < times)


def _say(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def _busy(burners: int) -> Generator[None]:
    """Keep processors busy with processes of our own."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(burners)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
