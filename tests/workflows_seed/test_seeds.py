"""The seed workflows as files, and how some of them leave a simulated Live."""

from __future__ import annotations

import pytest

from daw_bridges.actions import parse_action
from docs import library
from orbit.workflows import (
    Source,
    bind,
    dump_workflow,
    holds,
    load_folder,
    make_plan,
    parse_workflow,
    plan_actions,
    replay,
)
from tests.orbit.workflows.live import running_live
from workflows_seed import FOLDER

pytestmark = pytest.mark.anyio

SEEDS = {workflow.workflow_name: workflow for workflow in load_folder(FOLDER)}

ALL = {name for names in library.GROUPS.values() for name in names.split()}


def test_all_of_them_are_there_and_say_where_their_settings_are_from_and_how_far_they_reach() -> None:
    assert set(SEEDS) == ALL
    assert len(ALL) == 43
    for name, workflow in SEEDS.items():
        assert workflow.sources, name
        assert workflow.scope, name


@pytest.mark.parametrize("name", SEEDS)
def test_a_seed_is_called_like_its_file_and_says_how_people_ask_for_it(name: str) -> None:
    workflow = SEEDS[name]
    assert (FOLDER / f"{name}.yaml").is_file()
    assert workflow.provenance.source is Source.SEED
    assert len(workflow.phrases) >= 8
    assert len(workflow.tags) >= 4
    assert len(set(workflow.phrases)) == len(workflow.phrases)


@pytest.mark.parametrize("name", SEEDS)
def test_a_seed_survives_json(name: str) -> None:
    assert parse_workflow(dump_workflow(SEEDS[name])) == SEEDS[name]


async def test_the_bass_ducks_under_the_kick() -> None:
    workflow = SEEDS["sidechain-compression"]
    async with running_live() as (_, bridge):
        session = await bridge.snapshot()
        made = make_plan(workflow, bind(workflow, {"target": "the bass", "source": "kick"}, session), session)
        assert (await replay(made, bridge)).ok
        after = await bridge.snapshot()
        for condition in (
            {"track": "Bass", "device": "compressor", "sidechain": "Kick"},
            {"track": "Bass", "device": "compressor", "parameter": "threshold", "equals": "-24 dB"},
            {"track": "Bass", "device": "compressor", "parameter": "ratio", "equals": "4:1"},
            {"track": "Bass", "device": "compressor", "parameter": "attack", "equals": "1 ms"},
            {"track": "Bass", "device": "compressor", "parameter": "release", "equals": "250 ms"},
        ):
            ok, why = holds(condition, after)
            assert ok, why


async def test_a_second_sidechain_stands_behind_the_first_and_is_the_one_that_is_set() -> None:
    workflow = SEEDS["sidechain-compression"]
    async with running_live() as (_, bridge):
        for threshold in ("-24 dB", "-12 dB"):
            session = await bridge.snapshot()
            made = make_plan(workflow, bind(workflow, {"threshold": threshold}, session), session)
            run = await replay(made, bridge)
            assert run.ok, run.reason
        assert any("adds another" in warning for warning in made.warnings)
        after = await bridge.snapshot()
        for device, threshold in (("compressor", "-24 dB"), ("compressor#2", "-12 dB")):
            ok, why = holds(
                {"track": "Bass", "device": device, "parameter": "threshold", "equals": threshold}, after
            )
            assert ok, why


async def test_the_drums_run_through_their_bus() -> None:
    workflow = SEEDS["drum-bus"]
    async with running_live() as (_, bridge):
        session = await bridge.snapshot()
        assert (await replay(make_plan(workflow, bind(workflow, {}, session), session), bridge)).ok
        outputs = {track.name: track.output for track in (await bridge.snapshot()).tracks}
        drums = ("Kick", "Snare", "Hats", "Percussion")
        assert {outputs[name] for name in drums} == {"Drum Bus"}
        assert outputs["Bass"] == outputs["Drum Bus"] == "Master"


async def test_a_reverb_is_made_where_there_is_none() -> None:
    workflow = SEEDS["reverb-send"]
    async with running_live() as (_, bridge):
        gone = plan_actions(
            [parse_action({"action": "delete_track", "track": "A-Reverb"})], await bridge.snapshot()
        )
        assert (await replay(gone, bridge, approve=lambda _plan: True)).ok
        session = await bridge.snapshot()
        made = make_plan(workflow, bind(workflow, {"target": "Guitar"}, session), session)
        run = await replay(made, bridge)
        assert run.ok, run.reason
        after = await bridge.snapshot()
        for condition in (
            {"track": "Reverb", "device": "reverb", "parameter": "dry_wet", "equals": "100 %"},
            {"track": "Guitar", "send": "Reverb", "equals": "-12 dB"},
        ):
            ok, why = holds(condition, after)
            assert ok, why


async def test_a_mixer_at_zero_needs_no_reset() -> None:
    workflow = SEEDS["mixer-reset"]
    async with running_live() as (_, bridge):
        session = await bridge.snapshot()
        run = await replay(make_plan(workflow, bind(workflow, {}, session), session), bridge)
        assert (run.ok, run.results) == (True, ())
