"""Text for a page: what comes from sets and other people's files stands in it as text, never as markup."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity

__all__ = ["chip", "chips", "db_told", "fader_share", "pan_told", "tag", "text"]


def text(value: object) -> str:
    """Give anything as text of a page."""
    return escape(str(value), quote=True)


def tag(name: str, content: object = "", css: str = "", **attributes: object) -> str:
    """Give an element with a text in it; ``attributes`` are written with _ for -."""
    told = {"class": css} if css else {}
    told |= {key.rstrip("_").replace("_", "-"): str(value) for key, value in attributes.items()}
    inside = "".join(f' {key}="{text(value)}"' for key, value in told.items())
    return f"<{name}{inside}>{text(content)}</{name}>"


def chip(content: object, css: str = "") -> str:
    """Give a small label."""
    return tag("span", content, f"chip {css}".strip())


def chips(each: Iterable[str]) -> str:
    """Put labels in a row."""
    return f'<div class="chips">{"".join(each)}</div>'


def db_told(db: float) -> str:
    """Say a level as a mixer's display does."""
    return "−∞ dB" if math.isinf(db) else format_quantity(Quantity(db, Unit.DB)).replace("-", "−")


def pan_told(pan: float) -> str:
    """Say a panning as a mixer's display does."""
    return format_pan(pan)


def fader_share(db: float) -> float:
    """Say how far up a fader stands, 0 to 1; 0 dB is at 0.85, and below −18 dB steps get smaller."""
    if math.isinf(db):
        return 0.0
    share = 0.85 + db / 40 if db >= -18 else 0.4 * math.exp((db + 18) / 16)
    return min(max(share, 0.0), 1.0)
