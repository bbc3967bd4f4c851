"""Two ports and a cable: everything in order, each end told when the other goes and comes, no thread left."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.pairs import PairedPort, pair
from tests.daw_bridges.mackie.small_host import midi_threads
from tests.laws import tries


class End:
    """Somebody at one end, with everything that was told, and from which threads."""

    def __init__(self, port: PairedPort) -> None:
        self.port = port
        self.told: list[bytes | str] = []
        self.threads: set[threading.Thread] = set()
        self._news = threading.Condition()

    def open(self) -> None:
        self.port.open(self._tell, lambda reason: self._tell(f"lost: {reason}"), lambda: self._tell("there"))

    def _tell(self, what: bytes | str) -> None:
        with self._news:
            self.told.append(what)
            self.threads.add(threading.current_thread())
            self._news.notify_all()

    def wait(self, count: int) -> list[bytes | str]:
        with self._news:
            assert self._news.wait_for(lambda: len(self.told) >= count, 20), self.told
        return self.told


def ends() -> tuple[End, End]:
    one, other = pair()
    return End(one), End(other)


def test_what_is_sent_comes_in_its_order_in_a_thread_of_the_port() -> None:
    one, other = ends()
    one.open()
    other.open()
    sent = [b"\xb0\x10" + bytes((number % 128,)) for number in range(10_000)]
    for message in sent:
        one.port.send(message)
    assert other.wait(10_001) == ["there", *sent]
    assert len(other.threads) == 1
    assert threading.current_thread() not in other.threads
    one.port.close()
    other.port.close()


def test_a_pulled_cable_is_told_at_both_ends_and_so_is_its_return() -> None:
    one, other = ends()
    one.open()
    other.open()
    one.port.send(b"\x90\x00\x7f")
    one.port.unplug()
    with pytest.raises(UnreachableError, match="pulled"):
        other.port.send(b"\x90\x00\x7f")
    other.port.replug()
    other.port.send(b"\x90\x01\x7f")
    pulled = "lost: The cable between the two ports was pulled."
    assert one.wait(4) == ["there", pulled, "there", b"\x90\x01\x7f"]
    assert other.wait(4) == ["there", b"\x90\x00\x7f", pulled, "there"]
    one.port.close()
    other.port.close()


def test_an_end_that_is_not_there_hears_nothing_and_says_nothing() -> None:
    one, other = ends()
    one.open()
    one.port.send(b"\x90\x00\x7f")
    other.open()
    one.port.send(b"\x90\x01\x7f")
    assert other.wait(2) == ["there", b"\x90\x01\x7f"]
    other.port.close()
    assert one.wait(2) == ["there", "lost: The port at the other end was closed."]
    with pytest.raises(UnreachableError, match="not open"):
        other.port.send(b"\x90\x00\x7f")
    one.port.close()


def test_a_pulled_cable_cannot_be_opened() -> None:
    one, other = ends()
    other.port.unplug()
    with pytest.raises(UnreachableError, match="pulled"):
        one.open()


def test_closing_ends_the_thread_and_may_be_done_again_and_from_within() -> None:
    one, other = ends()
    other.open()
    before = set(threading.enumerate())
    one.port.open(lambda _data: one.port.close(), lambda _reason: None)
    [thread] = (each for each in set(threading.enumerate()) - before if each.name == "midi surface")
    other.port.send(b"\xfe")
    thread.join(20)
    assert not thread.is_alive()
    other.port.close()
    other.port.close()
    assert midi_threads() == []


@settings(max_examples=tries(50, 3000))
@given(st.lists(st.sampled_from(["open", "close", "unplug", "replug", "send"]), max_size=30))
def test_loss_and_return_alternate_and_nothing_comes_while_apart(steps: list[str]) -> None:
    one, other = ends()
    other.open()
    is_open, plugged, expected = False, True, list[str | bytes]()
    for number, step in enumerate(steps):
        before = is_open and plugged
        message = bytes((0xC0, number))
        match step:
            case "open" if not is_open and plugged:
                one.open()
                is_open = True
            case "close":
                one.port.close()
                is_open = False
            case "unplug":
                one.port.unplug()
                plugged = False
            case "replug":
                other.port.replug()
                plugged = True
            case "send" if before:
                one.port.send(message)
                expected.append(message)
            case "send":
                with suppress(UnreachableError):
                    one.port.send(message)
            case _:
                continue
        if before != (is_open and plugged):
            expected.append("lost" if before else "there")
    assert [
        told[:4] if str(told).startswith("lost") else told for told in other.wait(len(expected))
    ] == expected
    one.port.close()
    other.port.close()
