"""The kinds of fault that the reader must not have, and what asks for no edit, said to the whole agent.

A case that is not right yet says why in ``fails``, and must not pass: the reason goes when the fault does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, differences, resolve_labels
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, ask
from orbit.agent.parts import Part
from orbit.memory import Library
from orbit.settings import Settings
from orbit.workflows import Plan
from orbit.workflows.strict_yaml import read_yaml
from tests.orbit.workflows.memory_bridge import MemoryBridge
from workflows_seed import FOLDER

Json = dict[str, Any]
_NONE = ("asked", "answered", "nothing")


def _of(name: str) -> dict[str, Any]:
    return read_yaml(Path(__file__).with_name(name).read_bytes(), name).data


_SAID = _of("kinds.yaml")
_STILL = _of("must_not_edit.yaml")


def _cases(kinds: dict[str, Any]) -> Iterator[Any]:
    for kind, cases in kinds.items():
        for case in cases:
            given: Json = {"say": case, "nothing": True} if isinstance(case, str) else case
            given = given if {*given} & {"does", "workflow", *_NONE} else {**given, "nothing": True}
            turns = [given["say"]] if isinstance(given["say"], str) else given["say"]
            fails = given.get("fails")
            marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=fails)] if fails else []
            yield pytest.param({**given, "say": turns}, id=f"{kind}: {' / '.join(turns)}", marks=marks)


def _actions(steps: Sequence[Sequence[Any]]) -> Iterator[Action]:
    for action, *rest in steps:
        fields = rest.pop() if rest and isinstance(rest[-1], dict) else {}
        for track in rest[0] if rest and isinstance(rest[0], list) else rest or [None]:
            yield parse_action({"action": action, **({} if track is None else {"track": track}), **fields})


def _after(session: Session, steps: Sequence[Sequence[Any]]) -> Session:
    return apply_all(session, resolve_labels(session, list(_actions(steps))))


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(data_dir=tmp_path_factory.mktemp("said"))


@pytest.fixture(scope="module")
def shared(settings: Settings) -> Iterator[Library]:
    library = Library.open(settings.data_dir, seeds=FOLDER, embedder="words")
    yield library
    library.close()


@pytest.fixture
def desk_of(shared: Library, settings: Settings, practice: Session, request: pytest.FixtureRequest) -> Any:
    """A desk at a session of its own, at which nothing was said yet."""
    place = request.node.name
    return lambda setup: Desk(MemoryBridge(_after(practice, setup)), shared, settings, place=place)


async def _rights(case: Json, desk: Desk) -> Sequence[Session]:
    start = await desk.session()
    found = [_after(start, steps) for steps in (case.get("does"), *case.get("or", ())) if steps is not None]
    if "workflow" in case:
        part = Part.model_validate({"workflow": case["workflow"], "slots": case.get("slots", {})})
        plan = await desk.plan_parts([part], session=start)
        assert isinstance(plan, Plan)
        found.append(plan.predicted)
    return found


def _is_told(case: Json, answer: Answer) -> bool:
    told = answer.reply.casefold()
    if any(each.casefold() in told for each in case.get("unsaid", ())):
        return False
    if "answered" in case:
        return answer.question is None and all(each.casefold() in told for each in case["answered"])
    return "nothing" in case or ("asked" in case and answer.question is not None)


@pytest.mark.parametrize("case", [*_cases(_SAID["kinds"]), *_cases(_STILL)])
async def test_what_is_said_comes_to_what_is_right(case: Json, desk_of: Any) -> None:
    setup = case.get("setup", ())
    desk = desk_of(_SAID["sessions"][setup] if isinstance(setup, str) else setup)
    start, rights = await desk.session(), await _rights(case, desk)
    answer, history = None, ()
    for turn in case["say"]:
        answer = await ask(turn, desk, message_history=history, approve=lambda _: True)
        history = answer.messages
    assert answer is not None
    after = await desk.session()
    came = differences(start, after)
    right = any(not differences(after, each) for each in rights)
    kept = set(_NONE).isdisjoint(case) or (not differences(start, after) and _is_told(case, answer))
    assert right or (kept and not set(_NONE).isdisjoint(case)), f"{answer.reply!r}, and {came}"


def test_there_are_enough_of_them() -> None:
    assert all(len(cases) >= 6 for cases in _SAID["kinds"].values())
    assert len({str(case) for cases in _STILL.values() for case in cases}) >= 200
