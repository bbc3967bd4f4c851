"""The wire under bad manners: wrong tokens, garbage, mad sizes, silence, several clients, half a batch."""

from __future__ import annotations

import asyncio
import contextlib
import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.ableton import open_bridge
from daw_bridges.ableton.wire import Packets, decode, encode
from daw_bridges.actions import AddLocator, SetMute, SetTempo
from daw_bridges.bridge import Status
from daw_bridges.errors import ProtocolError, RefusedError
from daw_bridges.simulated.live import LiveHost
from tests.daw_bridges.ableton.conftest import TOKEN, connected
from tests.daw_bridges.ableton.raw import RawClient


async def still_serves(live: LiveHost) -> bool:
    """Whether another client is served as if nothing had happened."""
    async with await connected(live) as bridge:
        [result] = await bridge.perform([SetTempo(bpm=99)])
        return result.status is Status.VERIFIED


async def test_wrong_token_is_told_and_sent_away(live: LiveHost) -> None:
    with pytest.raises(RefusedError, match="not the one this script was given"):
        await open_bridge(port=live.script.port, token="a guess")
    with RawClient(live.script.port) as client:
        assert client.greet("another guess").arguments[1] == "refused"
        assert client.is_closed_by_the_script()
    assert await still_serves(live)


@pytest.mark.parametrize("token", ["", TOKEN[:-1], TOKEN + "x", "ö"])
def test_nearly_right_tokens_are_wrong(live: LiveHost, token: str) -> None:
    with RawClient(live.script.port) as client:
        assert client.greet(token).address == "/orbit/error"


async def test_nothing_is_done_before_the_greeting(live: LiveHost) -> None:
    with RawClient(live.script.port) as client:
        client.send("/orbit/perform", 1, {"edits": [{"edit": "set_tempo", "bpm": 77}]})
        assert client.is_closed_by_the_script()
    assert live.call(lambda: live.song.tempo) == 120.0


@pytest.mark.parametrize(
    ("body", "size"),
    [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", None),
        (b"/orbit/hello\0\0\0\0,s\0\0", None),
        (b"", 0),
        (b"x", -1),
        (b"x", 2**31 - 1),
        (b"/" * 5000, None),
    ],
    ids=["not OSC", "an argument short", "no bytes", "a negative size", "two gigabytes", "a long greeting"],
)
async def test_garbage_closes_its_own_client_only(live: LiveHost, body: bytes, size: int | None) -> None:
    async with await connected(live) as neighbour:
        with RawClient(live.script.port) as client:
            client.send_frame(body, size)
            assert client.is_closed_by_the_script()
        assert (await neighbour.snapshot()).tempo == 120.0
    assert await still_serves(live)


@pytest.mark.parametrize(
    ("address", "arguments"),
    [
        ("/orbit/perform", (1, "{")),
        ("/orbit/perform", (1, "[]")),
        ("/orbit/perform", (1, "[" * 100_000)),
        ("/orbit/perform", ("one", {})),
        ("/orbit/perform", ()),
        ("/live/test", (1,)),
    ],
    ids=[
        "broken JSON",
        "no object",
        "JSON without a bottom",
        "an id that is no number",
        "no id",
        "another protocol",
    ],
)
async def test_what_is_no_request_closes_its_own_client_only(
    live: LiveHost, address: str, arguments: tuple[Any, ...]
) -> None:
    with RawClient(live.script.port) as client:
        client.greet(TOKEN)
        client.send(address, *arguments)
        assert client.is_closed_by_the_script()
    assert await still_serves(live)


@pytest.mark.parametrize(
    ("verb", "body", "code"),
    [
        ("reboot", {}, "protocol"),
        ("perform", {}, "protocol"),
        ("perform", {"edits": ["set_tempo"]}, "protocol"),
    ],
)
def test_what_cannot_be_answered_is_refused_by_name(
    live: LiveHost, verb: str, body: dict[str, Any], code: str
) -> None:
    with RawClient(live.script.port) as client:
        client.greet(TOKEN)
        client.send(f"/orbit/{verb}", 5, body)
        assert [m.address for m in client.read_until("/orbit/error")] == ["/orbit/ack", "/orbit/error"]
        client.send(f"/orbit/{verb}", 6, body)
        request_id, told, _ = client.read_until("/orbit/error")[-1].arguments
        assert (request_id, told) == (6, code)


@pytest.mark.parametrize(
    "edit",
    [
        {},
        {"edit": "format_disk"},
        {"edit": "set_volume"},
        {"edit": "set_volume", "track": {"id": 1, "name": "Kick"}, "db": "loud"},
        {"edit": "set_volume", "track": "Kick", "db": 0},
        {"edit": "set_tempo", "bpm": None},
        {"edit": "create_track", "kind": "video", "name": "x"},
        {"edit": "add_notes", "track": {"made": 3, "name": "x"}, "clip": {}, "notes": []},
    ],
)
def test_an_edit_that_makes_no_sense_fails_and_the_rest_is_skipped(
    live: LiveHost, edit: dict[str, Any]
) -> None:
    with RawClient(live.script.port) as client:
        client.greet(TOKEN)
        client.send("/orbit/perform", 1, {"edits": [edit, {"edit": "set_tempo", "bpm": 77}]})
        _, first, second, reply = client.read_until("/orbit/reply")
    results = [json.loads(message.arguments[2]) for message in (first, second)]
    assert [result["status"] for result in results] == ["failed", "skipped"]
    assert results[0]["message"]
    assert json.loads(reply.arguments[1]) == {"done": 0}
    assert live.call(lambda: live.song.tempo) == 120.0


