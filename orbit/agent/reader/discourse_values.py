"""Values and directions of a follow-up: "-35 then", "further, 500 hertz", "two more", "still too quiet"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from daw_bridges.actions import SetPan, SetParameter, SetTempo
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from orbit.agent.offline.dialogue.handling import is_of_a_device, parameter_meant, worked_on
from orbit.agent.offline.dialogue.past import edits_of, subjects, was_relative
from orbit.agent.offline.dialogue.said import Again, Correct, Longer, More, Request, Settings, Turn
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.discourse import Heard, Piece, in_words
from orbit.agent.reader.discourse_lexicon import listed
from orbit.agent.readings import aim, read_there, unit_of

__all__ = ["VALUED", "corrected", "how_far", "quantity", "side_of"]

_SAME = 0.05
_A_BIT, _A_LOT = 2.0, 3.0
"""Of what is far too loud, no more than that is taken at once: it is easily said again."""
_TIMES = 2.0
"""A time changes audibly by more than what else is stepped by the same words."""


def quantity(piece: Piece) -> tuple[float, Unit | str | None] | None:
    """The number of a value and its unit, "bpm" for a tempo's; None for what is no number."""
    text = in_words(piece.tokens)
    try:
        quantity = parse_quantity(text.removesuffix(" bpm"))
    except QuantityError:
        return None
    unit = "bpm" if text.endswith(" bpm") else quantity.unit
    return quantity.value, None if unit is Unit.NONE else unit


def corrected(tokens: Sequence[Token], *, marked: bool = True) -> Correct:
    """A correction of a value alone."""
    return Correct(rest=tokens, text=in_words(tokens), marked=marked)


def side_of(piece: Piece) -> str | None:
    """The side that a value without a number is."""
    numbers = any(token.number is not None for token in piece.tokens)
    return {"left": "left", "right": "right"}.get(piece.tokens[-1].text) if not numbers else None


def _turned(said: Heard) -> Turn | None:
    aimed = any(aim(action) is not None for action in said.actions)
    values = said.all("value")
    if not values:
        return More(share=-1.0) if aimed else None
    # "The other hand: 10 left" says where to.
    return corrected(values[0].tokens) if len(values) == 1 else None


def _share(said: Heard) -> Turn | None:
    half = said.any("half")
    aimed = any(aim(action) is not None for action in said.actions)
    if said.any("all") and len(subjects(said.actions)) < 2:
        return None  # of one thing there is no both
    return More(share=0.5 if half else 2.0, of_value=True) if aimed and half != said.any("double") else None


def _longer(said: Heard) -> Turn | None:
    if not said.edits & {"set_loop", "create_clip"}:
        return None
    way = 1 if said.any("longer", "double") else -1
    if lengths := [said.value("bars", piece) for piece in said.all("value")]:
        return Longer(bars=way * lengths[0]) if len(lengths) == 1 and isinstance(lengths[0], float) else None
    return Longer(times=2.0 if way > 0 else 0.5) if said.any("half", "double") else None


def _lasting(said: Heard) -> Turn | None:
    """A time that was set last, longer or shorter."""
    last = said.actions[-1:]
    if not last or not isinstance(last[0], SetParameter) or unit_of(last[0]) is not Unit.MS:
        return None
    sizes = said.all("size")
    way = 1 if said.any("longer") else -1
    return More(way, _TIMES * (sizes[0].value if sizes else _A_BIT), absolute=True)


def _sided(said: Heard) -> Turn | None:
    """Further to one side: "more to the left"."""
    values, last = said.all("value"), said.actions[-1:]
    if not last or not isinstance(last[0], SetPan) or not last[0].pan or len(values) != 1:
        return None
    if (named := side_of(values[0])) is None:
        return None
    side = -1 if named == "left" else 1
    way = side if last[0].pan > 0 else -side
    sizes = said.all("size")
    return More(-way if said.any("less") else way, sizes[0].value if sizes else _A_BIT, of_value=True)


