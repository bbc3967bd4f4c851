"""What the commands on keyed memory share: opening it, reading keys and payloads, asking, printing."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daw_bridges.errors import NotPossibleError, UsageError
from orbit.interfaces.cli.output import interactive, print_json, screen

if TYPE_CHECKING:
    from pydantic import BaseModel

    from orbit.memory.keyed import KeyedMemory
    from orbit.settings import Settings

__all__ = [
    "Input",
    "Key",
    "Ref",
    "SessionId",
    "Yes",
    "agreed",
    "answer",
    "full_key",
    "opened",
    "payload_of",
]

_LARGEST_INPUT = 4_000_000

Ref = Annotated[str, typer.Argument(metavar="MEMORY", help="Which memory: a name such as mix.")]
Key = Annotated[
    str, typer.Argument(metavar="KEY", help="Parts joined by “:”, or a template: track:{{ session.name }}.")
]
Input = Annotated[
    list[str] | None,
    typer.Option("--input", metavar="NAME=VALUE", help="A value for {{ workflow.input.NAME }} in the key."),
]
SessionId = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Only the keys of one working session.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", "--confirm", help="Consent beforehand.")]


@contextmanager
def opened(settings: Settings, session: str | None = None) -> Generator[KeyedMemory]:
    """Open keyed memory as the settings say. It is safe beside every other process that has it open."""
    from orbit.memory.keyed import KeyedMemory, Policies
    from orbit.memory.keyed.surroundings import probes_for
    from orbit.memory.store import Scope, Store

    scope = Scope(settings.user, settings.project)
    store = Store.open(settings.data_dir, settings.store_url, scope=scope)
    try:
        policies = Policies.load(settings.data_dir)
        yield KeyedMemory(store, policies, session=session, probes=probes_for(settings))
    finally:
        store.close()


def full_key(settings: Settings, key: str, inputs: Sequence[str] | None = None) -> str:
    """Give the key that is meant, a template filled in; the DAW is only asked when it is looked at."""
    if "{{" not in key and "{%" not in key:
        return key
    from orbit.workflows.memory_tasks.filters import Later
    from orbit.workflows.memory_tasks.templates import key_context, rendered_key

    context = key_context(
        _named(inputs or ()),
        session=Later(lambda: asyncio.run(_session(settings))),
        user=settings.user,
        project=settings.project,
    )
    return rendered_key(key, context)


def _named(inputs: Sequence[str]) -> dict[str, str]:
    pairs = [each.partition("=") for each in inputs]
    wrong = next((name for name, between, _ in pairs if not name or not between), None)
    if wrong is not None:
        raise UsageError(f"“{wrong}” is not an input. Write --input NAME=VALUE.")
    return {name: value for name, _, value in pairs}


async def _session(settings: Settings) -> dict[str, Any]:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return (await engine.session()).model_dump(mode="json")


def payload_of(text: str | None, data: str | None, role: str | None) -> Any:
    """Give what is to be kept: words, ``-`` for what stands on stdin, or JSON."""
    if (text is None) == (data is None):
        raise UsageError("Give what to keep as TEXT, or as JSON with --data; - reads it from stdin.")
    given = str(text if data is None else data)
    if given == "-":
        given = sys.stdin.read(_LARGEST_INPUT + 1)
        if len(given) > _LARGEST_INPUT:
            raise UsageError(f"The text on stdin is longer than {_LARGEST_INPUT} characters.")
        given = given.removesuffix("\n")
    content = given if data is None else _parsed(given)
    return content if role is None else {"role": role, "content": content}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--data is not JSON: {error}.") from None


def agreed(what: str, *, yes: bool) -> None:
    """See that what cannot be taken back is meant. Raises NotPossibleError without consent."""
    if yes:
        return
    refusal = "Nothing was changed. Add --yes to consent beforehand."
    if not interactive():
        raise NotPossibleError(f"{what} That needs your consent. {refusal}")
    from rich.prompt import Confirm

    if not Confirm.ask(f"{what} Do it?", console=screen(), default=False):
        raise NotPossibleError(f"You did not agree. {refusal}")


def answer(response: BaseModel, told: str, *, as_json: bool) -> None:
    """Print what an operation answered."""
    if as_json:
        print_json(response.model_dump(mode="json"))
    else:
        screen().print(told, markup=False)
