"""Which way to Live is taken: Orbit's script where it is, else AbletonOSC, and what is said about it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT, AbletonBridge, open_bridge
from daw_bridges.ableton.abletonosc import AbletonOscBridge
from daw_bridges.errors import RefusedError, UnreachableError, UsageError
from daw_bridges.simulated.live import LiveHost, practice_set
from tests.daw_bridges.ableton.abletonosc.conftest import Served
from tests.daw_bridges.ableton.abletonosc.hosts import free_udp_port
from tests.daw_bridges.ableton.abletonosc.rough_wire import rough_wire

TOKEN = "a token"


@pytest.fixture
def both() -> Iterator[LiveHost]:
    """A Live with Orbit's script, which answers AbletonOSC's addresses too."""
    options = {
        "ORBIT_ABLETON_PORT": "0",
        "ORBIT_ABLETON_TOKEN": TOKEN,
        "ORBIT_ABLETON_REPLY_PORT": str(free_udp_port()),
    }
    with LiveHost(practice_set(), REMOTE_SCRIPT, script_options=options) as live:
        yield live


@pytest.mark.parametrize("via", ["auto", "orbit"])
async def test_orbits_script_comes_first(both: LiveHost, via: str) -> None:
    async with await open_bridge(port=both.script.port, token=TOKEN, via=via) as bridge:
        assert isinstance(bridge, AbletonBridge)


async def test_abletonosc_is_taken_where_orbits_script_is_not_and_that_is_said(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    # The wire has UDP alone, as a Live without Orbit's script.
    async with rough_wire(served.port, served.reply_port) as wire:
        with caplog.at_level(logging.WARNING):
            async with await open_bridge(
                port=wire.port, reply_port=wire.reply_port, token=TOKEN, via="auto"
            ) as bridge:
                assert isinstance(bridge, AbletonOscBridge)
                assert "insert_device" not in bridge.capabilities.actions
                assert len((await bridge.snapshot()).tracks) == 15
    said = [record.getMessage() for record in caplog.records if record.name == "daw_bridges.ableton"]
    assert len(said) == 1
    assert "orbit install ableton" in said[0]


async def test_abletonosc_alone_can_be_asked_for(served: Served) -> None:
    async with await open_bridge(port=served.port, reply_port=served.reply_port, via="abletonosc") as bridge:
        assert isinstance(bridge, AbletonOscBridge)


async def test_what_was_tried_is_said() -> None:
    port = free_udp_port()
    with pytest.raises(UnreachableError, match="Control Surface “Orbit”") as caught:
        await open_bridge(port=port, token=TOKEN, via="auto")
    assert "AbletonOSC was tried as well" in str(caught.value)
    with pytest.raises(UnreachableError) as caught:
        await open_bridge(port=port, token=TOKEN, via="orbit")
    assert "AbletonOSC" not in str(caught.value)
    with pytest.raises(UnreachableError, match="Control Surface “AbletonOSC”"):
        await open_bridge(port=port, via="abletonosc")


async def test_an_answer_of_orbits_script_counts_also_when_it_is_no(both: LiveHost) -> None:
    with pytest.raises(RefusedError):
        await open_bridge(port=both.script.port, token="a guess", via="auto")


async def test_there_are_three_ways() -> None:
    with pytest.raises(UsageError, match="auto, orbit, abletonosc"):
        await open_bridge(via="pigeon")
