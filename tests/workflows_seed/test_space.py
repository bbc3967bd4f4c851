"""The seeds for space and sound, asked for otherwise than by their defaults, and where a return is made."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.bridge import Bridge
from daw_bridges.logic import LogicBridge, open_bridge
from daw_bridges.mackie.pairs import pair
from daw_bridges.references import find_track
from daw_bridges.session import Session
from daw_bridges.simulated.logic import LogicHost, practice_project
from daw_bridges.simulated.logic.desktop import LogicDesktop
from daw_bridges.simulated.logic.project import Project
from orbit.workflows import holds, load_workflow, plan_actions, replay
from tests.orbit.workflows.live import running_live
from tests.orbit.workflows.sessions import edited, practice
from tests.workflows_seed.proof import GIVEN, planned, prove
from tests.workflows_seed.stages import HOSTS, Stages
from workflows_seed import FOLDER

VARIANTS = {
    "delay-send": {"target": "the vocals", "division": "eighth", "level": "-18 dB"},
    "ducked-reverb": {"voice": "the guitar", "threshold": "-24 dB", "release": "300 ms"},
    "slapback-echo": {"target": "the snare and the guitar", "time": "90 ms", "level": "-6 dB"},
    "filter-sweep": {"target": "the keys", "direction": "close", "bars": "2", "dark": "150 Hz"},
    "lofi-chain": {"target": "the keys", "bits": "8", "high_cut": "4 kHz", "drive": "9 dB"},
}
BY_HAND = {("ducked-reverb", "logic")}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("seed", VARIANTS)
async def test_what_is_asked_for_is_done_and_taken_back(
    seed: str, host: str, stages: Stages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GIVEN, seed, VARIANTS[seed])
    proof = await prove(load_workflow(FOLDER / f"{seed}.yaml"), await stages.stage(host))
    assert proof.verdict == ("by hand in part" if (seed, host) in BY_HAND else "verified")


async def done(bridge: Bridge, seed: str, **given: str) -> Session:
    run = await replay(planned(seed, await bridge.snapshot(), **given), bridge)
    assert run.ok, run.reason
    return await bridge.snapshot()


async def edit(bridge: Bridge, **action: Any) -> None:
    plan = plan_actions([parse_action(action)], await bridge.snapshot())
    assert (await replay(plan, bridge, approve=lambda _plan: True)).ok


def check(session: Session, *conditions: dict[str, Any]) -> None:
    for condition in conditions:
        ok, why = holds(condition, session)
        assert ok, why


async def test_a_delay_is_made_where_no_return_is_one() -> None:
    async with running_live() as (_, bridge):
        await edit(bridge, action="delete_track", track="B-Delay")
        check(
            await done(bridge, "delay-send", target="Guitar", division="1/8D"),
            {"track": "Delay", "device": "delay", "parameter": "dry_wet", "equals": "100 %"},
            {"track": "Delay", "device": "delay", "parameter": "left_sixteenths", "equals": 3},
            {"track": "Delay", "device": "delay", "parameter": "right_sixteenths", "equals": 3},
            {"track": "Delay", "device": "delay", "parameter": "feedback", "equals": "30 %"},
            {"track": "Delay", "device": "eq", "after": "delay"},
            {"track": "Guitar", "send": "Delay", "equals": "-15 dB"},
        )


async def test_what_goes_to_the_reverb_already_stays_as_loud_in_it() -> None:
    async with running_live() as (_, bridge):
        await edit(bridge, action="set_send", track="Lead Vox", to="A-Reverb", db=-20)
        check(
            await done(bridge, "ducked-reverb"),
            {"track": "Lead Vox", "send": "A-Reverb", "equals": "-20 dB"},
            {"track": "A-Reverb", "device": "compressor", "after": "reverb"},
            {"track": "A-Reverb", "device": "compressor", "sidechain": "Lead Vox"},
        )


@pytest.mark.parametrize(("bpm", "ms"), [(60, 125), (90, 83), (120, 125), (174, 86)])
def test_a_slap_is_in_time_with_any_song(bpm: float, ms: float) -> None:
    session = edited(practice(), {"action": "set_tempo", "bpm": bpm})
    slapped = find_track(planned("slapback-echo", session).predicted, "Lead Vox").devices[0]
    assert slapped.parameters["left_time"].value == ms


def test_a_sweep_falls_where_it_is_asked_to_close() -> None:
    def drawn(**said: str) -> tuple[tuple[float, float], ...]:
        return planned("filter-sweep", practice(), target="Keys", **said).actions[-1].points  # pyright: ignore[reportAttributeAccessIssue]

    assert drawn() == ((0.0, 200.0), (16.0, 18000.0))
    assert drawn(direction="falling", bars="2", dark="100 Hz") == ((0.0, 18000.0), (8.0, 100.0))


@asynccontextmanager
async def logic(*, without: str = "") -> AsyncGenerator[tuple[Project, LogicBridge]]:
    """The practice session in Logic, without an aux if one is named."""
    project, (ours, theirs) = practice_project(), pair()
    for aux in [strip for strip in project.strips if strip.name == without]:
        project.strips.remove(aux)
        for send in [each for strip in project.strips for each in strip.sends]:
            send.destination = None if send.destination == aux.input else send.destination
    with LogicHost(project, theirs) as host:
        async with await open_bridge(port=ours, desktop=LogicDesktop(host), settle=0.0) as bridge:
            yield host.project, bridge


@pytest.mark.parametrize(
    ("seed", "gone", "made", "plug_in", "wet"),
    [
        ("reverb-send", "A-Reverb", "Reverb", "ChromaVerb", {"Dry": "0 %", "Wet": "100 %"}),
        ("delay-send", "B-Delay", "Delay", "Stereo Delay", {"Left Mix": "100 %", "Left Note": "1/4"}),
    ],
)
async def test_an_aux_is_made_in_logic_where_there_is_none(
    seed: str, gone: str, made: str, plug_in: str, wet: dict[str, str]
) -> None:
    async with logic(without=gone) as (project, bridge):
        await done(bridge, seed, target="Guitar", level="-12 dB")
        bus = project[made].input
        assert [send.level_db for send in project["Guitar"].sends if send.destination == bus] == [-12.0]
        inserted = project[made].inserts[0]
        assert inserted is not None
        read = {each.name: each.text for each in inserted.parameters}
        assert inserted.name == plug_in
        assert {name: read[name] for name in wet} == wet


async def test_a_track_that_is_made_in_logic_may_have_any_input() -> None:
    async with logic() as (project, bridge):
        await edit(bridge, action="create_track", kind="midi", name="Idea")
        assert project["Idea"].input == "Input 1"
