"""A chat with a hosted model: a stand-in for its provider on this machine, over real HTTP."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tests.orbit.stand_in import Slowly, StandIn, call, run_planned, say, served

HOSTED = "openai-chat:stand-in"
MUTE = {"actions": [{"action": "set_mute", "track": "Kick", "on": True}]}


@pytest.fixture
def stand_in(data_dir: Any, monkeypatch: pytest.MonkeyPatch) -> Generator[StandIn]:
    with served() as stand_in:
        monkeypatch.setenv("OPENAI_BASE_URL", stand_in.url)
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-of-the-tests")
        monkeypatch.setenv("ORBIT_MODEL", HOSTED)
        yield stand_in


def words(text: str) -> str:
    return " ".join(text.split())


def test_a_streamed_reply_is_shown_once_with_what_it_took(played: Any, stand_in: StandIn) -> None:
    stand_in.plays(call("session"), Slowly("The kick is at nought, and centred.", 0.01))
    shown = words(played("how loud is the kick?").out)
    assert shown.count("The kick is at nought, and centred.") == 1
    assert "tokens in" in shown
    assert "price unknown" in shown


def test_what_was_done_is_shown_and_told_once(played: Any, stand_in: StandIn) -> None:
    stand_in.plays(call("plan_actions", **MUTE), run_planned, say("The kick is silent now."))
    script = played("mute the kick")
    assert script.status == 0
    assert words(script.out).count("The kick is silent now.") == 1
    assert "Done: muted Kick." in script.out


def test_what_a_model_writes_is_no_escape(played: Any, stand_in: StandIn) -> None:
    stand_in.plays(Slowly("\x1b[2Jgone\x07 and \x9b31m red", 0.01), say("\x1b]0;a title\x07"))
    out = played("how loud is the kick?", "and the snare?").out
    assert "gone" in out
    assert not set(out) & {"\x1b", "\x07", "\x9b"}


def test_a_provider_that_fails_is_told_and_the_request_done_all_the_same(
    documents: Any, played: Any, stand_in: StandIn
) -> None:
    stand_in.plays(400)
    script = played("mute the kick")
    assert script.status == 0
    assert words(script.out).count("Orbit handles this request offline") == 1
    assert "Done: muted Kick." in script.out
    [done] = documents("mute the kick")
    assert done["ok"]


def test_undo_by_its_command_asks_no_model_and_the_model_is_told_of_it(
    documents: Any, stand_in: StandIn
) -> None:
    stand_in.plays(call("plan_actions", **MUTE), run_planned, say("Silent."), say("You took it back."))
    _, undone, _, cost = documents("mute the kick", "/undo", "what now?", "/cost")
    assert undone["ok"]
    assert undone["usage"] is None
    assert len(stand_in.requests) == 4
    told = str(stand_in.requests[-1]["messages"])
    assert "Taken back" in told
    assert cost["usage"]["requests"] == 4
    assert cost["usage"]["input_tokens"] == 400


def test_a_model_is_chosen_in_the_middle(documents: Any, stand_in: StandIn) -> None:
    stand_in.plays(say("A fine kick."))
    lines = ("/model offline", "mute the kick", f"/model {HOSTED}", "how is the kick?")
    _, done, chosen, answered = documents(*lines)
    assert done["usage"] is None
    assert chosen["model"] == HOSTED
    assert "A fine kick." in answered["reply"]
    assert "mute the kick" in str(stand_in.requests[0]["messages"])


def test_a_conversation_is_continued_where_asked(documents: Any, stand_in: StandIn) -> None:
    stand_in.plays(say("A fine kick."))
    documents("how is the kick?")
    documents("and now?")
    assert "how is the kick?" not in str(stand_in.requests[-1]["messages"])
    documents("and then?", options=("--continue",))
    told = str(stand_in.requests[-1]["messages"])
    assert "and now?" in told
    assert "how is the kick?" not in told
