"""A chat with someone at the terminal: a line that can be edited, with its history and completion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.errors import OrbitError
from orbit.agent.models import OFFLINE
from orbit.interfaces.cli.chat.completing import Words
from orbit.interfaces.cli.chat.keeping import chat_folder, private_file
from orbit.interfaces.cli.chat.stopping import Stopped, on_interrupt, stoppable
from orbit.interfaces.cli.failures import DONE

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History

    from orbit.interfaces.cli.chat.chat import Chat
    from orbit.settings import Settings

__all__ = ["Person", "talk"]

_PROMPT, _DRY = "› ", "plan › "
_STOP_TWICE = "Stopping, and undoing what was changed. Press Ctrl-C again to leave."
_LEAVE = "Press Ctrl-C once more to leave, or Ctrl-D."


class Person:
    """Whoever sits at the terminal."""

    def __init__(self, settings: Settings) -> None:
        self.words = Words()
        self._settings = settings
        self._session: PromptSession[str] | None = None

    async def line(self, prompt: str) -> str:
        """The next line. Raises KeyboardInterrupt for Ctrl-C and EOFError for Ctrl-D."""
        if self._session is None:
            self._session = _prompt_session(self._settings, self.words)
        return await self._session.prompt_async(prompt)

    async def agrees(self, question: str, *, usually: bool) -> bool:
        """Whether they say yes; Ctrl-C and Ctrl-D are no."""
        said = await self.answers(f"{question} [{'Y/n' if usually else 'y/N'}]")
        if said is None:
            return False
        return said.casefold() in _YES if said else usually

    async def answers(self, question: str) -> str | None:
        """What they answer, which is kept in no history; None for Ctrl-C and Ctrl-D."""
        from prompt_toolkit import PromptSession

        once: PromptSession[str] = PromptSession()
        try:
            # Ctrl-C is a key here; a signal of it is for whoever waits for the request.
            return (await once.prompt_async(f"{question} ", handle_sigint=False)).strip()
        except (KeyboardInterrupt, EOFError):
            return None


_YES = frozenset({"y", "yes", "yeah", "yep", "ok", "okay", "sure", "do it", "go ahead"})


def _prompt_session(settings: Settings, words: Words) -> PromptSession[str]:
    from prompt_toolkit import PromptSession

    return PromptSession(history=_history(settings), completer=words, complete_while_typing=True)


def _history(settings: Settings) -> History:
    from prompt_toolkit.history import InMemoryHistory

    from orbit.interfaces.cli.chat.remembering import LinesSaid

    try:
        return LinesSaid(private_file(chat_folder(settings) / "history"))
    except OSError:
        return InMemoryHistory()


async def talk(chat: Chat, person: Person) -> int:
    """Talk until the person leaves."""

    def leave() -> None:
        chat.leaving = True  # between a request and the next line there is nothing else to stop

    with on_interrupt(leave):
        await _greet(chat, person)
        await _talk(chat, person)
    return DONE


async def _talk(chat: Chat, person: Person) -> None:
    pressed = False
    while not chat.leaving:
        try:
            chat.face.console.print()
            line = await person.line(_DRY if chat.dry_run or chat.next_dry else _PROMPT)
        except KeyboardInterrupt:
            if pressed:
                break
            pressed = True
            chat.face.console.print(_LEAVE, style="dim")
            continue
        except EOFError:
            break
        pressed = False
        if line.strip():
            pressed = await _take(chat, line)
            await person.words.refresh(chat.engine)


async def _greet(chat: Chat, person: Person) -> None:
    from orbit.interfaces.cli.views.talk import greeting

    try:
        session = await chat.engine.session()
    except OrbitError as error:
        chat.show(str(error))
    else:
        chat.conversation.before = session
        chat.face.console.print(greeting(session, chat.engine.settings))
        if cut_short := chat.engine.cut_short():
            chat.face.say(cut_short, ok=False)
        await person.words.refresh(chat.engine, session)


async def _take(chat: Chat, line: str) -> bool:
    """Take a line; Ctrl-C stops what it began. Give whether it was pressed."""
    pressed = False

    def stopping(times: int) -> None:
        nonlocal pressed
        pressed = True
        chat.leaving = chat.leaving or times > 1
        if times == 1:
            chat.face.console.print(_STOP_TWICE, style="yellow")

    model = chat.engine.settings.model
    if model != OFFLINE and not line.lstrip().startswith("/"):
        chat.face.console.print(f"{model} …", style="dim", markup=False)  # it may take its time
    try:
        taken = await stoppable(chat.take(line), stopping)
    except Stopped:
        await chat.show_stopped()
    except OrbitError as error:
        chat.show(str(error))
    else:
        chat.show(taken)
        chat.keep()
    return pressed
