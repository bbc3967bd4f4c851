"""Pulled cables, hosts that quit, hosts that start anew: who waits is told, and a link finds back."""

from __future__ import annotations

import asyncio

import pytest

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import (
    ConnectionQuery,
    Fader,
    GoOffline,
    Lamp,
    LampState,
    Lcd,
    Message,
    Model,
)
from daw_bridges.mackie.pairs import pair
from daw_bridges.mackie.tcp import TcpListener, TcpPort
from tests.daw_bridges.mackie.small_host import (
    DUMP,
    MODEL,
    back,
    cable,
    gone,
    linked,
    serving,
)


async def test_a_pulled_cable_ends_waiting_and_sending_until_it_is_back() -> None:
    async with linked() as (link, host):
        told: list[str | None] = []
        link.watch(told.append)
        waiting = asyncio.create_task(link.until(lambda face: face.fader(0) == 1, "never", timeout=20))
        await asyncio.sleep(0)
        before = link.surface
        cable(host).unplug()
        with pytest.raises(UnreachableError, match="cable"):
            await waiting
        for attempt in (link.click(Button.PLAY), link.quiet(), link.until(lambda _: True, "what is so")):
            with pytest.raises(UnreachableError, match="cable"):
                await attempt
        host.dump = (Lcd(MODEL, 0, "Other".ljust(56)), *DUMP[2:])
        cable(host).replug()
        await back(link, 2)
        assert link.surface is not before
        assert link.surface.cells(0)[:2] == ("Other", "")
        assert [reason and reason[:9] for reason in told] == ["The cable", "The host ", None]
        await link.click(Button.PLAY)


async def test_a_host_that_goes_offline_is_lost_until_it_asks_again() -> None:
    async with linked() as (link, host):
        host.say(GoOffline(Model.LOGIC_CONTROL))
        host.say(Fader(0, 7))
        await link.until(lambda face: face.fader(0) == 7, "what follows the leave of another model")
        waiting = asyncio.create_task(link.until(lambda face: face.fader(0) == 1, "never", timeout=20))
        await asyncio.sleep(0)
        host.say(GoOffline(MODEL))
        with pytest.raises(UnreachableError, match="dropped this surface"):
            await waiting
        assert not link.surface.online
        with pytest.raises(UnreachableError, match="dropped"):
            await link.click(Button.PLAY)
        host.ask()
        await back(link, 2)
        assert link.generation == 2
        assert link.surface.cell(0, 0) == "Kick"


async def test_a_host_that_starts_anew_without_a_word_is_another_generation() -> None:
    async with linked() as (link, host):
        host.say(Fader(0, 1), Lamp(3, LampState.ON))
        await link.until(lambda face: face.lit(3), "the lamp")
        waiting = asyncio.create_task(link.until(lambda face: face.fader(0) == 2, "never", timeout=20))
        await asyncio.sleep(0)
        host.ask()
        with pytest.raises(UnreachableError, match="is reconnecting"):
            await waiting
        await back(link, 2)
        assert link.generation == 2
        assert not link.surface.lit(3)


async def test_a_host_that_asks_and_goes_on_as_before_is_taken_at_its_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("daw_bridges.mackie.link._UNSHOWN", 0.2)
    async with linked() as (link, host):
        host.dump = ()
        host.ask()
        assert "reconnecting" in await gone(link)
        host.say(Fader(0, 77))
        await back(link, 2)
        assert link.surface.cell(0, 0) == "Kick"
        assert link.surface.fader(0) == 77


async def test_a_cable_pulled_in_the_midst_of_the_dump_fails_the_opening() -> None:
    ours, theirs = pair()
    with serving(theirs) as host:

        def pull(message: Message) -> None:
            if isinstance(message, ConnectionQuery):
                theirs.unplug()

        host.hook = pull
        with pytest.raises(UnreachableError, match="cable"):
            await Link.open(ours)


async def test_a_listener_started_again_is_found_by_itself() -> None:
    listener = TcpListener()
    with serving(listener):
        link = await Link.open(TcpPort("127.0.0.1", listener.port))
    assert "tcp:" in await gone(link)
    again = TcpListener(listener.port)
    with serving(again):
        await back(link, 2)
        await link.click(Button.PLAY)
        await link.close()


async def test_a_second_surface_on_a_listener_is_told_that_nobody_speaks_to_it() -> None:
    listener = TcpListener()
    with serving(listener):
        link = await Link.open(TcpPort("127.0.0.1", listener.port))
        with pytest.raises(UnreachableError, match=r"hung up .* another surface"):
            await Link.open(TcpPort("127.0.0.1", listener.port))
        await link.click(Button.PLAY)
        await link.close()
