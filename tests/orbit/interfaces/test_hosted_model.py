"""``orbit do --model``: streamed, with what it took; and what a person is told when the provider fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.orbit.stand_in import StandIn, call, run_planned, say, served

MUTE = call("plan_actions", actions=[{"action": "set_mute", "track": "Kick", "on": True}])


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with served() as provider:
        monkeypatch.setenv("OPENAI_BASE_URL", provider.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        yield provider


def test_a_request_with_a_model_ends_in_what_it_took(orbit: Any, stand_in: StandIn) -> None:
    stand_in.script = [MUTE, run_planned, say("The kick is silent now.")]
    ended = orbit("do", "mute the kick", "--model", "openai-chat:gpt-4o")
    assert ended.status == 0
    assert ended.out.count("The kick is silent now.") == 1
    assert "openai:gpt-4o · 3 requests · 300 tokens in, 150 out · $0.0022" in ended.out
    assert all(request["stream"] for request in stand_in.requests)


def test_for_a_program_it_stands_in_the_document(orbit: Any, stand_in: StandIn) -> None:
    stand_in.script = [MUTE, run_planned, say("Muted.")]
    document = orbit("do", "mute the kick", "--model", "openai-chat:stand-in", "--json").document
    assert document["ok"]
    assert document["usage"] == {
        "model": "openai:stand-in",
        "requests": 3,
        "input_tokens": 300,
        "output_tokens": 150,
        "cost_usd": None,
    }
    stand_in.script = [500]
    document = orbit("do", "mute the kick", "--model", "openai-chat:stand-in", "--json").document
    assert document["ok"]
    assert document["after"]["tracks"][0]["mute"]
    assert "on fire" in document["reply"]
    assert "Orbit handles this request offline" in document["reply"]
    assert document["usage"]["requests"] == 0
