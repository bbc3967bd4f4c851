"""Colours by name, as Live's palette has them: a host that snaps to its palette then shows what was asked."""

from __future__ import annotations

__all__ = ["COLORS"]

COLORS: dict[str, str] = {
    "red": "#ff3636",
    "orange": "#f66c03",
    "brown": "#99724b",
    "gold": "#cc9927",
    "yellow": "#fff034",
    "lime": "#87ff67",
    "light green": "#87ff67",
    "green": "#3dc300",
    "dark green": "#3dc300",
    "teal": "#00bfaf",
    "turquoise": "#00bfaf",
    "cyan": "#19e9ff",
    "aqua": "#19e9ff",
    "light blue": "#8bc5ff",
    "sky blue": "#8bc5ff",
    "blue": "#10a4ee",
    "dark blue": "#007dc0",
    "deep blue": "#007dc0",
    "navy": "#007dc0",
    "purple": "#886ce4",
    "violet": "#886ce4",
    "lilac": "#b677c6",
    "lavender": "#b677c6",
    "magenta": "#ff39d4",
    "pink": "#ff94a6",
    "hot pink": "#ff39d4",
    "white": "#ffffff",
    "light gray": "#d0d0d0",
    "gray": "#a9a9a9",
    "dark gray": "#7b7b7b",
    "black": "#3c3c3c",
    "salmon": "#ffa374",
    "peach": "#ffa374",
    "beige": "#d3ad71",
}
