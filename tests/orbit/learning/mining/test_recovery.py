"""What was planted in noisy sessions is found again, and little else."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.corpora import LEVELS, Corpus, planted_corpus, realistic_corpus
from orbit.learning.evaluation.likeness import alike
from orbit.learning.intake import BadLine, read_trajectories
from orbit.learning.mining import find_patterns

_SEEDS = (101, 102, 103)


def _seen(
    corpus: str, level: str, seed: int, sessions: int, folder: Path
) -> tuple[Corpus, list[Demonstration]]:
    made = {"planted": planted_corpus, "realistic": realistic_corpus}[corpus](seed, LEVELS[level], sessions)
    file = folder / f"{corpus}-{level}-{seed}.jsonl"
    file.write_text(made.text(), encoding="utf-8")
    read = [each for each in read_trajectories(file) if not isinstance(each, BadLine)]
    return made, [clean(each) for each in read]


def _f1(corpus: Corpus, found: list[tuple[str, ...]]) -> float:
    """Of what was planted and what was found, as much as is alike by four fifths, one to one."""
    likeness = sorted(
        (
            (alike(one, planted.does), place, planted.name)
            for place, one in enumerate(found)
            for planted in corpus.planted
        ),
        reverse=True,
    )
    places: set[int] = set()
    names: set[str] = set()
    for share, place, name in likeness:
        if share >= 0.8 and place not in places and name not in names:
            places.add(place)
            names.add(name)
    return 2 * len(places) / (len(found) + len(corpus.planted))


@pytest.mark.parametrize(
    ("corpus", "level", "least"),
    [
        ("planted", "clean", 0.98),
        ("planted", "moderate", 0.93),
        ("planted", "heavy", 0.88),
        ("realistic", "moderate", 0.9),
        ("realistic", "heavy", 0.85),
    ],
)
def test_planted_workflows_are_found_in_a_hundred_sessions(
    corpus: str, level: str, least: float, tmp_path: Path
) -> None:
    scores: list[float] = []
    for seed in _SEEDS:
        made, seen = _seen(corpus, level, seed, 100, tmp_path)
        scores.append(_f1(made, [pattern.does for pattern in find_patterns(seen)]))
    assert mean(scores) >= least, scores


def test_most_of_what_was_done_is_explained(tmp_path: Path) -> None:
    _, seen = _seen("planted", "moderate", 101, 100, tmp_path)
    explained = sum(
        place is not None
        for pattern in find_patterns(seen)
        for occurrence in pattern.occurrences
        for place in occurrence.places
    )
    assert explained >= 0.8 * sum(len(one.events) for one in seen)
