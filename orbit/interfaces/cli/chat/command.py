"""The command line of ``orbit chat``."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from orbit.interfaces.cli.options import DataDir, Daw, Model, load_settings
from orbit.interfaces.cli.output import interactive, screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["chat"]

_NOTHING_TO_GO_ON_FROM = "There is no earlier conversation to continue; this is a new one."


def chat(
    daw: Daw = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show each plan and change nothing.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Consent beforehand, also to deleting and overwriting.")
    ] = False,
    confirm: Annotated[bool, typer.Option("--confirm", help="Ask before every plan.")] = False,
    go_on: Annotated[bool, typer.Option("--continue", help="Continue the last conversation.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document for each line that is read.")
    ] = False,
    model: Model = None,
    data_dir: DataDir = None,
) -> int:
    """Talk to Orbit, one request after the other."""
    settings = load_settings(daw=daw, model=model, data_dir=data_dir, confirm=confirm or None)
    return asyncio.run(_chat(settings, as_json=as_json, dry_run=dry_run, yes=yes, go_on=go_on))


async def _chat(settings: Settings, *, as_json: bool, dry_run: bool, yes: bool, go_on: bool) -> int:
    from orbit.interfaces.cli.asking import Consent
    from orbit.interfaces.cli.chat.chat import Chat
    from orbit.interfaces.cli.chat.script import play
    from orbit.interfaces.cli.chat.terminal import Person, talk
    from orbit.interfaces.cli.face import Face
    from orbit.server import engine_for

    someone = interactive() and not as_json
    person = Person(settings) if someone else None
    consent = Consent.GIVEN if yes else Consent.ASK if someone else Consent.NOBODY
    console = screen(aside=as_json)
    console.quiet = as_json
    face = Face(console, consent, person)
    async with engine_for(settings, hosts=someone, name="chat") as engine:
        chat = Chat(engine, face, dry_run=dry_run)
        if go_on and not chat.go_on():
            face.console.print(_NOTHING_TO_GO_ON_FROM, style="dim")
        if person is not None:
            return await talk(chat, person)
        return await play(chat, sys.stdin, as_json=as_json)
