"""Task files: the shipped ones are right, and a mistake is told with its line and its task."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, resolve_labels
from daw_bridges.errors import OrbitError, UsageError
from daw_bridges.session import Session
from orbit.evaluation import CATEGORIES, Task
from orbit.evaluation.judging import expected_session
from orbit.evaluation.memories import demonstrations
from orbit.evaluation.reading import read_tasks, selected, shipped
from orbit.hosts import fresh_practice

GOOD = "- {id: a, say: mute the kick, category: single, ends: done}\n"


def written(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("[]", "a list"),
        ("id: a\nsay: b\n", "a list"),
        (f"{GOOD}- {{id: b}}\n", ":2: task “b”: say: Field required"),
        (f"{GOOD}- {{say: b}}\n", ":2: task 2: id"),
        (f"{GOOD}- mute\n", ":2: task 2"),
        ("- id: b\n  say: c\n  expects: []\n", ":3: task “b”: expects: Extra inputs"),
        ("- id: b\n  say: c\n  category: odd\n", ":3: task “b”: category"),
        ("- id: b\n  say: c\n  ends: well\n", ":3: task “b”: ends"),
        (
            "- id: b\n  say: c\n  expect: [{trak: Bass}]\n",
            ":3: task “b”: expect: condition 1",
        ),
        (
            "- id: b\n  say: c\n  leads_to:\n    - {action: set_mute, track: Kick}\n",
            ":4: task “b”: leads_to.1: ",
        ),
        ("- id: b\n  say: c\n  setup: [{action: explode}]\n", ":3: task “b”: setup.1: "),
        ("- id: b\n  say: c\n  leads_to: []\n  touches: []\n", "give leads_to or touches"),
        ("- {id: a\n", ":2: not valid YAML"),
        ("- &x {id: a, say: b}\n- *x\n", "anchors"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(UsageError) as told:
        read_tasks([file])
    assert said in str(told.value)
    assert str(file) in str(told.value)


def test_all_mistakes_are_told_at_once_up_to_a_few(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as told:
        read_tasks([written(tmp_path, "".join(f"- {{id: t{place}}}\n" for place in range(9)))])
    assert len(str(told.value).splitlines()) == 6
    assert "and 4 more" in str(told.value)


def test_an_id_is_there_once_over_all_files(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"“a” is taken in one\.yaml"):
        read_tasks([written(tmp_path, GOOD, "one.yaml"), written(tmp_path, GOOD, "two.yaml")])


def test_a_file_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.yaml cannot be read"):
        read_tasks([tmp_path / "none.yaml"])


def test_what_is_held_out_is_known_by_its_name(tmp_path: Path) -> None:
    mine = written(tmp_path, GOOD)
    theirs = written(tmp_path, GOOD.replace("id: a", "id: b"), "held_out_pop.yaml")
    assert [file.held_out for file in read_tasks([mine, theirs])] == [False, True]


def test_tasks_are_chosen_by_category_and_by_id(tmp_path: Path) -> None:
    files = read_tasks([written(tmp_path, GOOD + "- {id: b, say: mute it, category: follow-up}\n")])
    assert [task.id for file in selected(files, ["follow-up"]) for task in file.tasks] == ["b"]
    assert [task.id for file in selected(files, ["a", " single "]) for task in file.tasks] == ["a"]
    for names in (["nothing"], ["ambiguous"], []):
        with pytest.raises(UsageError, match="Categories are"):
            selected(files, names)


def test_those_that_are_shipped_load_and_cover_every_category() -> None:
    files = read_tasks(shipped())
    assert {file.name for file in files if file.held_out} == {"held_out.yaml"}
    for file in files:
        here = [task.category for task in file.tasks]
        assert {category: here.count(category) >= 12 for category in CATEGORIES} == dict.fromkeys(
            CATEGORIES, True
        )
        # Whatever is there is there to be judged.
        assert all(task.judged or task.category == "impossible" for task in file.tasks)
    tasks = sum(len(file.tasks) for file in files)
    held_out = sum(len(file.tasks) for file in files if file.held_out)
    assert tasks >= 230
    assert held_out * 3 >= tasks


def test_what_was_done_by_hand_was_done_by_hand() -> None:
    lines = [json.loads(line) for file in demonstrations() for line in file.read_text("utf-8").splitlines()]
    assert len(lines) >= 30
    assert {action["origin"] for line in lines for action in line["actions"]} == {"user"}


async def test_what_a_task_takes_for_right_can_be_done(tmp_path: Path) -> None:
    async with fresh_practice() as bridge:
        practice = await bridge.snapshot()
    tasks = [task for file in read_tasks(shipped()) for task in file.tasks]
    exact = [task for task in tasks if task.leads_to is not None]
    assert len(exact) > 100
    impossible = {task.id: said for task in exact if (said := _impossible(task, practice))}
    assert impossible == {}


def _impossible(task: Task, practice: Session) -> str | None:
    """Why a task's setup and edits cannot be done one after the other, if they cannot."""
    try:
        made = [parse_action(action) for action in task.setup]
        expected_session(task, apply_all(practice, resolve_labels(practice, made)))
    except OrbitError as error:
        return str(error)
    return None
