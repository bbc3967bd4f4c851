"""Run the benchmarks, each in a process of its own: ``python -m benchmarks [--smoke] [NAME ...]``.

All of them without names. One that fails does not keep the others from running; the last lines name those
that did, and the exit code is 1 then. ``--smoke`` runs each at its smallest size: its figures say nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
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
    environment = os.environ | ({SMOKE: "1"} if chosen.smoke else {})
    failed: list[str] = []
    for name in chosen.names or names():
        print(f"python -m benchmarks.{name}", flush=True)
        start = perf_counter()
        command = [sys.executable, "-m", f"benchmarks.{name}"]
        code = subprocess.run(command, cwd=_HERE.parent, env=environment, check=False).returncode
        print(f"{name}: {'ended well' if code == 0 else f'FAILED with exit code {code}'}, ", end="")
        print(f"{perf_counter() - start:.0f} s\n", flush=True)
        failed += [name] if code else []
    for name in failed:
        print(f"FAILED benchmarks.{name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
