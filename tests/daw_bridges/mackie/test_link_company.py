"""Whoever else is on the port, and garbage on it: noticed, and no harm to what the surface shows."""

from __future__ import annotations

import asyncio
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.mackie.codec import encode
from daw_bridges.mackie.handshake import Identity
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import (
    ConnectionConfirmation,
    ConnectionReply,
    Fader,
    GoOffline,
    Jog,
    Lamp,
    LampState,
    Lcd,
    Message,
    Model,
    Touch,
    Turn,
    Unknown,
    VersionReply,
)
from daw_bridges.mackie.pairs import pair
from daw_bridges.mackie.surface import Surface
from daw_bridges.mackie.tcp import TcpListener, TcpPort
from tests.daw_bridges.mackie.small_host import (
    DUMP,
    MODEL,
    SmallHost,
    back,
    cable,
    gone,
    linked,
    serving,
)
from tests.laws import tries

FOREIGN = Identity(serial=b"FOREIGN")


@pytest.mark.parametrize(
    ("messages", "who"),
    [
        ([ConnectionReply(MODEL, FOREIGN.serial, bytes(4))], "serial number FOREIGN"),
        ([FOREIGN.hello(), FOREIGN.hello()], "serial number FOREIGN"),
        ([ConnectionConfirmation(MODEL, bytes(range(7)))], "serial number 00 01 02 03 04 05 06"),
        ([VersionReply(Model.MACKIE_CONTROL_XT, "V2.00")], "a surface of model 0x15"),
        ([Turn(3, -2), Touch(4, on=True), Jog(1)], "another surface's faders or V-Pots"),
        ([Identity().hello()], "one loop"),
    ],
)
async def test_who_else_is_on_the_port_is_noticed(messages: list[Message], who: str) -> None:
    async with linked() as (link, host):
        before = link.surface.snapshot()
        host.say(*messages, Fader(8, 1))
        await link.until(lambda face: face.fader(8) == 1, "what came after")
        assert len(link.strangers) == 1
        assert who in link.strangers[0]
        assert link.surface.snapshot().text == before.text


async def test_a_host_by_itself_is_no_stranger() -> None:
    ours, theirs = pair()
    with serving(theirs) as host:
        host.dump = (
            *DUMP,
            *(Lamp(button, LampState.ON) for button in range(104)),
            Lamp(113, LampState.FLASH),
        )
        link = await Link.open(ours)
        host.say(*(Unknown(bytes((0xB0, control, 1))) for control in range(0x50, 0x60)), Fader(8, 1))
        await link.until(lambda face: face.fader(8) == 1, "what came after")
        assert link.strangers == ()
        await link.close()


GARBAGE = [
    bytes.fromhex("f0 00 00 66 14 12 00 41 42"),  # text that does not end
    bytes.fromhex("f7 f7 12 34"),
    bytes.fromhex("f0") * 5,
    bytes.fromhex("f0") + bytes(30_000),  # system exclusive of a size that nothing has
    bytes.fromhex("f4 f5 fd ff fe f9"),
    bytes.fromhex("f0 00 00 66 14 02 f7"),
    bytes.fromhex("f0 00 00 66 14 12 6f 41 42 43 f7"),  # text beyond the end of the display
    bytes.fromhex("90 90 b0 e0"),
]


async def test_garbage_and_truncated_messages_on_a_socket_change_nothing() -> None:
    listener = TcpListener()
    with serving(listener) as host:
        link = await Link.open(TcpPort("127.0.0.1", listener.port))
        before = link.surface.snapshot()
        for number, garbage in enumerate(GARBAGE, 1):
            host.port.send(garbage + encode(Fader(8, number)))
            await link.until(
                lambda face, at=number: face.fader(8) == at, f"what comes after {garbage[:12].hex(' ')}"
            )
        host.say(Fader(8, 8000))
        await link.until(lambda face: face.fader(8) == 8000, "the last")
        assert link.surface.snapshot().faders[:8] == before.faders[:8]
        assert link.surface.snapshot().lamps == before.lamps
        assert link.lost is None
        await link.close()


@settings(max_examples=tries(15, 150))
@given(st.integers(0, 2**32), st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_however_a_stream_is_cut_the_surface_is_the_same(seed: int, cuts: list[int]) -> None:
    chance = random.Random(seed)
    kinds = (
        lambda: Fader(chance.randrange(9), chance.randrange(16384)),
        lambda: Lamp(chance.randrange(100), LampState.ON),
        lambda: Lcd(MODEL, chance.randrange(100), "cut up"),
    )
    messages: list[Message] = [chance.choice(kinds)() for _ in range(chance.randrange(80))]
    messages.append(Fader(8, 4711))
    expected = Surface(MODEL)
    for message in (*DUMP, *messages):
        expected.apply(message)
    asyncio.run(_streamed(b"".join(map(encode, messages)), cuts, expected))


async def _streamed(data: bytes, cuts: list[int], expected: Surface) -> None:
    async with linked() as (link, host):
        at = 0
        while at < len(data):
            size = cuts[at % len(cuts)]
            host.port.send(data[at : at + size])
            at += size
        await link.until(lambda face: face.fader(8) == 4711, "the last", timeout=20)
        assert link.surface.snapshot() == expected.snapshot()


async def test_half_a_message_before_a_loss_is_no_beginning_of_the_next() -> None:
    async with linked() as (link, host):
        host.port.send(encode(Lcd(MODEL, 0, "Wrong"))[:-2])
        cable(host).unplug()
        await gone(link)
        cable(host).replug()
        await back(link, 2)
        assert link.surface.cell(0, 0) == "Kick"


SURFACE = """
import asyncio, sys
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.ports import open_port

async def main():
    link = await Link.open(open_port(sys.argv[1]))
    for button in (Button.PLAY, Button.STOP):
        await link.click(button)
        await link.until(lambda face: not face.lit(button), "the lamp")
    print(link.surface.cell(0, 1), link.sent, link.generation, flush=True)
    lost = asyncio.Event()
    link.watch(lambda reason: lost.set() if reason and "hung up" in reason else None)
    print("watching", flush=True)
    await asyncio.wait_for(lost.wait(), 20)
    print(link.lost)
    await link.close()

asyncio.run(main())
"""


async def test_a_surface_in_another_process() -> None:
    listener = TcpListener()
    host = SmallHost(listener)
    host.start()
    arguments = [sys.executable, "-c", SURFACE, listener.name]
    process = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"Snare 6 1\n"
    assert await process.stdout.readline() == b"watching\n"
    host.say(GoOffline(MODEL))
    listener.close()
    said, _ = await process.communicate()
    assert b"hung up" in said
    assert process.returncode == 0
