"""What comes of trying a workflow before it is kept: admitted and where it was proven, or refused and why."""

from __future__ import annotations

from dataclasses import dataclass

from orbit.learning.routine import Routine
from orbit.workflows.workflow import Workflow

__all__ = ["HOST", "MODEL", "Admission"]

MODEL, HOST = "model", "host"
"""Where a workflow can be proven: on the model of a session, on the simulated host."""


@dataclass(frozen=True)
class Admission:
    """The verdict on one workflow.

    ``workflow`` and ``routine`` are what is to be kept: as they came in, or without the steps that the trial
    showed to do nothing; they stand there for a refused one too, to be shown. ``proven`` is where it was
    carried out again and ended as it should (``model`` or ``host``), empty for a refused one; ``reason`` says
    in a sentence why it was refused. ``notes`` tell what was left out and what the trial could not settle.
    """

    workflow: Workflow
    routine: Routine
    proven: str = ""
    reason: str = ""
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it may be kept."""
        return bool(self.proven)
