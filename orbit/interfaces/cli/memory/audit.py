"""``orbit memory audit``: what is doubtful among the workflows, without changing anything."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import ask

if TYPE_CHECKING:
    from orbit.memory.trust.auditing import Audit

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(audit)


def audit(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Look for workflows that are alike or doubtful."""
    found: Audit = ask(load_settings(data_dir=data_dir), lambda engine: engine.call("audit"))
    if as_json:
        findings = [asdict(each) for each in found.findings]
        document = {"workflows": found.workflows, "superseded": found.superseded, "counts": found.counts}
        print_json(document | {"findings": findings})
    else:
        from orbit.interfaces.cli.views.trust import audit_view

        screen().print(audit_view(found))
    return DONE
