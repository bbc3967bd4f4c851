"""A sentence on Logic: done, read back through the surface and taken back, as the host itself knows it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.algebra import differences
from daw_bridges.bridge import MANUAL_STEP, Status
from daw_bridges.logic import open_bridge
from daw_bridges.mackie.messages import Message
from daw_bridges.session import Session
from daw_bridges.simulated.logic import LogicHost
from orbit.hosts import simulated_logic
from orbit.server import LocalEngine
from orbit.settings import Settings

VOCAL_CHAIN = "give the lead vocal a full vocal chain"
DUCK = "make the bass duck under the kick"


@pytest.fixture
def logic() -> Iterator[tuple[LogicHost, int]]:
    with simulated_logic() as running:
        yield running


@pytest.fixture
def host(logic: tuple[LogicHost, int]) -> LogicHost:
    return logic[0]


@pytest.fixture
def settings(logic: tuple[LogicHost, int], tmp_path: Path) -> Settings:
    port = f"tcp:127.0.0.1:{logic[1]}"
    return Settings(daw="logic", logic_port=port, data_dir=tmp_path, embedder="words")


@pytest.fixture
async def engine(settings: Settings) -> AsyncIterator[LocalEngine]:
    async with LocalEngine(settings) as engine:
        yield engine


def mixer(host: LogicHost) -> list[Any]:
    """All that the mixer holds, as the host itself knows it."""

    def read() -> list[Any]:
        return [
            (
                (strip.name, strip.volume_db, strip.pan, strip.mute, strip.solo, strip.arm),
                (strip.input, strip.output),
                [plug_in and (plug_in.name, plug_in.bypassed) for plug_in in strip.inserts],
                [send and (send.destination, send.level_db, send.muted) for send in strip.sends],
            )
            for strip in host.project.strips
        ]

    return host.call(read)


def knobs(host: LogicHost, track: str) -> list[Any]:
    """All that the plug-ins of a strip are set to, as the host itself knows it."""

    def read() -> list[Any]:
        plug_ins = [plug_in for plug_in in host.project.strip(track).inserts if plug_in]
        return [(plug_in.name, [each.text for each in plug_in.parameters]) for plug_in in plug_ins]

    return host.call(read)


async def test_a_vocal_chain_is_put_up_verified_and_taken_back(host: LogicHost, settings: Settings) -> None:
    before = mixer(host)

    async with LocalEngine(settings) as engine:
        outcome = await engine.do(VOCAL_CHAIN)

    assert outcome.answer.ok, outcome.answer.reply
    assert outcome.answer.run is not None
    assert {result.status for result in outcome.answer.run.results} == {Status.VERIFIED}
    lead = host.call(lambda: host.project.strip("Lead Vox"))
    names = [plug_in.name for plug_in in lead.inserts if plug_in]
    assert names == ["Channel EQ", "Compressor", "Multipressor", "Clip Distortion"]
    await _another_surface_reads(outcome.after, settings.logic_port)

    async with LocalEngine(settings) as engine:
        undone = await engine.undo()

    said = "Taken back: Vocal chain. The session is as it was before."
    assert (undone.answer.ok, undone.answer.reply) == (True, said)
    assert mixer(host) == before


async def _another_surface_reads(expected: Session | None, port: str) -> None:
    """Read the mixer anew, over a surface that knows nothing of what was done."""
    assert expected is not None
    async with await open_bridge(port=port) as fresh:
        read = await fresh.detailed(await fresh.snapshot(), ["Lead Vox"])
    assert differences(read, expected) == []


async def test_a_side_chain_is_the_users_to_choose(host: LogicHost, engine: LocalEngine) -> None:
    before = mixer(host)
    outcome = await engine.do(DUCK)
    assert outcome.answer.ok, outcome.answer.reply
    assert outcome.answer.run is not None
    left = [result for result in outcome.answer.run.results if result.status is not Status.VERIFIED]
    assert [(each.status, each.code, each.action.action) for each in left] == [
        (Status.UNVERIFIED, MANUAL_STEP, "set_sidechain")
    ]
    assert str(left[0].reason) in outcome.answer.reply
    for word in ("Compressor", "Bass", "Side Chain", "Kick"):
        assert word in str(left[0].reason)
    await engine.undo()
    assert mixer(host) == before


async def test_a_failure_in_the_midst_puts_everything_back(host: LogicHost, engine: LocalEngine) -> None:
    before = mixer(host)
    lead = host.call(lambda: host.project.strip("Lead Vox"))

    def take_the_compressor_away(_count: int, _message: Message) -> None:
        plug_ins = [plug_in.name for plug_in in lead.inserts if plug_in]
        if "Multipressor" in plug_ins and "Compressor" in plug_ins:
            with host.project.by("user"):
                host.project.fill(lead, plug_ins.index("Compressor"), None)

    host.faults.before_message = take_the_compressor_away
    outcome = await engine.do(VOCAL_CHAIN)
    assert not outcome.answer.ok
    assert outcome.answer.reply.endswith("The session is as it was before.")
    assert mixer(host) == before


async def test_whoever_selects_other_tracks_meanwhile_finds_them_untouched(
    host: LogicHost, engine: LocalEngine
) -> None:
    await engine.session()
    before, names = mixer(host), ["Kick", "FX", "Snare", "B-Delay"]

    def select(count: int, _message: Message) -> None:
        if count % 331 == 330:
            with host.project.by("user"):
                host.project.select(host.project.strip(names[count % len(names)]))

    host.faults.before_message = select
    outcome = await engine.do(DUCK)
    host.faults.before_message = None

    after = mixer(host)
    changed = [now[0][0] for now, was in zip(after, before, strict=True) if now != was]
    assert changed == (["Bass"] if outcome.answer.ok else [])


async def test_a_plug_in_that_is_bypassed_is_known_still(host: LogicHost, engine: LocalEngine) -> None:
    before = mixer(host)
    await engine.do("add a gate to the snare with a threshold of -30 dB")
    with_gate = mixer(host)
    outcome = await engine.do("bypass the gate on the snare")
    assert outcome.answer.ok, outcome.answer.reply
    await engine.undo()
    assert mixer(host) == with_gate
    await engine.undo()
    assert mixer(host) == before


async def test_a_track_that_cannot_be_made_from_here_is_refused_beforehand(
    host: LogicHost, engine: LocalEngine
) -> None:
    outcome = await engine.do("create an audio track called Ad Libs")
    assert not outcome.answer.ok
    assert "New Audio Track" in outcome.answer.reply
    assert outcome.answer.run is None


async def test_plug_ins_are_on_another_strip_as_they_are_set(host: LogicHost, engine: LocalEngine) -> None:
    assert (await engine.do("put a compressor on the lead vox with a threshold of -28 dB")).answer.ok
    before = mixer(host)

    outcome = await engine.do("copy the compressor from the lead vox to the backing vox")

    assert outcome.answer.ok, outcome.answer.reply
    assert outcome.answer.run is not None
    assert {result.status for result in outcome.answer.run.results} == {Status.VERIFIED}
    assert knobs(host, "Lead Vox") == knobs(host, "Backing Vox")
    assert outcome.answer.plan is not None
    assert "if Compressor has one, choose it by hand too." in outcome.answer.plan.notes[-1]
    assert (await engine.undo()).answer.ok
    assert mixer(host) == before
