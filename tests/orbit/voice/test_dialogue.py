"""Never a wrong edit: what was heard is done when it is sure, asked when it is not, and agreed to."""

from __future__ import annotations

import pytest

from orbit.voice import Alternative, Utterance
from orbit.voice.dialogue import ANSWER_SECONDS, HEARD, LEFT, UNKNOWN, UNTIMELY
from orbit.voice.events import Done, Heard, Kind
from tests.orbit.voice.conftest import Speaking
from tests.orbit.voice.speech import unsure

pytestmark = pytest.mark.anyio


async def test_what_is_sure_is_shown_then_done_and_read_back(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("mute the kick")
        assert speaker.done[-1].ok
        assert (await speaker.tracks())["Kick"].mute
        told = [type(event) for event in speaker.told]
        assert told.index(Heard) < told.index(Done)
        await speaker.says("undo")
        assert not (await speaker.tracks())["Kick"].mute


async def test_what_is_not_sure_is_asked_with_its_alternatives(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says(unsure("mute the kick", "mute the keys"))
        [asked] = speaker.asked
        assert asked.kind is Kind.HEARD
        assert asked.question == "Did you say “mute the kick”?"
        assert asked.options == ("mute the kick", "mute the keys")
        assert speaker.done == []

        speaker.listener.answer(agreed=True, choice=1)
        await speaker.listener.settled()
        tracks = await speaker.tracks()
        assert (tracks["Kick"].mute, tracks["Keys"].mute) == (False, True)


async def test_an_unsure_text_is_done_by_a_spoken_yes_and_left_by_a_no(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says(unsure("mute the kick"))
        await speaker.says("no")
        assert speaker.reasons == [LEFT]
        assert speaker.done == []
        await speaker.says(unsure("mute the kick"))
        await speaker.says("yes do it")
        assert (await speaker.tracks())["Kick"].mute


async def test_a_question_about_a_text_gives_way_to_the_next_request(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says(unsure("mute the kick"))
        await speaker.says("mute the snare")
        speaker.listener.answer(agreed=True)  # the first is not asked about any more
        await speaker.listener.settled()
        tracks = await speaker.tracks()
        assert (tracks["Kick"].mute, tracks["Snare"].mute) == (False, True)


async def test_what_destroys_is_asked_a_second_time(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("delete the guitar track")
        [asked] = speaker.asked
        assert asked.kind is Kind.PLAN
        assert asked.plan is not None
        assert "Guitar" in await speaker.tracks()
        # Nothing but an answer can be said now; what is none leaves the plan where it is.
        assert speaker.scripted.vocabularies[-1] is not None
        await speaker.says(unsure("mute the kick"))
        assert speaker.scripted.vocabularies[-1].answers_only
        assert speaker.reasons == [HEARD.format("mute the kick", UNKNOWN)]
        await speaker.says("yes do it")
        assert speaker.done[-1].ok
        assert "Guitar" not in await speaker.tracks()


async def test_a_spoken_no_and_a_key_decline(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("delete the guitar track")
        await speaker.says("no")
        await speaker.says("delete the guitar track")
        speaker.listener.cancel()
        await speaker.listener.settled()
        codes = [done.outcome.answer.code for done in speaker.done if done.outcome]
        assert codes == ["declined", "declined"]
        assert "Guitar" in await speaker.tracks()


async def test_a_spoken_yes_counts_only_for_some_seconds_and_a_key_at_any_time(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("delete the guitar track")
        speaker.now += ANSWER_SECONDS + 1
        await speaker.says("yes do it")
        assert speaker.reasons == [UNTIMELY]
        assert "Guitar" in await speaker.tracks()
        speaker.listener.answer(agreed=True)
        await speaker.listener.settled()
        assert "Guitar" not in await speaker.tracks()


async def test_a_yes_that_began_before_the_plan_was_shown_is_none(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("delete the guitar track")
        speaker.now -= 1
        await speaker.says("yes do it")
        assert speaker.reasons == [UNTIMELY]
        assert "Guitar" in await speaker.tracks()


async def test_another_request_leaves_the_plan_that_was_shown(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("delete the guitar track")
        await speaker.says("mute the kick")
        await speaker.says("yes do it")
        tracks = await speaker.tracks()
        assert "Guitar" in tracks
        assert tracks["Kick"].mute


async def test_leaving_declines_the_plan_that_waits(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("delete the guitar track")
        await speaker.listener.__aexit__()
        assert speaker.done[-1].outcome is not None
        assert speaker.done[-1].outcome.answer.code == "declined"


async def test_a_proposal_is_asked_also_with_consent_given_beforehand(speaking: Speaking) -> None:
    async with speaking(agreed=lambda plan: True) as speaker:
        await speaker.says("delete the guitar track")
        assert "Guitar" not in await speaker.tracks()
        for answer, level in (("no", 0.0), ("yes do it", -2.0)):
            await speaker.says("the vocal is 4 dB too loud, bring it down 2")
            assert speaker.asked[-1].kind is Kind.PROPOSAL
            assert (await speaker.tracks())["Lead Vox"].volume_db == 0.0
            await speaker.says(answer)
            assert (await speaker.tracks())["Lead Vox"].volume_db == level
        assert {asked.kind for asked in speaker.asked} == {Kind.PROPOSAL}


async def test_readings_that_are_as_likely_and_lead_elsewhere_are_asked(speaking: Speaking) -> None:
    either = Utterance("mute the kick", 0.8, (Alternative("mute the keys", 0.75),))
    async with speaking() as speaker:
        await speaker.says(either)
        [asked] = speaker.asked
        assert asked.options == ("mute the kick", "mute the keys")
        assert speaker.done == []
        # Where the first leads to nothing, the other is what was probably said.
        await speaker.says(Utterance("set up scratch", 0.8, (Alternative("mute the pad", 0.78),)))
        assert speaker.asked[-1].question == "Did you say “mute the pad”?"
        # The same edit in other words is no reason to ask, and neither is what is far less likely.
        await speaker.says(Utterance("mute the snare", 0.8, (Alternative("mute snare", 0.78),)))
        await speaker.says(Utterance("mute the hats", 0.9, (Alternative("mute the pad", 0.4),)))
        tracks = await speaker.tracks()
        muted = [name for name, track in tracks.items() if track.mute]
        assert muted == ["Snare", "Hats"]
        assert len(speaker.asked) == 2


async def test_what_the_agent_asks_back_is_answered_by_voice(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("set up a reverb send")
        assert speaker.asked[-1].kind is Kind.QUESTION
        assert "Snare" in speaker.asked[-1].options
        speaker.listener.answer(agreed=True)  # yes is none of them
        await speaker.listener.settled()
        assert not any(done.ok for done in speaker.done)
        await speaker.says("the snare")
        vocabulary = speaker.scripted.vocabularies[-1]
        assert vocabulary is not None
        assert "Snare" in vocabulary.options
        assert speaker.done[-1].ok
        assert speaker.done[-1].outcome is not None
        assert speaker.done[-1].outcome.answer.workflow == "reverb-send"


async def test_an_option_is_chosen_by_a_key_and_is_no_consent(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says("set up a reverb send")
        speaker.listener.answer(agreed=True, choice=speaker.asked[-1].options.index("Snare"))
        await speaker.listener.settled()
        assert (await speaker.tracks())["Snare"].sends["A-Reverb"] > -60
        await speaker.says("delete the guitar track")
        speaker.listener.answer(agreed=True, choice=0)
        await speaker.listener.settled()
        assert "Guitar" in await speaker.tracks()


async def test_nothing_that_was_understood_is_told_of(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says(Utterance("", rejected=True))
        assert speaker.reasons == [UNKNOWN]
        assert speaker.done == speaker.asked == []


async def test_what_was_heard_and_leads_to_nothing_is_shown(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says(unsure("the neighbours are moving out"))
        assert speaker.reasons == [HEARD.format("the neighbours are moving out", UNKNOWN)]
        assert speaker.done == speaker.asked == []


async def test_what_is_hardly_likely_is_shown_and_not_asked(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says(
            Utterance("mute the kick", 0.02, (Alternative("mute the keys", 0.01),), rejected=True)
        )
        assert speaker.reasons == [HEARD.format("mute the kick", UNKNOWN)]
        assert speaker.asked == []


async def test_of_what_is_not_sure_that_which_leads_to_something_is_asked_first(speaking: Speaking) -> None:
    async with speaking() as speaker:
        await speaker.says(unsure("mute the cake", "mute the kick"))
        assert speaker.asked[-1].options == ("mute the kick", "mute the cake")
        assert not (await speaker.tracks())["Kick"].mute
        await speaker.says("yes")
        assert (await speaker.tracks())["Kick"].mute


async def test_where_the_likeliest_leads_to_nothing_another_is_asked_and_not_done(speaking: Speaking) -> None:
    async with speaking() as speaker:
        other = Alternative("mute the kick", 0.3)
        await speaker.says(Utterance("the neighbours are moving out", 0.95, (other,)))
        assert speaker.asked[-1].question == "Did you say “mute the kick”?"
        assert not (await speaker.tracks())["Kick"].mute
        await speaker.says("no")
        assert speaker.reasons == [LEFT]
