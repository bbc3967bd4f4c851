"""Workflow files: what is wrong with one is said with file, line and field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import WorkflowFormatError
from orbit.workflows import dump_workflow, load_folder, load_workflow, parse_workflow, read_workflow
from orbit.workflows.strict_yaml import MAX_BYTES, read_yaml
from tests.orbit.workflows.wrong_files import GOOD, WRONG
from workflows_seed import FOLDER


def test_a_good_file_is_read() -> None:
    workflow = read_workflow(GOOD.encode())
    assert (workflow.workflow_name, list(workflow.slots)) == ("louder", ["target", "level"])
    assert workflow.steps[0].fields == {"track": "{{ target }}", "db": "{{ level }}"}


def test_a_slot_may_stand_wherever_what_fills_it_may() -> None:
    def with_slot(slot: dict[str, Any], **fields: str) -> None:
        step = {"step_number": 1, "expected_output": "It is so.", "track": "{{ target }}", **fields}
        slots = {"target": {"type": "track", "ask": "Which track?"}, "how": {"ask": "How?", **slot}}
        parse_workflow(
            dump_workflow(read_workflow(GOOD.encode())) | {"slots": slots, "steps": [step], **_BARE}
        )

    switch = {"type": "choice", "choices": ["on", "off"]}
    with_slot(switch, action="set_mute", on="{{ how }}")
    with_slot({"type": "choice", "choices": ["in", "auto"]}, action="set_monitor", mode="{{ how }}")
    with_slot({"type": "text"}, action="set_color", color="{{ how }}")
    with pytest.raises(WorkflowFormatError, match="given: 'on'"):
        with_slot(switch, action="set_monitor", mode="{{ how }}")
    with pytest.raises(WorkflowFormatError, match="given: 'text'"):
        with_slot({"type": "text"}, action="set_volume", db="{{ how }}")


_BARE: dict[str, Any] = {
    "phrases": [],
    "preconditions": [],
    "postconditions": [],
    "outcome": "So.",
    "result": "So.",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_file_line_and_field(name: str) -> None:
    old, new, line, field, words = WRONG[name]
    assert GOOD.count(old) >= 1
    with pytest.raises(WorkflowFormatError) as caught:
        read_workflow(GOOD.replace(old, new, 1).encode(), "louder.yaml")
    error = caught.value
    assert (error.file, error.line, error.field) == ("louder.yaml", line, field), str(error)
    assert words in str(error)
    assert str(error).startswith(f"louder.yaml:{line}: {field}")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "the file is empty"),
        (b"just words", "a workflow is a mapping"),
        (b"- a\n- b\n", "a workflow is a mapping"),
        (GOOD.encode() + b"---\na: 1\n", "one workflow"),
        (GOOD.encode().replace(b"louder", b"lo\xffder", 1), "not UTF-8"),
        (b"title: a\x07b\n", "not valid YAML"),
        (b"a: " + b"[" * 5000, "nested more than"),
        (b"a: &a [x, x]\nb: &b [*a, *a]\n", "anchors and aliases"),
        (b"a: 1\n" * (MAX_BYTES // 5 + 1), "too large"),
        (b"a: " + b"9" * 6000, "workflow_name"),
        (b"{a: 1", "not valid YAML"),
    ],
)
def test_a_file_that_is_no_workflow_at_all(raw: bytes, words: str) -> None:
    with pytest.raises(WorkflowFormatError, match=re.escape(words)):
        read_workflow(raw, "x.yaml")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(WorkflowFormatError, match="No such file"):
        load_workflow("/nowhere/louder.yaml")


def test_two_files_with_one_id(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    with pytest.raises(WorkflowFormatError, match=r"b\.yaml: workflow_name: another file"):
        load_folder(tmp_path)


def test_a_mark_at_the_beginning_does_no_harm() -> None:
    assert read_workflow(b"\xef\xbb\xbf" + GOOD.encode()).title == "Louder"


def test_scalars_are_those_of_yaml_1_2() -> None:
    text = b"a: on\nb: 4:1\nc: 1/8\non: off\nd: 017\ne: 2026-01-01\nf: no\ng: -6\nh: 1.5\ni: true\n"
    assert read_yaml(text, "x").data == {
        "a": "on", "b": "4:1", "c": "1/8", "on": "off", "d": "017", "e": "2026-01-01", "f": "no", "g": -6,
        "h": 1.5, "i": True,
    }  # fmt: skip


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_json_takes_a_workflow_there_and_back(path: Path) -> None:
    workflow = load_workflow(path)
    assert parse_workflow(dump_workflow(workflow)) == workflow


def test_what_null_means_survives_json() -> None:
    text = GOOD.replace('db: "{{ level }}"', "db: null").replace(
        'volume_db: "{{ level }}"', "volume_db: null"
    )
    workflow = read_workflow(text.encode())
    assert dump_workflow(workflow)["steps"][0]["db"] is None
    assert parse_workflow(dump_workflow(workflow)).postconditions == workflow.postconditions


def test_json_that_is_no_workflow_is_refused_without_a_line() -> None:
    with pytest.raises(WorkflowFormatError) as caught:
        parse_workflow({"workflow_name": "x", "steps": "none"}, "the library")
    assert caught.value.line is None
    assert "the library" in str(caught.value)


_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
_FIELDS = (
    "title",
    "task",
    "tags",
    "slots",
    "preconditions",
    "steps",
    "postconditions",
    "outcome",
    "phrases",
    "provenance",
)


@given(field=st.sampled_from(_FIELDS), value=_JSON)
def test_nonsense_in_a_field_is_a_workflow_or_a_format_error(field: str, value: Any) -> None:
    data = dump_workflow(read_workflow(GOOD.encode())) | {field: value}
    try:
        assert parse_workflow(dump_workflow(parse_workflow(data)))
    except WorkflowFormatError:
        return


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(raw: bytes) -> None:
    with pytest.raises(WorkflowFormatError):
        read_workflow(raw, "x.yaml")
