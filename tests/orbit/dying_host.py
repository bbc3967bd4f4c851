"""A simulated Live in a process of its own that dies, or stops answering, at its n-th change.

Run as ``python dying_host.py TOKEN N exit|hang``; prints the port it listens on.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

from orbit.hosts import script_port, simulated_live

HOST = Path(__file__)
"""What to run."""


def die() -> None:
    os._exit(9)


def hang() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(3600)  # the signal stops every thread, but this one may be the last


ENDS = {"exit": die, "hang": hang}


def main(token: str, change: int, end: str) -> None:
    with simulated_live(token=token) as host:
        host.call(lambda: host.faults.at_operation(change, lambda _song: ENDS[end]()))
        sys.stdout.write(f"{script_port(host)}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
