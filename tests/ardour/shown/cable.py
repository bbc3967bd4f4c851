"""The cable: pulled and put in again, noise on it, and what goes through ports of ours on JACK."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from queue import Empty, SimpleQueue

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.messages import Message, Unknown
from daw_bridges.mackie.virtual import VirtualPort
from tests.ardour.desk import Desk, settled
from tests.ardour.host import IN
from tests.ardour.prepared import TRACKS
from tests.ardour.shown.registry import shown
from tests.ardour.sound import connect

_OTHER_MAKER = bytes((0xF0, 0, 0, 0x67))
_SYSEX = (1, 7, 120, 1_000, 4_000)
_BURST = 60
_ECHO_SECONDS = 5.0


@shown("cables pulled and put in again: the surface is whole afterwards")
async def replugged(desk: Desk) -> str:
    names = desk.names()
    await desk.replug()
    await desk.link.until(lambda surface: desk.names() == names, "the names on the display", timeout=10)
    await desk.click(Button.BANK_RIGHT)
    assert desk.names() != names
    await desk.click(Button.BANK_LEFT)
    assert desk.names() == names
    return "same names, and the bank moves"


@shown("everything that Ardour sends is read, but what it sends for another maker's second display")
async def everything_is_read(desk: Desk) -> str:
    heard: list[Message] = []
    unsubscribe = desk.link.subscribe(heard.append)
    try:
        for button in (Button.BANK_RIGHT, Button.BANK_LEFT, Button.SEND, Button.TRACK, Button.PAN):
            await desk.click(button)
        await desk.click(Button.PLAY)
        await desk.link.until(lambda surface: "002" in surface.time_characters, "the second bar", timeout=5)
        await desk.click(Button.STOP)
    finally:
        unsubscribe()
    unread = [each for each in heard if isinstance(each, Unknown) and not each.data.startswith(_OTHER_MAKER)]
    assert unread == []
    kinds = Counter(type(each).__name__ for each in heard)
    assert {"Lcd", "Lamp", "Fader", "Ring", "TimecodeDigit"} <= set(kinds), kinds
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())


@shown("noise on the cable: Ardour and the surface go on")
async def noise(desk: Desk) -> str:
    generator = random.Random(4)
    for _ in range(_BURST):
        size = generator.choice((1, 5, 40))
        data = bytes([0xF0, *(generator.randrange(128) for _ in range(size)), 0xF7])
        await desk.link.send(Unknown(data))
    await desk.link.quiet()
    assert [strip.name for strip in desk.ardour.osc.strips()] == list(TRACKS)
    await desk.click(Button.BANK_RIGHT)
    await desk.click(Button.BANK_LEFT)
    assert desk.names()[0] == "Kick", desk.names()
    return f"{_BURST} system exclusive messages of nobody's"


@shown(
    "another device on the same port: greeted anew and whole again when it comes, by our cable when it goes"
)
async def second_device(desk: Desk) -> str:
    names, generation = desk.names(), desk.link.generation
    port = VirtualPort("Another")
    port.open(lambda _data: None, lambda _why: None)
    try:
        connect(desk.ardour.places, "Another Out:Another Out", IN)
        await settled(lambda: desk.link.generation > generation, True, "greeted anew")
        await desk.back()
        assert desk.names() == names, desk.names()
        await desk.click(Button.BANK_RIGHT)
        await desk.click(Button.BANK_LEFT)
        assert desk.names() == names, desk.names()
    finally:
        await asyncio.to_thread(port.close)
    # Ardour takes any cable that goes for the last one, and listens to nobody until one comes.
    await desk.replug()
    assert desk.names() == names, desk.names()
    return f"greeted {desk.link.generation - generation} more times, the same names"


def _kinds() -> list[bytes]:
    """List every kind of MIDI message that a surface or its host may send, at the ends of its range."""
    edges = (0, 1, 64, 127)
    short = [
        bytes((status, one, two))
        for status in (0x80, 0x90, 0xA0, 0xB0, 0xE0, 0x9F)
        for one in edges
        for two in edges
    ]
    pairs = [bytes((status, value)) for status in (0xC0, 0xD0, 0xDF) for value in edges]
    long = [bytes([0xF0, *(index % 128 for index in range(size)), 0xF7]) for size in _SYSEX]
    return [*short, *pairs, *long]


@shown("two ports of ours on JACK: every kind of message comes back byte for byte")
async def echo(desk: Desk) -> str:
    heard: SimpleQueue[bytes] = SimpleQueue()
    left, right = VirtualPort("Left"), VirtualPort("Right")
    left.open(heard.put, lambda _why: None)
    right.open(right.send, lambda _why: None)
    try:
        for source, target in (("Left", "Right"), ("Right", "Left")):
            connect(desk.ardour.places, f"{source} Out:{source} Out", f"{target} In:{target} In")
        await asyncio.to_thread(_until_it_answers, left, heard)
        kinds = _kinds()
        for data in kinds:
            left.send(data)
            await asyncio.sleep(0.001)
        back = await asyncio.to_thread(lambda: [heard.get(timeout=_ECHO_SECONDS) for _ in kinds])
        assert [data for data, was in zip(back, kinds, strict=True) if data != was] == []
        return f"{len(kinds)} messages, the longest of {max(map(len, kinds))} bytes"
    finally:
        left.close()
        right.close()


def _until_it_answers(port: VirtualPort, heard: SimpleQueue[bytes]) -> None:
    """Send until something comes back: right after connecting, PipeWire now and then loses messages."""
    for number in range(100):
        port.send(bytes((0xB0, 1, number)))
        try:
            last = heard.get(timeout=0.1)
            while last != bytes((0xB0, 1, number)):
                last = heard.get(timeout=0.5)
            return
        except Empty:
            continue
    raise AssertionError("nothing comes back through two ports")
