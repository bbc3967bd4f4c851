"""``orbit do``: one request, from the words to a verified session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.options import DataDir, Daw, Json, Model, load_settings
from orbit.interfaces.cli.output import interactive, print_json, screen

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from orbit.agent import Wanted
    from orbit.interfaces.cli.conversation import Conversation
    from orbit.interfaces.cli.face import Face
    from orbit.server import Engine, Outcome
    from orbit.settings import Settings

__all__ = ["Naming", "carry_out", "do"]

Naming = Callable[["Engine"], "Awaitable[Wanted]"]
"""Finds out at the engine what is wanted by name."""

_WHY = "why?"
_EXAMPLE = 'orbit do "make the bass duck under the kick"'


def do(  # noqa: PLR0913, PLR0917 - a command line has as many as it has options
    words: Annotated[
        list[str] | None, typer.Argument(metavar="TEXT", help="What you want done, in your own words.")
    ] = None,
    daw: Daw = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the plan and change nothing.")] = False,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Show the plan with what each step is for, and change nothing; "
            "without TEXT, the reasons for the last thing.",
        ),
    ] = False,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes",
            "-y",
            help="Consent beforehand, also to deleting and overwriting; not to an unproven import.",
        ),
    ] = False,
    confirm: Annotated[bool, typer.Option("--confirm", help="Ask before every plan.")] = False,
    as_json: Json = False,
    model: Model = None,
    data_dir: DataDir = None,
) -> int:
    """Do one thing, said in your own words; "undo" takes it back."""
    text = " ".join(words or [_WHY] if explain else words or []).strip().encode("utf-8", "replace").decode()
    settings = load_settings(daw=daw, model=model, data_dir=data_dir, confirm=confirm or None)
    if not text:
        raise UsageError(f"Say what you want done, for example: {_EXAMPLE}")
    return carry_out(settings, text, dry_run=dry_run or explain, yes=yes, as_json=as_json, reasons=explain)


def carry_out(
    settings: Settings,
    text: str,
    naming: Naming | None = None,
    *,
    dry_run: bool,
    yes: bool,
    as_json: bool,
    reasons: bool = False,
) -> int:
    """Have a request carried out, in words or (``naming``) by name, and show it; give the exit status.

    ``reasons``: a person is shown what each step is for.
    """
    if as_json:
        return asyncio.run(_for_a_program(settings, text, naming, dry_run=dry_run, yes=yes))
    return asyncio.run(_for_a_person(settings, text, naming, dry_run=dry_run, yes=yes, reasons=reasons))


async def _for_a_program(
    settings: Settings, text: str, naming: Naming | None, *, dry_run: bool, yes: bool
) -> int:
    from orbit.agent.approval import beforehand
    from orbit.interfaces.cli.face import told
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        wanted = None if naming is None else await naming(engine)
        approve = beforehand if yes else None
        outcome = await engine.do(text, dry_run=dry_run, approve=approve, wanted=wanted)
    print_json(outcome.to_json() | {"reply": told(outcome, asked=False)})
    return outcome.exit_code


async def _for_a_person(
    settings: Settings, text: str, naming: Naming | None, *, dry_run: bool, yes: bool, reasons: bool
) -> int:
    from orbit.interfaces.cli.notice import Notice

    with Notice("Reading the session …") as notice:
        from orbit.interfaces.cli.asking import Consent
        from orbit.interfaces.cli.conversation import Conversation
        from orbit.server import engine_for

        consent = Consent.GIVEN if yes else Consent.ASK if interactive() else Consent.NOBODY

        def face() -> Face:
            from orbit.interfaces.cli.face import Face

            console = screen()
            notice.stand_on(console)
            return Face(console, consent, reasons=reasons)

        # It may wait for an answer as long as a person takes, and serves those who come meanwhile.
        async with engine_for(settings, hosts=consent is Consent.ASK) as engine:
            wanted = None if naming is None else await naming(engine)
            conversation = Conversation(engine, face, asks=consent is not Consent.NOBODY)
            outcome = await _talk(conversation, text, wanted, dry_run=dry_run)
    shown = conversation.face
    shown.close_with(outcome)
    question = outcome.answer.question
    if naming is not None and question is not None and question.slot is not None:
        shown.say(f"Say it with --set {question.slot}=…", ok=False)
    return outcome.exit_code


async def _talk(conversation: Conversation, text: str, wanted: Wanted | None, *, dry_run: bool) -> Outcome:
    """Carry out a request, with the answers to what Orbit asks back on the way."""
    while True:
        outcome = await conversation.say(text, dry_run=dry_run, wanted=wanted)
        answer = await conversation.face.answer_to(outcome) if interactive() else None
        if answer is None:
            return outcome
        question = outcome.answer.question
        if wanted is None or question is None or question.slot is None:
            text, wanted = answer, None
        else:
            wanted = wanted.model_copy(update={"slots": {**(wanted.slots or {}), question.slot: answer}})
