"""``orbit memory verify``: the index held to what is stored."""

from __future__ import annotations

from typing import Any

import pytest


def test_an_index_is_held_to_what_is_stored(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORBIT_EMBEDDER", "minilm")
    orbit("memory", "rebuild", "--json")
    ended = orbit("memory", "verify", "--json")
    assert (ended.status, ended.document) == (0, {"ok": True, "faults": []})
    assert "as it should be" in orbit("memory", "verify").out
