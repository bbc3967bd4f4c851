"""Tools on the library: workflows and offers, what was done, notes, names, preferences, keyed memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from daw_bridges.actions import Risk
from daw_bridges.errors import NotPossibleError
from orbit.interfaces.mcp.documents import Data, Document, Edit, Line, Paragraph, edit_of, plain
from orbit.interfaces.mcp.service import Answer, Call, Service
from orbit.memory import Failure
from orbit.workflows.memory_tasks.planned import risk_of
from orbit.workflows.memory_tasks.requests import parse_request

if TYPE_CHECKING:
    from orbit.memory import Episode
    from orbit.memory.store.notes import StoredNote
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Workflow

__all__ = ["LibraryTools"]

_MOST_ACTIONS = 100

Words = Annotated[str, Field(min_length=1, max_length=8000)]
About = Annotated[str, Field(max_length=4000, description="Without: the latest.")]
Count = Annotated[int, Field(ge=1, le=50, description="How many to give.")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Title = Annotated[str | None, Field(max_length=200)]
NoteKind = Literal["note", "skill"]
ThingKind = Literal["track", "plugin"]
Names = Annotated[tuple[str, ...], Field(max_length=20)]
Key = Annotated[str, Field(min_length=1, max_length=512, description="track:Bass; * stands for any part.")]
Reads = Literal["read", "stats", "health"]
Writes = Literal["append", "write"]
Clears = Literal["delete", "clear", "flush"]
Options = Annotated[dict[str, Any] | None, Field(description="Further fields: limit, ttl, strategy …")]


class _Known(Document):
    id: str
    title: Line
    task: Paragraph = Field(description="What it is for.")
    slots: dict[str, str] = Field(description="What it needs: each slot with its type.")
    source: str = Field(description="seed (shipped), induced (learned here), taught or imported.")
    trusted: bool = Field(description="False for an import that has not proven itself: the user is asked.")
    score: float | None = Field(default=None, description="How well it fits, from 0 to 1.")


class _Workflows(Data):
    workflows: list[_Known]


class _WorkflowInFull(Data):
    trusted: bool
    workflow: dict[str, Any]


class _Offered(Document):
    id: str
    title: Line
    says: Paragraph
    steps: Paragraph
    support: int = Field(description="How often it was done.")
    status: str = Field(description="offered, kept or dismissed.")
    kept_as: str | None = Field(default=None, description="The workflow's id, once it is kept.")


class _Offers(Data):
    offers: list[_Offered]


class _Act(Edit):
    t: float = Field(description="Seconds after the beginning.")
    origin: str = Field(description="user, or agent (Orbit).")


class _Work(Document):
    id: str
    started: datetime
    goal: Paragraph = Field(default="", description="What it was for, in the user's words.")
    daw: str
    outcome: str = Field(description="success, failure or unknown.")
    judgement: str = Field(description="Whether the user wanted it, and what that rests on.")
    actions: list[_Act]
    more: int = Field(default=0, description="How many actions are left out.")


class _Past(Data):
    work: list[_Work]


class _Failures(Data):
    failures: list[Failure]


class _Note(Document):
    id: str
    kind: str
    title: Line
    text: str
    tags: tuple[Line, ...] = ()
    score: float | None = Field(default=None, description="How near it is to the question, 0 to 1.")


class _Notes(Data):
    notes: list[_Note]


class _Thing(Document):
    id: str
    kind: str
    name: Line
    called: tuple[Line, ...] = ()


class _Names(Data):
    things: list[_Thing]


class _Preferences(Data):
    preferences: list[Paragraph]


class _Forgotten(Document):
    forgotten: list[Line]


class _Remembered(Data):
    response: dict[str, Any]


class LibraryTools(Service):
    """Tools on the library."""

    async def search_workflows(self, text: Words, k: Count = 5) -> _Workflows:
        """Find proven workflows by what they are for, best first."""
        hits = await self.engine.search(text, k)
        scores = {hit.id: hit.score for hit in hits}
        return await self._known([await self.engine.workflow(hit.id) for hit in hits], scores)

    async def list_workflows(self) -> _Workflows:
        """Give every workflow that Orbit knows."""
        return await self._known(await self.engine.workflows(), {})

    async def _known(self, workflows: list[Workflow], scores: Mapping[str, float]) -> _Workflows:
        reliances: dict[str, Reliance] = await self.engine.call("reliances")
        known: list[dict[str, Any]] = []
        for each in workflows:
            name = each.workflow_name
            trusted = name not in reliances or reliances[name].standing.trusted
            slots = {slot: what.type for slot, what in each.slots.items()}
            beside = {"source": each.provenance.source, "trusted": trusted, "score": scores.get(name)}
            known.append(vars(each) | {"id": name, "slots": slots, **beside})
        return _Workflows.model_validate({"workflows": known})

    async def show_workflow(self, id: Name) -> _WorkflowInFull:
        """Show a workflow: its slots and what to ask for each, its steps, what must hold before and after."""
        workflow = await self.engine.workflow(id)
        reliance: Reliance = await self.engine.call("reliance", workflow_id=id)
        return _WorkflowInFull(trusted=reliance.standing.trusted, workflow=workflow.model_dump(mode="json"))

    async def offers(self) -> _Offers:
        """Give what Orbit has found in what the user does by hand, and could keep as a workflow."""
        return _Offers.model_validate({"offers": await self.engine.offers()})

    async def keep_offer(self, ctx: Call, id: Name, name: Title = None) -> Answer[_Offered]:
        """Keep an offer as a workflow. Only when the user has said so."""
        said = f"Keep the offer {plain(id)} as a workflow"
        return await self.change(ctx, said, "keep_offer", _Offered.model_validate, offer_id=id, name=name)

    async def dismiss_offer(self, ctx: Call, id: Name) -> Answer[_Offered]:
        """Turn an offer down; it is not made again. Only when the user has said so."""
        said = f"Turn down the offer {plain(id)}"
        return await self.change(ctx, said, "dismiss_offer", _Offered.model_validate, offer_id=id)

    async def what_was_done(
        self, about: About = "", trajectory: Name = "", tracks: Names = (), k: Count = 5
    ) -> _Past:
        """Look up what was done in the DAW, by Orbit and by hand: when, why, which values, how it was taken.

        ``tracks``: only what touched all of these; ``trajectory``: one piece of work, by its id.
        """
        if trajectory:
            return _Past(work=[_work(await self.engine.call("episode", trajectory_id=trajectory))])
        found = await self.engine.call("episodes", text=about, k=k, tracks=tracks)
        return _Past(work=[_work(each) for each in found])

    async def what_failed(self, workflow: Title = None, k: Count = 10) -> _Failures:
        """Look up what failed or was refused, and why."""
        return _Failures(failures=await self.engine.call("failures", k=k, workflow_id=workflow))

    async def recall(self, about: About = "", k: Count = 5) -> _Notes:
        """Look up the notes that the user had Orbit keep."""
        if not about:
            return _Notes(notes=(await self.engine.call("notes"))[:k])
        found = await self.engine.call("search_notes", query=about, k=k)
        return _Notes(notes=[_Note.model_validate(vars(each.note) | {"score": each.score}) for each in found])

    async def remember(
        self, ctx: Call, text: Words, title: Title = None, kind: NoteKind = "note", tags: Names = ()
    ) -> Answer[_Note]:
        """Keep a note for the user, or how something is done (skill). Only what the user wants kept."""
        note: dict[str, Any] = {"text": text, "title": title, "kind": kind, "tags": tags}
        return await self.change(
            ctx, f"Keep the note “{plain(text)}”", "remember", _Note.model_validate, **note
        )

    async def forget_note(self, ctx: Call, id: Name) -> Answer[_Forgotten]:
        """Delete a note. The user is asked first."""
        notes: list[StoredNote] = await self.engine.call("notes")
        title = plain(next((each.title for each in notes if each.id == id), id))
        said, gone = f"Delete the note “{title}” for good", _Forgotten(forgotten=[id])
        return await self.change(ctx, said, "forget_note", lambda _: gone, destroys=True, note_id=id)

    async def names(self) -> _Names:
        """Give the user's tracks and plug-ins that Orbit knows, and the other names they go by."""
        return _Names(things=await self.engine.call("entities"))

    async def learn_name(
        self, ctx: Call, name: Name, means: Name, kind: ThingKind = "track"
    ) -> Answer[_Names]:
        """Remember that the user calls a track or plug-in by a name. Only when the user has said so."""

        def told(found: object) -> _Names:
            return _Names.model_validate({"things": [vars(found) | {"called": [name]}]})

        said = f"“{plain(name)}” means {plain(means)} from now on"
        return await self.change(ctx, said, "learn_name", told, name=name, means=means, kind=kind)

    async def forget_name(self, ctx: Call, name: Name) -> Answer[_Forgotten]:
        """Forget what a name means. The user is asked first."""
        said = f"Forget what “{plain(name)}” means"
        return await self.change(
            ctx, said, "forget_name", lambda meant: _Forgotten(forgotten=meant), destroys=True, name=name
        )

    async def preferences(self) -> _Preferences:
        """Give how the user wants things done, and what to ask them before; say new ones with `do`."""
        known = await self.engine.call("preferences")
        return _Preferences(preferences=[each.describe() for each in known])

    async def read_memory(
        self, memory_ref: Name, key: Key = "*", operation: Reads = "read", options: Options = None
    ) -> _Remembered:
        """Read what is kept under a key, or under all keys that match a pattern."""
        asked = {**(options or {}), "operation": operation, "memory_ref": memory_ref, "key": key}
        return _remembered(await self.engine.memory(asked))

    async def write_memory(
        self,
        ctx: Call,
        memory_ref: Name,
        key: Key,
        payload: Any,
        operation: Writes = "append",
        options: Options = None,
    ) -> Answer[_Remembered]:
        """Keep something under a key: a text, a message {role, content}, other data, or a list of these."""
        given = {**(options or {}), "payload": payload}
        return await self._changed(ctx, given, operation=operation, memory_ref=memory_ref, key=key)

    async def clear_memory(
        self, ctx: Call, memory_ref: Name, key: Key, operation: Clears, options: Options = None
    ) -> Answer[_Remembered]:
        """Delete keys, empty them (clear), or make room in full ones (flush); the user is asked first.

        backup: true in the options keeps a copy.
        """
        # The user's own consent is asked for; the field of that name is no consent of an assistant's.
        given = {**(options or {}), **({"confirm": True} if operation != "flush" else {})}
        return await self._changed(ctx, given, operation=operation, memory_ref=memory_ref, key=key)

    async def _changed(self, ctx: Call, given: dict[str, Any], **asked: str) -> Answer[_Remembered]:
        request = parse_request(given | asked)
        named = plain(request.memory_ref)
        if request.memory_ref.casefold().startswith("orbit."):
            raise NotPossibleError(f"The memory {named} is Orbit's own. Nothing was changed. Choose another.")
        said = f"{request.operation.value} “{plain(request.key)}” in the memory {named}"
        destroys = risk_of(request) is Risk.DESTRUCTIVE
        return await self.change(ctx, said, "memory", _remembered, destroys=destroys, request=request)


def _work(episode: Episode) -> _Work:
    work, judgement = episode.trajectory, episode.judgement
    acts = [
        _Act(t=round(act.t, 3), origin=act.origin, **edit_of(act.action))
        for act in work.actions[:_MOST_ACTIONS]
    ]
    because = f"{judgement.verdict or 'undecided'} ({judgement.because.value})"
    more = len(work.actions) - len(acts)
    return _Work.model_validate(vars(work) | {"judgement": because, "actions": acts, "more": more})


def _remembered(response: Any) -> _Remembered:
    return _Remembered(response=response.model_dump(mode="json"))