def _beside(said: Heard) -> Turn | None:
    """Another setting of the track that was spoken of: "and down 3 dB" after a panning."""
    values = said.all("value")
    if len(values) != 1 or not subjects(said.actions):
        return None
    text, ways = in_words(values[0].tokens), [way for way in ("up", "down") if said.any(way)]
    of = {edit for piece in said.all("other noun") for edit in piece.value}
    if of and (is_of_a_device(said.actions[-1]) or not {"set_volume", "set_pan"} >= of - {"set_send"}):
        return None  # its volume, or the track's
    levels = said.edits & {"set_volume", "set_send", "set_parameter"}
    if "set_volume" in of or (not of and not levels and values[0].tokens[-1].text == "db" and ways):
        return Request(f"turn it {ways[0]} {text}" if ways else f"set its volume to {text}")
    sided = isinstance(said.value("side", values[0]), float) and not ways
    return Request(f"pan it {text}") if sided and "set_pan" not in said.edits else None


_WAYS = ("up", "down", "more", "further", "less")


def _valued(said: Heard) -> Turn | None:
    values, names = said.all("value"), said.all("name")
    if len(values) != 1 or len(names) > 1:
        return None
    if said.last is None:
        return corrected(values[0].tokens) if said.corrects or said.any("sorry") else None
    if (beyond := _beyond(said, values[0])) is not None:
        return beyond
    way = int(said.any("up")) - int(said.any("down"))
    if said.any("overdone") and way and way == _went(said):
        return None  # "too far, only down 2": two further, or two in all
    name, tokens = str(names[0].value) if names else "", values[0].tokens
    if said.any(*_WAYS) or (said.any("quality") and _steps(said, values[0])):
        return _by_so_much(said, values[0]) if not names else None
    at = said.tokens.index(tokens[0])
    if said.any("returned") and _text_before(said, at) != "to":
        back = how_far(said, values[0]) if was_relative(said.last.request, said.actions) else None
        return More(-1, back, exact=True) if back is not None and not names else None  # "2 dB back"
    if said.any("add", "again") and not said.any("no", "meant"):
        relative = said.any("again") and was_relative(said.last.request, said.actions)
        by = relative and _text_before(said, at) not in listed("where to")
        further = how_far(said, values[0]) if by else None
        return More(1, further, exact=True) if further is not None else Again(value=tokens, name=name)
    return None if name else corrected(tokens, marked=said.corrects)


def _beyond(said: Heard, value: Piece) -> More | None:
    """So much further, or of the last act back as is said to be too much: "another 2", "2 dB too far"."""
    number, at = how_far(said, value), said.pieces.index(value) + 1
    behind = next((each for each in said.pieces[at : at + 1] if each.stretch == value.stretch), None)
    if number is not None and _is_another(said) and not said.any("up", "down", "less"):
        return More(1, number, exact=True)  # "another 2"
    if number is None or behind is None or behind.label not in ("overdone", "quality"):
        return None
    if "too" not in (token.text for token in behind.tokens):
        return None
    way = behind.value.way if behind.label == "quality" else -1
    return More(way, abs(number), absolute=behind.label == "quality", exact=True)


def _text_before(said: Heard, at: int) -> str:
    return said.tokens[at - 1].text if at else ""


def _steps(said: Heard, value: Piece) -> bool:
    """Whether a number is how far: "a little too fast, -4", "slower by 4"."""
    last, quality = said.actions[-1:], said.all("quality")[0]
    if not last or not isinstance(last[0], SetTempo):
        return False
    at = said.tokens.index(value.tokens[0])
    beside = len(quality.tokens) == 1 and quality.stretch == value.stretch
    return value.tokens[0].text[0] in "+-" or (beside and _text_before(said, at) not in listed("where to"))


