"""Why a search found what it found, for people: what was weighed for each, and what was passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from orbit.memory.retrieval import Considered, Explanation

__all__ = ["explanation_view"]

_DECISIONS = {
    "Match": "The first one may be taken without asking.",
    "Ask": "Orbit would ask which of them is meant.",
    "Abstain": "None of them is close enough, so Orbit would use none.",
}


def explanation_view(told: Explanation) -> RenderableType:
    """Tell what was read of a request, what was weighed for each workflow, and what is decided."""
    parts: list[RenderableType] = []
    if told.read_as != told.request:
        parts.append(Text(f"Read as “{told.read_as}”", style="dim"))
    if not told.by_meaning:
        parts.append(Text("By words alone, without an embedder.", style="dim"))
    parts += [_considered(each) for each in told.considered]
    return Group(*parts, Text(f"\n{_DECISIONS[type(told.decision).__name__]}"))


def _considered(each: Considered) -> Text:
    hit = each.hit
    lines = Text(f"\n{hit.score:.2f}  ")
    lines.append(hit.id, style="bold")
    lines.append(f"  {hit.title}, {hit.confidence:.0%} sure", style="dim")
    lines.append("\n      " + ", ".join(f"{kind} {points:+.3f}" for kind, points in each.evidence.items()))
    for label, words in (("mentions", each.speaks_of), ("does not mention", each.says_nothing_of)):
        if words:
            lines.append(f"\n      {label}: {', '.join(words)}")
    for warning in hit.warnings:
        lines.append(f"\n      {warning}", style="yellow")
    if hit.blocked:
        lines.append(f"\n      passed over: {hit.blocked}", style="red")
    return lines
