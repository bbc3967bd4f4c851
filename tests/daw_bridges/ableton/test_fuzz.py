"""Packets that nobody should send: whatever arrives, the script goes on and says nothing false to others."""

from __future__ import annotations

import contextlib
import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pythonosc.osc_message_builder import build_msg

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.ableton.wire import encode
from daw_bridges.simulated.live import LiveHost, practice_set
from tests.daw_bridges.ableton.conftest import SCRIPT_OPTIONS, TOKEN
from tests.daw_bridges.ableton.raw import RawClient

VERBS = ("hello", "ping", "snapshot", "perform", "cancel", "undo", "observe", "changed", "", "..")

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
edit_fields = st.sampled_from(
    ["edit", "track", "device", "clip", "db", "value", "parameter", "slot", "to", "id"]
)
edits = st.dictionaries(
    edit_fields, json_values | st.sampled_from(["set_volume", "create_clip", "set_parameter"])
)
bodies = st.fixed_dictionaries({}, optional={"edits": st.lists(edits, max_size=3), "request": json_values})


def _request(verb: str, request_id: int, body: Any) -> bytes:
    message = build_msg(f"/orbit/{verb}", [request_id, json.dumps(body).encode()])
    return struct.pack(">i", len(message.dgram)) + message.dgram


requests = st.builds(_request, st.sampled_from(VERBS), st.integers(-(2**31), 2**31 - 1), bodies | json_values)
framed = st.binary(max_size=200).map(lambda body: struct.pack(">i", len(body)) + body)


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A request with some of its bytes changed, cut off or doubled."""
    packet = bytearray(draw(requests))
    for place in draw(st.lists(st.integers(0, len(packet) - 1), max_size=5)):
        packet[place] = draw(st.integers(0, 255))
    return bytes(packet[: draw(st.integers(1, len(packet)))]) * draw(st.integers(1, 2))


@pytest.fixture(scope="module")
def target() -> Iterator[LiveHost]:
    with LiveHost(practice_set(), REMOTE_SCRIPT, script_options=SCRIPT_OPTIONS) as host:
        yield host


@given(welcome=st.booleans(), packets=st.lists(requests | framed | spoilt(), min_size=1, max_size=4))
@settings(max_examples=100)
def test_the_script_outlives_whatever_arrives(target: LiveHost, welcome: bool, packets: list[bytes]) -> None:
    with RawClient(target.script.port) as client:
        if welcome:
            client.greet(TOKEN)
        with contextlib.suppress(ConnectionError):  # sent away before everything was said
            client.socket.sendall(b"".join(packets))
    with RawClient(target.script.port) as other:
        assert other.greet(TOKEN).address == "/orbit/welcome"
        other.socket.sendall(encode("/orbit/ping", 7, {}))
        assert other.read_until("/orbit/reply")[-1].arguments[0] == 7
    assert not [line for line in target.log if "a tick failed" in line or "RemoteScriptError" in line]
