"""The form of a song: its sections by bar, and which of a session's loops play in each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import AfterValidator, Field

from daw_bridges.errors import NotPossibleError
from daw_bridges.quantities import beats_per_bar
from daw_bridges.references import track_reference
from daw_bridges.session import Clip, Session
from orbit.workflows.patterns.pattern import Gives, Pattern, known_by_name, repertoire
from orbit.workflows.roles import role_of

__all__ = ["Arrangement", "Sections", "section_names"]

_MOST = 32
_SECTION = re.compile(r"\s*(?P<name>[^\d,;|]*[^\d\s,;|])\s*(?P<bars>\d{1,3})\s*(?P<unit>\w*)\s*")


class _Section(NamedTuple):
    name: str
    bar: int
    bars: int


def _form(text: str) -> str:
    form = known_by_name("forms", text) or text
    parts = [_SECTION.fullmatch(part) for part in re.split(r"[,;|]", form) if part.strip()]
    sections = [f"{part['name']} {part['bars']}" for part in parts if part and _counts_bars(part)]
    if not sections or len(sections) != len(parts) or len(parts) > _MOST:
        known = ", ".join(repertoire()["forms"])
        raise ValueError(f"is sections with their bars (Intro 8, Verse 16, Chorus 8), or one of {known}")
    return ", ".join(sections)


def _counts_bars(part: re.Match[str]) -> bool:
    return int(part["bars"]) > 0 and part["unit"].casefold() in repertoire()["bars"]


@cache
def section_names() -> frozenset[str]:
    """The sections of the forms that are known by name, in lower case."""
    return frozenset(
        section.name.casefold()
        for form in repertoire()["forms"]
        for section in Sections(form=form).sections()
    )


class Sections(Pattern):
    """The sections of a form: ``item.name`` (with its number where there are several), ``bar``, ``bars``.

    ``end`` adds where the last one ends.
    """

    gives: ClassVar[Gives] = Gives.ITEMS
    pattern: Literal["sections"] = "sections"
    form: Annotated[str, AfterValidator(_form)]
    from_bar: Annotated[float, Field(ge=1, le=10_000)] = 1
    end: bool = False

    def made(self, session: Session) -> list[dict[str, Any]]:
        """The sections in order."""
        del session
        found = list(self.sections())
        often, seen = Counter(section.name for section in found), Counter[str]()
        if self.end:
            found.append(_Section("End", found[-1].bar + found[-1].bars, 0))
        items: list[dict[str, Any]] = []
        for section in found:
            seen[section.name] += 1
            number = f" {seen[section.name]}" if often[section.name] > 1 else ""
            items.append(section._asdict() | {"name": section.name + number})
        return items

    def sections(self) -> Iterator[_Section]:
        """The sections by their plain names."""
        bar = round(self.from_bar)
        for part in self.form.split(", "):
            name, bars = part.rsplit(" ", 1)
            yield _Section(name, bar, int(bars))
            bar += int(bars)


class _Loop(NamedTuple):
    track: str
    clip: Clip
    layer: str


class Arrangement(Sections):
    """Where the loops of one row go in a form: ``item.track``, ``item.clip``, ``item.name``, ``item.bar``.

    The row is the first of those that hold the most clips. Everybody plays in a chorus or a drop, fewer
    elsewhere.
    """

    pattern: Literal["arrangement"] = "arrangement"  # pyright: ignore[reportIncompatibleVariableOverride]

    def made(self, session: Session) -> list[dict[str, Any]]:
        """A placement for each time that a loop plays."""
        loops, whole = _loops(session), beats_per_bar(session.time_signature)
        return [
            {"track": loop.track, "clip": f"#{loop.clip.slot}", "name": loop.clip.name, "bar": bar}
            for loop in loops
            for section in self.sections()
            if loop in _players(section, loops)
            for bar in _bars(section, loop, loop.clip.length_beats / whole)
        ]


def _players(section: _Section, loops: list[_Loop]) -> list[_Loop]:
    layers = known_by_name("plays", section.name)
    playing = [loop for loop in loops if layers is None or loop.layer in layers]
    return playing or loops  # a section that nobody would play is no rest but a mistake


def _bars(section: _Section, loop: _Loop, length: float) -> Iterator[float]:
    if length > section.bars + 1e-6:
        raise NotPossibleError(
            f"“{loop.clip.name}” on “{loop.track}” lasts {length:g} bars, and {section.name} only "
            f"{section.bars}. Make the sections longer, or the loop shorter."
        )
    for number in range(int(section.bars / length + 1e-6)):
        yield section.bar + number * length


def _loops(session: Session) -> list[_Loop]:
    rows = Counter(clip.slot for track in session.tracks for clip in track.clips)
    if not rows:
        raise NotPossibleError("There is no clip in the session view to arrange. Record or write one first.")
    row = min(slot for slot, count in rows.items() if count == max(rows.values()))
    layers = {role: layer for layer, roles in repertoire()["layers"].items() for role in roles}
    return [
        _Loop(track_reference(session, index), clip, layers.get(role_of(track), "lead"))
        for index, track in enumerate(session.tracks)
        for clip in track.clips
        if clip.slot == row and clip.length_beats > 0
    ]
