"""What the retrieval benchmark reads: its library of workflows, its sessions and its requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml

from daw_bridges.session import Session
from orbit.workflows.load import load_workflow, parse_workflow
from orbit.workflows.workflow import Workflow

__all__ = ["SEEDS", "Request", "library", "requests", "sessions", "states"]

DATA = Path(__file__).parent / "retrieval_data"
SEEDS = Path(__file__).parent.parent / "workflows_seed"

_SLOT = re.compile(r"\{\{.*?\}\}")
_REST = {
    "steps": [{"step_number": 1, "action": "stop", "expected_output": "The song stands."}],
    "outcome": "It is done.",
    "result": "Done.",
}
"""What a workflow needs besides and retrieval does not look at."""


@dataclass(frozen=True)
class Request:
    """What somebody says; ``wanted`` is the workflow meant, or None for none of them, ``session`` where."""

    text: str
    wanted: str | None
    session: str | None = None


def _read(name: str) -> Any:
    return yaml.safe_load((DATA / f"{name}.yaml").read_text("utf-8"))


@cache
def library() -> tuple[Workflow, ...]:
    """Give the workflows; those that are shipped as they are shipped."""
    return tuple(_workflow(entry) for entry in _read("library"))


def _workflow(entry: Mapping[str, Any]) -> Workflow:
    shipped = SEEDS / f"{entry['id']}.yaml"
    if shipped.exists():
        return load_workflow(shipped)
    words = {name: entry[name] for name in ("title", "task")}
    optional = {name: entry[name] for name in ("tags", "phrases", "slots", "preconditions") if name in entry}
    # Retrieval leaves the slots out of phrases; so they need not be declared here.
    phrases = [_SLOT.sub(" ", phrase).strip() for phrase in optional.pop("phrases", ())]
    return parse_workflow({"workflow_name": entry["id"], **words, "phrases": phrases, **optional, **_REST})


@cache
def sessions() -> dict[str, Session]:
    """Give the sessions by name."""
    content = cast("dict[str, dict[str, Any]]", _read("sessions"))
    return {name: Session.model_validate({"daw": "ableton", **given}) for name, given in content.items()}


def requests(part: str) -> list[Request]:
    """Give the requests of a part (``tuning`` or ``held_out``) that are made without a session."""
    content = _read(part)
    meant = [Request(text, wanted) for wanted, texts in content["requests"].items() for text in texts]
    return meant + [Request(text, None) for text in content["none"]]


def states(part: str) -> list[Request]:
    """Give the requests of a part that mean one workflow in one session and another one in another."""
    return [Request(each["say"], each["wanted"], each["session"]) for each in _read(part).get("states", ())]
