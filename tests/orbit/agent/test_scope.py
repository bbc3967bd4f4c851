"""What a request names is all that it touches: one that names a track is no workflow of the whole song."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import benchmarks
import orbit.evaluation
from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, differences, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent import Desk, ask
from orbit.agent.approval import beforehand
from orbit.agent.bounds import held_to
from orbit.agent.offline.coverage import Plan
from orbit.agent.offline.deciding import Known, decide
from orbit.agent.tools import search_result
from orbit.memory import Library
from orbit.workflows import Plan as PlanOfWorkflow
from orbit.workflows import bind, make_plan
from orbit.workflows.roles import NO_NICKNAMES
from orbit.workflows.strict_yaml import read_yaml
from orbit.workflows.touched import touched
from tests.orbit.stand_in import StandIn, call, run_planned, say, served

TASKS = sorted(
    path
    for package in (orbit.evaluation, benchmarks)
    for path in (Path(package.__path__[0]) / "tasks").glob("*.yaml")
)


def told(task: Mapping[str, Any], practice: Session) -> tuple[str, Session]:
    """What a task says first, and the session that it says it in."""
    said, setup = task["say"], [parse_action(action) for action in task.get("setup", ())]
    session = apply_all(practice, resolve_labels(practice, setup))
    return (said if isinstance(said, str) else said[0]), session


def planned(sentence: str, session: Session, shelf: Library) -> Plan:
    """What the offline model would plan for a sentence, and what it makes of it; no question is a plan."""
    texts, searches = [sentence], dict[str, Any]()
    while True:
        for text in texts:
            found = search_result(shelf, text, 5, session)
            searches[text] = (found["decision"], found["workflows"])
        known = Known(session, searches[sentence], searches=searches)
        move = decide(sentence, None, known)
        calls = move if isinstance(move, tuple) else ()
        texts = [each.arguments["text"] for each in calls if each.tool == "search_workflows"]
        if not texts:
            return Plan(sentence, known, tuple(part for each in calls for part in parts(each)), ())


def parts(move: Any) -> Sequence[dict[str, Any]]:
    match move.tool:
        case "plan_actions":
            return [{"actions": move.arguments["actions"]}]
        case "plan_workflow":
            return [{"workflow": move.arguments["id"], "slots": move.arguments["slots"]}]
        case _:
            return move.arguments.get("parts", [])


def unasked(plan: Plan, shelf: Library) -> Iterator[Action]:
    """The edits that would be made without a word."""
    session = plan.known.session
    for part in plan.parts:
        with suppress(OrbitError):  # what cannot be planned touches nothing
            if part.get("workflow"):
                workflow = shelf.definition(part["workflow"])
                binding = bind(workflow, part["slots"], session)
                made = make_plan(workflow, binding, session) if binding.complete else None
                if made is not None and not _is_held(plan.text, made, shelf):
                    yield from made.actions
            else:
                yield from plan.known.edits(part["actions"])


def _is_held(request: str, made: PlanOfWorkflow, shelf: Library) -> bool:
    return held_to(request, made, shelf.definition, lambda _: NO_NICKNAMES).wider


def others(plan: Plan, shelf: Library) -> set[str]:
    """The tracks that one which names a single track would touch beside it."""
    session = plan.known.session
    clips = {each.values[0] for each in plan.mentions if each.type == "clip"}
    named = {name for _, names in plan.tracks_named for name in names}
    if len(named) != 1 or not plan.parts or any(True for _ in plan.said("spares")):
        return set()
    actions = [*unasked(plan, shelf)]
    with suppress(OrbitError):
        places = touched(session, resolve_labels(session, actions))
        # What a return or the master does, it does for the tracks that are sent there.
        own = {track.name for track in session.returns} | {"Master"}
        # Whoever names a clip names the track that it is on.
        own |= {track.name for track in session.tracks if clips & {each.name for each in track.clips}}
        return {place.track for place in places} & {*session.track_names} - named - own
    return set()


@pytest.mark.parametrize("tasks", TASKS, ids=[path.stem for path in TASKS])
def test_no_request_that_names_one_track_touches_another(
    tasks: Path, shelf: Library, practice: Session
) -> None:
    astray: dict[str, set[str]] = {}
    for task in read_yaml(tasks.read_bytes(), str(tasks)).data:
        with suppress(OrbitError):
            sentence, session = told(task, practice)
            if found := others(planned(sentence, session, shelf), shelf):
                astray[sentence] = found
    assert astray == {}


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with served() as provider:
        yield provider


@pytest.mark.parametrize(
    ("said", "asked"),
    [("low cut the guitar at 120", True), ("lay out a mixing template, the guitar cut at 120", False)],
)
async def test_a_model_may_not_take_the_whole_song_for_one_track(
    desk: Desk, stand_in: StandIn, said: str, asked: bool
) -> None:
    before = await desk.session()
    model = stand_in.plays(
        call("plan_workflow", id="mixing-template", slots={"guitar": "Guitar", "low_cut": "120 Hz"}),
        run_planned,
        say("Done."),
    )
    answer = await ask(said, desk, model=model, approve=beforehand)
    assert answer.ok is not asked
    assert bool(differences(before, await desk.session())) is not asked
    if asked:
        assert answer.plan is not None
        assert any("You named Guitar; “Mixing template” also changes" in note for note in answer.plan.notes)
