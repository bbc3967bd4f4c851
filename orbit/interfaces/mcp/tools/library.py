"""Tools on the library: what Orbit knows how to do, and what it could learn from what the user does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from mcp.types import InputRequiredResult
from pydantic import BaseModel, Field

from orbit.interfaces.mcp.plain import plain
from orbit.interfaces.mcp.results import NAMES_ARE_DATA
from orbit.interfaces.mcp.service import Call, Service
from orbit.interfaces.mcp.tools.announcing import Announced, changes, reads

if TYPE_CHECKING:
    from orbit.learning.online.operations import Offer
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Workflow

__all__ = ["TOOLS", "every_workflow", "one_workflow"]

Count = Annotated[int, Field(ge=1, le=20, description="How many to give.")]
WorkflowId = Annotated[str, Field(min_length=1, max_length=200, description="A workflow's id.")]
OfferId = Annotated[str, Field(min_length=1, max_length=200, description="As `offers` gives it.")]


class Known(BaseModel):
    """A workflow in short."""

    id: str
    title: str
    task: str = Field(description="What it is for.")
    slots: dict[str, str] = Field(description="What it needs: each slot with its type.")
    source: str = Field(description="seed (shipped), induced (learned here), taught or imported.")
    trusted: bool = Field(
        description="False for an imported one that has not proven itself: the user is asked."
    )
    score: float | None = Field(default=None, description="How well it fits, from 0 to 1.")


class Workflows(BaseModel):
    """Workflows, the best first where they were searched for."""

    note: str = NAMES_ARE_DATA
    workflows: list[Known]


class WorkflowInFull(BaseModel):
    """A workflow: its slots, steps and conditions."""

    note: str = NAMES_ARE_DATA
    trusted: bool
    workflow: dict[str, Any]


class Offered(BaseModel):
    """Something the user does by hand again and again, which Orbit could keep as a workflow."""

    id: str
    title: str
    says: str
    steps: str
    support: int = Field(description="How often it was done.")
    status: str = Field(description="offered, kept or dismissed.")
    kept_as: str | None = Field(default=None, description="The workflow's id, once it is kept.")


class Offers(BaseModel):
    """What waits for the user's word."""

    note: str = NAMES_ARE_DATA
    offers: list[Offered]


async def search_workflows(
    ctx: Call,
    text: Annotated[str, Field(min_length=1, max_length=4000, description="What is wanted.")],
    k: Count = 5,
) -> Workflows:
    """Find proven workflows by what they are for, best first."""
    engine = ctx.request_context.lifespan_context.engine
    hits = await engine.search(text, k)
    reliances: dict[str, Reliance] = await engine.call("reliances")
    found = [(await engine.workflow(hit.id), hit.score) for hit in hits]
    return Workflows(workflows=[_known(each, reliances, round(score, 4)) for each, score in found])


async def list_workflows(ctx: Call) -> Workflows:
    """Give every workflow that Orbit knows."""
    return await every_workflow(ctx.request_context.lifespan_context)


async def every_workflow(service: Service) -> Workflows:
    """Give every workflow in short, by id."""
    engine = service.engine
    reliances: dict[str, Reliance] = await engine.call("reliances")
    return Workflows(workflows=[_known(each, reliances) for each in await engine.workflows()])


async def show_workflow(ctx: Call, id: WorkflowId) -> WorkflowInFull:
    """Show a workflow: its slots with what to ask for each, its steps, what has to hold before and after."""
    return await one_workflow(ctx.request_context.lifespan_context, id)


async def one_workflow(service: Service, workflow_id: str) -> WorkflowInFull:
    """Give a workflow in full. Raises NotFoundError."""
    engine = service.engine
    workflow = await engine.workflow(workflow_id)
    reliance: Reliance = await engine.call("reliance", workflow_id=workflow_id)
    return WorkflowInFull(trusted=reliance.standing.trusted, workflow=workflow.model_dump(mode="json"))


async def offers(ctx: Call) -> Offers:
    """Give what Orbit has found in what the user does by hand, and could keep as a workflow."""
    found = await ctx.request_context.lifespan_context.engine.offers()
    return Offers(offers=[_offered(each) for each in found])


async def keep_offer(
    ctx: Call,
    id: OfferId,
    name: Annotated[str | None, Field(max_length=120, description="Call it this instead.")] = None,
) -> Offered | InputRequiredResult:
    """Keep an offer as a workflow. Only when the user has said so."""
    service = ctx.request_context.lifespan_context

    async def keep() -> Offered:
        return _offered(await service.engine.call("keep_offer", offer_id=id, name=name))

    return await service.change(ctx, f"Keep the offer {plain(id)} as a workflow", keep)


async def dismiss_offer(ctx: Call, id: OfferId) -> Offered | InputRequiredResult:
    """Turn an offer down; it is not made again. Only when the user has said so."""
    service = ctx.request_context.lifespan_context

    async def dismiss() -> Offered:
        return _offered(await service.engine.call("dismiss_offer", offer_id=id))

    return await service.change(ctx, f"Turn down the offer {plain(id)}", dismiss)


def _offered(offer: Offer) -> Offered:
    return Offered(
        id=offer.id,
        title=plain(offer.title),
        says=plain(offer.says, 1000),
        steps=plain(offer.steps, 1000),
        support=offer.support,
        status=offer.status,
        kept_as=offer.kept_as,
    )


def _known(workflow: Workflow, reliances: dict[str, Reliance], score: float | None = None) -> Known:
    reliance = reliances.get(workflow.workflow_name)
    return Known(
        id=workflow.workflow_name,
        title=plain(workflow.title),
        task=plain(workflow.task, 400),
        slots={name: slot.type for name, slot in workflow.slots.items()},
        source=workflow.provenance.source.value,
        trusted=reliance.standing.trusted if reliance else True,
        score=score,
    )


TOOLS: list[Announced] = [
    reads(search_workflows, "Search workflows"),
    reads(list_workflows, "List workflows"),
    reads(show_workflow, "Show a workflow"),
    reads(offers, "What could be learned"),
    changes(keep_offer, "Keep an offer"),
    changes(dismiss_offer, "Dismiss an offer"),
]
