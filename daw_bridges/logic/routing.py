"""Where strips get their signal from and send it to, read from the Track and Send Mixer views."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from daw_bridges.logic.banking import ChangedError
from daw_bridges.logic.columns import names, origins
from daw_bridges.logic.pages import Pages
from daw_bridges.logic.strips import Desk
from daw_bridges.mackie.buttons import STRIPS, Button

__all__ = ["Sent", "plain_port", "read_ports", "read_sends"]

_SENDS = 8
_EMPTY = ("", "--")
_VALUES = 6
_PORT = re.compile(r"^(?P<word>[A-Za-z]+)\s*(?P<number>\d.*)$")
_LEVEL = re.compile(r"^(?P<sign>[+\-−]?)\s*(?P<number>\d+(?:[.,]\d*)?|oo|∞)")
_WHOLE = {"st out": "Stereo Out", "stout": "Stereo Out", "input": "Input", "bus": "Bus"}


@dataclass(frozen=True, slots=True)
class Sent:
    """One send: its slot from 0, where it goes as the display reads it, and how much of it in dB."""

    slot: int
    to: str
    db: float = -math.inf


@dataclass
class _Ports:
    """Inputs and outputs by the strip's place."""

    inputs: dict[int, str] = field(default_factory=dict[int, str])
    outputs: dict[int, str] = field(default_factory=dict[int, str])


def plain_port(text: str) -> str | None:
    """An input or output as Logic calls it, from what the display reads; None where it reads nothing.

    >>> plain_port("Input1"), plain_port("Bus 12"), plain_port("St Out"), plain_port("--")
    ('Input 1', 'Bus 12', 'Stereo Out', None)
    """
    if text in _EMPTY:
        return None
    whole = _WHOLE.get(text.casefold())
    if whole:
        return whole
    match = _PORT.match(text)
    return f"{match['word']} {match['number']}" if match else text


def level_of_send(text: str) -> float:
    """A send's level in dB from its cell.

    >>> level_of_send("-12.0"), level_of_send("+0.0dB"), level_of_send("-oo dB")
    (-12.0, 0.0, -inf)
    """
    match = _LEVEL.match(text)
    if match is None or not match["number"][0].isdigit():
        return -math.inf
    value = float(match["number"].replace(",", "."))
    return -value if match["sign"] in ("-", "−") and value else value


async def read_ports(desk: Desk) -> tuple[dict[int, str], dict[int, str]]:
    """Inputs and outputs of all strips by place, as they are displayed. Raises as ``Pages.banks`` does."""
    pages, found = Pages(desk, Button.TRACK), _Ports()
    async for origin in pages.banks():
        await _ports_of_bank(pages, desk, origin, found)
    return found.inputs, found.outputs


async def _ports_of_bank(pages: Pages, desk: Desk, origin: int, found: _Ports) -> None:
    """The input stands left of the output (volume, pan, format, input, output, automation)."""
    label, values = await pages.turned_over(Button.NAME_VALUE)
    for _ in range(_VALUES):
        if label.casefold().startswith("out"):
            break
        label, values = await pages.turned_over(Button.RIGHT)
    _, inputs = await pages.turned_over(Button.LEFT)
    await pages.turned_over(Button.RIGHT, Button.NAME_VALUE)
    # The name of the value may stand over the last two names for a moment.
    row = names(desk.surface)
    if origin not in origins(row, desk.bank.shorts, frozenset((6, 7))):
        raise ChangedError("The mixer moved while inputs and outputs were read.")
    found.inputs |= _placed(origin, inputs)
    found.outputs |= _placed(origin, values)


def _placed(origin: int, values: tuple[str, ...]) -> dict[int, str]:
    return {origin + slot: value for slot, value in enumerate(values)}


async def read_sends(desk: Desk) -> dict[int, list[Sent]]:
    """All sends of all strips by place. Raises as ``Pages.banks`` does."""
    pages = Pages(desk, Button.SEND)
    found: dict[int, list[Sent]] = {}
    async for origin in pages.banks():
        for place, sent in await _sends_of_bank(pages, origin):
            sends = found.setdefault(place, [])
            if sent not in sends:
                sends.append(sent)
    return found


async def _sends_of_bank(pages: Pages, origin: int) -> list[tuple[int, Sent]]:
    found: list[tuple[int, Sent]] = []
    # From the first send's destination on, wherever the view was left.
    lefts = [] if origin else [Button.LEFT] * 3
    to = await pages.values(*[Button.UP] * (pages.number(_SENDS) - 1), *lefts)
    for slot in range(_SENDS):
        if all(text in _EMPTY for text in to):
            break
        levels = await pages.values(Button.RIGHT, Button.NAME_VALUE)
        found += [
            (origin + cell, Sent(slot, to[cell], level_of_send(levels[cell])))
            for cell in range(STRIPS)
            if to[cell] not in _EMPTY
        ]
        to = await pages.values(Button.NAME_VALUE, Button.LEFT, Button.DOWN)
    return found
