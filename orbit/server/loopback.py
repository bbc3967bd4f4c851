"""HTTP to a server on this machine: as much of it as a client of Orbit needs, which is soon imported."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus

__all__ = ["Response", "responded"]


@dataclass(frozen=True)
class Response:
    """An answer whose body is still to be read."""

    status: int
    headers: dict[str, str]
    _reader: asyncio.StreamReader

    @property
    def ok(self) -> bool:
        """Whether it is what was asked for."""
        return self.status == HTTPStatus.OK

    async def pieces(self) -> AsyncGenerator[bytes]:
        """Give the body as it comes. Raises OSError or EOFError when the connection ends before it does."""
        if self.headers.get("transfer-encoding") != "chunked":
            yield await self._reader.readexactly(int(self.headers.get("content-length", 0)))
            return
        while size := int(await self._reader.readuntil(b"\r\n"), 16):
            yield (await self._reader.readexactly(size + 2))[:-2]

    async def body(self) -> bytes:
        """Give the whole body."""
        return b"".join([piece async for piece in self.pieces()])


@asynccontextmanager
async def responded(
    port: int, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> AsyncGenerator[Response]:
    """Send a request, and give what is answered while the block lasts.

    Raises OSError or EOFError when there is nobody, or they go, and ValueError for what is no HTTP.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        own = {"Host": f"127.0.0.1:{port}", "Connection": "close", "Content-Length": str(len(body))}
        told = "".join(f"{name}: {value}\r\n" for name, value in (own | headers).items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode("latin-1") + body)
        await writer.drain()
        status = int((await reader.readline())[9:12] or -1)
        given: dict[str, str] = {}
        while line := (await reader.readline()).decode("latin-1").strip():
            name, _, value = line.partition(":")
            given[name.lower()] = value.strip()
        yield Response(status, given, reader)
    finally:
        writer.close()
