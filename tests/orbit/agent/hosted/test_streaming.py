"""What a hosted model writes, told as it is written; and what a connection that breaks leaves of it."""

from __future__ import annotations

from daw_bridges.references import find_track
from orbit.agent import Desk, Event, FellBack, Limits, Said, Started, Stepped, ask
from tests.orbit.stand_in import Cut, Slowly, StandIn, call, run_planned, say

MUTE = call("plan_actions", actions=[{"action": "set_mute", "track": "Kick", "on": True}])


def said(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Said)]


async def test_a_reply_comes_in_pieces_and_calls_are_none_of_them(desk: Desk, stand_in: StandIn) -> None:
    events: list[Event] = []
    script = (call("session"), MUTE, run_planned, Slowly("The kick is muted now.", 0.01))
    answer = await ask("mute the kick", desk, model=stand_in.plays(*script), on_event=events.append)
    assert answer.ok
    assert all(request["stream"] for request in stand_in.requests)
    assert len(said(events)) > 3
    assert "".join(said(events)) == "The kick is muted now."
    assert answer.reply.startswith("The kick is muted now.")
    kinds = [type(event) for event in events]
    assert kinds.index(Started) < kinds.index(Stepped) < kinds.index(Said)
    assert answer.usage is not None
    assert (answer.usage.requests, answer.usage.input_tokens, answer.usage.output_tokens) == (4, 400, 200)


async def test_where_nobody_listens_nothing_is_streamed(desk: Desk, stand_in: StandIn) -> None:
    await ask("hello", desk, model=stand_in.plays(say("Hello.")))
    assert not stand_in.requests[0].get("stream")


async def test_a_reply_that_breaks_off_is_not_taken_for_one(desk: Desk, stand_in: StandIn) -> None:
    events: list[Event] = []
    limits = Limits(retries=0)
    answer = await ask(
        "mute the kick", desk, model=stand_in.plays(Cut(after=3)), on_event=events.append, limits=limits
    )
    assert answer.ok
    assert any(isinstance(event, FellBack) for event in events)
    assert "quieter" not in answer.reply
    assert find_track(await desk.session(), "Kick").mute
    # After the work is done, the same break changes nothing of what was read back.
    events.clear()
    answer = await ask(
        "mute the snare",
        desk,
        model=stand_in.plays(
            call("plan_actions", actions=[{"action": "set_mute", "track": "Snare", "on": True}]),
            run_planned,
            Cut(after=3),
        ),
        on_event=events.append,
        limits=limits,
        message_history=answer.messages,
    )
    assert answer.ok
    assert answer.reply.startswith("Done: muted Snare.")
    assert sum(isinstance(event, Started) for event in events) == 1
    follow = await ask("and?", desk, model=stand_in.plays(say("All done.")), message_history=answer.messages)
    assert follow.reply.startswith("All done.")


async def test_a_reply_that_never_ends_is_not_waited_for(desk: Desk, stand_in: StandIn) -> None:
    events: list[Event] = []
    model = stand_in.plays(Slowly("one two three four five six seven eight nine ten", 0.2))
    limits = Limits(request_seconds=0.5)
    answer = await ask("mute the kick", desk, model=model, on_event=events.append, limits=limits)
    assert answer.ok
    assert any(isinstance(event, FellBack) for event in events)


async def test_a_model_cannot_speak_to_the_terminal(desk: Desk, stand_in: StandIn) -> None:
    """What would move the cursor, set the title or turn the text around is left out of both."""
    events: list[Event] = []
    hostile = "Fine.\x1b]0;pwned\x07\x1b[2J\u202eesrever\x00\x9b31m\nNext line."
    answer = await ask("hello", desk, model=stand_in.plays(say(hostile)), on_event=events.append)
    for text in (answer.reply, "".join(said(events))):
        assert not {"\x1b", "\x07", "\x00", "\x9b", "\u202e"} & set(text)
        assert text.startswith("Fine.")
        assert "\nNext line." in text
    asked = call("ask_back", question="Which\x1b[2J one?", options=["\x1b]8;;evil\x07Kick"])
    answer = await ask("mute it", desk, model=stand_in.plays(asked))
    assert "\x1b" not in answer.reply
    assert answer.question is not None
    assert "\x1b" not in "".join([answer.question.question, *answer.question.options])
