"""How surface and host come to know each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import MessageError
from daw_bridges.mackie import messages as m
from daw_bridges.mackie.codec import Direction, decode, encode
from daw_bridges.mackie.handshake import MODELS, Identity, host_answer, queries, response_to

_CHALLENGE = bytes.fromhex("11223302")


def test_the_answer_to_a_challenge_is_the_one_heard_from_a_real_host() -> None:
    assert response_to(_CHALLENGE) == bytes.fromhex("371f053f")


@given(st.binary(min_size=4, max_size=4))
def test_an_answer_is_four_data_bytes(challenge: bytes) -> None:
    answer = response_to(bytes(byte & 0x7F for byte in challenge))
    assert len(answer) == 4
    assert answer.isascii()


@pytest.mark.parametrize("challenge", [b"", b"123", b"12345"])
def test_a_challenge_of_another_length_is_refused(challenge: bytes) -> None:
    with pytest.raises(MessageError, match="four bytes"):
        response_to(challenge)


@pytest.mark.parametrize("model", MODELS)
def test_a_surface_and_a_host_get_through_the_whole_handshake_over_bytes(model: int) -> None:
    """Every message goes through its bytes; who speaks last has nothing more to ask."""
    identity = Identity(model=model, serial=b"1234567")
    heard: list[m.Message] = []
    for query in queries():
        said: m.Message | None = query
        while said is not None:
            heard.append(said)
            answer = identity.answer(decode(encode(said), Direction.DOWN))
            heard += [answer] if answer is not None else []
            said = host_answer(decode(encode(answer), Direction.UP)) if answer is not None else None
    ours = [message for message in heard if getattr(message, "model", None) == model]
    assert ours == [
        m.DeviceQuery(model),
        m.ConnectionQuery(model, b"1234567", identity.challenge),
        m.ConnectionReply(model, b"1234567", response_to(identity.challenge)),
        m.ConnectionConfirmation(model, b"1234567"),
        m.VersionRequest(model),
        m.VersionReply(model, "V1.02"),
    ]
    assert len(heard) == len(ours) + len(MODELS) - 1


def test_a_version_is_told_without_a_challenge() -> None:
    assert Identity(version="V9.99").answer(m.VersionRequest(0x14)) == m.VersionReply(0x14, "V9.99")


def test_a_wrong_answer_is_refused_and_another_s_is_passed_over() -> None:
    identity = Identity()
    wrong = m.ConnectionReply(identity.model, identity.serial, b"\0\0\0\0")
    assert identity.answer(wrong) == m.ConnectionRefusal(identity.model, identity.serial)
    other = m.ConnectionReply(identity.model, b"another", response_to(identity.challenge))
    assert identity.answer(other) is None


@pytest.mark.parametrize(
    "message",
    [m.DeviceQuery(0x15), m.VersionRequest(0x10), m.Fader(0, 0), m.Lcd(0x14, 0, "x"), m.GoOffline(0x14)],
)
def test_what_is_no_question_to_this_surface_gets_no_answer(message: m.Message) -> None:
    assert Identity().answer(message) is None


def test_a_host_asks_for_the_models_it_is_told_to() -> None:
    assert queries(0x14, 0x17) == (m.DeviceQuery(0x14), m.DeviceQuery(0x17))
    assert host_answer(m.Press(40, True)) is None
    assert host_answer(m.ConnectionRefusal(0x14, b"1234567")) is None
