"""`orbit memory verify`: the index is compared with the store, and what is wrong is named and mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
import pytest
from chromadb.config import Settings

from orbit.memory.health import index_generation


@pytest.mark.local_files
def test_a_vector_that_was_lost_is_named_and_a_rebuild_mends_it(
    orbit: Any, data_dir: Path, minilm_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_EMBEDDER", "auto")
    data_dir.mkdir()
    (data_dir / "cache").symlink_to(minilm_cache)
    assert orbit("memory", "rebuild", "--json").document["ok"]
    assert orbit("memory", "verify", "--json").document["ok"]
    _lose(data_dir, "drum-bus")
    found = orbit("memory", "verify", "--json")
    assert found.status == 1
    [fault] = found.document["faults"]
    assert "missing from the index: drum-bus" in fault
    assert orbit("memory", "rebuild", "--json").document["ok"]
    assert orbit("memory", "verify", "--json").status == 0


def _lose(data_dir: Path, item: str) -> None:
    folder = data_dir / "index" / str(index_generation(data_dir))
    settings = Settings(anonymized_telemetry=False, is_persistent=True)
    client: Any = chromadb.PersistentClient(path=str(folder), settings=settings)
    for collection in client.list_collections():
        collection.delete(ids=[item])
    client.close()
