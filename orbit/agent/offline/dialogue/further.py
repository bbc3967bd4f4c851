"""Values and directions as a follow-up has them: "-35 then", "further, 500 hertz", "still too quiet"."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from daw_bridges.actions import SetPan, SetParameter
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from orbit.agent.offline.dialogue.evidence import Piece
from orbit.agent.offline.dialogue.heard import CORRECTS, Heard, in_words
from orbit.agent.offline.dialogue.past import subjects, was_relative
from orbit.agent.offline.dialogue.said import Again, Correct, Longer, More, Request, Turn
from orbit.agent.readings import aim, unit_of

__all__ = ["VALUED"]

_A_BIT = 2.0
_A_LOT = 3.0
"""Of what is far too loud, no more is taken at once: it is easily said again."""


def _turned(said: Heard) -> Turn | None:
    last = said.actions[-1:]
    tracks = [piece.value for piece in said.pieces.all("tracks")]
    if last and isinstance(last[0], SetPan) and len(tracks) == 1 and isinstance(tracks[0], tuple):
        side = "right" if last[0].pan < 0 else "left"
        names = " and ".join(f'"{name}"' for name in cast("tuple[str, ...]", tracks[0]))
        mirrored = Request(f"pan {names} {abs(last[0].pan) * 100:g}% {side}")
        return mirrored if said.says(("turned",), ("tracks", "add")) else None
    return More(share=-1.0) if said.says(("turned",), ("no", "meant", "again")) else None


def _share(said: Heard) -> Turn | None:
    half = said.pieces.any("half")
    if half == said.pieces.any("double"):
        return None
    may = ("overdone", "no", "meant", "more", "further", "less")
    return More(share=0.5 if half else 2.0, of_value=True) if said.says(("half", "double"), may) else None


def _longer(said: Heard) -> Turn | None:
    needs, may = ("longer", "shorter", "half", "double"), ("value", "add", "no", "more", "further")
    if not said.edits & {"set_loop", "create_clip"} or not said.says(needs, may):
        return None
    way = 1 if said.pieces.any("longer", "double") else -1
    if lengths := [said.value("bars", piece) for piece in said.pieces.all("value")]:
        return Longer(bars=way * lengths[0]) if len(lengths) == 1 and isinstance(lengths[0], float) else None
    return Longer(times=2.0 if way > 0 else 0.5) if said.pieces.any("half", "double") else None


def _lasting(said: Heard) -> Turn | None:
    """A time that was set last, longer or shorter."""
    last = said.actions[-1:]
    if not last or not isinstance(last[0], SetParameter) or unit_of(last[0]) is not Unit.MS:
        return None
    if not said.says(("longer", "shorter"), ("size", "more", "further", "no", "add")):
        return None
    sizes = said.pieces.all("size")
    way = 1 if said.pieces.any("longer") else -1
    return More(way, _TIMES * (sizes[0].value if sizes else _A_BIT), absolute=True)


_TIMES = 2.0
"""A time changes audibly by more than what else is stepped by the same words."""


def _sided(said: Heard) -> Turn | None:
    """Further to one side: "more to the left"."""
    values = said.pieces.all("value")
    last = said.actions[-1:]
    if not last or not isinstance(last[0], SetPan) or not last[0].pan or len(values) != 1:
        return None
    side = {"left": -1, "right": 1}.get(values[0].tokens[-1].text)
    numbers = any(token.number is not None for token in values[0].tokens)
    if side is None or numbers or not said.says(("more", "further", "less"), ("value", "size", "add")):
        return None
    way = side if last[0].pan > 0 else -side
    sizes = said.pieces.all("size")
    return More(-way if said.pieces.any("less") else way, sizes[0].value if sizes else _A_BIT, of_value=True)


_IN_DB = ("set_volume", "set_send", "set_parameter")


def _beside(said: Heard) -> Turn | None:
    """Another setting of the track that was spoken of: "and down 3 dB" after a panning."""
    values = said.pieces.all("value")
    if len(values) != 1 or not said.says(("value",), ("up", "down", "add")) or not subjects(said.actions):
        return None
    text = in_words(values[0].tokens)
    if values[0].tokens[-1].text == "db" and said.edits.isdisjoint(
        {"set_volume", "set_send", "set_parameter"}
    ):
        ways = [way for way in ("up", "down") if said.pieces.any(way)]
        return Request(f"turn it {ways[0]} {text}") if len(ways) == 1 else None
    sided = isinstance(said.value("side", values[0]), float) and not said.pieces.any("up", "down")
    return Request(f"pan it {text}") if sided and "set_pan" not in said.edits else None


def _valued(said: Heard) -> Turn | None:
    if said.pieces.any("add", "again") and said.says(("name",), ("add", "again")):
        named = said.pieces.all("name")
        return Again(name=str(named[0].value)) if len(named) == 1 else None
    may = (*_WAYS, "no", "meant", "add", "again", "name", "overdone", "quality", "back", "spared value")
    values, names = said.pieces.all("value"), said.pieces.all("name")
    if said.last is None or not said.says(("value",), may) or len(values) != 1 or len(names) > 1:
        return None
    name = str(names[0].value) if names else ""
    if said.pieces.any(*_WAYS):
        return _by_so_much(said, values[0])
    if said.pieces.any("add", "again") and not said.pieces.any("no", "meant"):
        return Again(value=values[0].tokens, name=name)
    tokens = values[0].tokens
    return None if name else Correct(rest=tokens, text=in_words(tokens), marked=said.pieces.any(*CORRECTS))


_WAYS = ("up", "down", "more", "further", "less")


def _by_so_much(said: Heard, value: Piece) -> Turn | None:
    """How far something goes on, or where to: "200 hertz less" is how far, "further, 500 hertz" is where."""
    if said.pieces.any("name", "quality"):
        return None
    up_or_down, instead = said.pieces.any("up", "down"), said.pieces.any("no", "meant")
    at = said.tokens.index(value.tokens[0])
    if at and said.tokens[at - 1].text in ("to", "at"):
        marked = said.pieces.any(*CORRECTS)
        where_to = Correct(rest=value.tokens, text=in_words(value.tokens), marked=True)
        return where_to if marked else Again(value=value.tokens)
    labels = [piece.label for piece in said.pieces.pieces]
    before = labels.index("value") < max(labels.index(mark) for mark in _WAYS if mark in labels)
    steps = before or said.value("amount", value) is not None
    amount = _how_far(said, value) if steps and not value.tokens[0].text.startswith("-") else None
    if amount is not None:
        way = -1 if said.pieces.any("down", "less") else 1
        plain = said.pieces.any("more", "less")
        if instead and not up_or_down:
            relative = said.last is None or was_relative(said.last.request, said.actions)
            return None if relative or not plain else More(way, amount, exact=True, of_value=True)
        return More(way, amount, absolute=up_or_down, exact=True, of_value=plain, instead=instead)
    return None if before or up_or_down or instead else Again(value=value.tokens)


def _how_far(said: Heard, value: Piece) -> float | None:
    """The number of a value whose unit is that of what was set last."""
    aimed = [action for action in said.actions if aim(action) is not None]
    if not aimed:
        return None
    text = in_words(value.tokens)
    bpm = text.removesuffix(" bpm") if aimed[-1].action == "set_tempo" else text
    try:
        quantity = parse_quantity(bpm)
    except QuantityError:
        return None
    return quantity.value if quantity.unit in (Unit.NONE, unit_of(aimed[-1])) else None


def _another(said: Heard) -> Turn | None:
    """As far as is said beyond that: "another dB"."""
    sizes = said.pieces.all("size")
    if len(sizes) != 1 or not said.says(("add",), ("size", "again")):
        return None
    another = any(in_words(piece.tokens).startswith("another") for piece in said.pieces.all("add"))
    aimed = any(aim(action) is not None for action in said.actions)
    return More(1, sizes[0].value) if another and aimed else None


def _direction(said: Heard) -> Turn | None:
    needs = ("overdone", "quality", *_WAYS)
    if not any(aim(action) is not None for action in said.actions):
        return None
    if not said.says(needs, ("size", "no", "again", "add")) or len(said.pieces.labels & {*needs}) != 1:
        return None
    sizes = said.pieces.all("size")
    amount = sizes[0].value if len(sizes) == 1 else None
    quality = said.pieces.first("quality")
    if quality is not None:
        return More(quality.value.way, min(amount or _A_BIT, _A_LOT), absolute=True)
    if said.pieces.any("overdone"):
        return More(-1, amount) if amount else More(share=0.5)
    if said.pieces.any("no") and said.pieces.any("up", "down") and amount is None:
        return More(share=-1.0)
    way = -1 if said.pieces.any("down", "less") else 1
    plain = said.pieces.any("more", "less")
    return More(way, amount, absolute=said.pieces.any("up", "down"), of_value=plain)


VALUED: tuple[Callable[[Heard], Turn | None], ...] = (
    _turned, _longer, _lasting, _share, _sided, _beside, _valued, _another, _direction,
)  # fmt: skip
"""The readers, in their order."""
