"""``orbit chat`` with nobody at the terminal: a script of lines, for people and for programs."""

from __future__ import annotations

from typing import Any

import pytest


def tracks(document: Any) -> dict[str, Any]:
    return {track["name"]: track for track in document["after"]["tracks"]}


def test_requests_follow_each_other_on_one_session(documents: Any) -> None:
    first, second, last = documents("mute the kick", "mute the snare", "undo")
    assert [each["say"] for each in (first, second, last)] == ["mute the kick", "mute the snare", "undo"]
    assert all(each["ok"] for each in (first, second, last))
    assert (tracks(second)["Kick"]["mute"], tracks(second)["Snare"]["mute"]) == (True, True)
    assert (tracks(last)["Kick"]["mute"], tracks(last)["Snare"]["mute"]) == (True, False)


def test_each_document_is_that_of_a_single_request(documents: Any, orbit: Any) -> None:
    [document] = documents("mute the kick")
    assert set(document) == {"say", *orbit("do", "mute the kick", "--json").document}


def test_a_question_is_answered_by_the_next_line(documents: Any) -> None:
    asked, done = documents("copy the bassline", "bar 17")
    assert asked["question"]["slot"] == "bar"
    assert (asked["ok"], done["ok"]) == (False, True)
    assert tracks(done)["Bass"]["arrangement_clips"][0]["start_bar"] == 17


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (("mute the kick",), 0),
        (("mute the theremin", "mute the kick"), 1),
        (("copy the bassline", "bar 17"), 0),
        (("copy the bassline",), 1),
        (("/nonsense",), 1),
        (("/help", "# a remark", "", "/quit", "mute the theremin"), 0),
    ],
    ids=["done", "refused", "answered", "open", "no command", "nothing asked"],
)
def test_the_exit_status_is_that_of_what_came_to_nothing_first(
    played: Any, lines: tuple[str, ...], status: int
) -> None:
    assert played(*lines).status == status


def test_with_no_daw_each_line_says_so(documents: Any, played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORBIT_ABLETON_PORT", "9")
    monkeypatch.setenv("ORBIT_ABLETON_VIA", "orbit")
    first, second = documents("mute the kick", "/session", options=("--daw", "ableton"))
    assert (first["ok"], first["code"], first["say"]) == (False, "unreachable", "mute the kick")
    assert second["code"] == "unreachable"
    assert played("mute the kick", options=("--daw", "ableton")).status == 3


def test_what_destroys_needs_consent_beforehand(documents: Any) -> None:
    [refused] = documents("delete the FX track")
    assert (refused["ok"], refused["code"]) == (False, "declined")
    assert "FX" in tracks(refused)
    [done] = documents("delete the FX track", options=("--yes",))
    assert done["ok"]
    assert "FX" not in tracks(done)


def test_a_line_that_says_yes_is_no_consent(documents: Any) -> None:
    refused, after = documents("delete the FX track", "yes")
    assert refused["code"] == "declined"
    assert "FX" in tracks(after)


def test_a_dry_run_changes_nothing(documents: Any) -> None:
    [planned] = documents("mute the kick", options=("--dry-run",))
    assert planned["plan"]
    assert planned["after"] == planned["before"]


def test_for_a_person_each_plan_step_and_reply_is_shown(played: Any) -> None:
    script = played("mute the kick", "make the bass duck under the kick")
    assert script.status == 0
    assert "Insert Compressor on Bass" in script.out
    assert script.out.count("verified") >= 7
    assert "\x1b" not in script.out
