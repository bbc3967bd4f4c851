"""``orbit memory done``, ``judge``, ``failures``, ``log`` and ``links``, as a shell would call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbit.memory import Store
from tests.orbit.interfaces.conftest import Orbit
from tests.orbit.memory.store.attempts import attempt, left_by


@pytest.fixture(autouse=True)
def _worked(data_dir: Path) -> None:
    store = Store.open(data_dir)
    good, bad = attempt("verified", "verified", "verified"), attempt("verified", "failed", hours=1)
    store.record(good, left_by(good, id="good"))
    store.record(
        bad.model_copy(update={"id": "bad"}), left_by(bad, goal="[red]pan[/red] the keys", id="other")
    )
    store.close()


def test_what_was_done_is_listed_found_and_judged(orbit: Orbit) -> None:
    listed = orbit("memory", "done", "--json").document
    assert [each["trajectory"]["id"] for each in listed] == ["other", "good"]
    found = orbit("memory", "done", "duck the bass", "--track", "kick", "--json").document
    assert [each["trajectory"]["id"] for each in found] == ["good"]
    assert found[0]["judgement"] == {"verdict": "accepted", "because": "kept"}
    assert orbit("memory", "judge", "good", "rejected", "--json").document["verdict"] == "rejected"
    rejected = orbit("memory", "done", "--verdict", "rejected", "--json").document
    assert [each["trajectory"]["id"] for each in rejected] == ["good"]
    shown = orbit("memory", "done").out
    assert "rejected (you said so)" in shown
    assert "[red]pan[/red] the keys" in " ".join(shown.split())


def test_what_was_erased_is_found_no_more(orbit: Orbit) -> None:
    assert orbit("memory", "erase", "good").status == 0
    assert len(orbit("memory", "done", "--json").document) == 1
    gone = orbit("memory", "erase", "good")
    assert gone.status == 1
    assert "There is no trajectory called “good”" in gone.err


def test_failures_say_what_stands_until_it_is_mended(orbit: Orbit) -> None:
    [failure] = orbit("memory", "failures", "duck", "--standing", "--json").document
    assert (failure["id"], failure["step"], failure["code"]) == ("bad", 2, "refused")
    assert "step 2 failed on ableton" in " ".join(orbit("memory", "failures").out.split())
    assert orbit("memory", "failures", "--resolve", "bad").status == 0
    assert orbit("memory", "failures", "--standing", "--json").document == []
    assert orbit("memory", "failures", "--resolve", "bad").status == 1
    assert "Nothing failed." in orbit("memory", "failures", "--standing").out


def test_the_log_is_filtered(orbit: Orbit) -> None:
    assert len(orbit("memory", "log", "--json").document) == 5
    [failed] = orbit("memory", "log", "--status", "failed", "--run", "bad", "--json").document
    assert (failed["tool"], failed["arguments"]["source"]) == ("set_sidechain", "Kick")
    assert len(orbit("memory", "log", "bass", "--tool", "set_volume", "--json").document) == 1
    assert "Insert Compressor on Bass" in orbit("memory", "log").out


def test_links_are_shown_from_any_end(orbit: Orbit) -> None:
    found = orbit("memory", "links", "run", "bad", "--json").document
    assert {
        "from_kind": "failure",
        "from_id": "bad",
        "relation": "happened_in",
        "to_kind": "run",
        "to_id": "bad",
    } in found
    assert "trajectory good" in " ".join(orbit("memory", "links", "track", "kick").out.split())
    assert "Nothing is linked to that." in orbit("memory", "links", "note", "none").out


@pytest.mark.parametrize(
    "wrong",
    [("judge", "good", "splendid"), ("done", "-k", "0"), ("done", "--verdict", "kept"), ("links", "run")],
)
def test_what_cannot_be_meant_is_wrong_usage(orbit: Orbit, wrong: tuple[str, ...]) -> None:
    assert orbit("memory", *wrong).status == 2
