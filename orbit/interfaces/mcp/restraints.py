"""What the user wants to be asked before: no other assistant lets go of it.

At this door every sentence is an assistant's, also one that says “forget that I wanted to be asked”. So what
it takes away is put back, unless the user agrees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.interfaces.mcp.plain import plain
from orbit.memory.preferences import Ask, Confirm, Protect

if TYPE_CHECKING:
    from orbit.interfaces.mcp.requests import UnderWay
    from orbit.memory.preferences import Known
    from orbit.server import Engine

__all__ = ["restraints", "restraints_kept"]


async def restraints(engine: Engine) -> dict[str, Known]:
    """Give what makes Orbit ask before it does something, by id."""
    known: list[Known] = await engine.call("preferences")
    return {each.id: each for each in known if _restrains(each)}


async def restraints_kept(engine: Engine, before: dict[str, Known], under_way: UnderWay | None) -> str:
    """Put back what is gone since, unless the user agrees (None: beforehand); say what was put back."""
    now = await restraints(engine)
    gone = [known for its_id, known in before.items() if its_id not in now]
    if not gone or under_way is None or await under_way.ask(_asked(gone)):
        return ""
    for known in gone:
        await engine.call("prefer", preference=known.preference, words=known.words)
    return f"What you want to be asked before stays as it was: {_told(gone)}. Only the user can change that."


def _restrains(known: Known) -> bool:
    preference = known.preference
    return isinstance(preference, Protect | Ask) or (isinstance(preference, Confirm) and preference.on)


def _asked(gone: list[Known]) -> str:
    return f"Orbit asks for your consent: to stop asking you as you wanted it to ({_told(gone)})."


def _told(gone: list[Known]) -> str:
    return "; ".join(plain(known.preference.describe()) for known in gone)
