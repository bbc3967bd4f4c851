"""Who comes to the owner's door: strangers, garbage, another version; and what is left behind by the dead."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import stat
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from daw_bridges.errors import EngineError, UsageError
from orbit import __version__
from orbit.engine.ownership import FOLDER, Address, read_address
from orbit.engine.shared import SharedEngine
from orbit.engine.wire import MAX_FROM_CLIENT, PATH, PROTOCOL, Hello, Proof, Welcome, new_nonce, proof_of
from orbit.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def owner(settings: Settings) -> AsyncGenerator[SharedEngine]:
    async with SharedEngine(settings) as engine:
        yield engine


@pytest.fixture
def address(owner: SharedEngine, settings: Settings) -> Address:
    address = read_address(settings.data_dir)
    assert address is not None
    return address


def knock(address: Address, **options: Any) -> connect:
    return connect(f"ws://127.0.0.1:{address.port}{PATH}", proxy=None, **options)


async def greeted(connection: ClientConnection, token: str, settings: Settings) -> None:
    nonce = new_nonce()
    await connection.send(Hello(protocol=PROTOCOL, version=__version__, nonce=nonce).model_dump_json())
    welcome = Welcome.model_validate_json(await connection.recv())
    assert welcome.proof == proof_of(token, "owner", nonce, welcome.nonce)
    proof = proof_of(token, "client", nonce, welcome.nonce)
    await connection.send(Proof(proof=proof, settings={"daw": settings.daw}).model_dump_json())


async def turned_away(connection: ClientConnection) -> int:
    """With which code the owner closes the connection, whatever it says before."""
    try:
        async with asyncio.timeout(60):
            while True:
                await connection.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


async def test_its_note_is_for_its_user_alone(address: Address, settings: Settings) -> None:
    folder = settings.data_dir / FOLDER
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "owner.json").stat().st_mode) == 0o600
    assert len(address.token) >= 32
    assert address.token not in repr(address)


@pytest.mark.parametrize(
    "options",
    [
        {"origin": "http://127.0.0.1"},
        {"origin": "https://example.org"},
        {"origin": "null"},
        {"additional_headers": {"Host": "example.org"}},
        {"additional_headers": {"Host": "localhost"}},
    ],
    ids=str,
)
async def test_a_web_page_is_turned_away_before_a_word(address: Address, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus) as raised:
        async with knock(address, **options):
            pass
    assert raised.value.response.status_code == 403


async def test_a_browser_that_only_looks_learns_nothing(address: Address) -> None:
    def look() -> tuple[int, bytes]:
        asking = http.client.HTTPConnection("127.0.0.1", address.port, timeout=30)
        asking.request("GET", PATH)
        with asking.getresponse() as response:
            return response.status, response.read()

    status, body = await asyncio.to_thread(look)
    assert status == 426
    assert address.token.encode() not in body


async def test_a_wrong_secret_is_turned_away(address: Address, settings: Settings) -> None:
    async with knock(address) as connection:
        nonce = new_nonce()
        await connection.send(Hello(protocol=PROTOCOL, version="1", nonce=nonce).model_dump_json())
        welcome = Welcome.model_validate_json(await connection.recv())
        wrong = proof_of("guessed", "client", nonce, welcome.nonce)
        await connection.send(Proof(proof=wrong, settings={}).model_dump_json())
        assert await turned_away(connection) == 1008


async def test_an_answer_overheard_is_of_no_use(address: Address, settings: Settings) -> None:
    async with knock(address) as connection:
        hello = Hello(protocol=PROTOCOL, version="1", nonce="n")
        await connection.send(hello.model_dump_json())
        welcome = Welcome.model_validate_json(await connection.recv())
        await connection.send(Proof(proof=welcome.proof, settings={}).model_dump_json())
        assert await turned_away(connection) == 1008


@pytest.mark.parametrize("said", ["", "{", "[]", '{"kind": "do"}', b"\xff\xfe", "null" * 1000], ids=repr)
async def test_garbage_instead_of_a_greeting(owner: SharedEngine, address: Address, said: str) -> None:
    async with knock(address) as connection:
        await connection.send(said)
        assert await turned_away(connection) == 1008
    assert await owner.search("duck the bass")


@pytest.mark.parametrize(
    "said",
    [
        "{",
        "[1, 2]",
        '{"kind": "format", "id": "x"}',
        '{"kind": "do", "id": "x"}',
        '{"kind": "do", "id": "", "text": "mute the kick"}',
        '{"kind": "do", "id": "x", "text": "mute the kick", "approved": true}',
        '{"kind": "call", "id": "x", "operation": "search", "arguments": [1]}',
        '{"kind": "practice", "port": 99999999, "token": "t", "place": "p"}',
        "[" * 100_000,
    ],
    ids=lambda said: said[:40],
)
async def test_garbage_from_a_client(
    owner: SharedEngine, address: Address, settings: Settings, said: str
) -> None:
    async with knock(address) as connection:
        await greeted(connection, address.token, settings)
        await connection.send(said)
        assert await turned_away(connection) == 1008
    async with SharedEngine(settings) as other:
        assert await other.search("duck the bass")


async def test_a_client_cannot_ask_for_too_much_at_once(address: Address, settings: Settings) -> None:
    async with knock(address) as connection:
        await greeted(connection, address.token, settings)
        for number in range(200):
            with suppress(ConnectionClosed):
                await connection.send(json.dumps({"kind": "recall", "id": str(number), "of": "x"}))
                await connection.send(json.dumps({"kind": "do", "id": f"d{number}", "text": "mute the kick"}))
        assert await turned_away(connection) == 1008


async def test_a_message_without_end_is_cut_off(
    owner: SharedEngine, address: Address, settings: Settings
) -> None:
    connection = await knock(address)
    await greeted(connection, address.token, settings)
    with suppress(ConnectionClosed):
        await connection.send("x" * (MAX_FROM_CLIENT + 1))
    assert await turned_away(connection) == 1009
    assert await owner.search("duck the bass")


async def test_what_is_too_long_for_a_message_is_not_sent(owner: SharedEngine, settings: Settings) -> None:
    async with SharedEngine(settings) as client:
        with pytest.raises(UsageError, match="too long"):
            await client.search("x" * MAX_FROM_CLIENT)
        assert await client.search("duck the bass")


async def test_a_client_does_not_choose_where_things_are_kept(
    address: Address, settings: Settings, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    async with knock(address) as connection:
        nonce = new_nonce()
        await connection.send(Hello(protocol=PROTOCOL, version=__version__, nonce=nonce).model_dump_json())
        welcome = Welcome.model_validate_json(await connection.recv())
        proof = proof_of(address.token, "client", nonce, welcome.nonce)
        told = {"data_dir": str(elsewhere), "embedder": "words"}
        await connection.send(Proof(proof=proof, settings=told).model_dump_json())
        await connection.send('{"kind": "call", "id": "1", "operation": "titles", "arguments": {}}')
        assert json.loads(await connection.recv())["kind"] == "done"
    assert not elsewhere.exists()


async def test_a_program_that_speaks_the_protocol_but_not_the_secret(
    address: Address, settings: Settings
) -> None:
    note = settings.data_dir / FOLDER / "owner.json"
    note.write_text(json.dumps(asdict(replace(address, token="another"))))
    with pytest.raises(EngineError, match="does not answer"):
        async with SharedEngine(settings, patience_seconds=0.2):
            pass


async def test_nobody_from_elsewhere_can_come(address: Address) -> None:
    """It listens on loopback alone: this machine's other addresses do not lead to it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        outward = probe.getsockname()[0]
    if outward.startswith("127."):
        return
    with pytest.raises(OSError):  # noqa: PT011 - refused, or no way there
        socket.create_connection((outward, address.port), timeout=5).close()
