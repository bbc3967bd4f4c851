"""AbletonOSC beside Orbit's script: ``python -m tests.peers.abletonosc PATH``, PATH a checkout of it.

AbletonOSC's own tests are run twice, each time against a simulated Live with a blank set: once with the
checkout's script in it, unchanged, once with Orbit's. Then the exchanges kept beside this file are gone
through with both. UDP ports 11000 and 11001 must be free: that script takes no others.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.simulated.live import LiveHost, default_set
from tests.peers.exchanges import Controller, agrees, areas, exchange_set, load, until_settled
from tests.peers.suite import Outcome, run_suite

__all__ = ["CANNOT_APPLY", "compare", "main"]

PORT, REPLY_PORT = 11000, 11001

CANNOT_APPLY: dict[str, str] = {}
"""Tests of the suite that say nothing here, each with the reason; there is none."""

_ORBIT = {
    "ORBIT_ABLETON_PORT": str(PORT),
    "ORBIT_ABLETON_REPLY_PORT": str(REPLY_PORT),
    "ORBIT_ABLETON_TOKEN": "peers",
}


def compare(script: Path, *, stock: bool) -> tuple[int, list[str]]:
    """Go through the kept exchanges with a script; gives how many there are and what went otherwise."""
    said, otherwise = 0, list[str]()
    for area in areas():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as answers:
            answers.bind(("127.0.0.1", REPLY_PORT))
            with LiveHost(exchange_set(), script, tick_seconds=0.01, script_options=_ORBIT) as host:
                controller = Controller(answers, PORT)
                controller.read_all()
                for exchange in load(area):
                    said += 1
                    heard = controller.exchange(exchange, until_settled(host))
                    if not agrees(heard, exchange.stock if stock else exchange.answers):
                        otherwise.append(f"{exchange.address} {list(exchange.arguments)}: {heard}")
    return said, otherwise


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything and print a count for each script; gives 0 where all of it agrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.abletonosc", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of AbletonOSC")
    parser.add_argument("--runs", type=int, default=1, help="how often the suite is run against each script")
    options = parser.parse_args(arguments)
    for port in (PORT, REPLY_PORT):
        if not _is_free(port):
            parser.error(f"UDP {port} is taken: another script or client of AbletonOSC is running")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "AbletonOSC"
        # The script writes its log beside itself, and the suite is a package of that name.
        shutil.copytree(options.checkout, copy, ignore=shutil.ignore_patterns(".git", "__pycache__", "logs"))
        codes = [_report(name, script, copy, options.runs) for name, script in _scripts(copy)]
    return int(any(codes))


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.bind(("", port))
        except OSError:
            return False
    return True


def say(line: str) -> None:
    """Print a line at once, so that it stands before what a test run prints."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _scripts(checkout: Path) -> tuple[tuple[str, Path], ...]:
    return (("AbletonOSC, unchanged", checkout), ("Orbit", REMOTE_SCRIPT))


def _report(name: str, script: Path, checkout: Path, runs: int) -> int:
    outcomes: list[Outcome] = []
    for run in range(runs):
        say(f"\n== {name}: AbletonOSC's tests, run {run + 1} of {runs}")
        with LiveHost(default_set(), script, script_options=_ORBIT):
            outcomes.append(run_suite(checkout, CANNOT_APPLY))
    said, otherwise = compare(script, stock=script == checkout)
    for outcome in outcomes:
        say(f"== {name}: {outcome}")
    for test, reason in CANNOT_APPLY.items():
        say(f"   cannot apply: {test}: {reason}")
    say(f"== {name}: {said - len(otherwise)} of {said} exchanges as kept")
    for line in otherwise:
        say(f"   otherwise: {line}")
    return len(otherwise) + sum(len(outcome.failed) for outcome in outcomes)


if __name__ == "__main__":
    sys.exit(main())
