"""Memory tasks in files: read, written back, and refused with the field that is wrong."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from daw_bridges.errors import WorkflowFormatError
from orbit.workflows import dump_workflow, parse_workflow, read_workflow
from tests.orbit.workflows.memory_tasks.recipes import NOTE, RECALL, SET, workflow


def test_a_task_is_read_and_written_back() -> None:
    made = workflow(RECALL, SET, NOTE | {"ttl": "7d", "on_success": {"next": "end"}})
    dumped = dump_workflow(made)
    assert dumped["steps"][0]["type"] == "memory"
    assert "action" not in dumped["steps"][0]
    assert parse_workflow(dumped) == made


def test_a_task_need_not_say_what_to_expect() -> None:
    bare = {key: value for key, value in RECALL.items() if key != "expected_output"}
    [step, _] = workflow(bare, SET).steps
    assert step.expected_output == "Done: read in the memory mix."


def test_a_file_is_refused_with_line_and_field() -> None:
    steps = [{"step_number": 1} | RECALL | {"operation": "recall"}]
    document = dump_workflow(workflow(RECALL, SET)) | {"steps": steps}
    text = yaml.safe_dump(document, sort_keys=False)
    with pytest.raises(WorkflowFormatError) as caught:
        read_workflow(text.encode(), "x.yaml")
    [line] = [number for number, line in enumerate(text.splitlines(), 1) if "operation: recall" in line]
    assert (caught.value.field, caught.value.line) == ("steps[1].operation", line)


CLEAR = {key: value for key, value in NOTE.items() if key != "payload"} | {"operation": "clear"}
WRONG: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "unknown field": ([RECALL | {"keys": "x"}], "steps[1].keys", "is not a field here"),
    "no payload": ([NOTE | {"payload": None}], "steps[1]", "append needs a payload"),
    "payload to read": ([RECALL | {"payload": "x"}], "steps[1]", "read has no use for payload"),
    "ttl to read": ([RECALL | {"ttl": "1d"}], "steps[1]", "read has no use for ttl"),
    "wrong ttl": ([NOTE | {"ttl": "soon"}], "steps[1].ttl", "not a time to live"),
    "other's options": ([RECALL | {"flush_config": {}}], "steps[1]", "has no use for flush_config"),
    "unconfirmed clear": ([CLEAR], "steps[1]", "confirm: true"),
    "refused clear": ([CLEAR | {"clear_config": {"confirm": False}}], "steps[1].clear_config", "confirm"),
    "wrong ref": ([RECALL | {"memory_ref": "../x"}], "steps[1].memory_ref", "cannot name a memory"),
    "call in key": ([RECALL | {"key_template": "{{ user.upper() }}"}], "steps[1].key_template", "may not"),
    "unknown root": ([RECALL | {"key_template": "{{ cycler }}"}], "steps[1].key_template", "cannot use"),
    "unknown filter": ([RECALL | {"key_template": "{{ user | x }}"}], "steps[1].key_template", "No filter"),
    "empty part": ([RECALL | {"key_template": "a::b"}], "steps[1].key_template", "none may be empty"),
    "no such slot": (
        [RECALL | {"key_template": "{{ workflow.input.tracks }}"}], "steps[1].key_template", "no slot",
    ),
    "item alone": ([RECALL | {"key_template": "{{ item }}"}], "steps[1].key_template", "for_each"),
    "later task": ([NOTE | {"payload": "{{ tasks.recall.output }}"}, RECALL], "steps[1].payload", "before"),
    "task in key": ([RECALL | {"key_template": "{{ tasks.a.output }}"}], "steps[1].key_template", "before"),
    "part of a task": ([RECALL, SET | {"db": "{{ tasks.recall.result }}"}], "steps[2].db", ".output"),
    "backwards": ([SET | {"db": 0, "id": "first"}, RECALL | {"on_error": {"next": "first"}}],
                  "steps[2].on_error.next", "no later step"),
    "same id": ([RECALL, RECALL], "steps[2].id", "another step is called"),
    "if there": ([RECALL | {"if_there": "skip"}], "steps[1].if_there", "is for actions"),
    "roots without tasks": ([SET | {"db": "{{ workflow.input.target }}"}], "steps[1].db", "not declared"),
    "memory as an action": ([{"action": "memory", "expected_output": "x"}], "steps[1].action", "no action"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_its_field(name: str) -> None:
    steps, field, words = WRONG[name]
    with pytest.raises(WorkflowFormatError) as caught:
        workflow(*steps)
    assert caught.value.field == field, str(caught.value)
    assert words.casefold() in str(caught.value).casefold()
