"""Prompts that a producer picks: each a way of using the tools, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from orbit.interfaces.mcp.plain import plain

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from orbit.interfaces.mcp.service import Service

__all__ = ["add_prompts"]

Track = Annotated[str, Field(description="A track's name.")]


async def check_the_mix() -> str:
    """Look at the session and say what stands out, without changing anything."""
    return (
        "Look at my session with Orbit (`session`, and one track in full where you need it). Say what stands "
        "out: levels near or above 0 dB, tracks without a low cut, nothing on the returns, everything in the "
        "middle. For each, say which workflow would help (`search_workflows`) and show its plan (`plan`). "
        "Change nothing until I say so."
    )


async def duck(target: Track = "Bass", source: Track = "Kick") -> str:
    """Make one track duck under another."""
    return (
        f"Make “{plain(target)}” duck under “{plain(source)}” with Orbit: plan the workflow "
        "sidechain-compression with these as target and source, tell me the threshold, ratio and release it "
        "would set, and carry it out when I agree."
    )


async def vocal_chain(track: Track = "Lead Vox") -> str:
    """Put a vocal chain on a track."""
    return (
        f"Put a vocal chain on “{plain(track)}” with Orbit: plan the workflow vocal-chain for it, tell me in "
        "one line per device what it does, and carry it out when I agree."
    )


async def prepare_a_mix() -> str:
    """Set up a mix: colours, gain staging, low cuts and returns."""
    return (
        "Prepare my session for mixing with Orbit. Look at it first. Then propose in order: color-code, "
        "gain-staging, low-cut-cleanup, reverb-send. Show each plan and carry it out when I agree; leave "
        "out what is there already."
    )


async def what_happened() -> str:
    """Say what was done lately, and what could be taken back."""
    return (
        "Tell me with Orbit what was done in my session lately (`what_was_done`), by you, by Orbit and by "
        "hand, what failed (`what_failed`), and what `undo` would take back now. Change nothing."
    )


async def learn_from_me() -> str:
    """Go through what Orbit has learned from what I do by hand."""
    return (
        "Show me what Orbit has found in what I do by hand (`offers`): each with what it does and how often "
        "I did it. Ask me about each one whether to keep it and what to call it, or to dismiss it."
    )


def add_prompts(server: MCPServer[Service]) -> None:
    """Offer the prompts."""
    for prompt in (check_the_mix, duck, vocal_chain, prepare_a_mix, what_happened, learn_from_me):
        named: Any = server.prompt(title=str(prompt.__doc__).partition("\n")[0].rstrip("."))
        named(prompt)
