"""A link is open when its host has greeted it and shown everything, and else says why not."""

from __future__ import annotations

import asyncio

import pytest

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.handshake import Identity
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import (
    ConnectionConfirmation,
    ConnectionQuery,
    ConnectionReply,
    Lcd,
    Message,
    Model,
    VersionReply,
)
from daw_bridges.mackie.pairs import pair
from tests.daw_bridges.mackie.small_host import (
    DUMP,
    linked,
    midi_threads,
    serving,
)


async def test_a_link_is_open_when_everything_is_shown() -> None:
    async with linked() as (link, host):
        assert link.surface.cells(0)[:3] == ("Kick", "Snare", "Bass")
        assert [link.surface.fader(strip) for strip in range(9)] == [1000 * strip for strip in range(9)]
        assert link.surface.online
        assert (link.lost, link.generation, link.strangers) == (None, 1, ())
        assert [type(message) for message in host.heard] == [ConnectionQuery, VersionReply]
        assert link.sent == 2
        assert link.received == 5 + len(DUMP)
    assert midi_threads() == []


async def test_the_host_is_answered_while_the_event_loop_is_busy() -> None:
    ours, theirs = pair()
    with serving(theirs) as host:
        host.asks = False
        opening = asyncio.create_task(Link.open(ours))
        await asyncio.to_thread(host.there.wait, 20)
        host.ask()
        # From here on the loop runs nothing else until the host has been answered.
        assert host.wait_for(VersionReply)
        link = await opening
        host.heard.clear()
        await link.close()


@pytest.mark.parametrize("model", list(Model))
async def test_each_model_answers_the_query_that_is_for_it(model: Model) -> None:
    ours, theirs = pair()
    with serving(theirs) as host:
        host.dump = (Lcd(model, 0, "Kick"), *DUMP[2:])
        link = await Link.open(ours, Identity(model=model))
        assert host.heard[0] == Identity(model=model).hello()
        await link.close()


async def test_a_host_that_takes_the_challenge_is_confirmed() -> None:
    ours, theirs = pair()
    me = Identity()

    def challenge(message: Message) -> None:
        if isinstance(message, ConnectionQuery):
            # The answer to 11 22 33 02 as a real host gave it on the wire.
            host.say(ConnectionReply(me.model, me.serial, bytes.fromhex("37 1f 05 3f")))

    with serving(theirs) as host:
        host.hook = challenge
        link = await Link.open(ours, me)
        assert ConnectionConfirmation(me.model, me.serial) in host.heard
        await link.close()


async def test_a_host_that_does_not_ask_is_told_that_a_surface_is_there() -> None:
    ours, theirs = pair()
    with serving(theirs) as host:
        host.asks = False
        link = await Link.open(ours)
        assert isinstance(host.heard[0], ConnectionQuery)
        assert link.sent == 1
        await link.close()


@pytest.mark.parametrize(
    ("asks", "did"), [(False, "said nothing"), (True, "greeted this surface, and then showed")]
)
async def test_a_host_that_shows_nothing_is_no_host(asks: bool, did: str) -> None:
    ours, theirs = pair()
    with serving(theirs) as host:
        host.asks, host.dump = asks, ()
        with pytest.raises(UnreachableError, match=f"“surface” {did} .*Is the DAW running"):
            await Link.open(ours, timeout=0.7)
    assert not ours.is_open
    assert midi_threads() == []


async def test_ports_that_are_only_greeted_when_new_are_made_anew_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("daw_bridges.mackie.link._REPLUG", 0.2)
    ours, theirs = pair()
    ours.replug_after = 0.1
    with serving(theirs) as host:
        host.asks = False

        def greet_the_second() -> None:
            host.asks = bool(host.losses)
            host._plugged()

        theirs.close()
        theirs.open(host._receive, host.losses.append, greet_the_second)
        link = await Link.open(ours)
        assert len(host.losses) == 1
        assert link.surface.cell(0, 0) == "Kick"
        await link.close()


async def test_cancelling_the_opening_leaves_nothing_open() -> None:
    ours, theirs = pair()
    with serving(theirs) as host:
        host.asks, host.dump = False, ()
        opening = asyncio.create_task(Link.open(ours))
        await asyncio.sleep(0.05)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        assert not ours.is_open
    assert midi_threads() == []


async def test_a_port_that_cannot_be_had_is_reported_as_it_is() -> None:
    ours, theirs = pair()
    theirs.unplug()
    with pytest.raises(UnreachableError, match="pulled"):
        await Link.open(ours)
