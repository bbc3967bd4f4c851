"""What is sent over a link, what is waited for by what shows, and who is told."""

from __future__ import annotations

import asyncio
import threading

import pytest

from daw_bridges.errors import MessageError, TimedOutError, UnreachableError
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.codec import encode
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import (
    Fader,
    Lamp,
    LampState,
    Lcd,
    Message,
    Meter,
    Press,
    TimecodeDigit,
    Turn,
    VersionReply,
)
from daw_bridges.mackie.pairs import pair
from daw_bridges.mackie.tcp import TcpListener, TcpPort
from tests.daw_bridges.mackie.small_host import (
    MODEL,
    linked,
    serving,
)


async def test_a_click_is_a_press_and_a_release_in_one_piece() -> None:
    async with linked() as (link, host):
        del host.heard[:]
        clicks = [asyncio.create_task(link.click(button)) for button in (Button.PLAY, Button.STOP)]
        await asyncio.gather(*clicks)
        await link.until(lambda face: face.lamp(Button.STOP) is LampState.OFF, "the lamp goes out")
        assert host.wait_for(Press, 4)
        assert host.heard == [
            Press(button, down) for button in (Button.PLAY, Button.STOP) for down in (True, False)
        ]


async def test_waiting_ends_with_the_change_that_makes_it_true() -> None:
    async with linked() as (link, host):
        await link.until(lambda face: face.cell(0, 0) == "Kick", "what is so already")
        waiting = asyncio.create_task(link.until(lambda face: face.fader(0) == 500, "for a moment only"))
        await asyncio.sleep(0)
        # The moment is over before the loop hears of it, and was there all the same.
        host.say(*(Fader(0, position) for position in range(490, 510)))
        await waiting
        await link.until(lambda face: face.fader(0) == 509, "the last")


async def test_waiting_in_vain_names_what_did_not_show() -> None:
    async with linked() as (link, _host):
        with pytest.raises(TimedOutError, match=r"within 0.05 s: the plug-in's page\."):
            await link.until(lambda face: face.mode == "P1.", "the plug-in's page", timeout=0.05)


async def test_what_a_condition_raises_is_raised_where_it_was_asked() -> None:
    async with linked() as (link, host):
        seen = asyncio.create_task(link.until(lambda face: face.fader(0) == 1, "the other one", timeout=20))
        wrong = asyncio.create_task(link.until(lambda face: face.fader(0) == 1 and 1 // 0 == 0, "never"))
        await asyncio.sleep(0)
        host.say(Fader(0, 1))
        with pytest.raises(ZeroDivisionError):
            await wrong
        await seen


async def test_cancelled_waiting_asks_no_more() -> None:
    async with linked() as (link, host):
        asked: list[int | None] = []
        waiting = asyncio.create_task(
            link.until(lambda face: asked.append(face.fader(0)) is not None, "never")
        )
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        count = len(asked)
        host.say(Fader(0, 7))
        await link.until(lambda face: face.fader(0) == 7, "the fader")
        assert len(asked) == count


async def test_quiet_is_a_pause_in_all_but_time_and_meters() -> None:
    async with linked() as (link, host):
        stop = threading.Event()

        def chatter(make: list[Message]) -> None:
            while not stop.wait(0.005):
                host.say(*make)

        for messages, quiet in (
            ([Meter(0, 3), TimecodeDigit(0, "1")], True),
            ([Lamp(0, LampState.ON), Lamp(0, LampState.OFF)], False),
        ):
            stop.clear()
            thread = threading.Thread(target=chatter, args=(messages,))
            thread.start()
            assert await link.quiet(gap=0.9, timeout=1.0) is quiet
            stop.set()
            thread.join()


async def test_quiet_counts_from_the_question() -> None:
    async with linked() as (link, host):
        await asyncio.sleep(0.1)
        host.say(Lcd(MODEL, 0, "Late"))
        assert await link.quiet(gap=0.4)
        assert link.surface.cell(0, 0) == "Late"


async def test_ten_thousand_messages_at_once_come_in_their_order() -> None:
    listener = TcpListener()
    with serving(listener) as host:
        link = await Link.open(TcpPort("127.0.0.1", listener.port))
        came: list[Message] = []
        shown: list[int | None] = []
        link.subscribe(lambda message: (came.append(message), shown.append(link.surface.fader(3)))[0])
        burst = [Fader(3, 16 * (number % 1000) + 1) for number in range(9_999)]
        data = b"".join(map(encode, burst))
        host.port.send(data + encode(Fader(3, 0)))
        await link.until(lambda face: face.fader(3) == 0, "the last of them", timeout=20)
        assert came == [*burst, Fader(3, 0)]
        assert shown == [message.position for message in burst] + [0]
        await link.close()


async def test_many_messages_are_all_sent_in_their_order() -> None:
    async with linked() as (link, host):
        turns = [Turn(number % 8, number % 63 + 1) for number in range(600)]
        before = link.sent
        await link.send(*turns)
        assert host.wait_for(Turn, 600)
        assert host.heard[2:] == turns
        assert link.sent - before == 600


async def test_a_message_that_cannot_be_sent_keeps_the_others_back() -> None:
    async with linked() as (link, host):
        with pytest.raises(MessageError):
            await link.send(Turn(0, 1), Fader(9, 0))
        await link.send(Turn(1, 1))
        assert host.wait_for(Turn)
        assert host.heard[2:] == [Turn(1, 1)]


async def test_a_listener_that_fails_is_reported_and_harms_nobody() -> None:
    ours, theirs = pair()
    failures: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failures.append(context))
    with serving(theirs) as host:
        link = await Link.open(ours)
        heard: list[Message] = []

        def fail(_message: Message) -> None:
            raise ZeroDivisionError

        end = link.subscribe(fail)
        link.subscribe(heard.append)
        host.say(Fader(0, 1))
        await link.until(lambda face: face.fader(0) == 1, "the fader")
        await asyncio.sleep(0)
        assert heard == [Fader(0, 1)]
        assert [type(failure["exception"]) for failure in failures] == [ZeroDivisionError]
        end()
        end()
        host.say(Fader(0, 2))
        await link.until(lambda face: face.fader(0) == 2, "the fader")
        assert len(failures) == 1
        await link.close()


async def test_after_closing_everything_says_so() -> None:
    async with linked() as (link, _host):
        waiting = asyncio.create_task(link.until(lambda face: face.fader(0) == 1, "never", timeout=20))
        await asyncio.sleep(0)
        await link.close()
        await link.close()
        for attempt in (waiting, link.click(Button.PLAY), link.quiet()):
            with pytest.raises(UnreachableError, match="closed"):
                await attempt


async def test_a_loop_that_ended_without_closing_harms_neither_port_nor_host() -> None:
    ours, theirs = pair()
    links: list[Link] = []
    with serving(theirs) as host:

        async def open_and_leave() -> None:
            links.append(await Link.open(ours))

        thread = threading.Thread(target=lambda: asyncio.run(open_and_leave()))
        thread.start()
        await asyncio.to_thread(thread.join, 20)
        host.say(Fader(0, 1))
        host.ask()
        assert host.wait_for(VersionReply, 2)
        await asyncio.to_thread(ours.close)
