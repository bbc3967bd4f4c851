"""What the rows of an Edit view say: a heading over names, names over values, a page number in passing.

In Name state the upper row reads the strip's name, the insert's number, the plug-in's whole name, the page
and how many there are; in Value state it reads the parameters' names, and for a moment after the page was
turned ``Page 2/3`` over the last two of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from daw_bridges.logic.naming import fits

__all__ = ["Heading", "heading", "names_of", "overlaps", "page_banner", "same_strip"]

_CELL = 7
_TAIL = re.compile(r"\s*(?:page\s*)?(?P<page>\d+)\s*/\s*(?P<pages>\d+)\s*$", re.IGNORECASE)
_INSERT = re.compile(r"^\W*(?:ins(?:ert)?\.?\s*#?\s*)?(?P<slot>\d{1,2})?\W*\s+", re.IGNORECASE)
_BANNER = re.compile(r"\bPage\s+(?P<page>\d+)\s*/\s*(?P<pages>\d+)")


@dataclass(frozen=True, slots=True)
class Heading:
    """The upper row in Name state; ``slot`` is None in Instrument Edit view."""

    strip: str
    slot: int | None
    plug_in: str
    page: int
    pages: int


def heading(row: str, strips: Iterable[str]) -> Heading | None:
    """The heading that an upper row is, for strips of these names; None where it is none.

    >>> heading("Lead Vox   Insert 3   Channel EQ              Page 2/6", ["Lead", "Lead Vox"])
    Heading(strip='Lead Vox', slot=3, plug_in='Channel EQ', page=2, pages=6)
    """
    tail = _TAIL.search(row)
    if tail is None:
        return None
    front = row[: tail.start()].strip()
    for strip in sorted(set(strips), key=len, reverse=True):
        if strip and front.casefold().startswith(strip.casefold() + " "):
            rest = front[len(strip) :]
            insert = _INSERT.match(rest)
            slot = int(insert["slot"]) if insert and insert["slot"] else None
            plug_in = (rest[insert.end() :] if insert else rest).strip()
            if plug_in:
                return Heading(strip, slot, plug_in, int(tail["page"]), int(tail["pages"]))
    return None


def page_banner(row: str) -> tuple[int, int] | None:
    """The page and how many there are, where the row says so in passing.

    >>> page_banner("Knee   Peak/S LimrOn LimThr Distrt Mix    Page 2/3      ")
    (2, 3)
    """
    found = _BANNER.search(row)
    return (int(found["page"]), int(found["pages"])) if found else None


def names_of(row: str) -> tuple[str, ...]:
    """The eight names of a row of 56 characters; one that runs on into an empty cell is read as one.

    >>> names_of("Mix    Intensity     Rate   -".ljust(56))[:4]
    ('Mix', 'Intensity', '', 'Rate')
    """
    parts = [row[place * _CELL : (place + 1) * _CELL].ljust(_CELL) for place in range(8)]
    names: list[str] = []
    whole = 0
    for place, part in enumerate(parts):
        runs_on = place > 0 and parts[place - 1][-1] != " " and part[0] != " "
        if runs_on:
            names[whole] += part.strip()
        else:
            whole = place
        names.append("" if runs_on else part.strip())
    return tuple(names)


def overlaps(before: Sequence[object], after: Sequence[object]) -> list[int]:
    """How many parameters the last page can have in common with the one before it: 0 is always possible.

    >>> overlaps("ABCDEFGH", "DEFGHIJK"), overlaps("ABABABAB", "ABABABAC")
    ([0, 5], [0, 2, 4, 6])
    """
    size = len(before)
    return [
        0,
        *(common for common in range(1, size) if list(before[size - common :]) == list(after[:common])),
    ]


def same_strip(one: str, other: str) -> bool:
    """Whether two readings of a strip's name, shortened or not, can be one name."""
    return fits(one, other) or fits(other, one)
