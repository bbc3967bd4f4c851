"""Tools on the DAW: what is done there, in words, by name or edit by edit; and what is there."""

from __future__ import annotations

from typing import Annotated, Any

import anyio.to_thread
from pydantic import Field

from daw_bridges.catalog import catalog
from daw_bridges.errors import UsageError
from daw_bridges.references import find_track
from orbit.agent.overview import overview
from orbit.agent.vocabulary import VOCABULARY, Actions, Slots
from orbit.agent.wanted import Wanted
from orbit.hosts import PRACTICE
from orbit.interfaces.mcp.documents import Data, Document, Done
from orbit.interfaces.mcp.service import Answer, Call, Service

__all__ = ["DawTools"]

Text = Annotated[str, Field(min_length=1, max_length=4000, description="A request, in a producer's words.")]
Workflow = Annotated[str, Field(max_length=200, description="A workflow's id, from `search_workflows`.")]
Given = Annotated[Slots, Field(description='Its slots as text: {"target": "Bass", "threshold": "-24 dB"}.')]
Edits = Annotated[Actions, Field(max_length=500, description=f"In order. Fields by action: {VOCABULARY}.")]
AsEdit = Annotated[tuple[dict[str, Any], ...], Field(max_length=500, description="As `edit` takes them.")]
Title = Annotated[str, Field(max_length=200, description="A few words for what they do together.")]
Earlier = Annotated[str | None, Field(max_length=64, description="From an earlier answer, to go on.")]
Track = Annotated[str, Field(max_length=256, description="A track's name, #3 or Master; without: all.")]
Device = Annotated[str, Field(max_length=256, description="A kind (compressor) or a name; without: all.")]


class _SessionNow(Data):
    session: dict[str, Any] | None = Field(default=None, description="What is not said: 0 dB, centred, off.")
    track: dict[str, Any] | None = Field(default=None, description="One track with every parameter.")
    cut_short: str = Field(default="", description="What to tell the user of a run that was cut short.")


class _Devices(Document):
    daw: str
    kinds: dict[str, list[str]] = Field(default_factory=dict)
    device: dict[str, Any] | None = None


class _Health(Document):
    ok: bool
    checks: list[dict[str, str]] = Field(description="Each id, title, status, what is so, and the fix.")


class DawTools(Service):
    """Tools on the DAW."""

    async def do(self, ctx: Call, text: Text, conversation: Earlier = None) -> Answer[Done]:
        """Have a request carried out in the DAW: Orbit finds the way, plans it, does it and reads it back.

        One sentence as a producer says it: “make the bass duck under the kick”, “mute the drums”, “undo”.
        All of it is put back when a step fails. Orbit itself asks the user where consent is due.
        """
        return await self.carry_out(ctx, text, conversation=conversation)

    async def plan(
        self,
        ctx: Call,
        text: Text = "",
        workflow: Workflow = "",
        slots: Given = None,
        edits: AsEdit = (),
        conversation: Earlier = None,
    ) -> Answer[Done]:
        """Say what would be done, step by step with each value before and after; nothing is changed.

        Give one of text, workflow (with its slots) and edits.
        """
        if sum(map(bool, (text, workflow, edits))) != 1:
            raise UsageError("Give one of text, workflow and edits.")
        named = Wanted(workflow=workflow or None, slots=slots, actions=edits) if not text else None
        return await self.carry_out(ctx, text, wanted=named, dry_run=True, conversation=conversation)

    async def run_workflow(self, ctx: Call, workflow: Workflow, slots: Given = None) -> Answer[Done]:
        """Carry out a workflow of the library; every step is read back, and all put back when one fails."""
        return await self.carry_out(ctx, wanted=Wanted(workflow=workflow, slots=slots))

    async def edit(self, ctx: Call, edits: Edits, title: Title = "") -> Answer[Done]:
        """Do single edits as one: all are done and read back, or none is kept; one `undo` takes them back."""
        if not edits:
            raise UsageError("Give at least one edit.")
        return await self.carry_out(ctx, title, wanted=Wanted(actions=tuple(edits), title=title))

    async def undo(self, ctx: Call) -> Answer[Done]:
        """Take back the last thing that Orbit did in this DAW, as a whole.

        The user is asked first where something was changed there since.
        """
        return await self.carry_out(ctx, "undo", wanted=Wanted(undo=True))

    async def session(self, track: Track = "") -> _SessionNow:
        """Read the session that is open in the DAW now: all of it in short, or one track in full."""
        now = await self.engine.session()
        told = self.engine.cut_short()
        if not track:
            return _SessionNow(session=overview(now), cut_short=told)
        return _SessionNow(track=find_track(now, track).model_dump(mode="json"), cut_short=told)

    async def devices(self, device: Device = "") -> _Devices:
        """Say what devices there are to insert, or which parameters one has, with their ranges."""
        settings, known = self.engine.settings, catalog()
        daw = "ableton" if settings.daw == PRACTICE else settings.daw
        if not device:
            kinds = {kind: found for kind in known.kinds() if (found := known.devices(daw, kind))}
            return _Devices(daw=daw, kinds=kinds)
        entry = known.device(daw, device)
        parameters = {
            each.key: {"name": each.name, "unit": each.unit.value, "default": each.text}
            | ({"range": each.range} if each.range else {"choices": each.choices})
            for each in entry.parameters
        }
        told = {"name": entry.name, "kind": entry.kind, "sidechain": entry.sidechain}
        return _Devices(daw=daw, device=told | {"parameters": parameters})

    async def doctor(self) -> _Health:
        """Check Orbit, its memory, the DAW and the connection to it, and say how to fix what is wrong."""
        from orbit.doctor import Case, examine

        settings = self.engine.settings
        examined = await anyio.to_thread.run_sync(lambda: examine(Case(settings, only=settings.daw)))
        return _Health.model_validate(examined.to_json())
