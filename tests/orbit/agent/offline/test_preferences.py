"""Sentences about how things are to be done: what is kept of each, told, forgotten; nothing is edited."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from orbit.agent import Desk, ask
from orbit.hosts import fresh_practice
from orbit.memory import Library
from orbit.settings import Settings
from workflows_seed import FOLDER

_CASES = yaml.safe_load(Path(__file__).with_name("preferences.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """One desk for all sentences: none of them may change anything in the session."""
    folder = tmp_path_factory.mktemp("preferences")
    library = Library.open(folder, seeds=FOLDER, embedder="words")
    async with fresh_practice() as bridge:
        yield Desk(bridge, library, Settings(data_dir=folder))
    library.close()


@pytest.fixture
async def untouched(shared: Desk) -> AsyncIterator[Desk]:
    """The desk with no preferences, of which the session is looked at before and after."""
    before = await shared.session()
    for known in shared.preferred.all():
        shared.preferred.kept.forget(known.id)
    yield shared
    assert await shared.session() == before


def _held(desk: Desk) -> list[dict[str, Any]]:
    return [each.preference.model_dump(exclude_defaults=True) for each in desk.preferred.all()]


def _sorted(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(({k: v for k, v in each.items() if k != "kind"} for each in documents), key=str)


@pytest.mark.parametrize("case", _CASES["kept"], ids=lambda case: case["say"])
async def test_it_is_kept_as_it_was_said(untouched: Desk, case: dict[str, Any]) -> None:
    answer = await ask(case["say"], untouched)
    assert answer.ok, answer.reply
    assert (answer.plan, answer.run) == (None, None)
    assert _sorted(_held(untouched)) == _sorted(case["keep"])
    assert answer.reply.startswith("All right")


@pytest.mark.parametrize("text", _CASES["refused"])
async def test_what_cannot_be_kept_is_said(untouched: Desk, text: str) -> None:
    answer = await ask(text, untouched)
    assert not answer.ok
    assert answer.reply
    assert untouched.preferred.all() == ()


async def test_they_are_told_and_forgotten_in_words(untouched: Desk) -> None:
    for said in ("never touch the master", "from now on use a ratio of 2 to 1 when you sidechain"):
        assert (await ask(said, untouched)).ok
    told = (await ask("what are my preferences?", untouched)).reply
    assert "ask before anything changes Master" in told.replace("Ask", "ask")
    assert "Ratio 2 for sidechain compression: you said so." in told
    assert (await ask("forget that preference", untouched)).reply == (
        "All right, no longer: ratio 2 for sidechain compression."
    )
    assert (await ask("forget the preference about the master", untouched)).ok
    assert (await ask("list my preferences", untouched)).reply == "You have no preferences yet."


async def test_you_may_touch_it_again(untouched: Desk) -> None:
    assert (await ask("never touch the drums", untouched)).ok
    assert len(_held(untouched)) == 4
    assert (await ask("you can touch the snare again", untouched)).ok
    assert len(_held(untouched)) == 3
    assert (await ask("remove the protection from the drums", untouched)).ok
    assert _held(untouched) == []
    assert (await ask("always ask before you delete", untouched)).ok
    assert (await ask("stop asking before deleting clips", untouched)).ok
    assert {each["action"] for each in _held(untouched)} == {"delete_track", "remove_device"}
    assert (await ask("from now on use a ratio of 2 to 1 when you sidechain", untouched)).ok
    assert (await ask("forget the sidechain preference", untouched)).ok
    assert len(_held(untouched)) == 2
    assert (await ask("forget all my preferences", untouched)).ok
    assert _held(untouched) == []


async def test_a_devices_own_name_is_understood(untouched: Desk) -> None:
    assert (await ask("call the compressor on the lead vox Pro-C", untouched)).ok
    for said in ("put a pro-c on the keys", "put another Pro C on the keys", "insert a Pro-C on keys"):
        answer = await ask(said, untouched, dry_run=True)
        assert answer.plan is not None, answer.reply
        assert [step.describe() for step in answer.plan.steps] == ["Insert Compressor on Keys"]
    named = await ask('rename the pad to "Pro-C"', untouched, dry_run=True)
    assert named.plan is not None
    assert named.plan.predicted.tracks[6].name == "Pro-C"


async def test_a_dry_run_keeps_nothing(untouched: Desk) -> None:
    answer = await ask("never touch the master", untouched, dry_run=True)
    assert answer.ok
    assert "nothing changed" in answer.reply
    assert _held(untouched) == []


async def test_ordinary_requests_are_no_wishes(untouched: Desk) -> None:
    for text in ("don't touch the kick", "when I say wobble I mean the bass", "what is on the bass"):
        await ask(text, untouched)
        assert _held(untouched) == []
    untouched.familiar.forget("wobble")
