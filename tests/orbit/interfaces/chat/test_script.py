"""``orbit chat`` with nobody at the terminal: a script of lines, for people and for programs."""

from __future__ import annotations

from typing import Any

import pytest

LINES = (
    "mute the kick",
    "mute the snare",
    "undo",
    "mute the theremin",
    "delete the FX track",
    "yes",
    "copy the bassline",
    "bar 17",
)
"""One conversation that the tests look at, line by line."""


@pytest.fixture(scope="module")
def told(played_once: Any) -> dict[str, Any]:
    documents = played_once(*LINES, options=("--json",)).documents
    assert [document["say"] for document in documents] == list(LINES)
    return dict(zip(LINES, documents, strict=True))


def tracks(document: Any) -> dict[str, Any]:
    return {track["name"]: track for track in document["after"]["tracks"]}


def muted(document: Any) -> list[str]:
    return [name for name, track in tracks(document).items() if track["mute"]]


def test_requests_follow_each_other_on_one_session(told: Any) -> None:
    assert muted(told["mute the snare"]) == ["Kick", "Snare"]
    assert muted(told["undo"]) == ["Kick"]


def test_each_document_is_that_of_a_single_request(told: Any, orbit: Any) -> None:
    alone = orbit("do", "mute the kick", "--json").document
    assert [set(document) for document in told.values()] == [{"say", *alone}] * len(LINES)


def test_what_cannot_be_done_is_refused_and_the_next_line_taken(told: Any) -> None:
    refused = told["mute the theremin"]
    assert not refused["ok"]
    assert refused["after"] == refused["before"]


def test_what_destroys_needs_consent_beforehand_and_a_line_that_says_yes_is_none(told: Any) -> None:
    refused = told["delete the FX track"]
    assert (refused["ok"], refused["code"]) == (False, "declined")
    assert "FX" in tracks(told["yes"])


def test_a_question_is_answered_by_the_next_line(told: Any) -> None:
    asked, done = told["copy the bassline"], told["bar 17"]
    assert asked["question"]["slot"] == "bar"
    assert (asked["ok"], done["ok"]) == (False, True)
    assert tracks(done)["Bass"]["arrangement_clips"][0]["start_bar"] == 17


def test_consent_can_be_given_beforehand(documents: Any) -> None:
    [done] = documents("delete the FX track", options=("--yes",))
    assert done["ok"]
    assert "FX" not in tracks(done)


def test_a_dry_run_changes_nothing(documents: Any) -> None:
    [planned] = documents("mute the kick", options=("--dry-run",))
    assert planned["plan"]
    assert planned["after"] == planned["before"]


def test_every_plan_can_be_asked_about(documents: Any) -> None:
    [refused] = documents("mute the kick", options=("--confirm",))
    assert refused["code"] == "declined"


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (("mute the theremin", "mute the kick"), 1),
        (("copy the bassline", "bar 17"), 0),
        (("copy the bassline",), 1),
        (("/nonsense",), 1),
        (("/help", "# a remark", "", "/quit", "mute the theremin"), 0),
    ],
    ids=["refused", "answered", "open", "no command", "nothing asked"],
)
def test_the_exit_status_is_that_of_what_came_to_nothing_first(
    played: Any, lines: tuple[str, ...], status: int
) -> None:
    assert played(*lines).status == status


def test_with_no_daw_each_line_says_so(played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORBIT_ABLETON_PORT", "9")
    monkeypatch.setenv("ORBIT_ABLETON_VIA", "orbit")
    script = played("mute the kick", "/session", options=("--daw", "ableton", "--json"))
    assert [(each["ok"], each["code"]) for each in script.documents] == [(False, "unreachable")] * 2
    assert script.status == 3


def test_for_a_person_each_plan_step_and_reply_is_shown(played: Any) -> None:
    script = played("mute the kick", "make the bass duck under the kick")
    assert script.status == 0
    assert "Insert Compressor on Bass" in script.out
    assert script.out.count("✓ ") == 6
    assert script.out.startswith("Done: muted Kick.\n")
    assert "\x1b" not in script.out
