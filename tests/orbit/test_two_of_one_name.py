"""Two tracks called Keys: every verb and every workflow on the second, and nothing of it on the first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import ACTIONS, TRACK_FIELDS, parse_action
from daw_bridges.algebra import apply_all, differences, invert
from daw_bridges.bridge import Bridge, Status
from daw_bridges.errors import IrreversibleError
from daw_bridges.logic import open_bridge
from daw_bridges.mackie.pairs import pair
from daw_bridges.references import find_track
from daw_bridges.session import Session
from daw_bridges.simulated.logic import LogicHost, practice_project
from orbit.agent import Desk, ask
from orbit.memory import Library
from orbit.settings import Settings
from orbit.workflows import Plan, SlotType, load_folder
from tests.orbit.workflows.live import running_live
from tests.orbit.workflows.memory_bridge import MemoryBridge
from workflows_seed import FOLDER

SECOND = "#7"
KEYS = "Keys (#7)"
COMPRESSOR = {"action": "insert_device", "track": SECOND, "device": "compressor"}
CLIP = {"action": "create_clip", "track": SECOND, "slot": 2, "length_beats": 8, "name": "New"}
VERBS: list[list[dict[str, Any]]] = [
    [{"action": "duplicate_track", "track": SECOND}],
    [{"action": "delete_track", "track": SECOND}],
    [{"action": "rename_track", "track": SECOND, "name": "Organ"}],
    [{"action": "set_color", "track": SECOND, "color": "#ff3636"}],
    [{"action": "set_volume", "track": SECOND, "db": -6}],
    [{"action": "set_pan", "track": SECOND, "pan": -0.5}],
    [{"action": "set_send", "track": SECOND, "to": "A-Reverb", "db": -12}],
    [{"action": "set_mute", "track": SECOND, "on": True}],
    [{"action": "set_solo", "track": SECOND, "on": True}],
    [{"action": "set_arm", "track": SECOND, "on": True}],
    [{"action": "set_monitor", "track": SECOND, "mode": "in"}],
    [{"action": "set_output", "track": SECOND, "to": "Sends Only"}],
    [{"action": "set_input", "track": "FX", "source": SECOND}],
    [
        COMPRESSOR,
        {"action": "insert_device", "track": SECOND, "device": "eq"},
        {"action": "move_device", "track": SECOND, "device": "eq", "to": 1},
        {"action": "enable_device", "track": SECOND, "device": "eq", "on": False},
        {
            "action": "set_parameter",
            "track": SECOND,
            "device": "compressor",
            "parameter": "threshold",
            "value": -30,
        },
        {"action": "set_sidechain", "track": SECOND, "device": "compressor", "source": "Kick"},
        {"action": "remove_device", "track": SECOND, "device": "eq"},
    ],
    [
        {"action": "insert_device", "track": "#6", "device": "compressor"},
        {"action": "set_sidechain", "track": "#6", "device": "compressor", "source": SECOND},
    ],
    [
        CLIP,
        {"action": "add_notes", "track": SECOND, "clip": "New", "notes": [[60, 0, 1, 100]]},
        {"action": "rename_clip", "track": SECOND, "clip": "New", "name": "Newer"},
        {"action": "duplicate_clip", "track": SECOND, "clip": "Newer", "to_bar": 9},
        {"action": "fire_clip", "track": SECOND, "clip": "Newer"},
        {"action": "stop_clip", "track": SECOND},
        {"action": "delete_clip", "track": SECOND, "clip": "Newer"},
    ],
    [
        CLIP,
        COMPRESSOR,
        {
            "action": "automate_parameter",
            "track": SECOND,
            "device": "compressor",
            "parameter": "threshold",
            "points": [[0, -20], [4, -10]],
            "clip": "New",
        },
    ],
]
ONLY_THE_HOST_KNOWS = {"load_preset"}
"""Which presets there are; it finds its track and its device as the others do."""
NOWHERE = {"play", "stop", "record", "undo"}
GIVEN = {
    "duplicate-clip-to-bar": {"clip": "Riff", "bar": "17"},
    "build-and-drop": {"drop": "33"},
    "recording-setup": {"target": "Guitar"},
}
RETURNS = ("reverb", "delay")
"""The slots that a return has to fill."""


async def perform(bridge: Bridge, *actions: dict[str, Any]) -> None:
    results = await bridge.perform([parse_action(each) for each in actions])
    assert all(each.status is Status.VERIFIED for each in results), results


@pytest.fixture
async def live() -> AsyncIterator[Bridge]:
    async with running_live() as (_, bridge):
        clip = {"action": "create_clip", "track": "Pad", "slot": 1, "length_beats": 16, "name": "Riff"}
        line = {"action": "add_notes", "track": "Pad", "clip": "Riff", "notes": [[48, 0, 4, 100]]}
        await perform(bridge, clip, line, {"action": "rename_track", "track": "Pad", "name": "Keys"})
        yield bridge


@pytest.fixture
async def logic() -> AsyncIterator[Bridge]:
    project = practice_project()
    project.strips[6].name = "Keys"
    ours, theirs = pair()
    # Nothing takes time in the simulation, so no silence has to be waited out.
    with LogicHost(project, theirs):
        async with await open_bridge(port=ours, settle=0.0) as bridge:
            yield bridge


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library.open(tmp_path, seeds=FOLDER, embedder="words")
    yield library
    library.close()


def desk_on(bridge: Bridge, library: Library, folder: Path) -> Desk:
    return Desk(bridge, library, Settings(data_dir=folder))


async def done_and_taken_back(desk: Desk, plan: Plan, before: Session) -> None:
    run = await desk.run(plan.id, approved=True)
    assert run.ok, (plan.title, run.reason)
    first = find_track(await desk.session(), "#6")
    keyed = any(action.action == "set_sidechain" and action.track == "#6" for action in plan.actions)
    assert keyed or plan.workflow is not None or first == find_track(before, "#6")
    if run.inverse:
        undone = await desk.undo(consent=lambda _: True)
        assert undone.run.ok, (plan.title, undone.run.reason)
    assert differences(before, await desk.session()) == [], plan.title


def test_no_verb_that_names_a_track_is_left_out() -> None:
    tried = {step["action"] for steps in VERBS for step in steps}
    with_track = {name for name, each in ACTIONS.items() if not {*TRACK_FIELDS}.isdisjoint(each.model_fields)}
    assert with_track - tried == ONLY_THE_HOST_KNOWS


async def test_each_verb_is_done_on_the_second_in_live(
    live: Bridge, library: Library, tmp_path: Path
) -> None:
    desk = desk_on(live, library, tmp_path)
    before = await desk.session()
    for steps in VERBS:
        plan = await desk.plan_actions(steps)
        assert KEYS in f"{plan.title} {plan.result}", plan.result
        await done_and_taken_back(desk, plan, before)


async def test_each_verb_of_the_surface_is_done_on_the_second_in_logic(
    logic: Bridge, library: Library, tmp_path: Path
) -> None:
    desk = desk_on(logic, library, tmp_path)
    before = await desk.session()
    done: set[str] = set()
    for steps in (VERBS[4], VERBS[5], VERBS[6], VERBS[7], VERBS[8], VERBS[9], [COMPRESSOR], VERBS[14]):
        plan = await desk.plan_actions(steps)
        await done_and_taken_back(desk, plan, before)
        done |= {step["action"] for step in steps}
    assert len(done) == 8


@pytest.mark.parametrize("workflow", load_folder(FOLDER), ids=lambda each: each.workflow_name)
async def test_each_workflow_takes_the_second_in_each_slot(
    workflow: Any, live: Bridge, library: Library, tmp_path: Path
) -> None:
    desk = desk_on(live, library, tmp_path)
    before = await desk.session()
    for name, slot in workflow.slots.items():
        if slot.type not in (SlotType.TRACK, SlotType.TRACKS) or name in RETURNS:
            continue
        if slot.default is not None:
            continue  # a track that the workflow makes
        if slot.find is not None and (
            slot.find.role == "master" or (slot.find.kind and "midi" not in slot.find.kind)
        ):
            continue  # a MIDI track is none of those
        plan = await desk.plan_workflow(
            workflow.workflow_name, {**GIVEN.get(workflow.workflow_name, {}), name: SECOND}
        )
        assert isinstance(plan, Plan), (name, plan)
        assert plan.slots[name] in (SECOND, (SECOND,))
        await done_and_taken_back(desk, plan, before)


@pytest.mark.parametrize(
    ("workflow", "slots", "said"),
    [
        ("sidechain-compression", {"target": SECOND, "source": "Kick"}, f"{KEYS} now ducks under Kick."),
        ("sidechain-compression", {"target": "Bass", "source": SECOND}, f"Bass now ducks under {KEYS}."),
        ("vocal-chain", {"target": SECOND}, f"{KEYS} has its chain"),
    ],
)
async def test_the_workflows_for_logic_take_the_second(
    workflow: str, slots: dict[str, str], said: str, logic: Bridge, library: Library, tmp_path: Path
) -> None:
    desk = desk_on(logic, library, tmp_path)
    plan = await desk.plan_workflow(workflow, slots)
    assert isinstance(plan, Plan)
    assert plan.result.startswith(said)
    await done_and_taken_back(desk, plan, await desk.session())


@pytest.fixture
async def two(live: Bridge) -> Session:
    return await live.snapshot()


async def test_it_is_said_in_words_and_goes_on_as_long_as_the_tracks_stand_where_they_stood(
    two: Session, library: Library, tmp_path: Path
) -> None:
    bridge = MemoryBridge(two)
    desk = desk_on(bridge, library, tmp_path)
    for said, reply in (
        ("mute track 7", f"Done: muted {KEYS}."),
        ("unmute it", f"Done: unmuted {KEYS}."),
        ("duck the lead synth under track 7", f"Lead Synth now ducks under {KEYS}."),
        ("turn #7 down 3 dB", f"Done: set the volume of {KEYS} to -3.0 dB."),
        ("a bit more", f"Done: set the volume of {KEYS} to -5.0 dB."),
    ):
        assert (await ask(said, desk)).reply == reply
    bridge.edit(parse_action({"action": "delete_track", "track": "Hats"}))
    moved = bridge.session
    assert not (await ask("a bit more", desk)).ok
    assert bridge.session is moved
    assert (await ask("undo", desk)).ok
    assert find_track(bridge.session, "#6").volume_db == -3
    assert find_track(bridge.session, "#7") == find_track(moved, "#7")


async def test_of_two_that_are_left_of_three_none_is_taken_for_the_one(
    two: Session, library: Library, tmp_path: Path
) -> None:
    third = parse_action({"action": "rename_track", "track": "Guitar", "name": "Keys"})
    bridge = MemoryBridge(apply_all(two, [third]))
    desk = desk_on(bridge, library, tmp_path)
    assert (await ask("mute track 7", desk)).ok
    bridge.edit(parse_action({"action": "delete_track", "track": "#6"}))
    left = bridge.session
    assert not (await ask("undo", desk)).ok
    assert bridge.session is left


async def test_a_routing_that_reads_as_a_name_of_two_is_not_brought_back_by_guess(two: Session) -> None:
    keyed = apply_all(
        two,
        [
            parse_action({"action": "insert_device", "track": "Bass", "device": "compressor"}),
            parse_action(
                {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": SECOND}
            ),
        ],
    )
    for source in ("Kick", "#6", None):
        action = {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": source}
        with pytest.raises(IrreversibleError, match="Several tracks are called Keys"):
            invert(parse_action(action), keyed)
