"""Undo says what is so: what was there to take back, what was not, and what a correction leaves alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.bridge import Bridge
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, Wanted, ask, carry_out
from orbit.memory import Library
from orbit.settings import Settings
from orbit.workflows import Plan
from tests.orbit.workflows.memory_bridge import MemoryBridge


class Room:
    """A conversation over a session in memory, in which the user works by hand as well."""

    def __init__(self, session: Session, library: Library, folder: Path) -> None:
        self.bridge = MemoryBridge(session)
        self.desk = Desk(self.bridge, library, Settings(data_dir=folder))
        self.consent = False
        self.shown: list[Plan] = []
        self._history: Any = ()

    async def say(self, text: str) -> Answer:
        answer = await ask(text, self.desk, message_history=self._history, approve=self._approve)
        self._history = answer.messages
        return answer

    def _approve(self, plan: Plan) -> bool:
        self.shown.append(plan)
        return self.consent

    def by_hand(self, *actions: dict[str, Any]) -> None:
        self.bridge.session = apply_all(self.bridge.session, [parse_action(each) for each in actions])

    def open(self, session: Session) -> Session:
        """Open another set; give the one that was open."""
        before, self.bridge.session = self.bridge.session, session
        return before

    def track(self, name: str) -> Any:
        return find_track(self.bridge.session, name)


@pytest.fixture
def room(practice: Session, library: Library, tmp_path: Path) -> Room:
    return Room(practice, library, tmp_path)


async def test_of_what_another_set_never_had_nothing_is_taken_back_and_the_undo_is_kept(
    room: Room, practice: Session
) -> None:
    await room.say("mute the kick")
    other = practice.model_copy(update={"name": "Other"})
    first = room.open(other)
    undone = await room.say("undo")
    assert (undone.ok, undone.code) == (False, "nothing_left")
    assert "There is nothing left of “Mute Kick”" in undone.reply
    assert "It was done in “Practice”, and “Other” is open now." in undone.reply
    assert room.bridge.session is other
    room.open(first)
    assert (await room.say("undo")).reply.startswith("Taken back: Mute Kick")
    assert not room.track("Kick").mute


async def test_each_set_has_its_own_last_thing(room: Room, practice: Session) -> None:
    await room.say("mute the kick")
    other = practice.model_copy(update={"name": "Other"})
    first = room.open(other)
    await room.say("solo the kick")
    other = room.open(first)
    assert (await room.say("undo")).reply.startswith("Taken back: Mute Kick")
    room.open(other)
    assert (await room.say("undo")).reply.startswith("Taken back: Solo Kick")


async def test_what_reads_alike_in_another_set_is_only_taken_back_with_consent(room: Room) -> None:
    await room.say("mute the kick")
    room.open(room.bridge.session.model_copy(update={"name": "Other"}))
    assert (await room.say("undo")).code == "declined"
    assert room.track("Kick").mute
    assert "which was done in “Practice”" in room.shown[-1].title
    room.consent = True
    assert (await room.say("undo")).ok
    assert not room.track("Kick").mute


@pytest.mark.parametrize("gone", ["unmuted", "deleted"])
async def test_what_the_user_took_back_by_hand_is_not_taken_back_and_what_came_before_is_offered(
    room: Room, gone: str
) -> None:
    await room.say("mute the snare")
    await room.say("mute the kick")
    undo = {"unmuted": {"action": "set_mute", "track": "Kick", "on": False}}
    room.by_hand(undo.get(gone, {"action": "delete_track", "track": "Kick"}))
    asked = await room.say("undo")
    assert (asked.ok, asked.code) == (False, "nothing_left")
    assert asked.question is not None
    assert "The change before it was “Mute Snare”: shall I take that back?" in asked.reply
    assert room.track("Snare").mute
    assert (await room.say("undo")).reply.startswith("Taken back: Mute Snare")
    assert not room.track("Snare").mute


async def test_by_name_it_is_told_the_same(room: Room) -> None:
    await room.say("mute the snare")
    await room.say("mute the kick")
    room.by_hand({"action": "set_mute", "track": "Kick", "on": False})
    answer = await carry_out(Wanted(undo=True), room.desk)
    assert (answer.ok, answer.code) == (False, "nothing_left")
    assert answer.question is not None
    assert answer.question.request == "mute the snare"


async def test_what_is_gone_keeps_nothing_from_being_taken_back_and_redone(room: Room) -> None:
    await room.say("mute the snare")
    await room.say("mute the kick")
    room.by_hand({"action": "set_mute", "track": "Kick", "on": False})
    undone = await room.say("undo everything")
    assert undone.ok
    assert "Taken back: Mute Snare" in undone.reply
    assert "There was nothing left of “Mute Kick”" in undone.reply
    assert (await room.say("redo")).reply == "Done: muted Snare."
    assert not room.track("Kick").mute


async def test_what_is_so_already_is_not_done_and_blocks_no_undo(room: Room, practice: Session) -> None:
    await room.say("solo the bass")
    await room.say("mute the kick")
    again = await room.say("mute the kick")
    assert (again.ok, again.reply) == (True, "Kick is already muted.")
    undone = await room.say("undo everything")
    assert undone.ok
    assert differences(practice, room.bridge.session) == []


async def test_undo_after_what_changed_nothing_says_which_one_it_takes_back(room: Room) -> None:
    await room.say("mute the kick")
    assert (await room.say("delete the pad")).code == "declined"
    undone = await room.say("undo")
    assert undone.reply.startswith(
        "“delete the pad” changed nothing, so the change before it is taken back. Taken back: Mute Kick."
    )


@pytest.mark.parametrize(
    ("first", "correction"),
    [
        ("arm the guitar", "no, the master"),
        ("duplicate the Bassline clip to bar 17", "no, to bar -3"),
        ("put a compressor on the bass", "undo that and put my usual compressor on the pad"),
        ("mute the kick", "no, delete the snare"),
        ("put a compressor on the bass", "undo that and delete the pad"),
        ("mute the kick", "no, the other one"),
        ("pan the keys left", "wrong track"),
        ("put a compressor on the bass", "undo that and delete the tuba"),
    ],
    ids=["plan", "slot", "habit", "consent", "undo-consent", "ambiguous", "open", "unknown"],
)
async def test_a_correction_that_is_not_done_undoes_nothing(room: Room, first: str, correction: str) -> None:
    assert (await room.say(first)).ok
    done = room.bridge.session
    assert not (await room.say(correction)).ok
    assert differences(done, room.bridge.session) == []
    await room.say("never mind")
    assert (await room.say("undo")).ok
    assert differences(done, room.bridge.session) != []


@pytest.mark.parametrize("step", [0, 1, 4])
async def test_a_correction_that_the_host_refuses_leaves_what_was_done(room: Room, step: int) -> None:
    assert (await room.say("make the bass duck under the kick")).ok
    done, room.bridge.refuse = room.bridge.session, sum(map(len, room.bridge.batches)) + step
    corrected = await room.say("no, the pad")
    assert (corrected.ok, corrected.code) == (False, "refused")
    assert differences(done, room.bridge.session) == []
    assert (await room.say("undo")).ok
    assert room.track("Bass").devices == ()


async def test_an_answer_to_what_a_correction_left_open_takes_the_first_thing_back(room: Room) -> None:
    await room.say("put a compressor on the bass")
    assert (await room.say("no, the other one")).question is not None
    answer = await room.say("the pad")
    assert answer.reply == "Taken back: Insert Compressor on Bass. Done: inserted Compressor on Pad."
    assert answer.plan is not None
    assert [action.action for action in answer.plan.actions] == ["insert_device"]
    assert (await room.say("undo")).ok
    assert (room.track("Bass").devices, room.track("Pad").devices) == ((), ())


async def test_a_correction_on_the_wire_is_one_run_and_one_undo(desk: Desk, bridge: Bridge) -> None:
    before = await desk.session()
    first = await ask("make the bass duck under the kick", desk)
    answer = await ask("no, the pad", desk, message_history=first.messages)
    assert answer.reply == "Taken back: Sidechain compression. Pad now ducks under Kick."
    assert [run.undone_at is None for run in desk.library.store.runs.recent(2)] == [True, False]
    assert find_track(await bridge.snapshot(), "Bass").devices == ()
    assert (await carry_out(Wanted(undo=True), desk)).ok
    assert await desk.session() == before
