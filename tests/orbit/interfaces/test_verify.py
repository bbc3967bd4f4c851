"""`orbit memory verify`: the index is compared with the store, and what is wrong is named and mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orbit.memory.health import INDEX
from orbit.memory.index.embedded import Embedded


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
    """Lose it with the files sealed as they are then: what fits no seal is made anew as a whole."""
    place, user = Embedded(data_dir / INDEX), object()
    assert place.take(user)
    for name in place.names():
        place.collection(name).delete(ids=[item])
    place.release(user)