def _by_so_much(said: Heard, value: Piece) -> Turn | None:
    """How far something goes on, or where to: "200 hertz less" is how far, "further, 500 hertz" is where."""
    up_or_down = said.any("up", "down")
    instead = said.any("no", "meant") or (said.any("sorry") and _goes_the_other_way(said, value))
    at = said.tokens.index(value.tokens[0])
    if at and said.tokens[at - 1].text in ("to", "at", "be"):
        return corrected(value.tokens) if said.corrects or instead else Again(value=value.tokens)
    if not said.any(*_WAYS) or (value.tokens[0].text[0] in "+-" and said.any("more") and not up_or_down):
        number, way = how_far(said, value), said.all("quality")[0].value.way if said.any("quality") else 1
        if number is not None and value.tokens[0].text[0] in "+-":
            way = 1 if number > 0 else -1
        return None if number is None else More(way, abs(number), absolute=True, exact=True)
    here = {piece.stretch for piece in said.pieces if piece.label in _WAYS}
    relative = was_relative(said.last.request, said.actions) if said.last is not None else False
    bare = len(value.tokens) == 1
    if value.stretch not in here and (said.any("less") or (bare and said.any("more"))):
        # "Less, 2" is by two, or two in all; "a little more, 112" can only be where to.
        return (
            corrected(value.tokens) if {*said.edits} == {"set_tempo"} and _goes_on_to(said, value) else None
        )
    if said.any("further") and value.stretch not in here and _is_in_all(said, value, relative=relative):
        return corrected(value.tokens)
    labels = [piece.label for piece in said.pieces]
    before = labels.index("value") < max(labels.index(mark) for mark in _WAYS if mark in labels)
    steps = before or said.value("amount", value) is not None or (relative and bare)
    amount = how_far(said, value) if steps and not value.tokens[0].text.startswith("-") else None
    if amount is not None:
        way = -1 if said.any("down", "less") else 1
        quality = said.all("quality")
        if quality and not up_or_down:
            way, up_or_down = quality[0].value.way, True
        plain = said.any("more", "less") and not up_or_down
        if instead and not up_or_down:
            return None if relative or not plain else More(way, amount, exact=True, of_value=True)
        if up_or_down and said.any("more", "further") and said.all("more") and not said.any("no"):
            return More(way, amount, absolute=True, exact=True)
        return More(way, amount, absolute=up_or_down, exact=True, of_value=plain, instead=instead)
    return None if before or up_or_down or instead else Again(value=value.tokens)


def _goes_the_other_way(said: Heard, value: Piece) -> bool:
    """Whether it is as far as the last act went, the other way: "down 2", "sorry, up 2"."""
    number, went = how_far(said, value), _moved(said)
    way = -1 if said.any("down", "less") else 1
    return number is not None and went is not None and abs(went + way * number) < _SAME


def _goes_on_to(said: Heard, value: Piece) -> bool:
    """Whether a number is a tempo: nobody goes as far by a step."""
    number, now = how_far(said, value), aim(said.actions[-1])
    return number is not None and now is not None and abs(number - now) < number / 2


def _is_in_all(said: Heard, value: Piece, *, relative: bool) -> bool:
    """Whether what goes further says how far in all: "20 left", "further, 35"; "down 2", "not enough, 4"."""
    number, now, went = how_far(said, value), aim(said.actions[-1]), _moved(said)
    if number is None or now is None:
        return False
    if not relative:
        beyond = number > abs(now) * (50 if isinstance(said.actions[-1], SetPan) else 1)
        return _goes_on_to(said, value) if isinstance(said.actions[-1], SetTempo) else beyond
    words = {token.text for piece in said.all("further") for token in piece.tokens}
    return went is not None and number > abs(went) and not words.isdisjoint(listed("lacking"))


def _moved(said: Heard) -> float | None:
    """How far the last act moved its number; None where nobody knows."""
    new, old = aim(said.actions[-1]), said.last.read[-1] if said.last is not None and said.last.read else None
    return None if new is None or old is None else new - old


def _went(said: Heard) -> int:
    """Which way the last act moved its number: 1 up, −1 down, 0 not at all or nobody knows."""
    moved = _moved(said) or 0.0
    return (moved > 0) - (moved < 0)


def how_far(said: Heard, value: Piece) -> float | None:
    """The number of a value whose unit is that of what was set last."""
    aimed = [action for action in said.actions if aim(action) is not None]
    said_ = quantity(value)
    if not aimed or said_ is None:
        return None
    number, unit = said_
    last = "bpm" if isinstance(aimed[-1], SetTempo) else unit_of(aimed[-1])
    return number if unit in (None, last) else None


def _another(said: Heard) -> Turn | None:
    """As far as is said beyond that: "another dB"."""
    sizes = said.all("size")
    aimed = any(aim(action) is not None for action in said.actions)
    return More(1, sizes[0].value) if len(sizes) == 1 and _is_another(said) and aimed else None


def _is_another(said: Heard) -> bool:
    return any(in_words(piece.tokens).startswith("another") for piece in said.all("add"))


