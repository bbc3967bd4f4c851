"""A dialogue by voice: heard texts become requests; what is not sure or not agreed to is asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from daw_bridges.actions import Risk, action_json
from daw_bridges.errors import OrbitError
from orbit.voice.events import Asked, Done, Heard, Kind, Listening, Tell
from orbit.voice.judgement import LIKELY
from orbit.voice.vocabulary import Vocabulary, consent, spoken_data

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.session import Session
    from orbit.agent import Event, Question
    from orbit.server import Engine
    from orbit.voice.utterance import Utterance
    from orbit.workflows import Plan

__all__ = ["ANSWER_SECONDS", "CLOSE", "Dialogue"]

ANSWER_SECONDS = 15.0
"""Seconds after a question in which an answer may begin to be spoken; a key answers at any time."""
CLOSE = 0.15
"""A reading that is less sure by no more than this is asked about, where it leads to something else."""
_OPTIONS = 3

UNKNOWN = "That was not understood. Say it again, perhaps in other words."
HEARD = "I heard “{}”. {}"
WORKING = "Orbit is still at work. Say “stop”, or wait until it is done."
LEFT = "Then it is left. Nothing was changed."
UNTIMELY = f"A spoken yes counts for {ANSWER_SECONDS:.0f} seconds after a question. Press y, or ask again."
STOPPED = "Stopped. The session is as it was before."


_Then = Callable[[bool, int | None], None]
"""Takes yes or no, and which of the options was chosen, if any was."""


class _Waiting(NamedTuple):
    """A question, the time it was put, and what its answer leads to."""

    asked: Asked
    at: float
    then: _Then


class Dialogue:
    """One person's requests, one after the other, on the engine's event loop."""

    def __init__(
        self,
        engine: Engine,
        tell: Tell,
        *,
        dry_run: bool = False,
        agreed: Callable[[Plan], bool] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine, self._tell = engine, tell
        self._dry_run, self._agreed, self._clock = dry_run, agreed, clock
        self._history: Sequence[ModelMessage] = ()
        self._request: asyncio.Task[None] | None = None
        self._waiting: _Waiting | None = None
        self.at_rest = asyncio.Event()
        """Set while nothing runs, or what runs waits for an answer."""
        self.at_rest.set()

    async def close(self) -> None:
        """Leave a plan that waits for consent; stop what runs, which takes back what it changed."""
        if self._waiting is not None and self._waiting.asked.kind is not Kind.PLAN:
            self._waiting = None
        self.cancel()
        if self._request is not None:
            await asyncio.wait([self._request])

    def cancel(self) -> None:
        """Leave what was asked, or stop what runs."""
        if self._waiting is not None:
            self.answer(agreed=False)
        elif self._request is not None:
            self._request.cancel()

    def answer(self, agreed: bool, choice: int | None = None) -> None:
        """Answer what was asked: yes or no, or with one of its options, counted from 0."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.then(agreed, choice)

    def vocabulary(self, known: Vocabulary) -> Vocabulary:
        """Give what can be said now: while something runs or a plan is shown, nothing but an answer."""
        if self._waiting is None:
            return known if self.at_rest.is_set() else known.for_consent()
        if not self.answerable(self._clock()):
            return known
        asked, answers = self._waiting.asked, spoken_data()["answers"]
        if asked.kind is Kind.PLAN:
            return known.for_consent()
        yes_no = () if asked.kind is Kind.QUESTION else (*answers["yes"], *answers["no"])
        return known.for_question((*asked.options, *yes_no))

    def answerable(self, began: float) -> bool:
        """True where what was begun to be said then can answer what was asked."""
        return self._waiting is not None and 0 <= began - self._waiting.at <= ANSWER_SECONDS

    async def take(self, utterance: Utterance, began: float) -> None:
        """Take what was heard: an answer, a word to stop, or a request."""
        answer = consent(utterance.text) if utterance.accepted else None
        if not self.at_rest.is_set():
            self._interrupt(utterance, answer)
            return
        heard = (
            (utterance.text, 1.0 if utterance.accepted else utterance.certainty),
            *utterance.alternatives,
        )
        options = tuple(dict.fromkeys(text for text, sure in heard if text and sure >= LIKELY))[:_OPTIONS]
        asked = self._waiting.asked.kind if self._waiting is not None else Kind.QUESTION
        if not options or (asked is Kind.PLAN and utterance.rejected):
            self._tell(Listening(on=False, why=_unknown(utterance.text)))
            return
        if asked is not Kind.QUESTION and answer is not None:
            self._tell(Heard(utterance, answer=True))
            if answer and not self.answerable(began):
                self._tell(Listening(on=False, why=UNTIMELY))
            else:
                self.answer(agreed=answer)
            return
        if asked is Kind.PLAN:  # something else was said
            await self.close()
        self._tell(Heard(utterance))
        self._begin(*options, rival=_rival(utterance), sure=not utterance.rejected)

    def _interrupt(self, utterance: Utterance, answer: bool | None) -> None:
        if answer is False:
            self._tell(Heard(utterance, answer=True))
            self.cancel()
        elif utterance.accepted:
            self._tell(Listening(on=False, why=WORKING))

    # -- questions -----------------------------------------------------------------------------------------

    def _ask(self, asked: Asked, then: _Then) -> None:
        self._waiting = _Waiting(asked, self._clock(), then)
        self._tell(asked)
        self.at_rest.set()

    def _ask_heard(self, options: tuple[str, ...]) -> None:
        def then(agreed: bool, choice: int | None) -> None:
            if agreed and (choice or 0) < len(options):
                self._begin(options[choice or 0])
            else:
                self._tell(Listening(on=False, why=LEFT))

        self._ask(Asked(Kind.HEARD, f"Did you say “{options[0]}”?", options), then)

    async def _approve(self, plan: Plan) -> bool:
        """Ask for consent to a plan, and wait for the answer however long it takes."""
        from orbit.workflows import can_be_taken_back

        if self._agreed is not None and self._agreed(plan):
            return True
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        lost = plan.risk is Risk.DESTRUCTIVE and not can_be_taken_back(plan)

        def then(agreed: bool, choice: int | None) -> None:
            self.at_rest.clear()
            answered.set_result(agreed and choice is None)

        question = "Do it? Orbit cannot take it back." if lost else "Do it?"
        self._ask(Asked(Kind.PLAN, question, plan=plan), then)
        return await answered

    def _ask_back(self, question: Question) -> None:
        """Let what the agent asks back be answered."""
        from orbit.agent.answers import PROPOSAL

        def then(agreed: bool, choice: int | None) -> None:
            chosen = question.options[choice : choice + 1] if choice is not None else ()
            self._begin(*(chosen or ("yes" if agreed and choice is None else "no",)))

        kind = Kind.PROPOSAL if question.slot == PROPOSAL else Kind.QUESTION
        self._ask(Asked(kind, question.question, tuple(question.options)), then)

    # -- requests ------------------------------------------------------------------------------------------

    def _begin(self, *heard: str, rival: str | None = None, sure: bool = True) -> None:
        """Begin with the first of what may have been said, or with asking which it was."""
        waiting, self._waiting = self._waiting, None
        answers = waiting is not None and waiting.asked.kind is not Kind.HEARD
        self.at_rest.clear()
        work = self._carry_out(heard, rival, sure=sure, answers=answers)
        self._request = asyncio.create_task(work)

    async def _carry_out(
        self, heard: tuple[str, ...], rival: str | None, *, sure: bool, answers: bool
    ) -> None:
        before: list[Session] = []

        def on_event(event: Event) -> None:
            from orbit.agent import Started

            if isinstance(event, Started):
                before.append(event.plan.before)
            self._tell(event)

        question = None
        try:
            if not sure:
                await self._ask_which(heard, answers=answers)
                return
            text, *others = heard
            if rival is not None and (options := await self._either(text, rival, answers=answers)):
                self._ask_heard(options)
                return
            outcome = await self._engine.do(
                text,
                dry_run=self._dry_run,
                approve=self._approve,
                on_event=on_event,
                history=self._history,
            )
        except asyncio.CancelledError:
            self._tell(Done(await self._stopped(before)))
        except Exception as error:  # noqa: BLE001 - shown by the face; the next words can be heard
            self._tell(Done(str(error), error=error))
        else:
            self._history = outcome.answer.messages or self._history
            question = outcome.answer.question
            nothing = not outcome.ok and question is None and not outcome.runs and not answers
            if nothing and (other := await self._understood(others)):
                self._ask_heard((other,))
                return
            self._tell(Done(outcome.reply, outcome))
        finally:
            self._request = None
            self.at_rest.set()
        if question is not None:
            self._ask_back(question)

    async def _ask_which(self, heard: tuple[str, ...], *, answers: bool) -> None:
        """Ask for what would lead to something first; where nothing does, say what was heard.

        Of an answer that cannot be known before it is given.
        """
        first = heard[0] if answers else await self._understood(heard)
        if first is None:
            self._tell(Listening(on=False, why=_unknown(heard[0])))
        else:
            self._ask_heard(tuple(dict.fromkeys((first, *heard))))

    async def _either(self, text: str, rival: str, *, answers: bool) -> tuple[str, ...]:
        """Give both readings where they lead to different edits, first the one that leads to any.

        Of answers to a question that cannot be known before they are given.
        """
        if answers:
            return text, rival
        first, second = [await self._planned(each) for each in (text, rival)]
        if not second or first == second:
            return ()
        return (text, rival) if first else (rival, text)

    async def _understood(self, texts: Iterable[str]) -> str | None:
        """Give the first of some texts that leads to edits, to an answer or to a question."""
        for text in texts:
            outcome = await self._engine.do(text, dry_run=True, history=self._history)
            if outcome.ok or outcome.answer.question is not None:
                return text
        return None

    async def _planned(self, text: str) -> list[dict[str, Any]]:
        outcome = await self._engine.do(text, dry_run=True, history=self._history)
        return [action_json(step.action) for step in outcome.steps]

    async def _stopped(self, before: list[Session]) -> str:
        """Say how a request that was stopped has left the session, as it is read now."""
        from daw_bridges.algebra import differences

        try:
            left = differences(before[0], await self._engine.session()) if before else []
        except OrbitError as error:
            return f"Stopped. The session cannot be read, so how it was left is not known: {error}"
        return f"Stopped. The session is not as it was before: {'; '.join(left[:5])}" if left else STOPPED


def _unknown(heard: str) -> str:
    return HEARD.format(heard, UNKNOWN) if heard else UNKNOWN


def _rival(utterance: Utterance) -> str | None:
    """Give the other reading that is as good as sure as the best, if there is one."""
    with suppress(StopIteration):
        close = (each for each in utterance.alternatives if each.certainty >= utterance.certainty - CLOSE)
        return next(each.text for each in close if each.text and each.text != utterance.text)
    return None
