"""``diff`` on sets as large as people's: the work grows with what changed, not with what could have."""

from __future__ import annotations

import random

import pytest

from daw_bridges.algebra import apply_all, diff
from daw_bridges.algebra.difference import placing
from daw_bridges.algebra.difference.alignment import Costs, align, align_appending
from daw_bridges.session import ArrangementClip, Note, Session, Track, TrackKind

_COUNT = 120


def _song(order: list[int], *, bars_later: float = 0.0) -> Session:
    clips = tuple(
        ArrangementClip(
            name=f"Part {which}",
            start_bar=1.0 + 4 * place + bars_later,
            length_beats=16.0,
            note_list=(Note(36 + which % 60, which / 8, 1.0, 100.0),),
        )
        for place, which in enumerate(order)
    )
    keys = Track(name="Keys", kind=TrackKind.MIDI, input="All Ins", output="Master", arrangement_clips=clips)
    master = Track(name="Master", kind=TrackKind.MASTER)
    return Session(daw="ableton", scenes=("Intro",), tracks=(keys, master))


def _in_order() -> list[int]:
    return list(range(_COUNT))


def _in_pairs() -> list[int]:
    return [place + 1 - 2 * (place % 2) for place in range(_COUNT)]


def _shuffled() -> list[int]:
    return random.Random(7).sample(range(_COUNT), _COUNT)


@pytest.mark.parametrize(
    "after",
    [
        _song(_in_order(), bars_later=4.0),
        _song(_in_order(), bars_later=-0.5 + 1.0),
        _song(_in_order()[::-1]),
        _song(_in_pairs()),
        _song(_shuffled()),
    ],
    ids=["later", "a little later", "backwards", "in pairs", "shuffled"],
)
def test_clips_that_change_places_are_tried_a_few_times_each(
    after: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, asked = _song(_in_order()), list[str]()

    def counted(*args: object) -> object:
        asked.append("overlaps")
        return overlaps(*args)  # pyright: ignore[reportArgumentType]

    overlaps = placing.overlaps
    monkeypatch.setattr(placing, "overlaps", counted)
    way = diff(before, after)
    assert apply_all(before, way) == after
    assert len(asked) <= 6 * _COUNT


def test_a_copy_is_made_of_what_is_there_before_it_goes() -> None:
    way = diff(_song(_in_order()), _song(_in_order()[::-1]))
    assert {action.action for action in way} == {"duplicate_clip", "delete_clip"}


def _costs(before: str, after: str, *, rename: float) -> Costs:
    return Costs(
        keep=lambda i, j: 0.0 if before[i] == after[j] else rename,
        create=lambda j: 1.0 + j % 2,
        delete=lambda _: 1.0,
    )


def _price(before: str, sources: list[int | None], costs: Costs) -> float:
    kept = {i for i in sources if i is not None}
    going = sum(costs.delete(i) for i in range(len(before)) if i not in kept)
    return going + sum(costs.create(j) if i is None else costs.keep(i, j) for j, i in enumerate(sources))


@pytest.mark.parametrize("seed", range(40))
def test_appending_finds_the_least_price_there_is(seed: int) -> None:
    chance = random.Random(seed)
    before, after = ("".join(chance.choices("abc", k=chance.randint(0, 6))) for _ in range(2))
    costs = _costs(before, after, rename=chance.choice([0.5, 1.5, 10.0]))
    found = [
        None if source is None else source.place for source in align_appending(len(before), len(after), costs)
    ]
    ways = [
        [*chosen, *[None] * (len(after) - len(chosen))]
        for chosen in _subsequences(len(before))
        if len(chosen) <= len(after)
    ]
    assert found in ways
    assert _price(before, found, costs) == pytest.approx(min(_price(before, way, costs) for way in ways))


def _subsequences(count: int) -> list[list[int]]:
    return [[i for i in range(count) if chosen >> i & 1] for chosen in range(1 << count)]


def test_aligning_nothing_makes_everything() -> None:
    costs = _costs("", "ab", rename=1.0)
    assert align(0, 2, costs) == align_appending(0, 2, costs) == [None, None]
