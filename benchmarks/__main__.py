"""Run the benchmarks, each in a process of its own: ``python -m benchmarks [--smoke] [NAME ...]``.

All of them without names. One that fails does not keep the others from running; the last lines name those
that did, and the exit code is 1 then. ``--smoke`` runs each at its smallest size: its figures say nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from benchmarks import SMOKE

_HERE = Path(__file__).parent


def names() -> list[str]:
    """List what can be run by itself, by module name."""
    files = {path.stem for path in _HERE.glob("*.py") if "\nif __name__ ==" in path.read_text("utf-8")}
    return sorted((files | {path.parent.name for path in _HERE.glob("*/__main__.py")}) - {"__main__"})


def main() -> int:
    """Run what was asked for; give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names())}")
    parser.add_argument("--smoke", action="store_true", help="each at its smallest size, to its end")
    chosen = parser.parse_args()
    if unknown := sorted({*chosen.names} - {*names()}):
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(names())}")
    wanted = chosen.names or names()
    with ThreadPoolExecutor(os.cpu_count() if chosen.smoke else 1) as side_by_side:
        codes = list(side_by_side.map(_smoke if chosen.smoke else _measure, wanted))
    failed = [name for name, code in zip(wanted, codes, strict=True) if code]
    for name in failed:
        print(f"FAILED benchmarks.{name}")
    return 1 if failed else 0


def _measure(name: str) -> int:
    print(f"\npython -m benchmarks.{name}", flush=True)
    return subprocess.run(_command(name), cwd=_HERE.parent, check=False).returncode


def _smoke(name: str) -> int:
    """Run one at its smallest size; several do beside each other, so that each is told when it has ended."""
    start = perf_counter()
    done = subprocess.run(
        _command(name),
        cwd=_HERE.parent,
        env=os.environ | {SMOKE: "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    verdict = f"exit code {done.returncode}" if done.returncode else "to its end"
    print(
        f"{done.stdout}python -m benchmarks.{name}: {verdict}, {perf_counter() - start:.0f} s\n", flush=True
    )
    return done.returncode


def _command(name: str) -> list[str]:
    return [sys.executable, "-m", f"benchmarks.{name}"]


if __name__ == "__main__":
    sys.exit(main())
