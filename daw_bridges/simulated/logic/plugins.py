"""What plug-ins the simulated Logic has: their menu in its order, what is in each, and Audio Units.

Stock plug-ins are those of the catalogue, with its parameters; a few more stand in the menu between them, as
in Logic's own. MIDI effects have a place of their own on a strip, which no control surface reaches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from weakref import WeakKeyDictionary

from daw_bridges.catalog import ParameterEntry, catalog
from daw_bridges.catalog.schema import Curve
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Unit
from daw_bridges.simulated.logic.knob_texts import fitting, number_text
from daw_bridges.simulated.logic.knobs import Blank, Choice, Control, Knob, Number
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Parameter, PlugIn

__all__ = ["EFFECTS", "INSTRUMENTS", "Library", "knobs", "library_of", "plug_in"]

DAW = "logic"

EFFECTS = (
    "Echo", "Sample Delay", "Stereo Delay", "Tape Delay",
    "Bitcrusher", "ChromaGlow", "Clip Distortion", "Distortion", "Distortion II", "Overdrive",
    "Adaptive Limiter", "Compressor", "DeEsser 2", "Enveloper", "Expander", "Limiter", "Multipressor",
    "Noise Gate",
    "Channel EQ", "Linear Phase EQ", "Single Band EQ",
    "AutoFilter", "Direction Mixer", "Stereo Spread",
    "Chorus", "Ensemble", "Flanger", "Phaser", "Tremolo",
    "ChromaVerb", "SilverVerb", "Space Designer", "Gain",
    "Practice Comp", "Practice Filter",
)  # fmt: skip
"""The insert menu: Logic's own by their kind, then Audio Units."""

INSTRUMENTS = (
    "Alchemy", "Drum Kit Designer", "Drum Machine Designer", "ES2", "Quick Sampler", "Retro Synth", "Sampler",
    "Practice Synth",
)  # fmt: skip
"""The instrument menu."""


_NUMBER = re.compile(r"[+-]?\d+(?:\.(?P<decimals>\d+))?")
_BLANKS: Mapping[str, tuple[tuple[int, str], ...]] = {
    "DeEsser 2": ((4, "-"), (5, "-")),
    "Limiter": ((7, "-"),),
    "Overdrive": ((3, "-"),),
    "Bitcrusher": ((6, "-"), (7, "-")),
    "Chorus": ((2, ""), (4, "-")),
}
"""Places without a parameter that plug-ins were seen to have, and what stands in their names' cells."""

_ONE_DECIMAL = {
    ("Compressor", "Attack"),
    ("Compressor", "Release"),
    ("Expander", "Attack"),
    ("Expander", "Release"),
}


def _decimals(device: str, entry: ParameterEntry) -> int | None:
    """As many as the display has by the catalogue's text; None where that depends on the number's size."""
    decimals = _digits(entry.text)
    if (device, entry.name) in _ONE_DECIMAL:
        return 1
    usual = fitting(number_text(float(entry.default), entry.unit))
    return None if entry.unit in (Unit.HZ, Unit.MS) and usual == entry.text else decimals


def _knob(device: str, entry: ParameterEntry, curve: Curve) -> Knob:
    knob = _choice(entry) if entry.choices is not None else _number(device, entry, curve)
    knob.shown = entry.shown
    return knob


def _choice(entry: ParameterEntry) -> Knob:
    known = entry.choices or ()
    choices = tuple(choice.capitalize() if choice in ("off", "on") else choice for choice in known)
    return Choice(entry.name, choices, choices[known.index(str(entry.default))])


def _number(device: str, entry: ParameterEntry, curve: Curve) -> Knob:
    low, high = entry.range or (0.0, 1.0)
    number = Number(
        entry.name,
        entry.unit,
        low,
        high,
        float(entry.default),
        stops=_stops(curve.points),
        decimals=_decimals(device, entry),
        in_seconds=entry.text.endswith(" s"),
    )
    number.behind = _behind(entry)
    return number


def _behind(entry: ParameterEntry) -> str | None:
    """What a plug-in writes behind a number instead of its unit: nothing at all, or `` bit``."""
    found = _NUMBER.match(entry.text)
    rest = entry.text[found.end() :] if found else ""
    usual = fitting(number_text(float(entry.default), entry.unit, _digits(entry.text)))
    if entry.unit is Unit.NONE:
        return rest or None
    return rest if not rest and usual != entry.text else None


def _digits(text: str) -> int:
    found = _NUMBER.match(text)
    return len((found and found["decimals"]) or "")


