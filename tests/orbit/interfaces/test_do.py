from __future__ import annotations

from typing import Any

import pytest


def test_the_main_job(orbit: Any) -> None:
    ended = orbit("do", "make the bass duck under the kick", "--daw", "practice", "--json")
    document = ended.document
    assert ended.status == 0
    assert document["ok"] is True
    assert document["workflow"] == "sidechain-compression"
    assert (document["slots"]["target"], document["slots"]["source"]) == ("Bass", "Kick")
    assert {result["status"] for result in document["results"]} == {"verified"}
    assert len(document["results"]) == len(document["plan"])
    bass = next(track for track in document["after"]["tracks"] if track["name"] == "Bass")
    assert [(device["name"], device["sidechain"]) for device in bass["devices"]] == [("Compressor", "Kick")]
    assert document["trajectory"]["outcome"] == "success"


def test_a_request_need_not_be_quoted(orbit: Any) -> None:
    ended = orbit("do", "mute", "the", "kick", "--json")
    assert ended.document["after"]["tracks"][0]["mute"] is True


def test_for_a_person_plan_steps_and_reply_are_shown(orbit: Any) -> None:
    ended = orbit("do", "make the bass duck under the kick")
    assert ended.status == 0
    assert "Insert Compressor on Bass" in ended.out
    assert ended.out.count("✓ ") == 6
    assert ended.out.endswith("Bass now ducks under Kick. 6 of 6 read back.\n")
    assert "\x1b" not in ended.out


def test_a_dry_run_shows_the_plan_and_changes_nothing(orbit: Any) -> None:
    document = orbit("do", "make the bass duck under the kick", "--dry-run", "--json").document
    assert document["ok"] is True
    assert document["plan"]
    assert document["results"] == []
    assert document["after"] == document["before"]


def test_a_value_that_cannot_be_is_refused_with_the_reason(orbit: Any) -> None:
    ended = orbit("do", "set the tempo to 5000", "--json")
    assert ended.status == 1
    assert ended.document["after"] == ended.document["before"]
    assert "999" in ended.document["reply"]


@pytest.mark.parametrize(
    "text",
    ["mute the theremin", "qwertz uiop asdf", "set the bass to 40 dB"],
    ids=["unknown", "nonsense", "range"],
)
def test_what_cannot_be_done_leaves_the_session_as_it_was(orbit: Any, text: str) -> None:
    ended = orbit("do", text, "--json")
    assert ended.status == 1
    assert ended.document["reply"]
    assert ended.document["after"] == ended.document["before"]


def test_nothing_to_do_is_wrong_usage(orbit: Any) -> None:
    assert orbit("do", "  ", "--json").status == 2


def test_what_destroys_needs_consent_and_says_how_to_give_it(orbit: Any) -> None:
    ended = orbit("do", "delete the FX track", "--json")
    assert ended.status == 1
    assert "--yes" in ended.document["reply"]
    assert ended.document["after"] == ended.document["before"]


def test_consent_can_be_given_beforehand(orbit: Any) -> None:
    ended = orbit("do", "delete the FX track", "--yes", "--json")
    assert ended.status == 0
    assert "FX" not in [track["name"] for track in ended.document["after"]["tracks"]]


def test_without_a_terminal_nobody_is_asked(orbit: Any) -> None:
    ended = orbit("do", "delete the FX track")
    assert ended.status == 1
    assert "--yes" in ended.out


def test_with_confirm_an_ordinary_plan_needs_consent_too(orbit: Any) -> None:
    assert orbit("do", "mute the kick", "--confirm", "--json").status == 1
    assert orbit("do", "mute the kick", "--confirm", "--yes", "--json").status == 0


def test_consent_beforehand_is_no_answer_to_whether_it_is_meant(orbit: Any) -> None:
    document = orbit("do", "balance the mix", "--yes", "--json").document
    assert (document["ok"], document["workflow"], document["plan"]) == (False, None, [])
    assert document["after"] == document["before"]
    assert document["reply"].startswith("Do you mean: Mixing template ")


def test_without_a_terminal_the_sentence_to_type_is_told_and_does_it(orbit: Any) -> None:
    ended = orbit("do", "balance the mix", "--yes")
    assert ended.status == 1
    *_, sentence = " ".join(ended.out.split()).partition("If so, say: ")
    document = orbit("do", sentence, "--json").document
    assert (document["ok"], document["workflow"]) == (True, "mixing-template")
    assert "Kick" in {step["track"] for step in document["plan"]}


def muted(orbit: Any) -> list[str]:
    tracks = orbit("session", "--json").document["tracks"]
    return [track["name"] for track in tracks if track["mute"]]


def test_the_practice_session_lasts_over_commands_until_it_is_reset(orbit: Any) -> None:
    assert orbit("do", "mute the kick").status == 0
    assert muted(orbit) == ["Kick"]
    assert orbit("do", "undo").status == 0
    assert muted(orbit) == []
    assert orbit("do", "mute the snare").status == 0
    reset = orbit("practice", "reset", "--json")
    assert (reset.status, [track["mute"] for track in reset.document["tracks"] if track["mute"]]) == (0, [])
    assert muted(orbit) == []
    assert orbit("do", "undo", "--json").document["ok"] is False
