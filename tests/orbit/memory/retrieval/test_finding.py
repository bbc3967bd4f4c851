"""A library asked with a session at hand: what is passed over, why, and what moves the order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.session import Session
from orbit.memory import Abstain, Decision, Hit, Library, Match, RunRecord, Store
from tests.orbit.memory.conftest import make_workflow

MASTER = {"name": "Master", "kind": "master"}
LIMITED = {**MASTER, "devices": [{"name": "Limiter", "kind": "limiter"}]}
PLAIN = Session.model_validate({"daw": "ableton", "tracks": [{"name": "Zorblax", "kind": "audio"}, MASTER]})
MASTERED = Session.model_validate({"daw": "ableton", "tracks": [LIMITED]})


def limited(there: bool) -> list[dict[str, Any]]:
    return [{"track": "Master", "device": "limiter", "exists": there}]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library(Store(tmp_path / "memory.db"))
    for workflow in (
        make_workflow("put", "Loudness limiter", "Put a limiter on the master", preconditions=limited(False)),
        make_workflow(
            "push", "Push the limiter", "More out of the limiter there", preconditions=limited(True)
        ),
        make_workflow("space", "Reverb send", "Send a track to a reverb on a return"),
        make_workflow("chords", "Chord progression", "Write four chords"),
    ):
        library.add(workflow)
    yield library
    library.close()


def first(library: Library, text: str, session: Session | None = None) -> str:
    return library.search(text, 1, session=session)[0].id


def test_the_session_says_which_of_two_is_meant(library: Library) -> None:
    assert first(library, "loudness limiter on the master", MASTERED) == "push"
    assert first(library, "push the limiter", PLAIN) == "put"
    assert first(library, "push the limiter", MASTERED) == "push"


def test_what_is_meant_and_cannot_be_done_is_said(library: Library) -> None:
    library.forget("put")
    decision, hits = library.find("push the limiter on the master", 3, session=PLAIN)
    assert isinstance(decision, Abstain)
    assert decision.nearest is not None
    assert decision.nearest.id == "push"
    assert decision.nearest.blocked == "There is no device called “limiter” on Master."
    assert "push" not in {hit.id for hit in hits}
    # What is not about any of them is still nothing.
    nothing = library.decide("order a pizza", session=PLAIN)
    assert isinstance(nothing, Abstain)
    assert nothing.nearest is None or nothing.nearest.blocked is None


def test_an_explanation_shows_what_was_weighed_and_what_was_passed_over(library: Library) -> None:
    told = library.explain("push the limitter on Zorblax", 2, session=PLAIN)
    assert told.request == "push the limitter on Zorblax"
    assert not told.by_meaning
    by_id = {each.hit.id: each for each in told.considered}
    assert by_id["push"].hit.blocked == "There is no device called “limiter” on Master."
    assert by_id["put"].hit.blocked is None
    assert "limiter" in by_id["put"].speaks_of
    assert by_id["put"].evidence["coverage"] > 0
    assert [each.hit.score for each in told.considered] == sorted(
        (each.hit.score for each in told.considered), reverse=True
    )
    assert library.explain("push the limitter").read_as == "push the limiter"
    assert library.explain("").considered == ()


def test_an_influence_moves_scores_a_little_and_is_shown(library: Library) -> None:
    before = {hit.id: hit.score for hit in library.search("reverb chords", 4)}
    library.add_influence("habits", lambda ids: {name: 99.0 for name in ids if name == "space"})
    after = {hit.id: hit.score for hit in library.search("reverb chords", 4)}
    assert after["space"] == pytest.approx(before["space"] + 0.03, abs=2e-4)
    assert after["chords"] == before["chords"]
    told = {each.hit.id: each for each in library.explain("reverb chords").considered}
    assert told["space"].evidence["habits"] == pytest.approx(0.03)
    assert isinstance(library.decide("order a pizza"), Abstain)


def test_what_was_superseded_gives_its_place(library: Library) -> None:
    library.store.workflows.standing.supersede("space", "chords")
    assert "space" not in {hit.id for hit in library.search("reverb send", 4)}
    told = {each.hit.id: each.hit.blocked for each in library.explain("reverb send").considered}
    assert told["space"] == "“chords” has replaced it."
    library.store.workflows.standing.supersede("space", None)
    assert first(library, "reverb send") == "space"


def test_standing_and_runs_sway_the_order_of_equals(tmp_path: Path) -> None:
    library = Library(Store(tmp_path / "memory.db"))
    for name in ("a-one", "b-two", "c-three"):
        library.add(make_workflow(name, "Reverb send", "Send a track to a reverb"))

    def order() -> list[str]:
        return [hit.id for hit in library.search("reverb send")]

    assert order() == ["a-one", "b-two", "c-three"]
    library.store.workflows.standing.pin("c-three")
    assert order() == ["c-three", "a-one", "b-two"]
    library.store.workflows.standing.pin("c-three", pinned=False)
    library.store.workflows.standing.invalidate("a-one", "2026-01-01T00:00:00+00:00", "The host changed.")
    assert order() == ["b-two", "c-three", "a-one"]
    for _ in range(5):
        library.record(RunRecord(daw="ableton", ok=True, workflow_id="c-three"))
    assert order() == ["c-three", "b-two", "a-one"]
    library.close()


def test_what_was_taken_back_is_meant_by_the_same_words_as_before(library: Library) -> None:
    def asked() -> tuple[Decision, list[Hit]]:
        return library.find("how do I send a track to a reverb on a return", 1)

    before, (fresh,) = asked()
    for _ in range(3):
        run = RunRecord(daw="ableton", ok=True, workflow_id="space")
        library.record(run)
        library.mark_undone(run.id)
    after, (known,) = asked()
    assert known.score < fresh.score
    assert known.confidence == fresh.confidence
    assert type(after) is type(before)


def test_a_failure_that_stands_is_a_warning_of_its_hit(library: Library) -> None:
    run = RunRecord(daw="ableton", ok=False, workflow_id="space", failed_step=1, reason="No such return.")
    library.record(run)
    hits = {hit.id: hit for hit in library.search("reverb send", 4)}
    assert any("No such return" in warning for warning in hits["space"].warnings)
    assert hits["chords"].warnings == ()


def test_the_names_of_a_session_do_not_count_against_a_workflow(library: Library) -> None:
    strange = library.search("reverb on the Zorblax", 1)[0]
    own = library.search("reverb on the Zorblax", 1, session=PLAIN)[0]
    assert own.score > strange.score
    assert isinstance(library.decide("reverb send for the Zorblax", session=PLAIN), Match)
