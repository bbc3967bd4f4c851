"""The beat of question and answer with Logic, where Logic is slower than is waited for."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from daw_bridges.errors import TimedOutError
from daw_bridges.logic import LogicBridge
from daw_bridges.logic.pulse import Pulse
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Message, Press, Turn
from tests.daw_bridges.logic.conftest import Rig


async def test_an_answer_that_comes_late_is_not_taken_for_the_next_one(
    logic: Rig, bridge: LogicBridge
) -> None:
    await bridge.snapshot()
    assert bridge.link is not None
    pulse, busy = Pulse(bridge.link, timeout=0.3), threading.Event()

    def slow(_number: int, message: Message) -> None:
        if isinstance(message, Press) and message.button == Button.SMPTE_BEATS:
            busy.wait(10)
        elif busy.is_set():
            time.sleep(0.02)  # what comes after the late answer is late as well

    logic.host.faults.before_message = slow
    with pytest.raises(TimedOutError):
        await pulse.send()
    threading.Timer(0.1, busy.set).start()
    await pulse.click(StripButton.MUTE)
    logic.host.faults.before_message = None
    assert bridge.link.surface.lit(StripButton.MUTE)


async def test_an_answer_nobody_waits_for_any_more_is_not_taken_for_the_next_one(
    logic: Rig, bridge: LogicBridge
) -> None:
    await bridge.snapshot()
    assert bridge.link is not None
    pulse, asked, busy = Pulse(bridge.link), threading.Event(), threading.Event()

    def slow(_number: int, message: Message) -> None:
        if isinstance(message, Press) and message.button == Button.SMPTE_BEATS:
            asked.set()
            busy.wait(10)
        elif busy.is_set():
            time.sleep(0.02)

    logic.host.faults.before_message = slow
    stopped = asyncio.create_task(pulse.send())
    await asyncio.to_thread(asked.wait, 10)
    stopped.cancel()
    await asyncio.wait({stopped})
    threading.Timer(0.1, busy.set).start()
    await pulse.click(StripButton.MUTE)
    logic.host.faults.before_message = None
    assert bridge.link.surface.lit(StripButton.MUTE)


async def test_a_host_that_still_works_through_what_it_was_sent_is_waited_for(
    logic: Rig, bridge: LogicBridge
) -> None:
    await bridge.snapshot()
    assert bridge.link is not None
    pulse = Pulse(bridge.link, timeout=1.0)
    logic.host.faults.before_message = lambda _number, _message: time.sleep(0.1)
    await pulse.send(*(Turn(0, 1) for _ in range(16)))
    logic.host.faults.before_message = None
