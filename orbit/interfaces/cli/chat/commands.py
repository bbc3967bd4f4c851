"""The commands of a chat: what begins with a slash and is no request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from daw_bridges.errors import UsageError
from orbit.agent import Wanted
from orbit.agent.models import OFFLINE
from orbit.outcome import Outcome

if TYPE_CHECKING:
    from orbit.interfaces.cli.chat.chat import Chat

__all__ = ["COMMANDS", "Command", "Told", "decided", "unknown_command"]


@dataclass(frozen=True)
class Told:
    """What a command says: a sentence or a view for people, and the document for programs."""

    reply: str
    ok: bool = True
    view: RenderableType | None = None
    document: dict[str, Any] = field(default_factory=dict[str, Any])
    code: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Give it as one JSON object."""
        return {"ok": self.ok, "reply": self.reply, "code": self.code, **self.document}


@dataclass(frozen=True)
class Command:
    """One command: how it is written, what it is for, and what does it."""

    usage: str
    help: str
    do: Callable[[Chat, str], Awaitable[Outcome | Told]]


async def _undo(chat: Chat, _: str) -> Outcome:
    if chat.engine.settings.model == OFFLINE:
        return await chat.request("undo")
    # No model need be asked, nor paid, to know what this means.
    return await chat.request("undo", wanted=Wanted(undo=True))


async def _plan(chat: Chat, text: str) -> Outcome | Told:
    if text:
        return await chat.request(text, dry_run=True)
    chat.next_dry = True
    return Told("The next request is planned only; nothing is changed.")


async def _session(chat: Chat, name: str) -> Told:
    from daw_bridges.references import find_track
    from orbit.interfaces.cli.views.session import session_view, tracks_view

    session = await chat.engine.session()
    view = tracks_view(session, [find_track(session, name).name]) if name else session_view(session)
    return Told(session.name, view=view, document={"session": session.model_dump(mode="json")})


async def _workflows(chat: Chat, text: str) -> Told:
    from orbit.interfaces.cli.views.talk import titles_view

    if text:
        found = {hit.id: hit.title for hit in await chat.engine.search(text, k=5)}
    else:
        found = await chat.engine.titles()
    listed = [{"id": workflow_id, "title": title} for workflow_id, title in found.items()]
    return Told(f"{len(found)} workflows.", view=titles_view(found), document={"workflows": listed})


async def _offers(chat: Chat, _: str) -> Told:
    from orbit.interfaces.cli.views.offers import offers_view

    found = await chat.engine.offers()
    view = offers_view(found, answers="/keep ID [NAME] · /dismiss ID")
    return Told(f"{len(found)} on offer.", view=view, document={"offers": [asdict(each) for each in found]})


async def _keep(chat: Chat, rest: str) -> Told:
    offer_id, _, name = rest.partition(" ")
    return await decided(chat, "keep_offer", await _which(chat, offer_id), name.strip() or None)


async def _dismiss(chat: Chat, rest: str) -> Told:
    return await decided(chat, "dismiss_offer", await _which(chat, rest))


async def _which(chat: Chat, offer_id: str) -> str:
    """The id of an offer: the one given, else that just told of, else the only one."""
    if offer_id:
        return offer_id
    if chat.offer is not None:
        return chat.offer.id
    open_ = await chat.engine.offers()
    if len(open_) != 1:
        raise UsageError("Say which: /offers shows what is on offer, with its id.")
    return open_[0].id


async def decided(chat: Chat, operation: str, offer_id: str, name: str | None = None) -> Told:
    """Keep an offer or turn it down. Raises NotFoundError."""
    chat.offer = None
    if operation == "dismiss_offer":
        gone = await chat.engine.call(operation, offer_id=offer_id)
        return Told(f"“{gone.title}” will not be offered again.", document={"offer": asdict(gone)})
    kept = await chat.engine.call(operation, offer_id=offer_id, name=name)
    said = f"Saved “{kept.title}” as “{kept.kept_as}”."
    return Told(said, document={"offer": asdict(kept)})


async def _model(chat: Chat, name: str) -> Told:
    from orbit.agent.models import OFFLINE, resolve_model

    if name:
        if name != OFFLINE:
            resolve_model(name)
        await chat.engine.choose_model(name)
    model = chat.engine.settings.model
    said = f"{model} answers from now on." if name else f"{model} answers. /model NAME chooses another."
    return Told(said, document={"model": model})


async def _cost(chat: Chat, _: str) -> Told:
    from orbit.interfaces.cli.views.talk import total_of, usage_told

    if not chat.used:
        return Told("No hosted model was used, so nothing was spent.", document={"usage": None})
    total = total_of(chat.used)
    return Told(usage_told(total), document={"usage": total.model_dump(mode="json")})


async def _help(_chat: Chat, _: str) -> Told:
    from orbit.interfaces.cli.views.talk import commands_view

    said = {command.usage: command.help for command in COMMANDS.values()}
    return Told("Say what you want done.", view=commands_view(said), document={"commands": said})


async def _quit(chat: Chat, _: str) -> Told:
    chat.leaving = True
    return Told("")


COMMANDS: dict[str, Command] = {
    "undo": Command("/undo", "undo the last change", _undo),
    "plan": Command("/plan [TEXT]", "plan a request, or the next one, and change nothing", _plan),
    "session": Command("/session [TRACK]", "the session now, or one track of it", _session),
    "workflows": Command("/workflows [TEXT]", "every workflow, or those for something", _workflows),
    "offers": Command("/offers", "what Orbit found in what you do by hand", _offers),
    "keep": Command("/keep [ID] [NAME]", "keep what is on offer, under a name of yours", _keep),
    "dismiss": Command("/dismiss [ID]", "turn it down for good", _dismiss),
    "model": Command("/model [NAME]", "show or change the model: offline, openai:…, ollama:…", _model),
    "cost": Command("/cost", "what a hosted model has cost so far", _cost),
    "help": Command("/help", "this list", _help),
    "quit": Command("/quit", "leave; Ctrl-D does too", _quit),
}


def unknown_command(name: str) -> Told:
    """Say that there is no such command, and what there is."""
    there_are = ", ".join(f"/{each}" for each in COMMANDS)
    return Told(f"There is no command “/{name}”. The commands are: {there_are}.", ok=False, code="usage")
