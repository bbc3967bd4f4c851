"""``orbit voice``: requests that are spoken, into a microphone or in a recording."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daw_bridges.errors import OrbitError, UsageError
from orbit.interfaces.cli.failures import DONE, FAILED, failure_document, status_of, unexpected
from orbit.interfaces.cli.options import DataDir, Daw, Json, Model, load_settings
from orbit.interfaces.cli.output import interactive, print_json, screen

if TYPE_CHECKING:
    from orbit.settings import Settings
    from orbit.voice.events import Asked, Done
    from orbit.voice.listener import Listener
    from orbit.voice.utterance import Utterance

__all__ = ["app", "talk"]

app = typer.Typer(
    name="voice", help="Say what you want done, into a microphone.", invoke_without_command=True
)

_NO_TERMINAL = (
    "Speaking needs a terminal, for the talk key and your consent. Without one: orbit voice --file WAV"
)
_BEFOREHAND = "--yes goes with --file alone: what is misheard must not delete anything. Answer each time."
_NO_SPEECH = "Nobody speaks in this recording."
_NOT_UNDERSTOOD = "not_understood"
_HOW = "Say “yes”, or press y; anything else leaves it."
_KEYS = "Hold Space while you speak, or tap it before. Esc forgets and stops, y and n answer, Ctrl-D leaves."
_PHRASE = "Say “hey orbit” and what you want. "
_METER = 24
_LOWEST_DB = -60.0
_AGAIN, _AND_AGAIN = 0.7, 0.25
"""Seconds within which a key that is held down comes again: for the first time, and then."""


@app.callback()
def voice(  # noqa: PLR0913, PLR0917 - what a request takes, and how one is listened to
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="WAV", help="Do what is said in a recording.")
    ] = None,
    daw: Daw = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show each plan and change nothing.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="With --file: consent beforehand, also to deleting.")
    ] = False,
    wake: Annotated[
        bool, typer.Option("--wake", help="Press nothing: listen for “hey orbit” all the time.")
    ] = False,
    mic: Annotated[
        str | None, typer.Option("--microphone", metavar="NAME", help="Which one, by a part of its name.")
    ] = None,
    button: Annotated[
        str | None, typer.Option("--talk", metavar="BUTTON", help="A pad or footswitch: “PORT: note 60”.")
    ] = None,
    as_json: Json = False,
    model: Model = None,
    data_dir: DataDir = None,
) -> int:
    """Say what you want done: hold a key, a pad or a footswitch while you speak."""
    if context.invoked_subcommand is not None:
        return DONE
    settings = load_settings(
        daw=daw, model=model, data_dir=data_dir, microphone=mic, talk_button=button, wake_phrase=wake or None
    )
    if file is not None:
        return asyncio.run(_play(settings, file, as_json=as_json, dry_run=dry_run, yes=yes))
    if yes or as_json or not interactive():
        raise UsageError(_BEFOREHAND if yes else _NO_TERMINAL)

    from orbit.voice.sources import microphone

    return asyncio.run(talk(settings, microphone(settings.microphone), dry_run=dry_run))


@app.command()
def download(
    name: Annotated[str, typer.Argument(metavar="MODEL", help="tiny.en, base.en, small.en …")] = "small.en",
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Fetch a model for free speech, once."""
    from orbit.voice.whisper import download as fetch

    folder = fetch(load_settings(data_dir=data_dir), name)
    _tell(f"“{name}” is in {folder}.", as_json=as_json, model=name, folder=str(folder))
    return DONE


