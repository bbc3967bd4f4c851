"""Orders in names, with no language model: what the user asks for is done, and nothing that a name says."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.session import Session
from orbit.agent import Desk, ask
from tests.orbit.safety.planting import HOSTILE, planted

pytestmark = pytest.mark.anyio

EXACTLY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mute track 5", {"action": "set_mute", "track": "#5", "on": True}),
    ("set track 3 to -6", {"action": "set_volume", "track": "#3", "db": -6}),
    ("tempo 128", {"action": "set_tempo", "bpm": 128}),
    ("send track 6 to the delay at -12", {"action": "set_send", "track": "#6", "to": "B-Delay", "db": -12}),
    ("rename track 12 to FX", {"action": "rename_track", "track": "#12", "name": "FX"}),
    ("put a compressor on track 10", {"action": "insert_device", "track": "#10", "device": "compressor"}),
)
ONLY_ASKED = (
    "what tracks are there?", "what did you do?", "what can you do?", "why?", "what is muted?",
)  # fmt: skip


async def test_what_is_asked_for_is_done_and_nothing_else(desk: Desk) -> None:
    session = await planted(desk.bridge, HOSTILE)
    for text, edit in EXACTLY:
        wanted = apply_all(session, [parse_action(edit)])
        answer = await ask(text, desk)
        session = await desk.session()
        assert answer.ok, f"{text}: {answer.reply}"
        assert differences(wanted, session) == [], text


async def test_questions_change_nothing(desk: Desk) -> None:
    before = await planted(desk.bridge, HOSTILE)
    for text in ONLY_ASKED:
        await ask(text, desk)
        assert differences(before, await desk.session()) == [], text


async def test_a_name_said_aloud_is_a_name(desk: Desk) -> None:
    """A track by its hostile name, in quotes: that track is muted, or nothing is."""
    session = await planted(desk.bridge, HOSTILE)
    muted = 0
    for place, name in enumerate(HOSTILE[:6]):
        if '"' in name:
            continue  # nobody can say that within quotes
        answer = await ask(f'mute "{name}"', desk)
        session, before = await desk.session(), session
        edit = {"action": "set_mute", "track": f"#{place + 1}", "on": True}
        wanted = apply_all(before, [parse_action(edit)]) if answer.ok else before
        assert differences(wanted, session) == [], name
        muted += answer.ok
    assert muted >= 4


async def test_a_word_of_conversation_is_not_hijacked_by_a_track_called_so(desk: Desk) -> None:
    """With nothing said before, such a word means nothing, or the track that is really called that."""
    session = await planted(desk.bridge, HOSTILE)
    for text in ("delete it", "solo that", "do it again", "no, the other one", "yes", "mute it"):
        await ask(text, desk)
        session, before = await desk.session(), session
        assert _only_switched(before, session), text


def _only_switched(before: Session, after: Session) -> bool:
    """Whether at most one track was muted or soloed: what the words say, if they are taken for a name."""
    said = differences(before, after)
    return len(said) <= 1 and all(" · mute: " in each or " · solo: " in each for each in said)
