"""The learning curve: how the voices that calibrate are read, by how many of the rows have trained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log2
from pathlib import Path
from zlib import crc32

from benchmarks.reader.judging import comes_to_it, ground_of
from benchmarks.reader.rows import JOINED, Row
from benchmarks.reader.training import Example, Floats, train
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.decide import chart_of, decided
from orbit.agent.reader.ranker import parse

__all__ = ["PICTURE", "Point", "curve", "picture"]

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "reader-curve.svg"
_SHARES = (1 / 8, 1 / 4, 1 / 2, 1.0)


@dataclass(frozen=True)
class Point:
    """So many rows that trained, and what those that calibrate come to."""

    rows: int
    top: float
    """The likeliest reading is the right one: a share of those that ask for an edit."""
    right: float
    """Done, as it should be: of the same."""
    wrong: float
    """Done, as it should not be: of all."""


def curve(examples: Sequence[Example], known: frozenset[str], judging: Iterable[Row]) -> Iterator[Point]:
    """Train on ever more of the voices."""
    charts = [(row, chart_of(ground_of(row), known)) for row in judging if len(row.say) == 1]
    counts = Counter(voice for each in examples for voice in each.row.voice.split(JOINED))
    voices = sorted(counts, key=lambda voice: crc32(voice.encode()))
    reached = list(accumulate(counts[voice] for voice in voices))
    for share in _SHARES:
        chosen = {voice for voice, upto in zip(voices, reached, strict=True) if upto <= share * reached[-1]}
        given = [each for each in examples if chosen.issuperset(each.row.voice.split(JOINED))]
        yield _point(len(given), charts, train(given))


def _point(count: int, charts: Sequence[tuple[Row, Chart]], weights: Floats) -> Point:
    found: Counter[str] = Counter()
    for row, chart in charts:
        parsed = parse(chart, weights)
        decision = decided(chart, parsed)
        verdict = "right" if comes_to_it(row, chart.ground.session, decision.actions) else "wrong"
        found[verdict] += decision.verb == "act"
        if not row.no_edit:
            first = parsed.readings[0].actions if parsed.readings else ()
            found["top"] += comes_to_it(row, chart.ground.session, first)
            found["edits"] += 1
    return Point(
        count, found["top"] / found["edits"], found["right"] / found["edits"], found["wrong"] / len(charts)
    )


# -- the picture --------------------------------------------------------------------------------------------

_WIDE, _HIGH, _EDGE = 640, 360, 56
_LINES = (("top", "likeliest reading right", "#2563eb"), ("right", "done right", "#15803d"),
          ("wrong", "done wrong", "#dc2626"))  # fmt: skip


def picture(points: Sequence[Point]) -> str:
    """Draw the points as an SVG: rows doubled from tick to tick, shares from 0 to 100 %."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}">',
        "<style>text { font: 13px sans-serif }</style>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path d="M{_EDGE} {_y(share)}H{_WIDE - _EDGE}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="8" y="{_y(share) + 4}">{share:.0%}</text>')
    xs = [_x(each.rows, points) for each in points]
    for x, each in zip(xs, points, strict=True):
        parts.append(f'<text x="{x}" y="{_HIGH - 14}" text-anchor="middle">{each.rows:,} rows</text>')
    for nth, (name, told, color) in enumerate(_LINES):
        ys = [_y(getattr(each, name)) for each in points]
        line = " ".join(f"{x},{y}" for x, y in zip(xs, ys, strict=True))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{color}"/>' for x, y in zip(xs, ys, strict=True)]
        parts.append(f'<text x="{_EDGE + nth * 180}" y="20" fill="{color}">{told}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _x(rows: int, points: Sequence[Point]) -> float:
    first, last = log2(points[0].rows), log2(points[-1].rows)
    return round(_EDGE + 24 + (log2(rows) - first) / (last - first) * (_WIDE - 2 * _EDGE - 48), 1)


def _y(share: float) -> float:
    return round(_HIGH - _EDGE + 12 - share * (_HIGH - 2 * _EDGE), 1)
