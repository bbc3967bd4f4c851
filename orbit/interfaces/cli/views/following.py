"""What a command that runs until Ctrl-C says as it goes: lines to a person, trajectories to a program."""

from __future__ import annotations

import sys

from orbit.interfaces.cli.output import print_json, screen
from orbit.memory.trajectory import Trajectory

__all__ = ["Told"]


class Told:
    """Tells whoever started it; a program gets nothing but trajectories, one a line, on stdout."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._count = 0

    def kept(self, trajectory: Trajectory, line: str = "") -> None:
        """Say that a trajectory is remembered: ``line`` to a person."""
        self._count += 1
        if self.as_json:
            print_json(trajectory.model_dump(mode="json"))
        else:
            self.say(line or _edits(len(trajectory.actions)))

    def say(self, line: str) -> None:
        """Say something that a program has no use for on stdout."""
        if self.as_json:
            self.aside(line)
        else:
            screen().print(line, markup=False, soft_wrap=True)
            sys.stdout.flush()

    def aside(self, line: str) -> None:
        """Say what is not as it should be."""
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Say how much was remembered."""
        self.say(f"Ended; {self._count} remembered.")


def _edits(count: int) -> str:
    return f"Remembered: {count} {'edit' if count == 1 else 'edits'}."
