"""Workflow files that change under an engine: between two requests, and while a plan of one is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from daw_bridges.references import find_track
from orbit.server import LocalEngine
from orbit.settings import Settings
from orbit.workflows import Plan

MINE = """\
workflow_name: bass-down
title: Bass down
task: Turn the bass down for the verse.
phrases:
  - bass down for the verse
steps:
  - {step_number: 1, action: set_volume, track: Bass, db: -6, expected_output: Bass at -6 dB.}
outcome: The bass is down.
result: The bass is down for the verse.
"""


def remove(file: Path) -> None:
    file.unlink()


def write(settings: Settings, text: str) -> Path:
    settings.own_workflows.mkdir(parents=True, exist_ok=True)
    file = settings.own_workflows / "bass-down.yaml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.anyio
async def test_the_next_request_has_what_was_written_meanwhile(settings: Settings) -> None:
    async with LocalEngine(settings) as engine:
        await engine.session()
        write(settings, MINE)
        assert (await engine.do("bass down for the verse", dry_run=True)).answer.plan is not None
        write(settings, MINE.replace("-6", "-9"))
        done = await engine.do("bass down for the verse")
        assert done.ok
        assert find_track(await engine.session(), "Bass").volume_db == -9


@pytest.mark.anyio
async def test_a_plan_stands_while_its_file_goes(settings: Settings) -> None:
    file = write(settings, MINE)
    async with LocalEngine(settings) as engine:
        desk = await engine.desk()
        plan = await desk.plan_workflow("bass-down", {})
        assert isinstance(plan, Plan)
        remove(file)
        engine.library.files.refresh()
        assert "bass-down" not in engine.library.titles()
        assert (await desk.run(plan.id, approved=True)).ok
        assert find_track(await desk.session(), "Bass").volume_db == -6
        assert (await engine.do("undo")).ok
        assert find_track(await desk.session(), "Bass").volume_db == 0
