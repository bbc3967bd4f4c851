from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.errors import UnreachableError
from orbit.server import LocalEngine


def test_the_demo_ends_with_the_side_chain_verified_and_taken_back(orbit: Any) -> None:
    ended = orbit("demo")
    assert ended.status == 0
    assert "Kick" in ended.out
    assert ended.out.rstrip().endswith("the undo left the session as it was.")


def test_the_demo_leaves_the_users_own_memory_alone(orbit: Any) -> None:
    before = orbit("workflows", "list", "--json").document
    assert orbit("demo").status == 0
    assert orbit("demo").status == 0
    assert orbit("workflows", "list", "--json").document == before


def test_the_demo_says_so_when_the_undo_did_not_bring_the_session_back(
    orbit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = LocalEngine.do

    async def forgetful(self: LocalEngine, text: str, **options: Any) -> Any:
        # An engine that answers "undo" with something else than an undo.
        return await honest(self, "mute the kick" if text == "undo" else text, **options)

    monkeypatch.setattr(LocalEngine, "do", forgetful)
    ended = orbit("demo")
    assert ended.status == 1
    assert "not as it was" in ended.out


def test_the_demo_fails_when_the_host_is_lost(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(self: LocalEngine, text: str, **options: Any) -> Any:
        raise UnreachableError("Live went away.")

    monkeypatch.setattr(LocalEngine, "do", lost)
    assert orbit("demo").status == 3
