"""Procedures as AppleScript over System Events.

All that differs between two scripts of a kind are literals (``quoting``): what is done is in the handlers,
one file each in ``handlers/``, of which a script holds those it calls. A handler's file says on its second
line which others it needs. Logic itself is sent nothing: it has no dictionary, and System Events is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

from daw_bridges.logic.key_commands import command
from daw_bridges.logic.macos import gestures as g
from daw_bridges.logic.macos.application import BUNDLES
from daw_bridges.logic.macos.elements import element
from daw_bridges.logic.macos.procedure import Procedure
from daw_bridges.logic.macos.quoting import literal

__all__ = ["HANDLERS", "render"]

HANDLERS = Path(__file__).with_name("handlers")

_HEAD = """\
-- {name}: written by Orbit, run by osascript; it takes Accessibility, and Automation of System Events.
property theBundles : {bundles}
property theHeaderPath : {headers}
property theHeaders : missing value
property theMarked : {{}}
property theMarkedRow : ""
property theReading : ""

on run
{calls}
	return my theReading
end run
"""

_Call = tuple[str, str, tuple[Any, ...]]
"""A handler's file, the handler, and its arguments."""


def render(procedure: Procedure) -> str:
    """Write the script of a procedure. Raises NotPossibleError for a text that no script can hold."""
    calls = [_call(gesture) for gesture in procedure.gestures]
    head = _HEAD.format(
        name=procedure.name,
        bundles=literal(BUNDLES),
        headers=literal(element("track_headers").path),
        calls="\n".join(f"\tmy {name}({', '.join(map(literal, given))})" for _, name, given in calls),
    )
    files = dict.fromkeys(each for file, _, _ in calls for each in _with_needs(file))
    return "\n".join([head, *(_source(file) for file in sorted(files))])


def _call(gesture: g.Gesture) -> _Call:
    return cast("Callable[[g.Gesture], _Call]", _CALLS[type(gesture)])(gesture)


def _menus(gesture: g.Command) -> _Call:
    found = command(gesture.id)
    return "pressMenu", "pressMenu", (found.menus, found.id)


def _at(file: str, id: str, *more: Any) -> _Call:
    return file, file, (element(id).path, id, *more)


_CALLS: dict[type[g.Gesture], Callable[[Any], _Call]] = {
    g.Activate: lambda _: ("activateLogic", "activateLogic", ()),
    g.Command: _menus,
    g.Undo: lambda _: ("undoLast", "undoLast", ()),
    g.RequireSelected: lambda each: ("requireSelected", "requireSelected", (each.track,)),
    g.SelectTrack: lambda each: ("selectTrack", "selectTrack", (each.track,)),
    g.MarkTracks: lambda _: ("markTracks", "markTracks", ()),
    g.AwaitNewTrack: lambda _: ("markTracks", "awaitNewTrack", ()),
    g.AwaitTrackGone: lambda each: ("markTracks", "awaitTrackGone", (each.track,)),
    g.RequireMarked: lambda _: ("requireMarked", "requireMarked", ()),
    g.MarkStrips: lambda _: ("mixer", "markStrips", ()),
    g.ChooseInMixer: lambda each: ("mixer", "chooseInMixer", (each.menu, each.item)),
    g.NameNewStrip: lambda each: ("mixer", "nameNewStrip", (each.name,)),
    g.NameStrip: lambda each: ("mixer", "nameStrip", (each.strip, each.name)),
    g.TypeText: lambda each: ("typeText", "typeText", (each.text,)),
    g.StepTo: lambda each: _at("stepTo", each.element, each.target),
    g.Choose: lambda each: _at("chooseItem", each.element, each.item),
    g.Press: lambda each: _at("pressElement", each.element),
    g.Answer: lambda each: (
        "answerDialog",
        "answerDialog",
        (each.heading, each.buttons, round(each.seconds * 10)),
    ),
    g.OpenFile: lambda each: ("openFile", "openFile", (each.path,)),
    g.ReadValue: lambda each: _at("readValue", each.element),
    g.ReadSelected: lambda _: ("readSelected", "readSelected", ()),
}


def _with_needs(file: str) -> Iterator[str]:
    yield file
    for needed in _needs(file):
        yield from _with_needs(needed)


@cache
def _source(file: str) -> str:
    return (HANDLERS / f"{file}.applescript").read_text(encoding="ascii")


@cache
def _needs(file: str) -> tuple[str, ...]:
    found = re.search(r"^-- needs: (.+)$", _source(file), re.MULTILINE)
    return tuple(found[1].split()) if found else ()
