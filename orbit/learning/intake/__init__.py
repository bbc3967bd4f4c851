"""What learning reads: files of trajectories, line by line, the bad ones told and the good ones used."""

from __future__ import annotations

from orbit.learning.intake.reading import BadLine, read_trajectories

__all__ = ["BadLine", "read_trajectories"]
