"""A process that appends numbered words to one key for ever and says each that is kept: to be killed."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from tests.orbit.memory.keyed.holding import asking, remembering


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(folder: str, name: str, key: str, most: int) -> None:
    ask = asking(remembering(Path(folder)))
    _say("ready")
    sys.stdin.readline()
    for number in count() if most < 0 else range(most):
        ask("append", key, payload=[f"{name} {number} a", f"{name} {number} b"])
        _say(f"{name} {number}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
