"""Ports of a MIDI service, over a service in memory: made, found by name, unplugged and back, broken."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from daw_bridges.errors import AmbiguousError, UnreachableError
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.ports import open_port
from daw_bridges.mackie.virtual import NamedPort, VirtualPort
from tests.daw_bridges.mackie.ear import Ear
from tests.daw_bridges.mackie.rack import rack
from tests.daw_bridges.mackie.small_host import back, gone, midi_threads, serving


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every port of these tests is one of the rack's, looked at often."""
    monkeypatch.setenv("MIDO_BACKEND", "tests.daw_bridges.mackie.rack")
    monkeypatch.setattr("daw_bridges.mackie.virtual._LOOK", 0.02)
    rack.clear()
    yield
    assert midi_threads() == []


def test_a_pair_of_its_own_is_there_for_as_long_as_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    surface = VirtualPort("Orbit")
    surface.open(lambda _data: None, lambda _reason: None)
    assert sorted(rack.told) == ["Orbit In"]
    assert sorted(rack.heard) == ["Orbit Out"]
    surface.close()
    assert (rack.told, rack.heard) == ({}, {})


async def test_a_link_over_a_named_port_is_lost_and_back_with_it() -> None:
    rack.add("Loop A")
    rack.add("Loop B")
    with serving(NamedPort("Loop A", "Loop B")) as host:
        link = await Link.open(NamedPort("Loop B", "Loop A"))
        await link.click(Button.PLAY)
        rack.remove("Loop A")
        assert "went away" in await gone(link)
        with pytest.raises(UnreachableError, match="went away"):
            await link.click(Button.PLAY)
        rack.add("Loop A")
        await back(link, 2)
        assert link.surface.cell(0, 0) == "Kick"
        assert len(host.losses) == 1
        await link.close()


def test_messages_of_every_kind_come_as_they_were_sent() -> None:
    rack.add("Loop")
    ear = Ear(open_port("loop"))
    ear.open()
    assert ear.next() == "there"
    sent = ["90 18 7f", "90 18 00", "b0 3c 41", "d0 3c", "e3 7f 7f", "f0 00 00 66 14 12 00 41 42 f7"]
    for message in sent:
        ear.port.send(bytes.fromhex(message))
    ear.port.send(bytes.fromhex("".join(sent)))
    assert [ear.hears(1).hex(" ") for _ in range(2 * len(sent))] == sent * 2
    ear.port.close()


def test_a_device_that_goes_is_told_and_so_is_its_return_under_another_address() -> None:
    rack.add("X-Touch:X-Touch MIDI 1 20:0")
    ear = Ear(NamedPort("X-Touch:X-Touch MIDI 1 20:0"))
    ear.open()
    assert ear.next() == "there"
    rack.remove("X-Touch:X-Touch MIDI 1 20:0")
    assert str(ear.next()).startswith("lost: The MIDI port “X-Touch")
    with pytest.raises(UnreachableError, match="is not there"):
        ear.port.send(b"\xfe")
    rack.add("X-Touch:X-Touch MIDI 1 24:0")
    assert ear.next() == "there"
    ear.port.send(b"\xd0\x0c")
    assert ear.hears(2) == b"\xd0\x0c"
    ear.port.close()


def test_a_service_that_goes_down_is_a_loss_and_what_is_sent_meanwhile_says_so() -> None:
    rack.add("Loop")
    ear = Ear(NamedPort("Loop"))
    ear.open()
    assert ear.next() == "there"
    rack.broken = True
    with pytest.raises(UnreachableError, match=r"takes nothing|is not there"):
        ear.port.send(b"\xd0\x0c")
    assert str(ear.next()).startswith("lost: ")
    rack.broken = False
    assert ear.next() == "there"
    ear.port.close()


def test_a_port_that_cannot_be_meant_is_not_opened() -> None:
    with pytest.raises(UnreachableError, match="Available: none"):
        NamedPort("Loop").open(lambda _data: None, lambda _reason: None)
    rack.add("Loop A")
    rack.add("Loop B")
    with pytest.raises(AmbiguousError, match="Loop A, Loop B"):
        NamedPort("Loop").open(lambda _data: None, lambda _reason: None)
    rack.broken = True
    with pytest.raises(UnreachableError, match="the service is down"):
        NamedPort("Loop A").open(lambda _data: None, lambda _reason: None)


def test_half_a_pair_is_let_go_again() -> None:
    rack.add("Loop")
    del rack.told["Loop"]
    rack.told["Loop but not that"] = []
    rack.heard["Loop but not that"] = []
    with pytest.raises(UnreachableError):
        NamedPort("Loop", "no such").open(lambda _data: None, lambda _reason: None)
    assert rack.heard["Loop"] == []


def test_on_windows_two_loops_of_those_names_are_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(UnreachableError, match=r"Install loopMIDI .* “Orbit In” and “Orbit Out”"):
        VirtualPort("Orbit").open(lambda _data: None, lambda _reason: None)
    rack.add("Orbit In 1")
    rack.add("Orbit Out 2")
    ear = Ear(VirtualPort("Orbit"))
    ear.open()
    assert ear.next() == "there"
    ear.port.send(b"\xd0\x0c")
    rack.speak(rack.told, "Orbit In 1", _level())
    assert ear.hears(2) == b"\xd0\x01"
    ear.port.close()


def _level() -> object:
    import mido

    return mido.Message("aftertouch", value=1)


def test_on_a_mac_a_pair_comes_back_only_when_its_going_was_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    waited: list[float] = []
    port = VirtualPort("Orbit")
    assert port.replug_after == 2.5
    port.open(lambda _data: None, lambda _reason: None)
    port.close()
    monkeypatch.setattr("time.sleep", waited.append)
    port.open(lambda _data: None, lambda _reason: None)
    port.close()
    assert waited == [pytest.approx(2.5, abs=0.5)]
