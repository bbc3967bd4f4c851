"""A Chroma server shared by several: found by its URL, written by turns, and missed without harm."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path

import pytest

from daw_bridges.errors import MemoryStoreError, UsageError
from orbit.memory import Store
from orbit.memory.index import Index, place_for
from orbit.memory.index.server import Address
from tests.orbit.memory.index.conftest import NAME, Stored, assert_holds
from tests.orbit.memory.meaning.conftest import Letters, best, held, save
from tests.servers.chroma import Chroma, running_chroma
from tests.servers.postgres import free_port

pytestmark = [pytest.mark.xdist_group("a Chroma server"), pytest.mark.local_files]


@pytest.mark.parametrize(
    ("url", "host", "port", "database"),
    [
        ("http://127.0.0.1:8123", "127.0.0.1", 8123, "default_database"),
        ("http://studio.local", "studio.local", 8000, "default_database"),
        ("https://studio.local/?tenant=band&database=orbit", "studio.local", 443, "orbit"),
        ("http://[::1]:9/", "::1", 9, "default_database"),
    ],
)
def test_a_servers_url_is_understood(url: str, host: str, port: int, database: str) -> None:
    address = Address.read(url)
    assert (address.host, address.port, address.database) == (host, port, database)
    assert address.secure == url.startswith("https")


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "postgresql://host/db", "http://", "http://host:no", "x"])
def test_what_is_no_url_says_what_one_looks_like(tmp_path: Path, url: str) -> None:
    with pytest.raises(UsageError, match=r"http://127\.0\.0\.1:8000"):
        place_for(tmp_path, url)


def test_a_password_goes_to_the_server_and_into_no_message(tmp_path: Path) -> None:
    address = Address.read("http://me:se%3Acret@host:1/")
    assert address.headers == {"Authorization": "Basic bWU6c2U6Y3JldA=="}
    place = place_for(tmp_path, f"http://me:hunter2@127.0.0.1:{free_port()}/")
    with pytest.raises(MemoryStoreError, match="chroma run") as caught:
        Index(place, NAME).open(Stored(Store(tmp_path / "memory.db")).source)
    assert "hunter2" not in str(caught.value)


def test_two_machines_with_one_memory_write_it_by_turns(tmp_path: Path, chroma: Chroma) -> None:
    url = f"{chroma.url}/?tenant=studio&database=turns"
    stores = [Store(tmp_path / "memory.db") for _ in range(3)]
    indexes = [Index(place_for(tmp_path / f"machine-{at}", url), NAME) for at in range(3)]
    failures: list[BaseException] = []

    def work(at: int) -> None:
        stored = Stored(stores[at])
        try:
            for round_ in range(4):
                stored.put({f"w{at}-{round_}-{each}": "one" for each in range(5)}, seed=10 * at + round_)
                if round_ % 2:
                    stored.delete(f"w{at}-{round_}-0")
                assert indexes[at].open(stored.source)
        except BaseException as error:  # noqa: BLE001 - told in the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=work, args=(at,)) for at in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    for index, store in zip(indexes, stores, strict=True):
        assert index.open(Stored(store).source)
        assert index.verify(Stored(store).source) == []
        assert_holds(index, Stored(store).source)
        index.close()
        store.close()


def test_a_server_that_goes_is_missed_and_filled_again_when_it_is_back_empty(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(tmp_path / "memory.db")
    save(store, "duck", "Duck the bass")
    save(store, "verb", "A long reverb")
    with running_chroma() as server:
        index = Index(place_for(tmp_path / "index", server.url), NAME)
        meaning = held(store, Letters(), tmp_path / "index")
        meaning.close()
        meaning._index = index
        meaning._opening = None
        meaning.hold()
        assert meaning._opening is not None
        meaning._opening.join()
        assert best(meaning, "duck the bass") == "duck"
        server.stop()
        with caplog.at_level(logging.WARNING, "orbit.memory"):
            assert best(meaning, "duck the bass!") == "duck"
        assert "searching without the index" in caplog.text
        assert "chroma run" in caplog.text
        (server.folder / "data").rename(server.folder / "lost")
        server.start()
        meaning._again_at = time.monotonic()
        assert best(meaning, "duck the bass!!") == "duck"
        meaning._opening.join()
        assert meaning.answers_from_index()
        assert meaning.verify() == []
        meaning.close()
    store.close()