@app.command()
def learn(
    port: Annotated[
        str | None, typer.Option("--port", metavar="PORT", help="Listen to this MIDI port alone.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, metavar="N", help="Wait so long.")] = 30.0,
    as_json: Json = False,
) -> int:
    """Press a pad or a footswitch, and be told its name."""
    from orbit.settings import settings_file
    from orbit.voice.button import learn as pressed

    screen(aside=True).print("Press the pad or footswitch to hold while you speak …", style="dim")
    button = str(pressed(port, seconds))
    keep = f"Try it: orbit voice --talk “{button}”. Keep it: talk_button = '{button}' in {settings_file()}."
    _tell(f"That is {button}. {keep}", as_json=as_json, talk_button=button)
    return DONE


def _tell(reply: str, *, as_json: bool, **details: Any) -> None:
    if as_json:
        print_json({"ok": True, "reply": reply} | details)
    else:
        screen().print(reply, markup=False, soft_wrap=True)


# -- a recording ------------------------------------------------------------------------------------------


async def _play(settings: Settings, file: Path, *, as_json: bool, dry_run: bool, yes: bool) -> int:
    """Do what a recording says, and give the exit status: that of the first that came to nothing."""
    from orbit.agent.approval import beforehand
    from orbit.voice.sources import read_wav

    sound = read_wav(file)  # a file that cannot be read is told of before a DAW is opened
    shown = _Shown(as_json=as_json, recording=True)
    agreed = beforehand if yes else None
    async with AsyncExitStack() as stack:
        listener = await _listener(stack, settings, shown, open_mic=True, dry_run=dry_run, agreed=agreed)
        for at in range(0, len(sound), 3200):
            listener.feed(sound[at : at + 3200])
            await listener.settled()
        listener.finish()
        await listener.settled()
    return shown.end()


# -- a microphone -----------------------------------------------------------------------------------------


async def talk(settings: Settings, pieces: AsyncIterator[bytes], *, dry_run: bool = False) -> int:
    """Do what is spoken until the person leaves."""
    from orbit.voice.button import Button, talk_button

    shown, leaving = _Shown(), asyncio.Event()
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        listener = await _listener(stack, settings, shown, wake=settings.wake_phrase, dry_run=dry_run)
        if settings.talk_button is not None:
            button = Button.read(settings.talk_button)
            press = lambda: loop.call_soon_threadsafe(listener.press)  # noqa: E731
            release = lambda: loop.call_soon_threadsafe(listener.release)  # noqa: E731
            stack.enter_context(talk_button(button, press, release))
        stack.enter_context(_keys(listener, leaving.set))
        shown.face.console.print(_PHRASE * settings.wake_phrase + _KEYS, style="dim")

        async def listen() -> None:
            async for piece in pieces:
                listener.feed(piece)

        tasks = [asyncio.create_task(each) for each in (listen(), leaving.wait())]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()  # a microphone that was refused is told of here
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return DONE


async def _listener(
    stack: AsyncExitStack, settings: Settings, shown: _Shown, *, wake: bool = False, **options: Any
) -> Listener:
    from orbit.server import engine_for
    from orbit.voice.listener import Listener
    from orbit.voice.transcribers import open_transcriber
    from orbit.voice.wake import Wake

    transcriber = open_transcriber(settings, settings.transcriber)
    engine = await stack.enter_async_context(
        engine_for(settings, hosts=not options.get("open_mic"), name="voice")
    )
    phrase = Wake() if wake else None
    return await stack.enter_async_context(Listener(engine, transcriber, shown.tell, wake=phrase, **options))


@contextmanager
def _keys(listener: Listener, leave: Callable[[], None]) -> Generator[None]:
    """Let keys talk, answer and leave while the block lasts.

    A terminal tells nothing of a key that comes up: one that is held comes again and again, and has come up
    when it does not any more. One that came once was tapped, and a pause ends what is said.
    """
    from prompt_toolkit.application.current import get_app_session
    from prompt_toolkit.keys import Keys

    terminal, loop = get_app_session().input, asyncio.get_running_loop()
    up: asyncio.TimerHandle | None = None

    def space() -> None:
        nonlocal up
        again, listens = up is not None, listener.pressed
        if up is not None:
            up.cancel()
            up = None
        if listens and not again:
            listener.release()
            return
        listener.press(held=False)
        listener.held = again and listens
        up = loop.call_later(_AND_AGAIN if listener.held else _AGAIN, no_more)

    def no_more() -> None:
        nonlocal up
        up = None
        if listener.held:
            listener.release()

    keys: dict[str, Callable[[], object]] = {
        " ": space,
        Keys.Escape: listener.cancel,
        "y": lambda: listener.answer(agreed=True),
        "n": lambda: listener.answer(agreed=False),
        **{str(at + 1): lambda at=at: listener.answer(agreed=True, choice=at) for at in range(9)},
        Keys.ControlC: leave,
        Keys.ControlD: leave,
    }

    def pressed() -> None:
        for press in (*terminal.read_keys(), *terminal.flush_keys()):
            keys.get(press.key, lambda: None)()

    with terminal.raw_mode(), terminal.attach(pressed):
        yield


# -- what is shown ----------------------------------------------------------------------------------------


class _Shown:
    """Shows on a console, or as JSON, what a listener tells."""

    def __init__(self, *, as_json: bool = False, recording: bool = False) -> None:
        from orbit.interfaces.cli.asking import Consent
        from orbit.interfaces.cli.face import Face

        console = screen(aside=as_json)
        console.quiet = as_json
        self.face = Face(console, Consent.NOBODY if recording else Consent.ASK)
        self._as_json, self._recording = as_json, recording
        self._heard: dict[str, Any] = {}
        self._status: int | None = None
        self._asked = ""
        """What was asked about a text that is not sure, and is not answered yet."""
        self._open: int | None = None
        """The status that an open question leaves, if nobody answers it."""
        self._metered = False

    def tell(self, event: Any) -> None:
        """Show an event."""
        from orbit.voice.events import Asked, Done, Heard, Level, Listening

        match event:
            case Level(db):
                self._meter(db)
            case Listening(on, why):
                self._meter(None)
                if why and not on:
                    self._say(why)
            case Heard(utterance, answer):
                self._hear(utterance, answer=answer)
            case Asked():
                self._ask(event)
            case Done():
                self._close(event)
            case _:
                self.face.on_event(event)

    def end(self) -> int:
        """Say what was left open, and give the exit status."""
        self._leave_open()
        if self._status is None and self._open is None:
            self._say(_NO_SPEECH)
        return self._status or self._open or DONE

    def _hear(self, utterance: Utterance, *, answer: bool) -> None:
        from orbit.interfaces.cli.asking import Consent

        if answer:
            self._asked = ""
            self.face.consent = Consent.ASK
        else:
            self._leave_open()
            document = utterance.to_json()
            self._heard = {"heard": document.pop("text")} | document
        self._open = None
        self.face.console.print(f"Heard: {utterance.text}", style="bold", markup=False)

    def _ask(self, asked: Asked) -> None:
        from orbit.interfaces.cli.asking import Consent
        from orbit.voice.events import Kind

        console = self.face.console
        if asked.plan is not None:
            if self._recording:
                self.face.consent = Consent.NOBODY
            self.face.show_plan(asked.plan)
        if asked.kind is Kind.HEARD:
            self._asked = asked.question
            for at, option in enumerate(asked.options[1:], 2):
                console.print(f"  {at}. {option}", markup=False)
        if asked.kind is not Kind.QUESTION:
            how = "" if self._recording else f" {_HOW}"
            console.print(asked.question + how, style="bold", markup=False)

    def _close(self, done: Done) -> None:
        from orbit.interfaces.cli.asking import Consent
        from orbit.interfaces.cli.face import told

        self.face.settle()
        if done.outcome is None:
            error = done.error
            reply = done.reply if error is None or isinstance(error, OrbitError) else unexpected(error)
            status = FAILED if error is None else status_of(error)
            self._say(reply, status=status, code=error.code if isinstance(error, OrbitError) else "stopped")
            return
        status = done.outcome.exit_code
        if done.outcome.answer.question is not None:
            self._open = status
        else:
            self._status = self._status or status
        if self._as_json:
            asked = self.face.consent is Consent.ASK
            print_json(done.outcome.to_json() | {"reply": told(done.outcome, asked=asked)} | self._heard)
        self.face.close_with(done.outcome)

    def _leave_open(self) -> None:
        """Count what was asked about a text, and nobody answered, as not understood."""
        if question := self._asked:
            self._asked = ""
            self._say(f"{question} Nothing was changed.")

    def _say(self, reply: str, *, status: int = FAILED, code: str = _NOT_UNDERSTOOD) -> None:
        """Say why nothing came of what was said."""
        self._status = self._status or status
        if self._as_json:
            print_json(failure_document(reply, code) | self._heard)
        self._heard = {}
        self.face.say(reply, ok=False)

    def _meter(self, db: float | None) -> None:
        """Draw how loud it is, or take that away."""
        console = self.face.console
        if not console.is_terminal or self._recording:
            return
        if db is not None:
            share = max(0.0, 1 - max(db, _LOWEST_DB) / _LOWEST_DB)
            console.file.write(f"\r● {('▮' * round(share * _METER)).ljust(_METER, '▯')} {db:4.0f} dB ")
        elif self._metered:
            console.file.write("\r\x1b[K")
        self._metered = db is not None
        console.file.flush()
