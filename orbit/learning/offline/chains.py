"""The chains of devices that recur in saved sets: which devices stand one after the other, track by track.

A set tells for certain what mining has to guess in a session: which edits belong together. So its chains are
counted as they are, and what recurs is a pattern, however much else is on the tracks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from orbit.learning.demonstration import Demonstration
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["chain_patterns", "plainly"]

_LONGEST = 12
"""Devices; a longer chain is looked at piece by piece."""

_LEAST, _SHARE = 2, 0.015
"""A chain recurs that so many tracks have, and no less than this share of all tracks with chains."""

_OFTEN = 0.6
"""A setting belongs to a chain that has it at least that often."""

Kinds = tuple[str, ...]


@dataclass(frozen=True)
class _Link:
    """One device of a chain: its kind, and the places of the edits that put it there and set it."""

    kind: str
    insert: int
    settings: Mapping[str, int]


@dataclass(frozen=True)
class _Chain:
    """The devices of one track of one demonstration, as they follow each other."""

    demonstration: int
    links: tuple[_Link, ...]


def chain_patterns(demonstrations: Sequence[Demonstration], which: Sequence[int]) -> list[Pattern]:
    """Give the chains of two devices and more that recur, longest first.

    ``which`` are the demonstrations that are of saved sets, by place. A chain within a longer one counts only
    where it is not part of that.
    """
    chains = [chain for place in which for chain in _chains(place, demonstrations[place])]
    return [
        _pattern(kinds, seen, demonstrations)
        for kinds, seen in _recurring([each for each in chains if len(each.links) > 1])
    ]


def plainly(pattern: Pattern) -> Pattern:
    """Give a chain without how its devices are set."""
    kept = [place for place, does in enumerate(pattern.does) if does.startswith("insert_device")]
    occurrences = tuple(
        Occurrence(each.demonstration, tuple(each.places[place] for place in kept))
        for each in pattern.occurrences
    )
    return Pattern(tuple(pattern.does[place] for place in kept), occurrences, pattern.gain)


def _chains(place: int, demonstration: Demonstration) -> Iterator[_Chain]:
    links: dict[int, dict[int, _Link]] = {}
    for number, event in enumerate(demonstration.events):
        device = event.device
        if device is None:
            continue
        of_track = links.setdefault(demonstration.devices[device].track, {})
        if event.action.action == "insert_device":
            of_track[device] = _Link(demonstration.devices[device].kind, number, {})
        elif device in of_track:
            link = of_track[device]
            of_track[device] = _Link(link.kind, link.insert, {**link.settings, event.does: number})
    yield from (_Chain(place, tuple(of_track.values())) for of_track in links.values())


def _recurring(chains: Sequence[_Chain]) -> Iterator[tuple[Kinds, list[tuple[_Chain, int]]]]:
    """Give each chain that recurs with where it is: in which chain, from which device on."""
    least = max(_LEAST, round(_SHARE * len(chains)))
    taken: list[set[int]] = [set() for _ in chains]
    for length in range(min(_LONGEST, max((len(each.links) for each in chains), default=0)), 1, -1):
        seen: dict[Kinds, list[tuple[int, int]]] = {}
        for number, chain in enumerate(chains):
            for start in range(len(chain.links) - length + 1):
                kinds = tuple(link.kind for link in chain.links[start : start + length])
                seen.setdefault(kinds, []).append((number, start))
        for kinds in sorted(seen, key=lambda each: (-len(seen[each]), each)):
            free = list(_free(seen[kinds], length, taken))
            if len({number for number, _ in free}) < least:
                continue
            for number, start in free:
                taken[number].update(range(start, start + length))
            yield kinds, [(chains[number], start) for number, start in free]


def _free(
    seen: Sequence[tuple[int, int]], length: int, taken: Sequence[set[int]]
) -> Iterator[tuple[int, int]]:
    """Give where a chain is not part of another that was found, nor of itself."""
    last = (-1, 0)
    for number, start in seen:
        overlaps = number == last[0] and start < last[1] + length
        if not overlaps and not taken[number].intersection(range(start, start + length)):
            last = (number, start)
            yield number, start


def _pattern(
    kinds: Kinds, seen: Sequence[tuple[_Chain, int]], demonstrations: Sequence[Demonstration]
) -> Pattern:
    steps = [
        (place, does)
        for place in range(len(kinds))
        for does in (None, *_settings([chain.links[start + place] for chain, start in seen]))
    ]
    occurrences = [
        Occurrence(
            chain.demonstration, tuple(_place(chain.links[start + place], does) for place, does in steps)
        )
        for chain, start in seen
    ]
    first = occurrences[0]
    names = [
        does if does is not None else _does(demonstrations[first.demonstration], first.places[number])
        for number, (_, does) in enumerate(steps)
    ]
    often = {
        number for number in range(len(steps)) if all(each.places[number] is not None for each in occurrences)
    }
    gain = float(len(steps) * (len(occurrences) - 1))
    return Pattern(tuple(names), tuple(occurrences), gain, frozenset(range(len(steps))) - often)


def _settings(links: Sequence[_Link]) -> list[str]:
    """Give the settings that a device of a chain usually has, in the order in which most have them."""
    counted = Counter(does for link in links for does in link.settings)
    order = {
        does: sum(
            list(link.settings).index(does) / len(link.settings) for link in links if does in link.settings
        )
        / count
        for does, count in counted.items()
    }
    usual = (does for does, count in counted.items() if count >= _OFTEN * len(links))
    return sorted(usual, key=lambda does: (order[does], does))


def _place(link: _Link, does: str | None) -> int | None:
    return link.insert if does is None else link.settings.get(does)


def _does(demonstration: Demonstration, place: int | None) -> str:
    assert place is not None  # every device of a chain was put there
    return demonstration.events[place].does
