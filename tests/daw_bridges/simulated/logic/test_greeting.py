"""How the simulated Logic meets a surface: what it asks, whom it takes, what it shows first."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.codec import encode
from daw_bridges.mackie.handshake import Identity, response_to
from daw_bridges.mackie.messages import (
    ConnectionQuery,
    ConnectionReply,
    DeviceQuery,
    Fader,
    GoOffline,
    Lcd,
    Message,
    Model,
    Press,
    Turn,
    VersionReply,
    VersionRequest,
)
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.latency import Latency
from daw_bridges.simulated.logic.practice import big_project, practice_project
from tests.daw_bridges.simulated.logic.rig import Rig, rig, texts

HEADER = bytes((0xF0, 0x00, 0x00, 0x66))


def asked(desk: Rig) -> list[Message]:
    return [each for each in desk.received if isinstance(each, DeviceQuery | VersionRequest)]


def test_a_new_port_is_asked_for_every_device_in_the_bytes_that_were_measured() -> None:
    with rig(practice_project(), identity=None) as desk:
        desk.settle()
        assert desk.raw == [
            *(HEADER + bytes((model, 0x00, 0xF7)) for model in (0x10, 0x11, 0x14, 0x15, 0x17)),
            *(HEADER + bytes((model, 0x13, 0x00, 0xF7)) for model in (0x14, 0x15, 0x17)),
        ]


def test_a_mackie_control_that_answers_at_once_is_taken_without_the_challenge(desk: Rig) -> None:
    assert not any(isinstance(each, ConnectionReply) for each in desk.received)
    assert desk.names() == ["Kick", "Snare", "Hats", "Prcssn", "Bass", "Keys", "Pad", "LdSynt"]
    assert desk.values() == ["Pan"] * 8
    assert desk.surface.mode == "PN"


def test_the_first_dump_says_everything_there_is(desk: Rig) -> None:
    assert [desk.surface.fader(fader) for fader in range(9)] == [12441] * 9
    assert desk.lit(StripButton.SELECT) == [0]
    lit = [Button.PAN, Button.READ, Button.STOP, Button.BEATS_LAMP]
    assert [button for button in Button if desk.surface.lamp(button)] == lit
    assert "".join(character for character, _ in reversed(desk.surface.time_places)) == "  1 1 1  1"
    whole = [text for _, text in texts(desk.received) if len(text) == 112]
    assert len(whole) == 2
    assert whole[0] == whole[1]


def test_faders_without_a_strip_are_down() -> None:
    with rig(big_project(6)) as desk:
        assert [desk.surface.fader(fader) for fader in range(9)] == [12441] * 6 + [0, 0, 12441]
        assert desk.names()[6:] == ["", ""]


def test_an_answer_that_comes_late_is_not_taken() -> None:
    with rig(practice_project(), identity=None) as desk:
        desk.settle()
        desk.clock.now += 18
        came = desk.send(ConnectionQuery(Model.MACKIE_CONTROL, b"ORBIT01", bytes(4)))
        assert came == [VersionRequest(Model.MACKIE_CONTROL)] * 2
        assert desk.send(VersionReply(Model.MACKIE_CONTROL, "V1.02")) == []
        assert not desk.surface.online


def test_a_logic_control_has_to_answer_the_challenge() -> None:
    identity = Identity(model=Model.LOGIC_CONTROL)
    with rig(practice_project(), identity=identity) as desk:
        reply = next(each for each in desk.received if isinstance(each, ConnectionReply))
        assert reply.response == response_to(identity.challenge)
        assert desk.names()[0] == "Kick"
        assert {each.model for each in desk.received if isinstance(each, Lcd)} == {Model.LOGIC_CONTROL}


def test_a_dialog_keeps_a_new_port_from_being_asked() -> None:
    project = practice_project()
    faults = Faults()
    with rig(project, faults=faults) as desk:
        by_hand.open_dialog(desk.logic)
        desk.settle()
        before = len(asked(desk))
        desk.recable()
        assert len(asked(desk)) == before
        by_hand.answer(desk.logic)
        desk.settle()
        assert len(asked(desk)) > before


def test_a_port_that_comes_back_is_greeted_anew_and_the_bank_is_where_it_was(desk: Rig) -> None:
    desk.click(Button.BANK_RIGHT)
    before = len(desk.received)
    desk.recable()
    assert any(isinstance(each, DeviceQuery) for each in desk.received[before:])
    desk._until(lambda: len(texts(desk.received[before:])) > 1, "dumped again")
    assert desk.names()[0] == "Guitar"


def test_what_was_held_when_the_cable_was_pulled_is_not_held_afterwards(desk: Rig) -> None:
    desk.send(Press(Button.OPTION, True))
    before = len(desk.received)
    desk.recable()
    desk._until(lambda: len(texts(desk.received[before:])) > 1, "dumped again")
    desk.send(Turn(0, 5))
    assert desk.project["Kick"].pan == 5


def test_a_port_that_is_back_too_soon_was_never_gone_for_the_host() -> None:
    with rig(practice_project(), latency=Latency(unnoticed=0.3)) as desk:
        before = len(asked(desk))
        desk.recable()
        assert len(asked(desk)) == before
        desk.port.unplug()
        desk.settle_lost()
        desk.clock.now += 2.5
        desk.settle_back()
        assert len(asked(desk)) == before + 8


def test_quitting_lets_the_surface_go() -> None:
    with rig(practice_project()) as desk:
        desk.logic.stop()
        desk._until(lambda: desk.received[-1] == GoOffline(Model.MACKIE_CONTROL), "the surface is offline")
        assert not desk.surface.online


@pytest.mark.parametrize("model", [0x10, 0x11, 0x15])
def test_a_confirmation_nobody_was_asked_for_connects_nobody(model: int) -> None:
    with rig(practice_project(), identity=None) as desk:
        desk.put(HEADER + bytes((model, 0x03)) + b"ORBIT01" + b"\xf7")
        desk.settle()
        desk.send(Fader(0, 1000))
        assert not desk.logic.journal


def test_what_is_no_greeting_is_ignored_until_somebody_is_connected() -> None:
    with rig(practice_project(), identity=None) as desk:
        desk.slide(0, 1000)
        desk.click(StripButton.MUTE)
        desk.put(encode(VersionReply(Model.MACKIE_CONTROL, "V1.02")))
        desk.settle()
        assert not desk.logic.journal
        assert not desk.surface.online


def test_a_surface_that_comes_up_anew_on_a_port_that_stayed_is_told_everything_again(desk: Rig) -> None:
    before = len(texts(desk.received))
    desk.send(Identity().hello())
    assert [len(text) for _, text in texts(desk.received)[before:]] == [112, 112]


def test_logic_may_ask_once_more_at_any_time(desk: Rig) -> None:
    desk.click(Button.BANK_RIGHT)
    before = len(desk.received)
    by_hand.ask_again(desk.logic)
    desk.settle()
    assert [each for each in desk.received[before:] if isinstance(each, DeviceQuery)]
    assert [len(text) for _, text in texts(desk.received)[-2:]] == [112, 112]
    assert desk.names()[0] == "Guitar"
    assert desk.click(StripButton.MUTE)


def test_logic_can_quit_and_come_back_on_the_same_port() -> None:
    with rig(practice_project()) as desk:
        desk.click(StripButton.MUTE)
        desk.logic.stop()
        before = len(asked(desk))
        desk.logic.start()
        desk._until(lambda: len(asked(desk)) == before + 8, "Logic asks again")
        desk.settle()
        assert desk.surface.online
        assert desk.lit(StripButton.MUTE) == [0]
