"""Patterns: gapped runs of edits that recur in slices, chosen by what they save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.pattern import Occurrence, Pattern
from orbit.learning.slicing import slices_of

__all__ = ["find_patterns"]

_LONGEST = 8
_GAP = 1
_SHARE = 0.015

_Words = tuple[str, ...]


def find_patterns(demonstrations: Sequence[Demonstration], *, least: int = 3) -> list[Pattern]:
    """The patterns in demonstrations that were seen at least ``least`` times, the greatest gain first."""
    slices = [
        (number, piece)
        for number, one in enumerate(demonstrations)
        for piece in slices_of(one)
        if len(piece) > 1
    ]
    words = [tuple(demonstrations[number].events[place].does for place in piece) for number, piece in slices]
    counts = Counter[_Words]()
    for sentence in words:
        counts.update(sorted(set(_runs(sentence))))
    least = max(least, round(_SHARE * len(demonstrations)))
    candidates = sorted(
        (run for run, count in counts.items() if count >= least + 2 * (len(run) == 2)),
        key=lambda run: (-_gain(run, counts[run]), run),
    )
    used: list[set[int]] = [set() for _ in slices]
    found: list[Pattern] = []
    for run in candidates:
        seen = [
            (index, places)
            for index, sentence in enumerate(words)
            if (places := _place(run, sentence, used[index])) is not None
        ]
        if len(seen) < least or _gain(run, len(seen)) <= 0:
            continue
        for index, places in seen:
            used[index].update(places)
        occurrences = tuple(
            Occurrence(slices[index][0], tuple(slices[index][1][place] for place in places))
            for index, places in seen
        )
        found.append(Pattern(run, occurrences, _gain(run, len(seen))))
    return sorted(found, key=lambda pattern: (-pattern.gain, pattern.does))


def _gain(run: _Words, count: int) -> float:
    return float(count * (len(run) - 1) - (len(run) + 1))


def _runs(sentence: _Words) -> Iterator[_Words]:
    """Every run of a sentence that leaves out at most one word between two."""
    open_runs: list[list[tuple[int, _Words]]] = [[] for _ in sentence]
    for end, word in enumerate(sentence):
        for start in range(max(end - 1 - _GAP, 0), end):
            open_runs[end] += [(end, (*run, word)) for _, run in open_runs[start] if len(run) < _LONGEST]
        yield from (run for _, run in open_runs[end])
        open_runs[end].append((end, (word,)))


def _place(run: _Words, sentence: _Words, used: set[int]) -> tuple[int, ...] | None:
    """The first places of a run that are free, each near the last."""
    starts = [place for place, word in enumerate(sentence) if word == run[0] and place not in used]
    for start in starts:
        places = [start]
        for word in run[1:]:
            near = range(places[-1] + 1, min(places[-1] + 2 + _GAP, len(sentence)))
            following = next((place for place in near if sentence[place] == word and place not in used), None)
            if following is None:
                break
            places.append(following)
        if len(places) == len(run):
            return tuple(places)
    return None
