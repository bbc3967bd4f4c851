"""Workflows with memory tasks that tests plan and carry out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from daw_bridges.session import Session
from orbit.memory.keyed import KeyedMemory
from orbit.memory.store import Scope, Store
from orbit.workflows import Plan, Workflow, bind, make_plan, parse_workflow

OPENED: list[Store] = []
"""The stores that a test opened; they are let go of when it ends."""

RECALL: dict[str, Any] = {
    "type": "memory",
    "id": "recall",
    "operation": "read",
    "memory_ref": "mix",
    "key_template": "level:{{ workflow.input.target }}",
    "expected_output": "What was used on {{ target }} before.",
}
SET: dict[str, Any] = {
    "action": "set_volume",
    "track": "{{ target }}",
    "db": "{{ tasks.recall.output.messages[-1].data.db | default(-6) }}",
    "expected_output": "{{ target }} is where it was last time.",
}
NOTE: dict[str, Any] = {
    "type": "memory",
    "id": "note",
    "operation": "append",
    "memory_ref": "mix",
    "key_template": "notes:{{ workflow.input.target | lower }}",
    "payload": "{{ target }} was set on {{ session.name }}",
    "expected_output": "A note of it.",
}


def workflow(*steps: dict[str, Any], **fields: Any) -> Workflow:
    """A workflow of these steps, numbered, over the slot ``target``."""
    numbered = [{"step_number": number} | step for number, step in enumerate(steps, start=1)]
    words = {"workflow_name": "as-last-time", "title": "As last time", "task": "Set a track as last time."}
    slots = {"target": {"type": "track", "ask": "Which track?", "default": "Bass"}}
    rest = {"slots": slots, "steps": numbered, "outcome": "It is so.", "result": "{{ target }} is set."}
    return parse_workflow(words | rest | fields)


def memory(folder: Path, **scope: str) -> KeyedMemory:
    OPENED.append(Store(folder / "memory.db", scope=Scope(**scope)))
    return KeyedMemory(OPENED[-1])


def planned(made: Workflow, session: Session, port: KeyedMemory | None, **slots: Any) -> Plan:
    return make_plan(made, bind(made, slots, session), session, None, port)


def kept(port: KeyedMemory, key: str, ref: str = "mix") -> list[Any]:
    """The contents of a key, data as data."""
    request = {"operation": "read", "memory_ref": ref, "key": key}
    answer = port.perform(request).model_dump(mode="json")
    return [message.get("data", message["content"]) for message in answer["messages"]]


def put(port: KeyedMemory, key: str, payload: Any, ref: str = "mix") -> None:
    port.perform({"operation": "append", "memory_ref": ref, "key": key, "payload": payload})
