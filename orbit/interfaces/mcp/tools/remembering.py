"""Tools on what Orbit remembers of the user: notes, and what tracks and plug-ins are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp.types import InputRequiredResult
from pydantic import BaseModel, Field

from orbit.interfaces.mcp.plain import plain
from orbit.interfaces.mcp.results import NAMES_ARE_DATA
from orbit.interfaces.mcp.service import Call
from orbit.interfaces.mcp.tools.announcing import Announced, changes, destroys, reads

if TYPE_CHECKING:
    from orbit.memory.entities import Known
    from orbit.memory.store.notes import StoredNote

__all__ = ["TOOLS"]

Name = Annotated[str, Field(min_length=1, max_length=200)]


class Note(BaseModel):
    """A note, or how something is done (skill)."""

    id: str
    kind: str
    title: str
    text: str
    tags: list[str] = []
    score: float | None = Field(default=None, description="How near it is to the question, 0 to 1.")


class Notes(BaseModel):
    """Notes, the nearest first where something was asked."""

    note: str = NAMES_ARE_DATA
    notes: list[Note]


class Thing(BaseModel):
    """One of the user's tracks or plug-ins, with what it is called besides."""

    id: str
    kind: str
    name: str
    called: list[str] = []


class Names(BaseModel):
    """What the user's things are called."""

    note: str = NAMES_ARE_DATA
    things: list[Thing]


class Preferences(BaseModel):
    """How the user wants things done."""

    note: str = NAMES_ARE_DATA
    preferences: list[str]


class Forgotten(BaseModel):
    """What is gone."""

    forgotten: list[str]


async def recall(
    ctx: Call,
    about: Annotated[str, Field(max_length=4000, description="What it is about; without: the latest.")] = "",
    k: Annotated[int, Field(ge=1, le=20, description="How many to give.")] = 5,
) -> Notes:
    """Look up the notes that the user had Orbit keep."""
    engine = ctx.request_context.lifespan_context.engine
    if not about:
        return Notes(notes=[_note(each) for each in (await engine.call("notes"))[:k]])
    found = await engine.call("search_notes", query=about, k=k)
    return Notes(notes=[_note(each.note, round(each.score, 4)) for each in found])


async def remember(
    ctx: Call,
    text: Annotated[str, Field(min_length=1, max_length=8000, description="What to keep.")],
    title: Annotated[str | None, Field(max_length=200)] = None,
    kind: Annotated[Literal["note", "skill"], Field(description="skill: how something is done.")] = "note",
    tags: Annotated[list[str], Field(max_length=20)] = [],  # noqa: B006 - pydantic copies it
) -> Note | InputRequiredResult:
    """Keep a note for the user. Only what the user wants kept."""
    service = ctx.request_context.lifespan_context

    async def keep() -> Note:
        return _note(await service.engine.call("remember", text=text, title=title, kind=kind, tags=tags))

    return await service.change(ctx, f"Keep the note “{plain(text)}”", keep)


async def forget_note(ctx: Call, id: Name) -> Forgotten | InputRequiredResult:
    """Delete a note. The user is asked first."""
    service = ctx.request_context.lifespan_context

    async def forget() -> Forgotten:
        await service.engine.call("forget_note", note_id=id)
        return Forgotten(forgotten=[id])

    notes: list[StoredNote] = await service.engine.call("notes")
    said = next((each.title for each in notes if each.id == id), id)
    return await service.change(ctx, f"Delete the note “{plain(said)}” for good", forget, destroys=True)


async def names(ctx: Call) -> Names:
    """Give the user's tracks and plug-ins that Orbit knows, and the other names they go by."""
    known = await ctx.request_context.lifespan_context.engine.call("entities")
    return Names(things=[_thing(each) for each in known])


async def learn_name(
    ctx: Call,
    name: Annotated[Name, Field(description="What the user says.")],
    means: Annotated[Name, Field(description="The track or plug-in that is meant, by its own name.")],
    kind: Literal["track", "plugin"] = "track",
) -> Names | InputRequiredResult:
    """Remember that the user calls a track or plug-in by a name. Only when the user has said so."""
    service = ctx.request_context.lifespan_context

    async def learn() -> Names:
        found = await service.engine.call("learn_name", name=name, means=means, kind=kind)
        return Names(
            things=[Thing(id=found.id, kind=found.kind, name=plain(found.name), called=[plain(name)])]
        )

    return await service.change(ctx, f"“{plain(name)}” means {plain(means)} from now on", learn)


async def forget_name(ctx: Call, name: Name) -> Forgotten | InputRequiredResult:
    """Forget what a name means. The user is asked first."""
    service = ctx.request_context.lifespan_context

    async def forget() -> Forgotten:
        meant: list[str] = await service.engine.call("forget_name", name=name)
        return Forgotten(forgotten=[plain(each) for each in meant])

    return await service.change(ctx, f"Forget what “{plain(name)}” means", forget, destroys=True)


async def preferences(ctx: Call) -> Preferences:
    """Give how the user wants things done, and what they want to be asked before; say new ones with `do`."""
    known = await ctx.request_context.lifespan_context.engine.call("preferences")
    return Preferences(preferences=[plain(each.describe(), 500) for each in known])


def _note(note: StoredNote, score: float | None = None) -> Note:
    return Note(
        id=note.id,
        kind=note.kind,
        title=plain(note.title),
        text=note.text,
        tags=[plain(tag) for tag in note.tags],
        score=score,
    )


def _thing(known: Known) -> Thing:
    called = [plain(each) for each in known.called]
    return Thing(id=known.id, kind=known.kind, name=plain(known.name), called=called)


TOOLS: list[Announced] = [
    reads(recall, "Look up notes"),
    changes(remember, "Keep a note"),
    destroys(forget_note, "Delete a note"),
    reads(preferences, "What the user prefers"),
    reads(names, "What things are called"),
    changes(learn_name, "Learn a name"),
    destroys(forget_name, "Forget a name"),
]
