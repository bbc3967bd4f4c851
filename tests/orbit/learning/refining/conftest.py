"""The provider, for as long as a test lasts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer

import pytest

from tests.orbit.learning.refining.stand_in import Handler, StandIn


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    handler = type("Handler", (Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    handler.stand_in = StandIn(server)  # pyright: ignore[reportAttributeAccessIssue]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield handler.stand_in  # pyright: ignore[reportAttributeAccessIssue]
    server.shutdown()
    server.server_close()
