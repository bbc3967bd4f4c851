"""The command line: one module a command group, each importing what is heavy only when it is run."""

from __future__ import annotations

from orbit.interfaces.cli.app import main, run

__all__ = ["main", "run"]