async def test_a_request_is_acknowledged_before_it_is_done(live: LiveHost) -> None:
    with RawClient(live.script.port) as client:
        assert client.greet(TOKEN).address == "/orbit/welcome"
        client.send("/orbit/ping", 41)
        assert client.read() == ("/orbit/ack", (41,))
        reply = client.read()
        assert reply.arguments[0] == 41
        assert json.loads(reply.arguments[1])["live"] == "12.3.0"


async def test_packets_may_arrive_in_crumbs(live: LiveHost) -> None:
    with RawClient(live.script.port) as client:
        for byte in encode("/orbit/hello", TOKEN, 1):
            client.socket.sendall(bytes([byte]))
        assert client.read().address == "/orbit/welcome"


async def test_two_clients_are_told_apart(live: LiveHost) -> None:
    async with await connected(live) as one, await connected(live) as other:
        results, session = await asyncio.gather(
            one.perform([SetMute(track="Kick", on=True)]), other.snapshot()
        )
        assert [result.status for result in results] == [Status.VERIFIED]
        assert len(session.tracks) == 15
        assert (await other.snapshot()).tracks[0].mute


async def test_several_requests_are_in_flight_at_once(live: LiveHost) -> None:
    async with await connected(live) as bridge:
        answers = await asyncio.gather(
            bridge.snapshot(), bridge.ping(), bridge.perform([SetTempo(bpm=90)]), bridge.ping()
        )
        assert answers[0].name == "Practice"
        assert answers[2][0].status is Status.VERIFIED
        assert answers[1] == answers[3]


SLOW = [{"edit": "add_locator", "beat": float(n), "name": str(n)} for n in range(400)]
"""Each of these waits for the audio thread to move the playhead, and back."""


async def test_a_batch_ends_with_the_client_that_sent_it(live: LiveHost) -> None:
    with RawClient(live.script.port) as client:
        client.greet(TOKEN)
        client.send("/orbit/perform", 1, {"edits": SLOW})
        client.read_until("/orbit/result")
    async with await connected(live) as bridge:
        locators = (await bridge.snapshot()).locators
        assert 0 < len(locators) < len(SLOW)
        assert (await bridge.snapshot()).locators == locators
    assert await still_serves(live)


async def test_a_request_can_be_cancelled(live: LiveHost) -> None:
    with RawClient(live.script.port) as client:
        client.greet(TOKEN)
        client.send("/orbit/perform", 1, {"edits": SLOW})
        client.read_until("/orbit/result")
        client.send("/orbit/cancel", 2, {"request": 1})
        assert client.read_until("/orbit/error")[-1].arguments[:2] == (1, "cancelled")
        assert json.loads(client.read_until("/orbit/reply")[-1].arguments[1]) == {"cancelled": True}
    assert await still_serves(live)


async def test_a_cancelled_perform_stops_in_the_host_too(live: LiveHost) -> None:
    async with await connected(live) as bridge:
        seen = asyncio.Event()
        actions = [AddLocator(bar=n + 1, name=str(n)) for n in range(400)]
        task = asyncio.create_task(bridge.perform(actions, on_result=lambda *_: seen.set()))
        await seen.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        locators = (await bridge.snapshot()).locators
        assert 0 < len(locators) < len(actions)
        assert (await bridge.snapshot()).locators == locators


async def test_one_client_too_many_waits_for_room(live: LiveHost) -> None:
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(RawClient(live.script.port)) for _ in range(17)]
        assert [client.greet(TOKEN).address for client in clients[:16]] == ["/orbit/welcome"] * 16
        clients[16].send("/orbit/hello", TOKEN, 1)
        clients[3].socket.close()
        assert clients[16].read().address == "/orbit/welcome"
    assert await still_serves(live)


@given(
    packets=st.lists(st.integers(0, 5).map(lambda n: encode("/orbit/any", n, "text", {"n": n})), max_size=5),
    cuts=st.lists(st.integers(0, 400)),
)
def test_packets_are_cut_out_of_any_stream(packets: list[bytes], cuts: list[int]) -> None:
    stream, reader = b"".join(packets), Packets()
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    pieces = [stream[start:end] for start, end in pairwise(edges)]
    found = [packet for piece in pieces for packet in reader.feed(piece)]
    assert found == [packet[4:] for packet in packets]


@given(data=st.binary(min_size=1, max_size=100))
def test_what_is_not_osc_is_a_protocol_error(data: bytes) -> None:
    with contextlib.suppress(ProtocolError):
        assert decode(data).arguments is not None


async def test_an_observation_begins_with_the_whole_set_and_ends_when_it_is_cancelled(live: LiveHost) -> None:
    with RawClient(live.script.port) as client:
        client.greet(TOKEN)
        client.send("/orbit/observe", 7, {})
        whole = json.loads(client.read_until("/orbit/reply")[-1].arguments[1])
        assert (whole["whole"], len(whole["order"]), len(whole["tracks"])) == (True, 15, 45)
        live.call(lambda: setattr(live.song.tracks[0], "mute", True))
        pushed = client.read_until("/orbit/changed")[-1]
        change = json.loads(pushed.arguments[1])
        assert pushed.arguments[0] == 7
        assert (change["origin"], change["can_redo"], change["devices"]) == ("user", False, [])
        assert [(track["name"], track["mute"]) for track in change["tracks"]] == [("Kick", True)]
        assert not {"song", "order"} & change.keys()
        client.send("/orbit/cancel", 8, {"request": 7})
        assert client.read_until("/orbit/error")[-1].arguments[:2] == (7, "cancelled")
        assert json.loads(client.read_until("/orbit/reply")[-1].arguments[1]) == {"cancelled": True}
    assert await still_serves(live)