def _stops(points: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """The measured steps: evenly from each point to the next, as many as there are places between them."""
    between = (
        low + (high - low) * place / round(end - start)
        for (start, low), (end, high) in pairwise(points)
        for place in range(round(end - start))
    )
    return tuple(round(value, 6) for value in (*between, *(high for _, high in points[-1:])))


def _meter(name: str, shown: str) -> Knob:
    """A parameter that only shows something."""
    meter = Number(name, Unit.DB, -60, 0, 0)
    meter.shown, meter.stuck = shown, True
    return meter


def _others() -> Mapping[str, Callable[[], list[Knob]]]:
    """What is in plug-ins that the catalogue does not describe."""
    return {
        "Sample Delay": lambda: [
            *(Number(f"{side} Delay", Unit.NONE, 0, 10000, 0, decimals=0) for side in ("Left", "Right")),
            *(Number(f"{side} Delay", Unit.MS, 0, 250, 0, decimals=1) for side in ("Left", "Right")),
            Choice("Unit", ("Samples", "ms"), "ms"),
            Choice("Link Left & Right", ("Off", "On"), "Off"),
            *(Blank(), Blank()),
        ],
        "Distortion II": lambda: [
            Number("PreGain", Unit.DB, -20, 20, 0),
            Number("Drive", Unit.PERCENT, 0, 100, 50),
            Number("Tone", Unit.PERCENT, 0, 100, 50),
            Choice("Type", ("Growl", "Bity", "Nasty"), "Growl"),
        ],
        "Single Band EQ": lambda: [
            Number("Frequency", Unit.HZ, 20, 20000, 1000),
            Number("Gain", Unit.DB, -24, 24, 0),
            Number("Q", Unit.NONE, 0.1, 100, 0.71),
        ],
        "Practice Comp": lambda: [Control(f"Control #{place}", 500.0) for place in range(1, 12)],
        "Practice Filter": lambda: [
            Number("Cutoff Frequency", Unit.HZ, 20, 20000, 20000),
            Number("Resonance", Unit.PERCENT, 0, 100, 0),
            Choice("Filter Model", ("Ladder", "Diode", "State Variable"), "Ladder"),
            Number("Output Trim", Unit.DB, -24, 24, 0),
        ],
        "Practice Synth": lambda: [Control(f"Control #{place}", 0.0) for place in range(1, 20)],
    }


@lru_cache(maxsize=1)
def _catalogued() -> frozenset[str]:
    return frozenset(catalog().devices(DAW))


@lru_cache
def _unlisted(kind: str) -> tuple[str, ...]:
    """The catalogue's devices that have no place in Logic's own menus: they stand behind all others."""
    others = _catalogued().difference(EFFECTS, INSTRUMENTS)
    return tuple(sorted(name for name in others if catalog().head(DAW, name).type == kind))


def plug_in(name: str) -> PlugIn:
    """A plug-in of that name as freshly inserted. Raises NotFoundError for one that is not installed."""
    if name in _catalogued():
        entries, rows = catalog().device(DAW, name).parameters, catalog().table(DAW, name).parameters
        made = [_knob(name, entry, row.curve) for entry, row in zip(entries, rows, strict=True)]
        if name == "Limiter":
            made.insert(5, _meter("Gain Reduction", "GaiRed"))
        for place, text in _BLANKS.get(name, ()):
            made.insert(place, Blank(text))
    elif make := _others().get(name):
        made = make()
    else:
        raise NotFoundError("plug-in", name, (*EFFECTS, *INSTRUMENTS), "Logic Pro")
    return PlugIn(name=name, parameters=list[Parameter](made))


def knobs(plug: PlugIn | None) -> list[Knob]:
    """A plug-in's parameters as a surface turns them."""
    return [] if plug is None else [each for each in plug.parameters if isinstance(each, Knob)]


class Library:
    """The menus of one project, and what a test does to what they insert."""

    def __init__(self) -> None:
        self.effects: Sequence[str] = (*EFFECTS, *_unlisted("audio_effect"))
        self.instruments: Sequence[str] = (*INSTRUMENTS, *_unlisted("instrument"))
        self.reordered: set[str] = set()
        """A fault: plug-ins whose parameters come in another order, as after an update."""
        self.stuck: set[tuple[str, str]] = set()
        """A fault: (plug-in, parameter) that do not move."""
        self.format = ""
        """Behind each name in the menus, where a version of Logic says the channel format: `` (s/s)``."""
        self.window: PlugIn | None = None
        """The plug-in whose window is open."""

    def menu(self, names: Sequence[str]) -> tuple[str, ...]:
        """A menu as it is turned through."""
        return tuple(name + self.format for name in names)

    def make(self, entry: str) -> PlugIn:
        """A plug-in as freshly inserted from a menu's entry, with its faults."""
        name = entry.removesuffix(self.format)
        made = plug_in(name)
        if name in self.reordered:
            made.parameters = self._shuffled(made.parameters)
        for knob in knobs(made):
            knob.stuck |= (name, knob.name) in self.stuck
        return made

    @staticmethod
    def _shuffled(parameters: Iterable[Parameter]) -> list[Parameter]:
        """The second half first."""
        known = list(parameters)
        half = len(known) // 2
        return known[half:] + known[:half]


_LIBRARIES: WeakKeyDictionary[Project, Library] = WeakKeyDictionary()


def library_of(project: Project) -> Library:
    """The menus of a project."""
    return _LIBRARIES.setdefault(project, Library())
