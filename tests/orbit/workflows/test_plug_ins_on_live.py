"""A plug-in is inserted and set in one plan: Orbit learns what it has on the way, and takes it back."""

from __future__ import annotations

import pytest

from daw_bridges.algebra import differences
from orbit.workflows import replay, undo_run
from tests.orbit.workflows.live import running_live
from tests.orbit.workflows.plans import plan

pytestmark = pytest.mark.anyio

INSERT = {"action": "insert_device", "track": "Bass", "device": "Prism EQ", "as": "tone"}


def setting(parameter: str, value: float | str) -> dict[str, object]:
    return {
        "action": "set_parameter", "track": "Bass", "device": "tone", "parameter": parameter, "value": value,
    }  # fmt: skip


async def test_it_is_set_and_verified_and_taken_back() -> None:
    async with running_live() as (_, bridge):
        before = await bridge.snapshot()
        low, gain = setting("band_1_freq", "120 Hz"), setting("Band 1 Gain", -3.0)
        run = await replay(plan(before, INSERT, low, gain, setting("band_1_used", "on")), bridge)
        assert run.ok, run.reason
        assert run.inverse is not None
        assert run.left is not None
        assert len(run.inverse) == 1
        back = await undo_run(run.inverse, run.left, bridge)
        assert back.ok, back.reason
        assert not differences(await bridge.snapshot(), before)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (setting("band_9_freq", "120 Hz"), "no parameter called"),
        (setting("band_2_freq", "120 dB"), "is in Hz"),
        (setting("band_2_freq", "99 kHz"), "goes from"),
    ],
)
async def test_what_it_does_not_have_is_refused_by_the_host_and_all_is_put_back(
    wrong: dict[str, object], reason: str
) -> None:
    async with running_live() as (_, bridge):
        before = await bridge.snapshot()
        run = await replay(plan(before, INSERT, setting("band_1_freq", "120 Hz"), wrong), bridge)
        assert (run.ok, run.failed_step, run.rolled_back) == (False, 3, True), run.reason
        assert reason in str(run.reason)
        assert not differences(await bridge.snapshot(), before)
