"""What a line of a chat comes to, whoever gives it: a command, a word on an offer, or a request."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from daw_bridges.algebra import differences
from daw_bridges.errors import OrbitError
from orbit.interfaces.cli.chat.commands import COMMANDS, Told, unknown_command
from orbit.interfaces.cli.chat.keeping import keep_conversation, kept_conversation
from orbit.interfaces.cli.chat.taking_up import how_to_answer, on_offer
from orbit.interfaces.cli.conversation import Conversation
from orbit.interfaces.cli.failures import UnexpectedError, unexpected
from orbit.outcome import Outcome

if TYPE_CHECKING:
    from orbit.agent import Usage, Wanted
    from orbit.interfaces.cli.face import Face
    from orbit.learning.online.operations import Offer
    from orbit.server import Engine

__all__ = ["Chat", "Taken"]

Taken = Outcome | Told


class Chat:
    """One conversation with its commands."""

    def __init__(self, engine: Engine, face: Face, *, dry_run: bool = False) -> None:
        self.engine, self.face = engine, face
        self.conversation = Conversation(engine, lambda: face, asks=face.approve is not None)
        self.dry_run = dry_run
        """Whether every request is planned only."""
        self.next_dry = False
        """Whether the next one is."""
        self.offer: Offer | None = None
        """The offer that was just told of."""
        self.used: list[Usage] = []
        """What each request took of a hosted model."""
        self.leaving = False

    def go_on(self) -> bool:
        """Take up the last conversation with this DAW; say whether there is one."""
        kept = kept_conversation(self.engine.settings)
        self.conversation.history = kept or ()
        return kept is not None

    def keep(self) -> None:
        """Keep the conversation, so that another one can take it up."""
        keep_conversation(self.engine.settings, self.conversation.history)

    async def take(self, line: str) -> Taken:
        """Do what a line asks for. Raises OrbitError when that fails; the next line can be taken then."""
        try:
            return await self._take(line)
        except OrbitError:
            raise
        except Exception as error:
            raise UnexpectedError(unexpected(error)) from error

    async def _take(self, line: str) -> Taken:
        text = line.strip()
        offer, self.offer = self.offer, None
        if text.startswith("/"):
            name, _, rest = text[1:].partition(" ")
            self.offer = offer
            return await COMMANDS[name].do(self, rest.strip()) if name in COMMANDS else unknown_command(name)
        if text.casefold() in _LEAVING:
            return await COMMANDS["quit"].do(self, "")
        if offer is not None and (answered := await on_offer(self, offer, text)) is not None:
            return answered
        return await self.request(text)

    async def request(self, text: str, *, dry_run: bool = False, wanted: Wanted | None = None) -> Outcome:
        """Have a request carried out, and note what it leaves for those that follow."""
        dry, self.next_dry = dry_run or self.dry_run or self.next_dry, False
        outcome = await self.conversation.say(text, dry_run=dry, wanted=wanted)
        if outcome.answer.usage is not None:
            self.used.append(outcome.answer.usage)
        if outcome.ok and outcome.run is not None:
            self.offer = await self._mentioned(outcome.reply)
        return outcome

    def show(self, taken: Taken | str) -> None:
        """Show what a line came to; a text is why it came to nothing."""
        match taken:
            case Outcome():
                self.face.close_with(self._in_words(taken))
            case Told(view=None):
                self.face.say(taken.reply, ok=taken.ok)
            case Told():
                self.face.console.print(taken.view)
            case _:
                self.face.say(taken, ok=False)

    def _in_words(self, outcome: Outcome) -> Outcome:
        """Say of an offer what to say here, instead of the command for it."""
        if self.offer is None:
            return outcome
        reply = how_to_answer(outcome.answer.reply, self.offer)
        return replace(outcome, answer=replace(outcome.answer, reply=reply))

    async def show_stopped(self) -> None:
        """Say how the session was left by a request that was stopped, as it is read now."""
        before = self.conversation.before
        try:
            now = await self.engine.session()
        except OrbitError as error:
            self.face.say(
                f"Stopped. The session cannot be read, so how it was left is not known: {error}", ok=False
            )
            return
        left = differences(before, now) if before is not None else []
        if left:
            self.face.say(f"Stopped. The session is not as it was before: {'; '.join(left[:5])}", ok=False)
        else:
            self.face.say("Stopped. The session is as it was before.", ok=True)

    async def _mentioned(self, reply: str) -> Offer | None:
        """The offer that a reply tells of."""
        if _OFFER not in reply:
            return None
        try:
            return next((each for each in await self.engine.offers() if each.says in reply), None)
        except OrbitError:
            return None


_OFFER = "“orbit workflows keep "
_LEAVING = frozenset({"quit", "exit", "bye", "goodbye", ":q"})