def _direction(said: Heard) -> Turn | None:
    needs = {"overdone", "quality", *_WAYS}
    sizes, quality = said.all("size"), said.all("quality")
    # "Too loud, a bit less" says which way once more.
    alone = len((said.labels & needs) - ({"more", "less", "further"} if quality else set[str]())) == 1
    aimed = [action for action in said.actions if aim(action) is not None]
    loud = any(in_words(piece.tokens) in listed("loud") for piece in said.all("up") + said.all("down"))
    if not aimed and quality:
        return _wetness(said, quality[0], sizes)
    off = any(in_words(piece.tokens) == "off" for piece in said.all("less")) and not sizes
    if not aimed or off or said.any("kind") or not alone or (loud and unit_of(aimed[-1]) is not Unit.DB):
        return None
    amount = sizes[0].value if len(sizes) == 1 else None
    if quality:
        return More(quality[0].value.way, min(amount or _A_BIT, _A_LOT), absolute=True)
    if said.any("overdone"):
        return More(-1, amount) if amount else More(share=0.5)
    way = -1 if said.any("down", "less") else 1
    if said.corrects and said.any("up", "down") and amount is None:
        return More(share=-1.0) if way != _went(said) else None
    return More(way, amount, absolute=said.any("up", "down"), of_value=said.any("more", "less"))


def _wetness(said: Heard, quality: Piece, sizes: Sequence[Piece]) -> Settings | None:
    """How much of the device that was put there is heard: "too wet", "it's too loud, the delay"."""
    wet = quality.tokens[-1].text in listed("wetness")
    places = worked_on(said.known.past, said.known.session)[:1]
    named = [piece.value for piece in said.all("kind")]
    for place in places if wet or named else ():
        if any(kind not in (place.device.kind, place.device.name) for kind in named):
            return None
        key = parameter_meant(said.known.ground(""), place.device, "dry wet")
        if key is not None:
            tokens = sizes[0].tokens if sizes else ()
            return Settings([(key, tokens)], (place.track,), place.reference, quality.value.way)
    return None


def _eased(said: Heard) -> Turn | None:
    """Some of what was raised taken off again; of what was lowered, nobody knows which way that is."""
    sizes = said.all("size")
    aimed = said.last is not None and any(aim(action) is not None for action in said.actions[-1:])
    if not aimed or len(sizes) > 1:
        return None
    raised = _went(said) > 0
    return More(-1, sizes[0].value if sizes else None, absolute=raised, asks=not raised)


def _one_more(said: Heard) -> Turn | None:
    """One of its unit where something was moved so far, or else the same once more."""
    moved = said.last is not None and was_relative(said.last.request, said.actions)
    return More(1, 1.0, exact=True) if moved else None if said.any("size") else Again()


def _repeated(said: Heard) -> Turn | None:
    """So many times more: "twice more", "three more times"."""
    counts: list[Any] = [said.value("count", piece) for piece in said.all("value")] + [2] * said.any("twice")
    return Again(times=counts[0]) if len(counts) == 1 and isinstance(counts[0], int) else None


def _again(said: Heard) -> Turn | None:
    counts: list[Any] = [said.value("count", piece) for piece in said.all("value")]
    if said.any("again") and not said.any("further", "more"):
        return Again(asks=_is_so(said)) if not counts else None
    makes = bool(said.actions) and not any(aim(action) is not None for action in said.actions)
    return Again(times=counts[0]) if makes and len(counts) == 1 and isinstance(counts[0], int) else None


def _is_so(said: Heard) -> bool:
    """Whether what was set last reads so, and was not said by how far: once more changes nothing."""
    reads = [(aim(action), read_there(said.known.session, action)) for action in said.actions]
    first = said.known.past.origin
    relative = first is not None and was_relative(first.request, edits_of(first))
    return bool(reads) and not relative and all(new is not None and new == now for new, now in reads)


VALUED: Mapping[str, Callable[[Heard], Turn | None]] = {
    "turned": _turned, "longer": _longer, "lasting": _lasting, "share": _share, "sided": _sided,
    "beside": _beside, "valued": _valued, "another": _another, "direction": _direction, "again": _again,
    "one more": _one_more, "eased": _eased, "repeated": _repeated,
}  # fmt: skip
"""The builders of these turns, by the names in ``discourse.yaml``."""
