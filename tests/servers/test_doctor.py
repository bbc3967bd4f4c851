"""The doctor looks at memory on servers as at memory in files: it only reads, and says what is wrong."""

from __future__ import annotations

import os

import psycopg

from orbit.doctor import Case, memory
from orbit.memory.store import Store
from orbit.settings import Settings
from tests.orbit.memory.store.conftest import DUCK, run
from tests.servers.chroma import running_chroma
from tests.servers.serving import CHROMA


def test_a_sound_memory(url: str) -> None:
    case = Case(Settings(store_url=url))
    assert memory.store(case).detail == "empty, created with the first request"
    with psycopg.connect(url) as raw:
        assert raw.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
    store = Store(url)
    store.workflows.put(DUCK)
    store.record(run())
    assert memory.store(case).detail == "1 workflows, 1 runs remembered"
    store.close()


def test_a_memory_of_a_newer_orbit(url: str) -> None:
    Store(url).close()
    with psycopg.connect(url) as raw:
        raw.execute("UPDATE schema_version SET version = 99")
    finding = memory.store(Case(Settings(store_url=url)))
    assert (finding.status, finding.fix) == ("problem", "Update Orbit, or give another --data-dir.")


def test_a_chroma_server_that_answers_and_one_that_ended() -> None:
    assert memory.index(_case(os.environ[CHROMA])).detail == "in order, on a Chroma server"
    with running_chroma() as chroma:
        ended = _case(chroma.url)
    assert memory.index(ended).status == "warning"


def _case(index_url: str) -> Case:
    return Case(Settings(embedder="minilm", index_url=index_url))
