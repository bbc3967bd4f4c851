"""Tools that look: at the session, at what devices there are, at whether all is well."""

from __future__ import annotations

from typing import Annotated, Any

import anyio.to_thread
from pydantic import BaseModel, Field

from daw_bridges.catalog import catalog
from daw_bridges.references import find_track
from orbit.agent.overview import overview
from orbit.hosts import PRACTICE
from orbit.interfaces.mcp.plain import plain
from orbit.interfaces.mcp.results import NAMES_ARE_DATA
from orbit.interfaces.mcp.service import Call, Service
from orbit.interfaces.mcp.tools.announcing import Announced, reads

__all__ = ["TOOLS", "SessionNow", "devices_of", "session_now"]


class SessionNow(BaseModel):
    """The session as it is, or one track of it."""

    note: str = NAMES_ARE_DATA
    session: dict[str, Any] | None = Field(
        default=None,
        description="All tracks in short: level 0 dB, centred and off unless they say otherwise.",
    )
    track: dict[str, Any] | None = Field(default=None, description="One track with every parameter.")
    cut_short: str = Field(default="", description="What to tell the user of a run that was cut short.")


class Devices(BaseModel):
    """The kinds of device and what the DAW has of each; or one device with its parameters."""

    daw: str
    kinds: dict[str, list[str]] = {}
    device: dict[str, Any] | None = None


class Check(BaseModel):
    """One thing that was looked at."""

    id: str
    title: str
    status: str = Field(description="ok, warning, problem …")
    detail: str
    fix: str


class Health(BaseModel):
    """Whether all is well, and what to do where it is not."""

    ok: bool
    checks: list[Check]


async def session(
    ctx: Call,
    track: Annotated[
        str, Field(max_length=256, description="A track's name, #3 or Master; without: all tracks in short.")
    ] = "",
) -> SessionNow:
    """Read the session that is open in the DAW now: all of it in short, or one track in full."""
    return await session_now(ctx.request_context.lifespan_context, track)


async def session_now(service: Service, track: str = "") -> SessionNow:
    """Read the session, or one track of it. Raises BridgeError, and NotFoundError for a track."""
    now = await service.engine.session()
    told = service.engine.cut_short()
    if not track:
        return SessionNow(session=overview(now), cut_short=told)
    return SessionNow(track=find_track(now, track).model_dump(mode="json"), cut_short=told)


async def devices(
    ctx: Call,
    device: Annotated[
        str, Field(max_length=256, description="A kind (compressor) or a device's name; without: all kinds.")
    ] = "",
) -> Devices:
    """Say what devices there are to insert, or which parameters one has, with their ranges."""
    return devices_of(ctx.request_context.lifespan_context, device)


def devices_of(service: Service, device: str = "") -> Devices:
    """Give what the DAW has, by kind, or one device. Raises NotFoundError."""
    settings, known = service.engine.settings, catalog()
    daw = "ableton" if settings.daw == PRACTICE else settings.daw
    if not device:
        return Devices(
            daw=daw, kinds={kind: found for kind in known.kinds() if (found := known.devices(daw, kind))}
        )
    entry = known.device(daw, device)
    parameters = {
        each.key: {
            "name": each.name,
            "unit": each.unit.value,
            **({"range": each.range} if each.range else {"choices": each.choices}),
            "default": each.text,
        }
        for each in entry.parameters
    }
    told = {"name": entry.name, "kind": entry.kind, "sidechain": entry.sidechain, "parameters": parameters}
    return Devices(daw=daw, device=told)


async def doctor(ctx: Call) -> Health:
    """Check Orbit, its memory, the DAW and the connection to it, and say how to fix what is wrong."""
    from orbit.doctor import Case, examine

    settings = ctx.request_context.lifespan_context.engine.settings
    examined = await anyio.to_thread.run_sync(lambda: examine(Case(settings, only=settings.daw)))
    document = examined.to_json()
    checks = [{name: plain(str(value), 1000) for name, value in each.items()} for each in document["checks"]]
    return Health(ok=examined.ok, checks=[Check.model_validate(each) for each in checks])


TOOLS: list[Announced] = [
    reads(session, "Look at the session"),
    reads(devices, "Look at devices"),
    reads(doctor, "Check everything"),
]
